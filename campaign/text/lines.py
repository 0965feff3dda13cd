"""What words may hold: a line, a name, a text of several lines. Pure."""

ONE_LINE = r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$(?!\n)"
"""Words for a journal of one event a line: something to see, and nothing that moves a cursor."""

A_NAME = ONE_LINE.replace(
    r"\u2028", r"\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\u2800\u3164\ufeff\u2028", 1
)
"""What somebody is called: a line without signs that are not seen, which make two names look the
same: marks of direction, breaks and blanks without a width."""

LINES = r"^(?=[\s\S]*\S)[^\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"
"""Words of more than a line: something to see, and nothing that moves a cursor or turns words."""
