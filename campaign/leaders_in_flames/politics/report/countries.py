"""LiF 4.1, 4.2: which countries are conquered, aligned or split, and since when. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel.page_links import journal_href
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.statistics.facts import WarStep
from campaign.leaders_in_flames.turn_notes import Log


class CountryLine(msgspec.Struct, frozen=True):
    """A country and since when it has been so."""

    name: str
    turn: str
    """Since when; empty where it was so from the start."""
    href: str


class PowerLine(msgspec.Struct, frozen=True):
    """LiF 4.2: a major power that is conquered, or Vichy France."""

    power: str
    status: str
    since: CountryLine


class CountryGroup(msgspec.Struct, frozen=True):
    """LiF 4.1: the minor countries of a power; without a power those that are neutral again."""

    power: str
    name: str
    conquered: tuple[CountryLine, ...]
    aligned: tuple[CountryLine, ...]


def powers_fallen(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[PowerLine]:
    """LiF 4.2: powers that are conquered now, and what became of Vichy France."""
    state, last = logs[-1].end, {(step.what, step.who): step for step in steps}
    for power in POWERS:
        status = state.conquest.get(power, "free")
        if status != "free":
            since = _line(logs, country(power), last.get(("conquest", power)))
            yield PowerLine(power, f"{status}ly conquered", since)
    if state.vichy != "none":
        since = _line(logs, "Vichy France", last.get(("vichy", "france")))
        yield PowerLine("france", state.vichy, since)


def minors_by_power(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[CountryGroup]:
    """LiF 4.1: the minor countries that each power conquered or is aligned with."""
    state, last = logs[-1].end, {step.who: step for step in steps if step.what == "minor"}
    strangers = sorted({known.power or "" for known in state.minors.values()} - {*POWERS, ""})
    for power in (*POWERS, *strangers, ""):
        own = {
            minor: known.status
            for minor, known in sorted(state.minors.items())
            if (known.power or "") == power
        }
        if own:
            lines = {minor: _line(logs, country(minor), last.get(minor)) for minor in own}
            yield CountryGroup(
                power,
                country(power) if power else "Neutral again",
                tuple(lines[minor] for minor in own if own[minor] == "conquered"),
                tuple(lines[minor] for minor in own if own[minor] != "conquered"),
            )


def _line(logs: Sequence[Log], name: str, step: WarStep | None) -> CountryLine:
    if step is None:
        return CountryLine(name, "", "")
    return CountryLine(name, step.turn, journal_href(logs, step.version))
