"""FoW Campaign Types: what a form asks of a new campaign, and the set-up made of it. Pure."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from campaign.flames_of_war import calendar
from campaign.flames_of_war.opening.set_up import MOST_POINTS
from campaign.flames_of_war.seats import ALLIES, AXIS
from campaign.kernel.new_campaign import OpeningField
from campaign.text.json_values import JsonFields, JsonObject, not_written_as
from campaign.text.shapes import Fault, as_written

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
MOST = {"games": calendar.MOST, "points": MOST_POINTS}
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
    if len(sides) and sides != {ALLIES: "Allies", AXIS: "Axis"}:
        setup["sides"] = sides
    return _with_people(setup, members, tuple(sides) or (ALLIES, AXIS))


def _file(text: str) -> JsonObject | Fault:
    """The text of a set-up file; its tables of people are tables, for others join them."""
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
    called = dict(zip((ALLIES, AXIS), sides, strict=True))
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
