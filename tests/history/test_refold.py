"""One pass over a corrected log gives what its effective history gives."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from campaign.history.effective import Effective, Logged, effective, fold, rewriting, step
from campaign.history.refold import KnownCorrections, Refold
from campaign.history.timeline import START, Base, continues
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from events import disputes as facts
from events.lif.board import VetoPointsBought
from support.sessions import NAME, Session
from tests.history.test_replay_corrected import IF, every_sort

__all__ = ["every_sort"]

NEVER = 1 << 62


def plain(log: Sequence[Logged], end: int) -> Any:
    """The state at a version by its definition: a fold of the effective history up to there.

    The events of a correction whose last one is still to come are on record and change nothing.
    """
    whole = end
    while whole and end < len(log) and _in_one(log, whole, end):
        whole -= 1
    state = fold(SYSTEM, effective(SYSTEMS.codec, log[:whole]))
    for version, event in log[whole:end]:
        state = step(SYSTEM, state, Effective(version, event))
    return state


def _in_one(log: Sequence[Logged], last: int, end: int) -> bool:
    """Whether the events from one version to behind the end are of one correction."""
    return all(continues(*pair) for pair in pairwise(event for _, event in log[last - 1 : end + 1]))


def around_corrections(log: Sequence[Logged]) -> list[int]:
    """The versions next to corrections, and some others."""
    made = [version for version, event in log if rewriting(event)]
    near = {at for version in made for at in (version - 1, version, version + 1)}
    return sorted(at for at in {*near, *range(1, len(log), 9), len(log)} if at <= len(log))


def in_one_pass(
    log: Sequence[Logged], end: int, base: Base = START, every: int = NEVER
) -> tuple[Any, dict[int, Any]]:
    """The state at a version from a base on, and the states kept on the way."""
    made = [pair for pair in log[base[0] : end] if rewriting(pair[1])]
    known = KnownCorrections(made, log[end][1] if end < len(log) else None)
    assert known.look_back and not 0 < known.first <= base[0]
    kept: dict[int, Any] = {}

    def keep(version: int, state: Any) -> int:
        kept[version] = state
        return version + every

    events = iter([event for _, event in log[base[0] : end]])
    due = base[0] + every if every < NEVER else NEVER
    return Refold(SYSTEM, known, base).follow(events, end, due, keep), kept


@pytest.fixture(scope="module", params=[NAME, IF])
def log(request: pytest.FixtureRequest, every_sort: Session) -> list[Logged]:
    """A campaign with corrections of every sort and a rewind, or a what-if of it."""
    return every_sort.ledger.log(request.param)


@pytest.mark.further
def test_one_pass_gives_the_state_of_the_effective_history(log: list[Logged]) -> None:
    """At and around every correction, in the midst of one too, and here and there else."""
    for end in around_corrections(log):
        assert in_one_pass(log, end)[0] == plain(log, end), end


def test_it_may_begin_at_any_version_that_no_correction_touches(log: list[Logged]) -> None:
    """As from a snapshot."""
    random, tried = Random(len(log)), 0
    for _ in range(100):
        start, end = sorted(random.sample(range(1, len(log) + 1), 2))
        made = [pair for pair in log[start:end] if rewriting(pair[1])]
        if (KnownCorrections(made).first <= start and made) or log[start][1].nth:
            continue
        tried += 1
        assert in_one_pass(log, end, (start, plain(log, start)))[0] == plain(log, end), (start, end)
    assert tried > 10


@pytest.mark.parametrize("every", [1, 7])
def test_what_it_keeps_is_the_state_as_it_was_then(log: list[Logged], every: int) -> None:
    """Between two acts; what later corrections reach over is left out."""
    state, kept = in_one_pass(log, len(log), every=every)
    assert kept and state == plain(log, len(log))
    for version, known in kept.items():
        assert log[version][1].nth == 0
        assert known == plain(log, version), version


@pytest.mark.parametrize("name", [NAME, IF])
def test_a_reader_gives_the_same(every_sort: Session, name: str) -> None:
    """From the store, whatever is kept there; and a fresh fold of all."""
    ledger = every_sort.ledger
    log = ledger.log(name)
    for end in around_corrections(log)[::3]:
        assert ledger.live(name, end).state == plain(log, end), end
    assert ledger.fresh(name).state == plain(log, len(log))


# --- how far corrections reach, by hand ---------------------------------------------------------

BOUGHT = VetoPointsBought(power="ussr", points=1, intelligence_points=5, by="ben")


def struck(*versions: int, nth: int = 0) -> facts.EventsStruck:
    """A correction that strikes events."""
    return facts.EventsStruck(dispute="d1", versions=versions, nth=nth)


def test_a_correction_reaches_as_far_as_what_it_corrects() -> None:
    """Event 12 strikes the correction 10, which struck event 4."""
    known = KnownCorrections([(10, struck(4)), (12, struck(10))])
    assert known.first == 4 and known.look_back
    assert [known.settled_from(version) for version in (3, 4, 9, 11, 12, 20)] == [
        3,
        12,
        12,
        12,
        12,
        20,
    ]


def test_a_correction_without_its_last_event_is_not_in_effect() -> None:
    """Events 10 and 11 are of one correction, and the log is read up to event 10."""
    first, second = struck(4), struck(6, nth=1)
    known = KnownCorrections([(10, first)], second)
    assert known.first == 0 and known.all == (10,) and not known.in_effect
    assert KnownCorrections([(10, first), (11, second)], BOUGHT).first == 4


def test_a_correction_of_something_later_is_seen() -> None:
    """No ledger records one; whoever meets it follows the record event by event."""
    assert not KnownCorrections([(10, struck(12))]).look_back
