"""LiF 3.2: the combat adviser: what leaders may do in a combat, and the net effect. Pure.

Its only entry point is `advise.advise`. It records nothing.
"""
