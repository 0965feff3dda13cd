"""The projections, and how each step of the history fills them."""
