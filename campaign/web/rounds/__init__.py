"""What the service does by itself: letters, notices, what is overdue."""
