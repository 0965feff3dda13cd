"""FoW Campaign Types: a set-up, from a file or a form, read and checked. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from campaign.fow import names, state
from campaign.fow.missions.catalogue import missions
from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST, Role
from campaign.kernel.opening import OpeningField
from campaign.text.english import near
from campaign.text.json_values import JsonFields, JsonObject, not_written_as
from campaign.text.moments import A_NAME
from campaign.text.shapes import Fault, Reading, as_written
from events.base import Slug
from events.fow import set_up, words
from events.fow.axes import Axis

# --- FoW Campaign Types: a campaign that joins in mid-way: where its lines stand ----------------


def joins_in(
    start: Mapping[str, set_up.LineStart], axes: Sequence[Axis], sides: Sequence[str]
) -> Iterator[Fault]:
    """FoW Campaign Types: what is wrong in where the lines stand; their names are known."""
    lines = {axis.id: axis for axis in axes}
    for name, at in start.items():
        where = f"start.{name}"
        if name in lines:
            yield from _on_a_line(where, at, lines[name])
        else:
            yield from _linked(where, at)
        yield from _side_faults(where, at, sides)


def _on_a_line(where: str, at: set_up.LineStart, axis: Axis) -> Iterator[Fault]:
    """Ruling 15: a battle is fought between the objectives, and in one of the missions."""
    places = [sector.place for sector in axis.sector]
    if at.sector and at.sector not in places:
        yield Fault(
            f"{where}.sector", f"there is no place {at.sector}; there is 1 to {max(places)}"
        )
    elif at.sector in axis.objective.values():
        text = f"place {at.sector} is an objective, where no battle is fought"
        yield Fault(f"{where}.sector", f"{text}; start between the objectives")
    if at.mission and at.mission not in missions():
        hint = near(at.mission, missions()) or f"; it is one of {', '.join(missions())}"
        yield Fault(f"{where}.mission", f"there is no mission {at.mission!r}{hint}")
    if at.attacker and at.last and not at.mission:
        text = "the next mission is rolled for, and tells who attacks; name the mission as well"
        yield Fault(f"{where}.attacker", text)


def _linked(where: str, at: set_up.LineStart) -> Iterator[Fault]:
    """FoW Linked Missions: there are no sectors, and every mission is rolled for."""
    if at.sector:
        yield Fault(f"{where}.sector", "linked missions have no sectors; leave it out")
    for field in ("mission", "attacker"):
        if getattr(at, field):
            yield Fault(f"{where}.{field}", "linked missions roll for it; leave it out")


def _side_faults(where: str, at: set_up.LineStart, sides: Sequence[str]) -> Iterator[Fault]:
    """The sides are the campaign's, and nobody has fewer than no points."""
    for field in ("attacker", "winner"):
        if side := getattr(at, field):
            yield from _known(f"{where}.{field}", side, sides, "side")
    yield from _points(f"{where}.victory_points", at.victory_points, sides)
    yield from _points(f"{where}.last", at.last, sides)
    if at.won_defending and not at.winner:
        yield Fault(f"{where}.won_defending", "say as well who won; winner is missing")


def _points(where: str, points: words.BySide, sides: Sequence[str]) -> Iterator[Fault]:
    for side, number in points.items():
        if side not in sides:
            yield from _known(where, side, sides, "side")
        elif number < 0:
            yield Fault(f"{where}.{side}", f"victory points are 0 or more, not {number}")


# --- FoW Campaign Types: a set-up file, read and checked; every fault by its place --------------

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
    units: words.Units = "inches"
    sides: dict[Slug, str] = {}
    lines: tuple[str | JsonObject, ...] = ()
    members: dict[Slug, NamedMember] = {}
    players: dict[Slug, Slug] = {}
    speakers: dict[Slug, Slug] = {}
    commanders: dict[Slug, dict[Slug, Slug]] = {}
    forces: dict[Slug, JsonObject] = {}
    company_types: dict[Slug, words.CompanyType] = {}
    start: dict[Slug, set_up.LineStart] = {}


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
    if not 1 <= setup.games <= names.MOST_ROUNDS:
        yield Fault("games", f"is a number from 1 to {names.MOST_ROUNDS}")
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
    for line in setup.commanders:
        yield from _known("commanders", line, lines, "line")
        yield from _commanders(setup, line, sides)
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


def _commanders(setup: SetUp, line: str, sides: tuple[str, ...]) -> Iterator[Fault]:
    """FoW ruling 72: commanders play for their side, and on one line alone."""
    commanders = setup.commanders[line]
    for side, who in commanders.items():
        yield from _known(f"commanders.{line}", side, sides, "side")
        if setup.players.get(who) != side:
            yield Fault(f"commanders.{line}.{side}", f"{who} is no player of that side")
    others = [setup.commanders[other] for other in setup.commanders if other != line]
    for side, who in commanders.items():
        if any(other.get(side) == who for other in others):
            yield Fault(f"commanders.{line}.{side}", f"{who} commands on another line as well")


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


def _known(where: str, word: str, known: Sequence[str], kind: str) -> Iterator[Fault]:
    if word not in known:
        hint = near(word, known) or f"; it is one of {', '.join(known)}"
        yield Fault(where, f"{word!r} is no {kind}{hint}")


# --- FoW Campaign Types: what a form asks of a new campaign, and the set-up made of it ----------

FIELDS = (
    OpeningField("games", "Games or rounds at most", "8 if left out; 1 is a single game"),
    OpeningField("points", "Points of a force", "1500 if left out"),
    OpeningField("units", "Distances in", choices=(("", "inches"), ("centimetres", "centimetres"))),
    OpeningField(
        "sides",
        "What the two sides are called",
        "for linked missions alone, such as: Able, Baker; otherwise Allies and Axis",
    ),
    OpeningField(
        "file",
        "The rest of a set-up file",
        "for several lines, forces or a campaign that joins in mid-way: its text (TOML)",
        is_long=True,
    ),
)
"""What a form asks for; what is left out keeps its default."""

LONGEST = 6
"""Figures of a number that is read."""
MOST = {"games": names.MOST_ROUNDS, "points": MOST_POINTS}
PEOPLE = {
    "members": 'members.anna = { name = "Anna" }',
    "players": 'players.anna = "allies"',
    "speakers": 'speakers.allies = "anna"',
}
"""The tables of people, each with an example."""


def typed_set_up(typed: Mapping[str, str], members: Sequence[JsonFields]) -> JsonFields | Fault:
    """The set-up of what was typed. The first member of a side speaks for it."""
    setup = _file(typed.get("file", ""))
    if isinstance(setup, Fault):
        return setup
    for key in ("games", "points"):
        if text := typed.get(key, ""):
            if not (text.isdecimal() and len(text) <= LONGEST):
                return Fault(key, f"{as_written(text)} is no number from 1 to {MOST[key]:,}")
            setup[key] = int(text)
    if units := typed.get("units", ""):
        setup["units"] = units
    sides = _sides(typed.get("sides", ""))
    if isinstance(sides, Fault):
        return sides
    if len(sides) and sides != state.SIDES:
        setup["sides"] = sides
    return _with_people(setup, members, tuple(sides or state.SIDES))


def _file(text: str) -> JsonObject | Fault:
    """The text of a set-up file; its tables of people are tables, for others join them."""
    import tomllib  # slow to load

    try:
        setup: JsonObject = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Fault("file", f"it is not written as TOML: {error}")
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits, lists in lists
        return Fault("file", not_written_as("TOML", error))
    for key, example in PEOPLE.items():
        if not isinstance(setup.get(key, {}), dict):
            return Fault("file", f"{key} is a table, such as {example}")
    return setup


def _sides(typed: str) -> dict[str, str] | Fault:
    """Two names, each with the id made of it."""
    names = [" ".join(name.split()) for name in typed.split(",") if name.strip()]
    ids = ["".join(sign if sign.isalnum() else "-" for sign in name.lower()) for name in names]
    if names and (len(set(ids)) != 2 or len(names) != 2):
        return Fault("sides", "write two names with a comma between")
    if any(not one.isascii() or not one.strip("-") for one in ids):
        return Fault("sides", "write them with the letters a to z")
    return dict(zip((one.strip("-") for one in ids), names, strict=True))


def _with_people(
    setup: JsonObject, members: Sequence[JsonFields], sides: tuple[str, ...]
) -> JsonFields | Fault:
    """Who takes part: the form's two seats are the two sides, in their order."""
    called = dict(zip(state.SIDES, sides, strict=True))
    named: dict[str, Any] = {}
    players: dict[str, str] = {}
    speakers: dict[str, str] = {}
    for member in members:
        who, plays = str(member["member"]), tuple(member["powers"])
        named[who] = {"name": member["name"], "roles": list(member["roles"])}
        if len(set(plays)) > 1:
            return Fault(f"seat:{plays[1]}", f"{member['name']} is named on both sides")
        if plays:
            players[who] = called[plays[0]]
        for seat in member.get("leads", ()):
            speakers[called[seat]] = who
    return {
        **setup,
        "members": {**named, **setup.get("members", {})},
        "players": {**players, **setup.get("players", {})},
        "speakers": {**speakers, **setup.get("speakers", {})},
    }
