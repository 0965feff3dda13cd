"""How a campaign opens: its set-up, and the request read back from its first facts. Pure."""
