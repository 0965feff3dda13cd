"""The book of record for long wargame campaigns."""

__version__ = "0.1.0"
