"""LiF 5.3: US entry: chits, options, actions and what follows from them. Pure.

The base game's chart is not in our sources. The club brings its own (ruling 38).

"""
