"""LiF 2, 3: leaders on the map, combats, and what happens to leaders in them. Pure."""
