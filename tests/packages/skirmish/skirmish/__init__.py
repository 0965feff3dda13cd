"""Skirmish, a toy game of two sides in a package of its own."""
