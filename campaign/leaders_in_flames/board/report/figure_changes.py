"""Figures and their events: whose points an event changed, and which leaders' places. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from campaign.history.explain import rule_of
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.board.history import VetoPointChange
from campaign.leaders_in_flames.figures import whereabouts
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State


class FigureChange(msgspec.Struct, frozen=True):
    """An event that changed a figure: a power's veto points, or where a leader is."""

    of: str
    version: int
    change: int
    """Of a number, by how much."""
    after: int | str
    sentence: str
    rule: str
    amended_by: int = 0
    inserted: bool = False


def point_changes(
    step: Transition[State], changes: Iterable[VetoPointChange], sentence: Callable[[], str]
) -> Iterator[FigureChange]:
    """LiF 4.2: whose veto points an event changed."""
    before = step.before.veto_points if step.before else {}
    after = step.after.veto_points
    if after is before:
        return
    causes = {change.power: change for change in changes}
    for power in POWERS:
        held, now = before.get(power, 0), after.get(power, 0)
        if held != now:
            cause = causes.get(power)
            text, rule = (cause.sentence, cause.rule) if cause else (sentence(), "")
            yield _change(step, power, now - held, now, text, rule)


def leader_changes(
    step: Transition[State], moved: Iterable[str], sentence: str
) -> Iterator[FigureChange]:
    """LiF 3.1: how an event moved these leaders."""
    for who in moved:
        yield _change(step, who, 0, whereabouts(step.after, who), sentence)


def movers(step: Transition[State]) -> list[str]:
    """LiF 3.1: leaders whose status or place an event changed, in the order of the sheet."""
    before, after = step.before, step.after
    if before is None:
        return []
    moved: set[str] = set()
    if before.play.placements is not after.play.placements:
        moved |= _differing(before.play.placements, after.play.placements)
    if before.leaders is not after.leaders:
        moved |= _differing(before.leaders, after.leaders)
    moved &= after.leaders.keys()
    return [who for who in after.leaders if who in moved] if len(moved) > 1 else list(moved)


def _differing(was: Mapping[str, object], now: Mapping[str, object]) -> set[str]:
    """Keys with another value, or with one in only one of the two. Most values are the same."""
    found = {
        key
        for key, value in now.items()
        if (before := was.get(key)) is not value and before != value
    }
    return found | (was.keys() - now.keys() if len(found) + len(was) > len(now) else set())


def _change(
    step: Transition[State], of: str, change: int, after: int | str, sentence: str, rule: str = ""
) -> FigureChange:
    record = step.record
    return FigureChange(
        of,
        record.version,
        change,
        after,
        sentence,
        rule or rule_of(record.event),
        record.amended_by,
        record.inserted,
    )
