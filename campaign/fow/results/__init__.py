"""FoW Victory Points, FoW Axis of Attack: results, points and sectors. Pure."""
