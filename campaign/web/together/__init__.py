"""What the processes of a service that share a database must know of each other."""
