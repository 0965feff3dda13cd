"""The store in PostgreSQL: one database a club, shared by all its processes and machines."""
