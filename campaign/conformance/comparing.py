"""Compares what a program answers with what a case expects: what is not listed may be anything.
Pure.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from campaign.conformance.suite import Fields, SuiteStep


class Answer(msgspec.Struct, frozen=True):
    """What a program answers; other fields are its own."""

    n: int
    accepted: bool | None = None
    rule: str | None = None
    events: tuple[Fields, ...] = ()
    state: Fields | None = None
    program: str = ""
    protocol: int = 0
    claims: tuple[str, ...] = ()


class Mismatch(NamedTuple):
    """What was expected, and what was there instead."""

    expected: str
    got: str


ENDINGS = ("_has", "_lacks", "_count")
"""What a key of an expected state may end in, where a whole list is not compared."""


def part_of(key: str) -> str:
    """The part of the state that a key looks at: `cup` of `cup_has`."""
    return next((key.removesuffix(end) for end in ENDINGS if key.endswith(end)), key)


def state_mismatch(found: Fields, expected: Fields) -> Mismatch | None:
    """Where a state is not as expected."""
    for key, value in expected.items():
        part = part_of(key)
        if part != key:
            fault = _list_mismatch(found.get(part), key, value)
        else:
            fault = value_mismatch(found.get(key), value, key)
        if fault is not None:
            return fault
    return None


def _list_mismatch(found: Any, key: str, value: Any) -> Mismatch | None:
    """What a list must have, must lack, or how many members it or a table must have."""
    if not isinstance(found, list | dict):
        return Mismatch(f"{key} {shown(value)}", f"{part_of(key)} {shown(found)}")
    if key.endswith("_count"):
        fits, got = len(found) == value, shown(len(found))
    elif key.endswith("_has"):
        missing = [one for one in value if one not in found]
        fits, got = not missing, f"without {shown(missing)}"
    else:
        present = [one for one in value if one in found]
        fits, got = not present, f"with {shown(present)}"
    return None if fits else Mismatch(f"{key} {shown(value)}", f"{part_of(key)} {got}")


def value_mismatch(
    found: Any, expected: Any, where: str, *, is_whole: bool = False
) -> Mismatch | None:
    """Where a value differs: tables match on the keys listed, lists in any order."""
    if isinstance(expected, dict):
        return _table_mismatch(found, expected, where, is_whole)
    if isinstance(expected, list):
        fits = isinstance(found, list) and _in_order(found) == _in_order(expected)
    elif expected == "":
        fits = found in ("", None)
    else:
        fits = isinstance(found, bool) == isinstance(expected, bool) and found == expected
    return None if fits else Mismatch(f"{where} {shown(expected)}", f"{where} {shown(found)}")


def _table_mismatch(found: Any, expected: Fields, where: str, is_whole: bool) -> Mismatch | None:
    if not isinstance(found, dict) or (is_whole and not found.keys() <= expected.keys()):
        return Mismatch(f"{where} {shown(expected)}", f"{where} {shown(found)}")
    for key, value in expected.items():
        fault = value_mismatch(found.get(key), value, f"{where}.{key}")
        if fault is not None:
            return fault
    return None


def _in_order(values: Sequence[Any]) -> list[bytes]:
    """A list's members in an order of their own; what is empty in a table is not there."""
    return sorted(msgspec.json.encode(_filled(value), order="deterministic") for value in values)


def _filled(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: one for key, one in value.items() if one not in ("", None)}


def answer_mismatch(answer: Answer, step: SuiteStep) -> Mismatch | None:
    """Where the answer to a command is not as a step expects."""
    if answer.accepted is not step.accepted:
        return Mismatch(_verdict(step.accepted, step.rule), _verdict(answer.accepted, answer.rule))
    if not step.accepted:
        fits = step.rule in ("", answer.rule)
        return None if fits else Mismatch(_verdict(False, step.rule), _verdict(False, answer.rule))
    return (
        _events_mismatch(answer.events, step.events)
        or _surplus(answer.events, step.lacks)
        or _revealed(answer.events, step.hides)
    )


def _verdict(accepted: bool | None, rule: str | None) -> str:
    if accepted:
        return "accepted"
    return f"refused under {rule}" if rule else "refused"


def _events_mismatch(found: Sequence[Fields], expected: Sequence[Fields]) -> Mismatch | None:
    """The expected events are there in this order; others may stand between."""
    rest = iter(found)
    for wanted in expected:
        kind = wanted["type"]
        event = next((one for one in rest if one.get("type") == kind), None)
        if event is None:
            types = ", ".join(str(one.get("type")) for one in found) or "no events"
            return Mismatch(f"{kind} in its place", types)
        for key, value in wanted.items():
            fault = value_mismatch(
                event.get(key), value, f"{kind}.{key}", is_whole=key == "points"
            )
            if fault is not None:
                return fault
    return None


def _surplus(found: Sequence[Fields], lacks: Sequence[str]) -> Mismatch | None:
    types = [one["type"] for one in found if one.get("type") in lacks]
    return Mismatch(f"no {types[0]}", f"{types[0]}") if types else None


def _revealed(found: Sequence[Fields], hides: Sequence[str]) -> Mismatch | None:
    for event in found:
        if bare := sorted(event.keys() & set(hides)):
            return Mismatch(f"no {bare[0]} in any event", f"{event.get('type')}.{bare[0]}")
    return None


LONGEST = 200
"""How many characters of a value are shown."""


def shown(value: Any) -> str:
    """A value as JSON; what is long is cut, and what is not there is called nothing."""
    if value is None:
        return "nothing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
