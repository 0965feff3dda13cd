"""Leaders in Flames, the first game here. `system` puts its chapters together. Pure."""
