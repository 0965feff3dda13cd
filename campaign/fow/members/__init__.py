"""FoW Multi-player Campaigns: who plays on which side, and who commands where. Pure."""
