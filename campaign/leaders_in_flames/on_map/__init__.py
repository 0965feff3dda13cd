"""LiF 2, 3: leaders on the map, combats and what becomes of leaders in them. Pure."""
