"""Facts of Leaders in Flames, chapter 4: how a campaign is set up, and who is in the leader cup.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Any, Literal

import msgspec

from events.base import Count, DigestOrEmpty, Event, Id, IdOrEmpty, Line, Name, Text
from events.lif.force_pools import CounterPlace
from events.lif.politics import Conquest, Minor, Power, Vichy

Mark = Literal["Ge", "Ja", "Res"]
LeaderStatus = Literal[
    "aside", "reserve", "cup", "drawn", "arriving", "map", "circle", "dead", "removed"
]


class LeaderCounter(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 1: one leader counter as printed: rank 3 to 5 stars, year of arrival or reserve mark."""

    id: Id
    name: Name
    power: IdOrEmpty
    rank: int
    year: int | None = None
    mark: str = ""
    allegiance: str = ""
    abilities: tuple[int, ...] = ()


class LeadersSetUp(Event, frozen=True, kw_only=True, tag="lif.LeadersSetUp"):
    """LiF 4: where every leader, veto point, war and country stands when the campaign opens."""

    active: bool
    """False while a Days of Decision campaign waits for the war that brings the kit in."""
    leaders: dict[str, LeaderStatus]
    veto_points: dict[str, int]
    at_war: tuple[tuple[str, str], ...]
    conquest: dict[str, Conquest]
    vichy: Vichy
    minors: dict[str, Minor]
    reserves_called: dict[str, tuple[Mark, ...]]
    sheet: tuple[LeaderCounter, ...] = ()
    """The club's own counters; empty where the kit's 58 serve."""
    scenario: dict[str, Any] = msgspec.field(default_factory=dict)
    """The scenario's own table, so that anybody can set the campaign up again."""
    overrides: dict[str, Any] = msgspec.field(default_factory=dict)
    """What the club's set-up put in the scenario's place, without addresses."""


class StatedPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a leader stood on the map, and which side of the counter was up."""

    location: str
    face_up: bool = True


class StatedCounter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a unit counter stood."""

    place: CounterPlace
    location: str = ""
    face_up: bool = True
    arrives: str = ""
    """On the production circle: the turn in which it arrives."""


class PositionStated(Event, frozen=True, kw_only=True, tag="lif.PositionStated"):
    """LiF 4: a campaign that was played on paper goes on here, from what the club says of it.

    What the club did not say is as the scenario has it for the turn's year.
    """

    turn: str
    """The turn in which it goes on."""
    stated_by: IdOrEmpty = ""
    """Who stated it; another host may have stated it again."""
    source: Line
    """What it was read from: a form, or a file by its name."""
    sheet_digest: DigestOrEmpty = ""
    """Of the sheet: SHA-256 over its salt, which is kept beside the log, and its lines in UTF-8."""
    active: bool
    """Whether the leaders are in play."""
    leaders: dict[str, LeaderStatus]
    """Those who were stated, and those whose time has come since the scenario's first turn."""
    placements: dict[Id, StatedPlace]
    circle: dict[Id, str]
    """Leaders on the production circle, and the turn in which they return."""
    veto_points: dict[str, int]
    at_war: tuple[tuple[str, str], ...]
    """Every war of the turn."""
    conquest: dict[str, Conquest]
    vichy: Vichy
    minors: dict[str, Minor]
    reserves_called: dict[str, tuple[Mark, ...]]
    left_out: tuple[Count, ...] = ()
    """Numbers of the rows that the club did not want read."""
    counters: dict[Id, StatedCounter] = msgspec.field(default_factory=dict)
    """Unit counters, Guards Banner armies among them, where the club says where they stood."""


class LeadersActivated(Event, frozen=True, kw_only=True, tag="lif.LeadersActivated"):
    """LiF 4: the war of a Days of Decision campaign brings the kit into play."""

    leaders: tuple[Id, ...]
    points: dict[str, int]


class ReservesCalledOut(Event, frozen=True, kw_only=True, tag="lif.ReservesCalledOut"):
    """LiF 4: a power calls out its reserves, and its leaders of that mark join the cup."""

    power: Power
    mark: Mark
    leaders: tuple[Id, ...]


class LeadersReturnedToReserve(
    Event, frozen=True, kw_only=True, tag="lif.LeadersReturnedToReserve"
):
    """LiF 4: the peace that ends a call-out sends marked leaders back to the reserve pool."""

    power: Power
    mark: Mark
    leaders: tuple[Id, ...]
    stayed: tuple[Id, ...] = ()
    """Leaders on the map whom the host lets stay."""


class LeadersReachedYear(Event, frozen=True, kw_only=True, tag="lif.LeadersReachedYear"):
    """LiF 4: the leaders of a new year join the cup."""

    year: int
    leaders: tuple[Id, ...]


class LeadersJoinedCup(Event, frozen=True, kw_only=True, tag="lif.LeadersJoinedCup"):
    """LiF 4: leaders whom an event in the war has freed join the cup."""

    leaders: tuple[Id, ...]
    reason: Text
    """A code as `campaign events` lists it."""


class LeadersRemoved(Event, frozen=True, kw_only=True, tag="lif.LeadersRemoved"):
    """LiF 3.3: leaders leave the game for ever."""

    leaders: tuple[Id, ...]
    reason: Text
    """A code as `campaign events` lists it."""
