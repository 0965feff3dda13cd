"""What a game has at the terminal: its verbs, the steps of their courses, and its screens. Pure."""
