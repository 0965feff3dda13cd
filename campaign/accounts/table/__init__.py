"""What a table has beside the record: talk, acts that are held, and requests; all of it can go."""
