"""Mail: messages written, sent once, and answers taken in."""
