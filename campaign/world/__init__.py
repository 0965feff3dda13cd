"""What a simulation replaces: the clock, and files."""
