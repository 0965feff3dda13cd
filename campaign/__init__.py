"""The book of record for long wargame campaigns."""

__version__ = "1.0.0"
