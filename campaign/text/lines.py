"""Patterns for texts: a line, a name, a text of several lines. Pure."""

ONE_LINE = r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$(?!\n)"
"""A text on one line, as in a journal: something visible, and nothing that moves the cursor."""

A_NAME = ONE_LINE.replace(
    r"\u2028", r"\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\u2800\u3164\ufeff\u2028", 1
)
"""A name: a line without invisible characters that make two names look the same, such as marks of
direction and breaks and blanks without a width.
"""

LINES = r"^(?=[\s\S]*\S)[^\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"
"""A text of several lines: something visible, and nothing that moves the cursor or turns words."""
