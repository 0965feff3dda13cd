"""LiF 4, 6: scenarios and the opening of a campaign. Pure."""
