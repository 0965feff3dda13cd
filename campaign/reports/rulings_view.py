"""The appendix: the rulings in force, switches of one question put together. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.leaders_in_flames.names import POWER_NAMES, listed
from campaign.leaders_in_flames.rulings import Switch, Value, switches


class RulingView(msgspec.Struct, frozen=True):
    """One ruling in force."""

    ruling: int
    rule: str
    question: str
    answer: str
    house: str
    """What the answer would have been, where the club chose otherwise."""


def ruling_views(chosen: Mapping[str, Value], rulebook: str) -> tuple[RulingView, ...]:
    """The rulings of a campaign; switches that ask the same of each power are one.

    A switch that came later than the campaign's rules is none of its rulings.
    """
    groups: dict[str, list[Switch]] = {}
    for switch in switches(rulebook):
        if switch.key not in chosen:
            continue
        groups.setdefault(switch.key.partition(".")[0], []).append(switch)
    return tuple(_view(group, chosen) for group in groups.values())


def _view(group: list[Switch], chosen: Mapping[str, Value]) -> RulingView:
    first = group[0]
    values = {switch.key: chosen[switch.key] for switch in group}
    defaults: dict[str, Value] = {switch.key: switch.default for switch in group}
    question, _, _ = first.question.partition(":")
    return RulingView(
        first.ruling,
        first.rule,
        question if len(group) > 1 else first.question,
        _told(values),
        "" if values == defaults else _told(
            {key: value for key, value in defaults.items() if values[key] != value}
        ),
    )  # fmt: skip


def _told(values: Mapping[str, Value]) -> str:
    if len(values) == 1 and "." not in next(iter(values)):
        return _word(next(iter(values.values())))
    by_value: dict[Value, list[str]] = {}
    for key, value in values.items():
        by_value.setdefault(value, []).append(POWER_NAMES[key.partition(".")[2]])
    if all(isinstance(value, str) for value in by_value):
        return "; ".join(f"{_word(value)}: {listed(who)}" for value, who in by_value.items())
    return ", ".join(
        f"{POWER_NAMES[key.partition('.')[2]]} {_word(value)}" for key, value in values.items()
    )


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return {"axis": "Axis", "allies": "Allies", "table": "hand, at the table",
            "ledger": "the ledger"}.get(str(value), str(value))  # fmt: skip
