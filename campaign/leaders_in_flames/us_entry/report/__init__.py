"""LiF 5.3: what the report says of US entry. Pure."""
