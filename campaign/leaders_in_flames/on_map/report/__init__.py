"""LiF 2, 3, 5.1: what the report says of leaders on the map and combats. Pure."""
