"""FoW Campaign Types: what a form asks of a new campaign, and the set-up made of it. Pure."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from campaign.flames_of_war.seats import ALLIES, AXIS
from campaign.kernel.new_campaign import OpeningField
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.shapes import Fault

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


def typed_set_up(typed: Mapping[str, str], members: Sequence[JsonFields]) -> JsonFields | Fault:
    """The set-up of what was typed. The first member of a side speaks for it."""
    try:
        setup: JsonObject = tomllib.loads(typed.get("file", ""))
    except tomllib.TOMLDecodeError as error:
        return Fault("file", f"it is not written as TOML: {error}")
    for key in ("games", "points"):
        if text := typed.get(key, ""):
            if not text.isdecimal():
                return Fault(key, f"{text!r} is no number")
            setup[key] = int(text)
    if units := typed.get("units", ""):
        setup["units"] = units
    sides = _sides(typed.get("sides", ""))
    if isinstance(sides, Fault):
        return sides
    if len(sides) and sides != {ALLIES: "Allies", AXIS: "Axis"}:
        setup["sides"] = sides
    return _with_people(setup, members, tuple(sides) or (ALLIES, AXIS))


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
