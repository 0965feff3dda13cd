"""Tests of the kit: campaigns by a club's own rules."""
