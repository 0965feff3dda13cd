"""A second reckoning of combats, uses and promotions, written from the rulebooks alone.

`sheet` holds what counters and abilities say, `uses`, `fights`, `guards` and `advised` what the
rules and rulings make of a command, and `story` deals random campaigns and holds the program to
it. Nothing here imports a rule of the program.
"""
