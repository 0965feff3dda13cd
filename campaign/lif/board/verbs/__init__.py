"""LiF 4: the verbs of the Promotions Board, by who types them. Pure."""
