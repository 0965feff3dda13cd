"""LiF 5.1, 5.2, 5.4: counters and the force pools. Pure."""
