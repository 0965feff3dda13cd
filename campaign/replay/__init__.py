"""A record walked through step by step: what each event changed, and how to find it. Pure.

`walk` has the steps and stops, `query` what a reader looks for, `states` the states on the way.
"""
