"""The history of a campaign: what counts of it, its acts, and ways to walk it. Pure."""
