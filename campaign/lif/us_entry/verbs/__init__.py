"""LiF 5.3: the verbs of US entry. Pure."""
