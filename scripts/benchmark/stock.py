"""The same campaign on the event library as it comes: an aggregate, its JSON transcoder, SQLite.

Every event has the fields of ours, the stamp included; `at` is the library's own `timestamp`. The
aggregate changes plain dictionaries in place, which costs it less than our frozen states cost us.
"""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import JSONTranscoder, Transcoding

from campaign.systems import SYSTEMS
from events.base import Event
from events.lif.board import Ballot, Vote
from events.lif.cup import LeaderCounter
from events.lif.politics import Minor

CHUNK = 5_000


class Campaign(Aggregate):
    """The same state as our fold, kept in dictionaries."""

    @event("Opened")
    def __init__(self, opening: dict[str, Any]) -> None:
        self.opening = opening
        self.turn = ""
        self.active = False
        self.closed = False
        self.members: dict[str, Any] = {}
        self.powers: dict[str, str] = {}
        self.leaders: dict[str, str] = {}
        self.veto_points: dict[str, int] = {}
        self.at_war: set[tuple[str, str]] = set()
        self.conquest: dict[str, str] = {}
        self.vichy = "none"
        self.minors: dict[str, Minor] = {}
        self.reserves: dict[str, list[str]] = {}
        self.phase = "closed"
        self.leader: str | None = None
        self.markers: dict[str, tuple[str, str, str]] = {}
        self.draw = 0
        self.mixed: list[str] = []
        self.entry = ""

    class StockEvent(Aggregate.Event):
        """One of our events; its class says which."""

        def apply(self, aggregate: Any) -> None:
            """Changes the aggregate."""
            APPLY[type(self).__name__](aggregate, self)


def _set_up(c: Campaign, e: Any) -> None:
    c.active, c.vichy = e.active, e.vichy
    c.leaders, c.veto_points, c.conquest = dict(e.leaders), dict(e.veto_points), dict(e.conquest)
    c.minors, c.reserves = dict(e.minors), dict(e.reserves_called)
    c.at_war = {(one, other) for one, other in e.at_war}


def _entry(c: Campaign, e: Any) -> None:
    c.entry = e.mode


def _to(status: str) -> Callable[[Campaign, Any], None]:
    def moved(c: Campaign, e: Any) -> None:
        for leader in e.leaders:
            c.leaders[leader] = status

    return moved


def _points(sign: int) -> Callable[[Campaign, Any], None]:
    def changed(c: Campaign, e: Any) -> None:
        for power, points in e.points.items():
            c.veto_points[power] = c.veto_points.get(power, 0) + sign * points

    return changed


def _bought(c: Campaign, e: Any) -> None:
    c.veto_points[e.power] = c.veto_points.get(e.power, 0) + e.points


def _drawn(c: Campaign, e: Any) -> None:
    c.leaders[e.leader] = "drawn"
    c.phase, c.leader, c.draw, c.markers, c.mixed = "ballots", e.leader, e.draw, {}, []


def _decided(status: str) -> Callable[[Campaign, Any], None]:
    def decided(c: Campaign, e: Any) -> None:
        c.leaders[e.leader] = status
        c.markers = {}
        c.phase = "votes" if status == "arriving" else "draw"

    return decided


def _opened(c: Campaign, e: Any) -> None:
    opened = e.ballots if hasattr(e, "ballots") else e.votes
    c.mixed += [f"{power} {choice.nonce}" for power, choice in sorted(opened.items())]


def _laid(c: Campaign, e: Any) -> None:
    c.markers[e.power] = (e.commitment, e.sealed, e.by)


def _enrolled(c: Campaign, e: Any) -> None:
    c.members[e.member] = (e.name, e.roles)


def _called_out(c: Campaign, e: Any) -> None:
    c.reserves[e.power] = [*c.reserves.get(e.power, ()), e.mark]
    _to("cup")(c, e)


def _set(**fields: Any) -> Callable[[Campaign, Any], None]:
    return lambda c, e: vars(c).update(fields)


def _conquered(c: Campaign, e: Any) -> None:
    c.conquest[e.power] = e.status
    if (e.power, e.status, c.vichy) == ("france", "free", "collapsed"):
        c.vichy = "none"


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


APPLY: dict[str, Callable[[Campaign, Any], None]] = {
    "LeadersSetUp": _set_up,
    "MemberEnrolled": _enrolled,
    "PowerAssigned": lambda c, e: c.powers.update({e.power: e.member}),
    "PowerReleased": lambda c, e: c.powers.update({e.power: ""}),
    "TurnBegan": lambda c, e: vars(c).update(turn=e.turn),
    "CampaignClosed": _set(closed=True),
    "LeadersReachedYear": _to("cup"),
    "LeadersJoinedCup": _to("cup"),
    "NextYearLeadersAdded": _to("cup"),
    "LeadersRemoved": _to("removed"),
    "LeadersReturnedToReserve": _to("reserve"),
    "ReservesCalledOut": _called_out,
    "WarDeclared": lambda c, e: c.at_war.add(_pair(e.attacker, e.target)),
    "PeaceMade": lambda c, e: c.at_war.discard(_pair(*e.powers)),
    "ConquestChanged": _conquered,
    "VichyInstalled": _set(vichy="installed"),
    "VichyCollapsed": _set(vichy="collapsed"),
    "MinorChanged": lambda c, e: c.minors.update({e.minor: Minor(e.status, e.power)}),
    "ReinforcementOpened": _set(phase="draw", leader=None),
    "LeaderDrawn": _drawn,
    "MarkersFixed": _set(fixed=True),
    "BallotSealed": _laid,
    "VoteSealed": _laid,
    "BallotsOpened": _opened,
    "VotesOpened": _opened,
    "VetoPointsSpent": _points(-1),
    "VetoPointsInfused": _points(1),
    "VetoPointsBought": _bought,
    "LeaderPromoted": _decided("arriving"),
    "LeaderVetoed": _decided("cup"),
    "ReinforcementContinued": _set(phase="draw"),
    "ReinforcementClosed": _set(phase="closed", leader=None),
    "EntryOpened": _entry,
}


def _class_of(kind: type[Event]) -> type[Campaign.StockEvent]:
    """The library's event with the fields of ours."""
    names = [name for name in kind.__struct_fields__ if name != "at"]
    space = {"__annotations__": dict.fromkeys(names, Any), "__module__": __name__}
    made = type(kind.__name__, (Campaign.StockEvent,), {**space, "__qualname__": kind.__name__})
    return cast(type[Campaign.StockEvent], made)


CLASSES = {
    kind: _class_of(kind) for kind in SYSTEMS.codec.events.values() if kind.__name__ in APPLY
}
globals().update({made.__name__: made for made in CLASSES.values()})  # found by their topics


class _AsFields(Transcoding):
    """Tells the library how to store a value of several fields."""

    def __init__(self, kind: type[msgspec.Struct]) -> None:
        self.type = kind
        self.name = kind.__name__.lower()

    def encode(self, obj: Any) -> Any:
        """Its fields."""
        return {name: getattr(obj, name) for name in obj.__struct_fields__}

    def decode(self, data: Any) -> Any:
        """The value."""
        return self.type(**data)


class Club(Application[UUID]):
    """The library's application, unchanged except for the values registered with it."""

    def register_transcodings(self, transcoder: JSONTranscoder) -> None:
        """The library's own, and our three small values."""
        super().register_transcodings(transcoder)
        for kind in (Ballot, Vote, Minor, LeaderCounter):
            transcoder.register(_AsFields(kind))


def club(path: Path) -> Club:
    """The application on a SQLite file."""
    made = Club(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
    with closing(sqlite3.connect(path)) as db:
        if db.execute("PRAGMA synchronous").fetchone()[0] != 2:
            raise SystemExit("this SQLite does not flush each commit unless told to")
    return made


def begin() -> Campaign:
    """A campaign just opened."""
    return Campaign(opening={})


def trigger(campaign: Campaign, fact: Event) -> None:
    """Triggers the equivalent of one of our events."""
    fields = {name: getattr(fact, name) for name in fact.__struct_fields__ if name != "at"}
    campaign.trigger_event(CLASSES[type(fact)], **fields)


def fill(path: Path, events: Iterable[Event]) -> UUID:
    """A store with a campaign of these events, the first of which is the opening."""
    app, campaign = club(path), begin()
    for number, fact in enumerate(events):
        if number:
            trigger(campaign, fact)
        if number % CHUNK == CHUNK - 1:
            app.save(campaign)
    app.save(campaign)
    app.close()
    return campaign.id
