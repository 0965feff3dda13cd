"""The history of a campaign: which events count, its acts, and ways to walk it. Pure."""
