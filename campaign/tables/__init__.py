"""The read tables, and how each step of the history fills them. Pure."""
