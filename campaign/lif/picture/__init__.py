"""LiF 2: the picture of the war: what the record knows of the maps, as hexes and as lists."""
