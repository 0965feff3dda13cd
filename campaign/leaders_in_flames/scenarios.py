"""LiF 4, 6: scenarios, and what is on the table when a campaign opens. Pure, but for its table."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec

from campaign.campaigns import HOST, ONE_LINE, POWERS, Role
from campaign.decider import Refused
from events.base import Power, Slug
from events.leaders_in_flames import Conquest, LeaderStatus, Mark, Minor, Vichy

MOST_POINTS = 999
"""More veto points than any chart holds."""


class SetUpMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member whom a set-up file enrols, and the powers that he plays."""

    member: Slug
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=ONE_LINE)]
    roles: Annotated[tuple[Role, ...], msgspec.Meta(min_length=1)] = ("player",)
    email: str = ""
    powers: tuple[Power, ...] = ()


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 4: what a campaign that joins in mid-war finds on the table."""

    wars: tuple[tuple[Slug, Slug], ...] = ()
    vichy: Vichy = "none"
    conquest: dict[Power, Conquest] = {}
    minors: dict[Slug, Minor] = {}
    reserves: dict[Power, tuple[Mark, ...]] = {}
    leaders: dict[Slug, LeaderStatus] = {}
    veto_points: dict[Power, int] = {}
    members: tuple[SetUpMember, ...] = ()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: its turns, and what is on the table at its start."""

    title: str
    rule: str
    first_turn: str | None = None
    last_turn: str | None = None
    setup: SetUp = SetUp()


@cache
def scenarios() -> dict[str, Scenario]:
    """The kit's scenarios by id."""
    text = files(__package__).joinpath("tables/scenarios.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Scenario])


def read_setup(content: Mapping[str, Any]) -> SetUp | Refused:
    """A club's set-up file. Refuses the first field that cannot be, by name."""
    try:
        setup = msgspec.convert(content, SetUp)
    except msgspec.ValidationError as error:
        return Refused(None, f"set-up: {error}")
    for power, points in setup.veto_points.items():
        if not 0 <= points <= MOST_POINTS:
            return Refused(None, f"set-up: veto_points.{power} cannot be {points}")
    for minor, country in setup.minors.items():
        if minor in POWERS:
            return Refused(None, f"set-up: minors.{minor} is a major power")
        if (country.power is None) != (country.status == "neutral"):
            return Refused(None, f"set-up: minors.{minor} needs a power, or none where neutral")
    for one, other in setup.wars:
        if one == other:
            return Refused(None, f"set-up: {one} cannot be at war with itself")
    for member in setup.members:
        if member.powers and not {"player", "host"} & set(member.roles):
            return Refused(None, f"set-up: {member.member} holds a power and is no player")
    if refused := _read_members(setup.members):
        return refused
    if "drawn" in setup.leaders.values():
        return Refused(None, "set-up: a leader cannot start as drawn")
    return setup


def _read_members(members: tuple[SetUpMember, ...]) -> Refused | None:
    """Members: the host stays one, nobody is enrolled twice, and each power has one player."""
    named: set[str] = set()
    played: set[str] = set()
    for one in members:
        where = f"set-up: members, {one.member}"
        if one.member in named:
            return Refused(None, f"{where}: stands here twice")
        if one.member == HOST and "host" not in one.roles:
            return Refused(None, f"{where}: roles must have host in them")
        if twice := played & set(one.powers):
            return Refused(None, f"{where}: {min(twice)} has a player already")
        named.add(one.member)
        played |= set(one.powers)
    return None


def merged(scenario: SetUp, club: SetUp) -> SetUp:
    """A scenario's set-up with a club's own over it; wars and members add up."""
    return SetUp(
        wars=tuple(dict.fromkeys((*scenario.wars, *club.wars))),
        vichy=club.vichy if club.vichy != "none" else scenario.vichy,
        conquest={**scenario.conquest, **club.conquest},
        minors={**scenario.minors, **club.minors},
        reserves={**scenario.reserves, **club.reserves},
        leaders={**scenario.leaders, **club.leaders},
        veto_points={**scenario.veto_points, **club.veto_points},
        members=(*scenario.members, *club.members),
    )
