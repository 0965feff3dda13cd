"""LiF 5.3: chits: the pools, what the secret hides, and how chits come and go. Pure."""
