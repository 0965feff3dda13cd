"""Clubscript 1, the language in which a club writes the rules of its own campaign.

Texts become trees, trees get kinds with limits, and what has its kind becomes a function.
"""
