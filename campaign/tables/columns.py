"""What a read table is, and columns that several tables share. Pure."""

from collections.abc import Mapping

import msgspec


class Table(msgspec.Struct, frozen=True):
    """A read table; its primary key is `campaign` and the columns of `pk`."""

    name: str
    description: str
    columns: Mapping[str, tuple[type, str]]
    """Each column's type and meaning, `campaign` apart."""
    pk: tuple[str, ...]
    links: Mapping[tuple[str, ...], str] = {}
    """Columns that together name a row of another table."""
    optional: tuple[str, ...] = ()
    """Columns that may be empty."""
    indexes: tuple[tuple[str, ...], ...] = ()


CAMPAIGN = "Name of the campaign"
VERSION = (int, "Number of the event")
TURN = (str, "Game turn, such as 1939-SO")
POWER = (str, "Major power, by id")
LEADER = (str, "Leader, by id")
MEMBER = (str, "Member, by id")
DRAW = (int, "Number of the draw in the campaign")
