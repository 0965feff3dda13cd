"""FoW Choosing Your Force, FoW Reorganise: forces, their platoons, a club's army list. Pure.

`chapter` puts the files together.
"""
