"""Figures for fun and for fairness: chances, luck, vetoes, careers, the timeline. Pure."""
