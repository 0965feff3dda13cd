"""What is loaded when it is wanted: the core works without any of these."""
