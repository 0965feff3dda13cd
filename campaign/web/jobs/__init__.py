"""What the service does by itself: e-mail, notifications, what is overdue."""
