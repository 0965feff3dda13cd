"""LiF 4: what the pages say of wars, conquests and countries. Pure."""
