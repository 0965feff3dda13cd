"""Mail: messages, how they leave, and what comes back."""
