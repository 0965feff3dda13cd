"""The suite for other programs: made from `tests/cases/`, and held to what it is to find.

writing        makes the data of `campaign/conformance/`; `scripts/conformance` runs it
rival          a second program, which knows the rules of leader reinforcement and nothing of this one
mistakes       forty wrong rules, each with a case that catches it
bad_programs   programs that answer badly, one way each
asked          asks a program cases without a pipe
"""
