"""What happened: the stored vocabulary of every campaign, its bytes and its chain of digests."""
