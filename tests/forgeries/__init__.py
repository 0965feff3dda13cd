"""Forged records, sealed so that chain and receipts hold, and whether `verify` finds them.

recorded     campaigns and disputes as events and receipts, those of each game
changes      every meaningful change of a value, and of what an act consists of
sealing      a forged record with its chain and receipts made to fit, row by row
table        `fields.toml`, written by hand from the rules: what another value contradicts
conditions   what the table asks of the record
table_of_war, conditions_of_war, evening: the same for Flames of War, with a record of its own
reckoning    the second reckoning of a campaign (`tests/campaigns/`), fed with the forged act
score        every forgery judged, audited and counted: `python -m forgeries` prints the table
"""
