"""The store in SQLite: one file, which a club's programs write in turn."""
