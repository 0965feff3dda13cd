"""What anybody can check with only a file: the audit, and receipts. Pure."""
