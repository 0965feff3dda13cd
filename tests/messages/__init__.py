"""The list of what the program says when it refuses or fails, and the rules for its words."""
