"""Facts of Flames of War: who plays on which side, and who commands where.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from events.base import Event, Id, IdOrEmpty, Line, Text


class PlayerJoined(Event, frozen=True, kw_only=True, tag="fow.PlayerJoined"):
    """A member plays on a side."""

    member: Id
    side: Id


class PlayerLeft(Event, frozen=True, kw_only=True, tag="fow.PlayerLeft"):
    """A member leaves their side; where they commanded, nobody does."""

    member: Id


class CommandersAssigned(Event, frozen=True, kw_only=True, tag="fow.CommandersAssigned"):
    """FoW Multi-player Campaigns: who fights for a side on which line."""

    side: Id
    commanders: dict[Id, IdOrEmpty]
    """By line; lines not named keep theirs, and an empty text leaves one without."""


class FreeBattleRecorded(Event, frozen=True, kw_only=True, tag="fow.FreeBattleRecorded"):
    """A battle beside the campaign: no points, no sector."""

    title: Line
    players: dict[Id, Id]
    """Members, each with the side they fought on."""
    winners: tuple[Id, ...]
    """The members who won."""
    winner: IdOrEmpty = ""
    """The side with more winners; empty for equal numbers."""
    mission: IdOrEmpty = ""
    played_on: Line = ""
    note: Text = ""
