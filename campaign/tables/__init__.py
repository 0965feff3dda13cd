"""What the read tables hold, and how a step of the history fills them. Pure."""
