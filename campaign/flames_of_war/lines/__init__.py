"""FoW Axis of Attack: lines of sectors, from the kit or from a club's own file. Pure."""
