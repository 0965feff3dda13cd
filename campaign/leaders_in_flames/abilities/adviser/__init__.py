"""LiF 3.2: the combat adviser: what leaders may do in a combat, and what it comes to. Pure.

`advise.advise` is its one door; it records nothing.
"""
