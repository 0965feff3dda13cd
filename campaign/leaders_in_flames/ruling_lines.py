"""The appendix: the rulings in force; switches with the same question are grouped. Pure."""

from collections.abc import Mapping
from functools import lru_cache

from campaign.kernel.pages import RulingLine
from campaign.leaders_in_flames.names import POWER_NAMES, listed
from campaign.leaders_in_flames.rulings import Switch, Value, switches


def ruling_lines(chosen: Mapping[str, Value], rulebook: str) -> tuple[RulingLine, ...]:
    """The rulings of a campaign; switches with the same question for each power are one line."""
    return _lines(tuple(chosen.items()), rulebook)


@lru_cache(maxsize=64)
def _lines(rulings: tuple[tuple[str, Value], ...], rulebook: str) -> tuple[RulingLine, ...]:
    """The same for each page of a campaign."""
    chosen = dict(rulings)
    groups: dict[str, list[Switch]] = {}
    for switch in switches(rulebook):
        groups.setdefault(switch.key.partition(".")[0], []).append(switch)
    return tuple(_line(group, chosen) for group in groups.values())


def _line(group: list[Switch], chosen: Mapping[str, Value]) -> RulingLine:
    first = group[0]
    values = {switch.key: chosen[switch.key] for switch in group}
    defaults: dict[str, Value] = {switch.key: switch.default for switch in group}
    other = {key: value for key, value in defaults.items() if values[key] != value}
    question, _, _ = first.question.partition(":")
    return RulingLine(
        first.ruling,
        first.rule,
        question if len(group) > 1 else first.question,
        _answer(values),
        "" if values == defaults else _answer(other),
    )


def _answer(values: Mapping[str, Value]) -> str:
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
    return _WORDS.get(str(value), str(value))


_WORDS = {
    "axis": "Axis",
    "allies": "Allies",
    "table": "hand, at the table",
    "ledger": "the ledger",
    "next": "the next combat on its map, impulse or turn",
    "turn": "the turn's end",
}
