"""The verbs of campaigns by a club's own rules."""
