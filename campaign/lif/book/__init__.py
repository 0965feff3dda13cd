"""LiF: what the game brings to the book of a campaign: leaves, charts, honours, leaders. Pure."""
