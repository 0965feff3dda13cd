"""Compares answers with what a case expects: what is not listed may be anything. Pure."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from campaign.conformance.suite import Fields, SuiteStep


class ProgramAnswer(msgspec.Struct, frozen=True):
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
    """The part of the state that a key looks at: `turns` of `turns_has`."""
    return next((key.removesuffix(end) for end in ENDINGS if key.endswith(end)), key)


def state_mismatch(actual: Fields, expected: Fields) -> Mismatch | None:
    """Where a state is not as expected."""
    for key, value in expected.items():
        part = part_of(key)
        if part == key:
            fault = value_mismatch(actual.get(key), value, key)
        else:
            fault = _members_mismatch(actual.get(part), value, key)
        if fault is not None:
            return fault
    return None


def _members_mismatch(actual: Any, expected: Any, key: str) -> Mismatch | None:
    """What a list has or lacks, or how many members it or a table has."""
    if not isinstance(actual, list | dict):
        fits = False
    elif key.endswith("_count"):
        fits = len(actual) == expected
    elif key.endswith("_has"):
        fits = all(one in actual for one in expected)
    else:
        fits = not any(one in actual for one in expected)
    return None if fits else _unlike(actual, expected, part_of(key), key)


def _unlike(actual: Any, expected: Any, where: str, wanted: str = "") -> Mismatch:
    return Mismatch(f"{wanted or where} {shown(expected)}", f"{where} {shown(actual)}")


def shown(value: Any, longest: int = 200) -> str:
    """A value as JSON; what is long is cut, and what is not there is called nothing."""
    text = "nothing" if value is None else msgspec.json.encode(value).decode()
    return text if len(text) <= longest else f"{text[:longest]}…"


def value_mismatch(
    actual: Any, expected: Any, where: str, *, is_whole: bool = False
) -> Mismatch | None:
    """Where a value differs: tables match on the keys listed, lists in any order."""
    if isinstance(expected, dict):
        return _table_mismatch(actual, expected, where, is_whole)
    if isinstance(expected, list):
        fits = isinstance(actual, list) and _in_order(actual) == _in_order(expected)
    elif expected == "":
        fits = actual in ("", None)
    else:
        fits = isinstance(actual, bool) == isinstance(expected, bool) and actual == expected
    return None if fits else _unlike(actual, expected, where)


def _table_mismatch(actual: Any, expected: Fields, where: str, is_whole: bool) -> Mismatch | None:
    if not isinstance(actual, dict) or (is_whole and not actual.keys() <= expected.keys()):
        return _unlike(actual, expected, where)
    faults = (value_mismatch(actual.get(key), expected[key], f"{where}.{key}") for key in expected)
    return next(filter(None, faults), None)


def _in_order(values: Sequence[Any]) -> list[bytes]:
    """A list's members in an order of their own; what is empty in a table is not there."""
    return sorted(msgspec.json.encode(_filled(value), order="deterministic") for value in values)


def _filled(value: Any) -> Any:
    is_table = isinstance(value, dict)
    return {key: value[key] for key in value if value[key] not in ("", None)} if is_table else value


def answer_mismatch(answer: ProgramAnswer, step: SuiteStep) -> Mismatch | None:
    """Where the answer to a command is not as a step expects."""
    is_other_rule = not step.accepted and step.rule not in ("", answer.rule)
    if answer.accepted is not step.accepted or is_other_rule:
        return Mismatch(verdict(step.accepted, step.rule), verdict(answer.accepted, answer.rule))
    return _events_mismatch(answer.events, step.events) or _surplus(answer.events, step)


def verdict(accepted: bool | None, rule: str | None) -> str:
    """An answer to a command in words."""
    return "accepted" if accepted else f"refused under {rule}" if rule else "refused"


def _events_mismatch(actual: Sequence[Fields], expected: Sequence[Fields]) -> Mismatch | None:
    """The expected events are there in this order; others may stand between."""
    rest = iter(actual)
    for wanted in expected:
        kind = wanted["type"]
        event = next((one for one in rest if one.get("type") == kind), None)
        if event is None:
            types = ", ".join(str(one.get("type")) for one in actual) or "no events"
            return Mismatch(f"{kind} in its place", types)
        for key, value in wanted.items():
            whole = key == "points"
            if fault := value_mismatch(event.get(key), value, f"{kind}.{key}", is_whole=whole):
                return fault
    return None


def _surplus(actual: Sequence[Fields], step: SuiteStep) -> Mismatch | None:
    """An event that may not be there, or that says too much."""
    for event in actual:
        if (kind := str(event.get("type"))) in step.lacks:
            return Mismatch(f"no {kind}", kind)
        if bare := sorted(event.keys() & set(step.hides)):
            return Mismatch(f"no {bare[0]} in any event", f"{kind}.{bare[0]}")
    return None
