"""The suite for other programs: made from `tests/cases/`, and held to what it is to find.

writing        makes the data of `campaign/conformance/`; `scripts/conformance` runs it
rival          a second program, of leader reinforcement alone; it knows nothing of this one
mistakes       wrong rules, each with a case that catches it
bad_programs   programs that answer badly, one way each
asked          asks a program cases without a pipe
"""
