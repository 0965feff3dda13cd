"""Figures for fun and for fairness: chances, luck, vetoes, points spent, careers. Pure."""
