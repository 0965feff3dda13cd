"""Facts of Flames of War: what a campaign is made of, who plays and commands in it, how it ends.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

import msgspec

from events.base import Count, DigestOrEmpty, Event, Id, IdOrEmpty, Line, Name, Text
from events.fow.axes import Axis
from events.fow.ground import FirstDieRow
from events.fow.words import BySide, CompanyType, DecidedHow, Kind, Units


class LineStart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A campaign that joins in mid-way: where a line stands, instead of its beginning."""

    sector: int = 0
    victory_points: BySide = msgspec.field(default_factory=dict)
    mission: IdOrEmpty = ""
    attacker: IdOrEmpty = ""
    last: BySide = msgspec.field(default_factory=dict)
    """Points of each side from the last battle before."""
    winner: IdOrEmpty = ""
    """Who won it."""
    won_defending: bool = False
    """Whether as the defender, in a mission without Fair Fight."""


class CampaignSetUp(Event, frozen=True, kw_only=True, tag="fow.CampaignSetUp"):
    """The sides, the lines and the limits of a campaign."""

    kind: Kind
    sides: dict[Id, Name]
    """The two sides in their order, each with its name."""
    games: int
    """How many games, or rounds, are played at most."""
    points: int
    """The agreed points of a force."""
    units: Units = "inches"
    axes: tuple[Axis, ...] = ()
    """The lines with their sectors; none in a linked campaign."""
    company_types: dict[Id, CompanyType] = msgspec.field(default_factory=dict)
    """Of the sides, where there are no forces."""
    change_price: int = 5
    """FoW Axis of Attack: victory points that another mission costs."""
    start: dict[Id, LineStart] = msgspec.field(default_factory=dict)
    """By line, where it does not begin at its beginning."""
    first_die: tuple[FirstDieRow, ...] = ()
    """The club's own table for the first die of terrain charts."""


class PositionStated(Event, frozen=True, kw_only=True, tag="fow.PositionStated"):
    """FoW Campaign Types: a campaign that was played on paper goes on here, on the club's word."""

    turn: str
    """The round in which it goes on."""
    stated_by: IdOrEmpty = ""
    """Who stated it; another host may have stated it again."""
    source: Line
    """What it was read from: a form, or a file by its name."""
    sheet_digest: DigestOrEmpty = ""
    """Of the sheet: SHA-256 over its salt, which is kept beside the log, and its lines in UTF-8."""
    lines: dict[Id, LineStart]
    """Where the lines stand that were stated."""
    left_out: tuple[Count, ...] = ()
    """Numbers of the rows that the club did not want read."""


class CampaignDecided(Event, frozen=True, kw_only=True, tag="fow.CampaignDecided"):
    """The campaign is won, drawn or a stalemate."""

    winner: IdOrEmpty = ""
    """The side; empty where nobody won."""
    how: DecidedHow
    line: IdOrEmpty = ""
    """The line that decided it, where one did."""


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
