"""LiF 4, 6: a club's own scenario or set-up file: every fault by its place, and the notes. Pure.

The file is checked as a whole: first its shape, then whether its parts agree.
"""

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST, address_fault, doubled
from campaign.lif import calendar, roster
from campaign.lif.names import SCENARIOS, the_country
from campaign.lif.politics.sides import ENEMY_MARKS
from campaign.lif.roster import POWERS, Sheet, in_full
from campaign.lif.scenarios import catalogue
from campaign.lif.us_entry import chart, fold
from campaign.text.english import listed
from campaign.text.json_values import JsonFields
from campaign.text.shapes import Fault, Reading, as_written, near
from events.lif.us_entry import Taken

_PARTS = catalogue.Scenario.__struct_fields__
_LIKE = 0.8
"""How near a name is that was meant to be another."""
_NO_TURN = "is no turn; write it as 1941-MJ"


class ScenarioJudgement(msgspec.Struct, frozen=True):
    """The result of checking a scenario file: the scenario or its faults, and notes."""

    scenario: catalogue.Scenario | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()


def judge(content: JsonFields, sheet: Sheet | None = None) -> ScenarioJudgement:
    """LiF 6: a club's scenario, checked against the kit's leaders or a club's own sheet."""
    content = {**content, "setup": _in_ids(content["setup"])} if "setup" in content else content
    reading = Reading()
    read = reading.read(content, catalogue.Scenario)
    known = {name: value for name, value in read.items() if name not in ("id", "title")}
    whole = msgspec.convert({"id": "scenario", "title": "scenario", **known}, catalogue.Scenario)
    stated = (
        *_named(read),
        *_turns(whole, content),
        *_within("setup", set_up_faults(whole.setup)),
        *_leaders(whole.setup, sheet or roster.kit()),
        *_facts(whole),
        *_asks(whole),
    )
    placed = [reading.placed(fault) for fault in stated]
    faults = [*reading.faults, *(fault for fault in placed if not reading.has_below(fault))]
    notes = tuple(_notes(whole))
    if faults:
        return ScenarioJudgement(None, tuple(sorted(faults, key=_in_order)), notes)
    return ScenarioJudgement(msgspec.convert(content, catalogue.Scenario), (), notes)


def _in_order(fault: Fault) -> int:
    """Faults in the order of a scenario's parts; unknown keys come first."""
    part = fault.where.split(".")[0].split("[")[0]
    return _PARTS.index(part) if part in _PARTS else -1


def read_setup(content: JsonFields) -> catalogue.SetUp | Refused:
    """LiF 4: a club's set-up file. Refuses the first wrong field, by name."""
    reading = Reading()
    setup = msgspec.convert(reading.read(_in_ids(content), catalogue.SetUp), catalogue.SetUp)
    faults = reading.faults or list(set_up_faults(setup))
    if faults:
        return Refused(None, f"set-up: {faults[0]}")
    return setup


_NO_POWERS = ("leaders", "member", "name", "email")
"""What in a set-up is never a power."""


def _in_ids(part: Any) -> Any:
    """A part of a set-up with every power by its id: `uk` is the Commonwealth."""
    if isinstance(part, dict):
        keys = {key: in_full(key) if in_full(key) not in part else key for key in part}
        return {keys[key]: one if key in _NO_POWERS else _in_ids(one) for key, one in part.items()}
    if isinstance(part, list | tuple):
        return [_in_ids(one) for one in part]
    return in_full(part) if isinstance(part, str) else part


def _within(where: str, faults: Iterable[Fault]) -> Iterator[Fault]:
    for fault in faults:
        yield Fault(f"{where}.{fault.where}", fault.text)


def _twice(words: Iterable[str]) -> list[str]:
    return [word for word, count in Counter(words).items() if count > 1]


# --- the head -----------------------------------------------------------------------------------


def _named(read: JsonFields) -> Iterator[Fault]:
    if read.get("id") in SCENARIOS:
        yield Fault("id", f"{read['id']} is a scenario of the kit; give yours a name of its own")


def _turns(scenario: catalogue.Scenario, content: JsonFields) -> Iterator[Fault]:
    first, last = scenario.first_turn or "", scenario.last_turn or ""
    for field, turn in (("first_turn", scenario.first_turn), ("last_turn", scenario.last_turn)):
        if turn is not None or field not in content:
            yield from _turn(field, turn)
    if calendar.is_turn(first) and calendar.is_turn(last):
        yield from _length(first, last, scenario.turns)


def _length(first: str, last: str, stated: int | None) -> Iterator[Fault]:
    count = calendar.count(first, last)
    if count < 1:
        yield Fault("last_turn", f"{last} comes before the first turn, {first}")
    elif stated not in (None, count):
        span = "is 1 turn" if count == 1 else f"are {count} turns"
        yield Fault("turns", f"{first} to {last} {span}, not {stated}")


def _turn(field: str, turn: str | None) -> Iterator[Fault]:
    if turn is None:
        yield Fault(field, "is missing; write it as 1941-MJ")
    elif not calendar.is_turn(turn):
        yield Fault(field, f"{as_written(turn)} {_NO_TURN}")


# --- the set-up ---------------------------------------------------------------------------------


def set_up_faults(setup: catalogue.SetUp) -> Iterator[Fault]:
    """LiF 4: what a set-up says that is impossible."""
    yield from _minors(setup)
    yield from _wars(setup)
    for power, marks in setup.reserves.items():
        for mark in _twice(marks):
            yield Fault(f"reserves.{power}", f"{mark} is listed twice")
    for who, status in setup.leaders.items():
        if status == "drawn":
            yield Fault(f"leaders.{who}", "a leader cannot start as drawn")
    yield from reserve_faults(setup)
    yield from member_faults(setup)
    yield from _within("us_entry", _entry(setup.us_entry))


def _minors(setup: catalogue.SetUp) -> Iterator[Fault]:
    for minor, stated in setup.minors.items():
        where = f"minors.{minor}"
        if minor in POWERS:
            yield Fault(where, "is a major power; write it under conquest")
        elif meant := _meant(minor):
            yield Fault(where, meant)
        elif stated.power is None:
            if stated.status != "neutral":
                linked = "aligned with" if stated.status == "aligned" else "conquered by"
                yield Fault(where, f"power: name the power it is {linked}")
        elif stated.status == "neutral":
            yield Fault(where, f"a neutral minor has no power; leave {stated.power} out")
        elif stated.power not in POWERS:
            yield Fault(
                f"{where}.power", f"{stated.power!r} is no power; {near(stated.power, POWERS)}"
            )


def _wars(setup: catalogue.SetUp) -> Iterator[Fault]:
    seen: set[frozenset[str]] = set()
    for number, sides in enumerate(setup.wars, 1):
        where, (name, other) = f"wars[{number}]", sides
        if name == other:
            yield Fault(where, f"{the_country(name)} cannot be at war with itself")
        elif frozenset(sides) in seen:
            yield Fault(where, f"{name} and {other} are listed twice")
        seen.add(frozenset(sides))
        for side in sides:
            if meant := _meant(side):
                yield Fault(where, meant)


def _meant(name: str) -> str:
    """Asks whether a name is a misspelt major power; empty if it is not."""
    if name in POWERS or not (near_names := difflib.get_close_matches(name, POWERS, 1, _LIKE)):
        return ""
    return f"{name!r} is no country; did you mean {near_names[0]}?"


def reserve_faults(setup: catalogue.SetUp) -> Iterator[Fault]:
    """LiF 4: nobody has called out reserves against themselves."""
    for power, marks in setup.reserves.items():
        if (mark := ENEMY_MARKS.get(power)) in marks:
            yield Fault(
                f"reserves.{power}",
                f"{the_country(power)} cannot call out reserves against itself ({mark})",
            )


def member_faults(setup: catalogue.SetUp) -> Iterator[Fault]:
    """Members: the host stays a host, nobody is enrolled twice, and each power has one player."""
    named: set[str] = set()
    played: set[str] = set()
    for number, member in enumerate(setup.members, 1):
        where = f"members[{number}], {member.member}"
        if member.member in named:
            yield Fault(where, "is listed twice")
        yield from (Fault(where, text) for text in _wrong_in(member))
        if taken := played & set(member.powers):
            yield Fault(where, f"{min(taken)} has a player already")
        named.add(member.member)
        played |= set(member.powers)


def _wrong_in(member: catalogue.SetUpMember) -> Iterator[str]:
    if member.member == HOST and "host" not in member.roles:
        yield "the host must have the role host"
    if twice := doubled(member.roles):
        yield f"roles: {twice} is named twice; once is enough"
    if member.email and (fault := address_fault(member.email)):
        yield f"email: {fault}"
    if member.powers and not {"player", "host"} & set(member.roles):
        yield "holds a power without being a player"


def _entry(entry: catalogue.EntrySetUp) -> Iterator[Fault]:
    for field, numbers in (("options", entry.options), ("actions", entry.actions)):
        each = [catalogue.in_full(number) for number in numbers]
        for twice in dict.fromkeys(taken for taken in each if each.count(taken) > 1):
            whom = f" for {twice.target}" if twice.target else ""
            yield Fault(field, f"{twice.number}{whom} is listed twice")
    for taken in catalogue.taken(entry.options):
        if taken.target and (wrong := chart.not_for(taken.number, taken.target)):
            yield Fault("options", wrong)


def _leaders(setup: catalogue.SetUp, sheet: Sheet) -> Iterator[Fault]:
    for who in setup.leaders:
        if who not in sheet:
            near_names = difflib.get_close_matches(who, sheet, 1)
            right = (
                f"did you mean {near_names[0]}?" if near_names else "your own sheet may name him"
            )
            yield Fault(f"setup.leaders.{who}", f"there is no such leader; {right}")


# --- facts and questions ------------------------------------------------------------------------


def _facts(scenario: catalogue.Scenario) -> Iterator[Fault]:
    for number, fact in enumerate(scenario.facts, 1):
        if bool(fact.text) == bool(fact.powers):
            yield Fault(f"facts[{number}]", "needs a text, or powers with numbers, and not both")
    for about in _twice(fact.about for fact in scenario.facts):
        yield Fault("facts", f"{as_written(about)} is listed twice; name each heading once")


def _asks(scenario: catalogue.Scenario) -> Iterator[Fault]:
    for key in _twice(ask.key for ask in scenario.asks):
        yield Fault("asks", f"{key} is listed twice; give each question a key of its own")
    picked = {taken.number for taken in catalogue.taken(scenario.setup.us_entry.options)}
    for number, ask in enumerate(scenario.asks, 1):
        if ask.option is None:
            continue
        if ask.option not in picked:
            right = f"write {ask.option} into the options of us_entry, or change the key"
            yield Fault(f"asks[{number}]", f"option {ask.option} has not been taken; {right}")
        elif wrong := chart.not_for(ask.option):
            yield Fault(f"asks[{number}]", wrong)


# --- notes --------------------------------------------------------------------------------------


def _notes(scenario: catalogue.Scenario) -> Iterator[Fault]:
    """LiF 6: things that are allowed, but may be mistakes."""
    yield from _strange_minors(scenario.setup)
    entry = scenario.setup.us_entry
    for kind, numbers in (("option", entry.options), ("action", entry.actions)):
        yield from _not_in_kit(kind, catalogue.taken(numbers))
    yield from _for_nobody(scenario)
    if scenario.setup.vichy == "installed" and "france" not in scenario.setup.conquest:
        yield Fault("setup.vichy", "Vichy France stands; is conquest.france incomplete?")


def _strange_minors(setup: catalogue.SetUp) -> Iterator[Fault]:
    """Countries that the kit does not name, but with a similar name in the kit."""
    known = {
        minor for scenario in catalogue.scenarios().values() for minor in scenario.setup.minors
    }
    known |= {counter.power for counter in roster.kit().values() if roster.is_minor(counter)}
    named = {*setup.minors, *(side for sides in setup.wars for side in sides)}
    for minor in sorted(named - known - set(POWERS)):
        if near_names := difflib.get_close_matches(minor, sorted(known), 1, _LIKE):
            strange = f"{minor} is a country that the kit does not name"
            yield Fault("setup", f"{strange}; is it {near_names[0]}?")


def _for_nobody(scenario: catalogue.Scenario) -> Iterator[Fault]:
    """LiF 5.3.2: options for a country that neither the set-up nor a question names."""
    asked_for = {ask.option for ask in scenario.asks}
    for picked in catalogue.taken(scenario.setup.us_entry.options):
        if picked.number in chart.AIMS and not picked.target and picked.number not in asked_for:
            right = f"name its target, or ask for it under the key option-{picked.number}"
            reason = f"option {picked.number} is for nobody yet; {right}"
            yield Fault("setup.us_entry.options", reason)


def _not_in_kit(kind: str, taken: Iterable[Taken]) -> Iterator[Fault]:
    numbers = [
        str(choice.number) for choice in taken if fold.key(kind, choice.number) not in chart.kit()
    ]
    if numbers:
        single = len(numbers) == 1
        many = f"{kind} {numbers[0]} is" if single else f"{kind}s {listed(numbers)} are"
        right = (
            f"what the rules need of {'it' if single else 'them'} comes from the club's own chart"
        )
        yield Fault(f"setup.us_entry.{kind}s", f"{many} not in the kit's chart: allowed; {right}")
