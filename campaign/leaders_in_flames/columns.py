"""Columns that several read tables of the game share. Pure."""

POWER = (str, "Major power, by id")
LEADER = (str, "Leader, by id")
DRAW = (int, "Number of the draw in the campaign")
COMBAT = (str, "Combat, by its turn and number: 1941-MJ-3")
OWNER = (str, "Major power or minor country, by id")
