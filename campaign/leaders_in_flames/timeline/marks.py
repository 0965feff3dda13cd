"""LiF 4: wars as bands, conquests as flags, promotions as dots, of a power turn by turn. Pure."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import country, listed, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.statistics.course_of_war import enemies, war_steps
from campaign.leaders_in_flames.statistics.facts import WarStep
from campaign.leaders_in_flames.turn_notes import Log
from campaign.text.english import capital, counted

MINORS = "minors"


class CourseSpan(msgspec.Struct, frozen=True):
    """Turns on end in which a power was at war, by their places."""

    first: int
    last: int
    is_major: bool
    """Whether against a major power."""
    words: str


class CourseEvent(msgspec.Struct, frozen=True):
    """What happened to a power in a turn, by the turn's place."""

    place: int
    kind: str
    """`promoted`, `conquered`, `partly` or `freed`."""
    count: int
    words: str


def wars_of(logs: Sequence[Log], power: str) -> Iterator[CourseSpan]:
    """When a power was at war, as its turns ended."""
    at_war: list[tuple[int, bool]] = []
    for place, log in enumerate(logs):
        if foes := enemies(log.end, power):
            at_war.append((place, foes[0] in POWERS))
    for _, run in groupby(enumerate(at_war), key=lambda one: (one[1][0] - one[0], one[1][1])):
        turns = [turn for _, turn in run]
        (first, is_major), last = turns[0], turns[-1][0]
        against = "other powers" if is_major else "minor countries"
        words = f"At war with {against}: {between(logs[first].turn, logs[last].turn)}"
        yield CourseSpan(first, last, is_major, words)


def between(first: str, last: str) -> str:
    """From one turn to another, in words."""
    if first == last:
        return calendar.in_words(first)
    return f"{calendar.in_words(first)} to {calendar.in_words(last)}"


# --- flags and dots -----------------------------------------------------------------------------


def flags_of(logs: Sequence[Log], power: str) -> Iterator[CourseEvent]:
    """LiF 4.1, 4.2: where a power was conquered, split or freed."""
    for place, log in enumerate(logs):
        steps = war_steps(log.notes.facts)
        for step in steps:
            if step.what in ("conquest", "vichy") and step.who == power:
                kind, words = _flag(step)
                yield CourseEvent(place, kind, 1, f"{words}, {calendar.in_words(log.turn)}")


def _flag(step: WarStep) -> tuple[str, str]:
    """The kind of flag, and what happened."""
    if step.status in ("installed", "collapsed"):
        kind = "partly" if step.status == "installed" else "freed"
        return kind, f"Vichy France {step.status}"
    if step.status == "free":
        return "freed", f"{country(step.who)} liberated"
    kind = "conquered" if step.status == "complete" else "partly"
    return kind, f"{country(step.who)} {step.status}ly conquered"


def minors_fallen(logs: Sequence[Log]) -> Iterator[CourseEvent]:
    """LiF 4.1: the minor countries that were conquered, turn by turn."""
    for place, log in enumerate(logs):
        fallen = [
            step for step in war_steps(log.notes.facts)
            if step.what == "minor" and step.status == "conquered"
        ]  # fmt: skip
        if fallen:
            by = {step.other: None for step in fallen}
            words = "; ".join(
                f"{listed(the_country(one.who) for one in fallen if one.other == power)} "
                f"conquered by {the_country(power)}"
                for power in by
            )
            text = f"{capital(words)}, {calendar.in_words(log.turn)}"
            yield CourseEvent(place, "conquered", len(fallen), text)


def promotions_of(logs: Sequence[Log], power: str) -> Iterator[CourseEvent]:
    """LiF 4.1: the promotions of a power's leaders, or of all minor countries', turn by turn."""
    for place, log in enumerate(logs):
        sheet = log.end.sheet
        names = [
            sheet[draw.leader].name
            for draw in log.notes.results("promoted")
            if (owner := sheet[draw.leader].power) == power
            or (power == MINORS and owner not in POWERS)
        ]
        if names:
            text = f"{listed(names)} promoted, {calendar.in_words(log.turn)}"
            yield CourseEvent(place, "promoted", len(names), text)


def in_words(
    spans: Sequence[CourseSpan], flags: Sequence[CourseEvent], dots: Sequence[CourseEvent]
) -> str:
    """A row for those who do not see the picture."""
    promoted = sum(dot.count for dot in dots)
    parts = [
        *(span.words for span in spans),
        *(flag.words for flag in flags),
        *([counted(promoted, "promotion")] if promoted else []),
    ]
    return f"{'. '.join(parts)}." if parts else "Nothing to show."
