"""LiF 4: the cup, the Promotions Board and veto points. Pure."""
