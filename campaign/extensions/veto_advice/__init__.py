"""LiF 4.1: veto advice and accuracy: the Promotions Board's guessing game solved. Pure.

It knows what everybody may know, draws no random numbers, and adds in a fixed order, so that
everybody gets the same figures.
"""

ALGORITHM = 4
"""Rises whenever a figure that it gives would change."""
