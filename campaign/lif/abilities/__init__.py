"""LiF 2, 3.2: the 122 abilities, their use, and the combat adviser. Pure."""
