"""LiF 5.3: US entry: chits, options, actions and what follows from them. Pure.

The base game's chart is not in our sources. The club brings its own (ruling 38); until it does,
the tracker names the number that is missing. `chapter` puts the files together.
"""
