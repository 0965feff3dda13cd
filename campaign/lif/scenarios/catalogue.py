"""LiF 4, 6: scenarios: what is on the table when a campaign starts, and read back from one.

Pure, but for its tables.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict

from campaign.kernel.members import Role
from campaign.kernel.opening import POSITION, OpenCampaign, StatedPosition
from campaign.lif.names import SCENARIOS, country, the_country
from campaign.lif.roster import COLUMNS, POWERS, table
from campaign.lif.state import POOL_NAMES
from campaign.text.english import counted, listed
from campaign.text.json_values import JsonObject
from campaign.text.moments import ONE_LINE
from events.base import Event, Slug
from events.campaign import CampaignOpened
from events.lif.cup import LeaderCounter, LeadersSetUp, LeaderStatus, Mark, PositionStated
from events.lif.politics import Conquest, Minor, Power, Vichy
from events.lif.us_entry import Pool, Taken

# --- LiF 4, 6: scenarios, and what is on the table when a campaign starts -----------------------
#
# A scenario is a file: the kit's under `tables/scenarios`, a club's own in the same form. Its set-
# up has what the tracker keeps; its facts what no rule of the tracker reads; its asks what it
# leaves open.

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=ONE_LINE)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=ONE_LINE)]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
"""More veto points than any chart holds will not do."""


class SetUpMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member whom a set-up file enrols, and the powers that they play."""

    member: Slug
    name: Name
    roles: Annotated[tuple[Role, ...], msgspec.Meta(min_length=1)] = ("player",)
    email: str = ""
    powers: tuple[Power, ...] = ()


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 6: an option or action taken before the campaign, with the country it was for."""

    number: Annotated[int, msgspec.Meta(ge=1, le=99)]
    target: Slug = ""


Befores = tuple[Annotated[int, msgspec.Meta(ge=1, le=99)] | Before, ...]


class EntrySetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 5.3, 6: what of US entry a campaign begins with."""

    options: Befores = ()
    actions: Befores = ()
    chits: dict[Pool, Number] = {}
    """How many lie in each pool; they are drawn when the common pool is stocked."""


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 4: what a campaign that joins in mid-war finds on the table."""

    wars: tuple[tuple[Slug, Slug], ...] = ()
    vichy: Vichy = "none"
    conquest: dict[Power, Conquest] = {}
    minors: dict[Slug, Minor] = {}
    reserves: dict[Power, tuple[Mark, ...]] = {}
    leaders: dict[Slug, LeaderStatus] = {}
    veto_points: dict[Power, Points] = {}
    members: tuple[SetUpMember, ...] = ()
    us_entry: EntrySetUp = EntrySetUp()


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 6: something that a scenario states and no rule of the tracker reads."""

    about: Name
    text: Text = ""
    powers: dict[Power, Number] = {}
    """In place of a text: a number for each power."""

    @property
    def in_words(self) -> str:
        """The fact in words."""
        powers = sorted(self.powers, key=POWERS.index)
        return self.text or ", ".join(f"{country(one)} {self.powers[one]}" for one in powers)


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 6: something that a scenario leaves open, for the club to answer.

    With the key `option-18` it asks for which countries that option was taken.
    """

    key: Slug
    question: Text

    @property
    def option(self) -> int | None:
        """LiF 5.3.2: the option whose countries it asks for."""
        return option_asked(self.key)


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: its turns, and what is on the table at its start."""

    id: Slug
    title: Name
    rule: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The section of the rules; empty for a club's own."""
    first_turn: str | None = None
    last_turn: str | None = None
    turns: int | None = None
    """How many there are, both counted."""
    setup: SetUp = SetUp()
    facts: tuple[Fact, ...] = ()
    asks: tuple[Ask, ...] = ()


@cache
def scenarios() -> dict[str, Scenario]:
    """The kit's scenarios by id."""
    return {who: of_kit(who) for who in SCENARIOS}


@cache
def of_kit(who: str) -> Scenario:
    """One of them, whose file has its id for a name."""
    import tomllib  # slow to load

    return msgspec.convert(tomllib.loads(text(who)), Scenario)


def text(who: str) -> str:
    """A scenario file of the kit as it was written, or `template`."""
    return table(f"scenarios/{who}.toml")


def option_asked(key: str) -> int | None:
    """LiF 5.3.2, 6: the option for whose countries a question of this key asks."""
    word, _, number = key.partition("-")
    return int(number) if word == "option" and number.isdecimal() else None


# --- merging set-ups ----------------------------------------------------------------------------


def in_full(number: int | Before) -> Taken:
    """LiF 6: an option or action in the form of events."""
    return Taken(number) if isinstance(number, int) else Taken(number.number, number.target)


def taken(befores: Befores) -> tuple[Taken, ...]:
    """LiF 6: options or actions, each once; an entry with a target replaces one without."""
    each = dict.fromkeys(in_full(number) for number in befores)
    aimed = {taken.number for taken in each if taken.target}
    return tuple(taken for taken in each if taken.target or taken.number not in aimed)


def merged(scenario: SetUp, club: SetUp) -> SetUp:
    """A scenario's set-up with a club's overrides; wars, members and what was taken are added."""
    entry, own = scenario.us_entry, club.us_entry
    return SetUp(
        wars=tuple(dict.fromkeys((*scenario.wars, *club.wars))),
        vichy=club.vichy if club.vichy != "none" else scenario.vichy,
        conquest={**scenario.conquest, **club.conquest},
        minors={**scenario.minors, **club.minors},
        reserves={**scenario.reserves, **club.reserves},
        leaders={**scenario.leaders, **club.leaders},
        veto_points={**scenario.veto_points, **club.veto_points},
        members=(*scenario.members, *club.members),
        us_entry=EntrySetUp(
            (*entry.options, *own.options),
            (*entry.actions, *own.actions),
            {**entry.chits, **own.chits},
        ),
    )


def entry_in_words(setup: EntrySetUp) -> tuple[tuple[str, str], ...]:
    """LiF 5.3, 6: the US entry that a campaign begins with, as heading and text."""
    rows = [
        (
            f"US entry {kind}s",
            listed(
                f"{one.number} for {the_country(one.target)}" if one.target else str(one.number)
                for one in taken(numbers)
            ),
        )
        for kind, numbers in (("option", setup.options), ("action", setup.actions))
    ]
    chits = [f"{counted(n, 'chit')} in {POOL_NAMES[pool]}" for pool, n in setup.chits.items() if n]
    rows.append(("US entry chits", listed(chits)))
    return tuple((about, words) for about, words in rows if words)


# --- LiF 4, 6: the request that opened a campaign, read back from its first facts ---------------
#
# The record has the scenario's table, the club's overrides of it and the club's own sheet of
# leaders. So anybody can set the campaign up again and compare.

MODULES = {
    "leaders": "chapters 2 to 4: the leaders and the Promotions Board",
    "guards-banner": "5.1: Guards Banner armies",
    "replacement-aircraft": "5.2: the replaced German aircraft",
    "us-entry": "5.3: the US entry expansion (lif-1998)",
    "late-war": "5.4: the late-war counters",
}
"""The parts of the kit, each played or not."""
SHEET = "leaders"
"""What a club's own sheet of leaders is called in a request: its CSV text."""
GUARDS_ALONE = ("guards-banner",)
"""LiF 5.1: the parts of a campaign that plays Guards Banner armies and nothing else of the kit."""
CUSTOM = "custom"
"""The one scenario of the kit whose turns are the club's."""


def table_of(scenario: Scenario) -> JsonObject:
    """LiF 6: a scenario in the form of a file."""
    table: JsonObject = _without_empty(msgspec.to_builtins(scenario))
    return table


def overrides_of(club: SetUp) -> JsonObject:
    """LiF 4: a club's set-up in the form of a file, without anybody's address."""
    fields: JsonObject = msgspec.to_builtins(club)
    for member in fields["members"]:
        member.pop("email", None)
    overrides: JsonObject = _without_empty(fields)
    return {} if overrides == _without_empty(msgspec.to_builtins(SetUp())) else overrides


def _without_empty(value: Any) -> Any:
    """A value without its empty parts, which a file leaves out."""
    if isinstance(value, Mapping):
        inner = {key: _without_empty(item) for key, item in value.items()}
        return {key: item for key, item in inner.items() if item not in (None, "", {}, [])}
    if isinstance(value, list | tuple):
        return [_without_empty(item) for item in value]
    return value


def request_of(events: Sequence[Event], bare: bool) -> OpenCampaign | None:
    """LiF 4: the request; if `bare`, without the club's own set-up. None for no opening."""
    opened, placed = events[0], events[1] if len(events) > 1 else None
    if not isinstance(opened, CampaignOpened) or not isinstance(placed, LeadersSetUp):
        return None
    turns = (opened.first_turn, opened.last_turn) if opened.scenario == CUSTOM else (None, None)
    members = {"members": placed.overrides.get("members", [])}
    extras: JsonObject = {SHEET: _csv(placed.sheet)} if placed.sheet else {}
    if not bare:
        extras |= _stated(placed, events)
    return OpenCampaign(
        name=opened.campaign,
        title=opened.title,
        system=opened.system,
        scenario=opened.scenario,
        own=None if opened.scenario in SCENARIOS else placed.scenario,
        rulebook=opened.rulebook,
        rulings=opened.rulings,
        modules={**dict.fromkeys(MODULES, False), **dict.fromkeys(opened.modules, True)},
        first_turn=turns[0],
        last_turn=turns[1],
        setup=members if bare else placed.overrides,
        extras=extras,
    )


def _stated(placed: LeadersSetUp, events: Sequence[Event]) -> JsonObject:
    """LiF 4: the position with which a campaign was taken over; nothing of one that began."""
    stated = (event for event in events if isinstance(event, PositionStated))
    event = next(stated, None)
    if event is None:
        return {}
    from campaign.lif.scenarios import stated_counters

    said = _again(event)
    if event.vichy != placed.vichy:
        said["vichy"] = event.vichy
    if event.counters:
        said["counters"] = stated_counters.again(event.counters, events)
    return {POSITION: said}


def _again(event: PositionStated) -> JsonObject:
    """LiF 4: a position read back from the record: stated once more, it gives the same event."""
    leaders: JsonObject = {}
    for who, status in event.leaders.items():
        leaders[who] = {"status": status}
        if place := event.placements.get(who):
            leaders[who] |= {"where": place.location, "face_up": place.face_up}
        if back := event.circle.get(who):
            leaders[who]["back"] = back
    return {
        **StatedPosition.again(event),
        "turn": event.turn,
        "veto_points": event.veto_points,
        "leaders": leaders,
        "wars": [list(sides) for sides in event.at_war],
        "conquest": event.conquest,
        "minors": msgspec.to_builtins(event.minors),
        "reserves": {power: list(marks) for power, marks in event.reserves_called.items()},
    }


def _csv(rows: Sequence[LeaderCounter]) -> str:
    """LiF 1: a sheet of leaders in a club's form."""
    from campaign.text import csv_sheets

    fields = [
        {
            **asdict(counter),
            "abilities": " ".join(map(str, counter.abilities)),
            "year": counter.year or "",
        }
        for counter in rows
    ]
    return csv_sheets.written(COLUMNS, ([known[one] for one in COLUMNS] for known in fields))
