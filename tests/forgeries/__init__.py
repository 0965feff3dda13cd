"""Forged records, sealed so that chain and receipts hold, and whether `verify` finds them.

recorded     the nine records: six campaigns and three disputes, as events and receipts
changes      every meaningful change of a value, and of what an act consists of
sealing      a forged record with its chain and receipts made to fit, row by row
table        `fields.toml`, written by hand from the rules: what another value contradicts
conditions   what the table asks of the record
reckoning    the second reckoning of a campaign (`tests/campaigns/`), fed with the forged act
score        every forgery judged, audited and counted: `python -m forgeries` prints the table
"""
