"""Leaders in Flames, the first game of the house. `system` puts its chapters together. Pure."""
