"""What anybody can check from a file alone: the audit, and receipts. Pure."""
