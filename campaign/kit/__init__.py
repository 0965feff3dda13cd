"""The kit: a club writes the rules of its own campaign in one file, and plays by them."""
