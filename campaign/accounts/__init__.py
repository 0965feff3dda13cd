"""Accounts: what may be changed and forgotten, such as addresses and choices, and the club's
settings.
It lies beside the store and is never in the log or an export.
"""
