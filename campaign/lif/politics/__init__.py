"""LiF 3.3, 4: the war around the board: wars, conquest, Vichy, minors, reserves. Pure."""
