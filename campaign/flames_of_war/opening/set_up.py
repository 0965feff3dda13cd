"""FoW Campaign Types: a set-up file, read and checked; every fault by its place. Pure."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from campaign.flames_of_war import calendar
from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST, Role
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.lines import A_NAME
from campaign.text.shapes import Fault, Reading
from campaign.text.suggest import near
from events.base import Slug
from events.fow.set_up import LineStart
from events.fow.words import CompanyType, Units

GAMES = 8
POINTS = 1500
MOST_POINTS = 9_999


class NamedMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member as a set-up enrols them, where their id and their side do not say all."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=A_NAME)]
    roles: tuple[Role, ...] = ()
    """None: a player, or whoever runs the campaign."""


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up file; what it leaves out keeps its default."""

    games: int = GAMES
    """Games, or rounds, at most."""
    points: int = POINTS
    """Agreed points of a force."""
    units: Units = "inches"
    sides: dict[Slug, str] = {}
    lines: tuple[str | JsonObject, ...] = ()
    members: dict[Slug, NamedMember] = {}
    players: dict[Slug, Slug] = {}
    speakers: dict[Slug, Slug] = {}
    commanders: dict[Slug, dict[Slug, Slug]] = {}
    forces: dict[Slug, JsonObject] = {}
    company_types: dict[Slug, CompanyType] = {}
    start: dict[Slug, LineStart] = {}


def read_set_up(content: JsonFields) -> SetUp | Refused:
    """A club's set-up. Refuses the first fault, by its place."""
    reading = Reading()
    try:
        setup = msgspec.convert(reading.read(content, SetUp), SetUp)
    except RecursionError:
        return Refused(None, "set-up: it is nested too deeply")
    faults = reading.faults or list(_faults(setup))
    return Refused(None, f"set-up: {faults[0]}") if faults else setup


def _faults(setup: SetUp) -> Iterator[Fault]:
    if not 1 <= setup.games <= calendar.MOST:
        yield Fault("games", f"is a number from 1 to {calendar.MOST}")
    if not 1 <= setup.points <= MOST_POINTS:
        yield Fault("points", f"is a number from 1 to {MOST_POINTS:,}")
    if setup.sides and len(setup.sides) != 2:
        yield Fault("sides", f"names two sides, not {len(setup.sides)}")


def of_sides(setup: SetUp, sides: tuple[str, ...], lines: tuple[str, ...]) -> Iterator[Fault]:
    """What a set-up says of sides and lines that the campaign has not."""
    for who, side in setup.players.items():
        yield from _known(f"players.{who}", side, sides, "side")
    for part, keys in (("speakers", setup.speakers), ("company_types", setup.company_types)):
        for side in keys:
            yield from _known(part, side, sides, "side")
    for line, commanders in setup.commanders.items():
        yield from _known("commanders", line, lines, "line")
        for side, who in commanders.items():
            yield from _known(f"commanders.{line}", side, sides, "side")
            if setup.players.get(who) != side:
                yield Fault(f"commanders.{line}.{side}", f"{who} is no player of that side")
        for side, who in commanders.items():
            elsewhere = [other for other in setup.commanders if other != line]
            if any(setup.commanders[other].get(side) == who for other in elsewhere):
                yield Fault(f"commanders.{line}.{side}", f"{who} commands on another line as well")
    for side, who in setup.speakers.items():
        if setup.players.get(who) != side:
            yield Fault(f"speakers.{side}", f"{who} is no player of that side")
    for who, _, roles in enrolled(setup):
        if who == HOST and "host" not in roles:
            yield Fault(f"members.{who}", "whoever runs the campaign has the role host")
        if who in setup.players and not {"player", "host"} & set(roles):
            yield Fault(f"members.{who}", "whoever plays has the role player")
    for line in setup.start:
        yield from _known("start", line, lines, "line")


def enrolled(setup: SetUp) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Who is enrolled: the host, the players, and other members; with names and roles."""
    for who in dict.fromkeys((HOST, *setup.players, *setup.members)):
        known = setup.members.get(who)
        yield (
            who,
            known.name if known else who.title(),
            (known and known.roles) or usual(setup, who),
        )


def usual(setup: SetUp, who: str) -> tuple[str, ...]:
    """The roles of a member where a set-up names none."""
    host = ("host",) if who == HOST else ()
    plays = ("player",) if who in setup.players or who != HOST else ()
    return (*host, *plays)


def _known(where: str, word: str, known: tuple[str, ...], kind: str) -> Iterator[Fault]:
    if word not in known:
        hint = near(word, known) or f"; it is one of {', '.join(known)}"
        yield Fault(where, f"{word!r} is no {kind}{hint}")
