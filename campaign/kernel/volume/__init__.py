"""What the book of a campaign consists of, for any game and any printer. Pure."""
