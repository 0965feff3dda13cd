"""What the service does by itself: when chores are done, and that one that fails stops no other."""

import logging
import threading

import pytest

from campaign.web.jobs.runner import NOT_YET, SOONEST, Job, Jobs


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_chore_is_done_at_the_start_and_then_at_its_pace() -> None:
    """Ten seconds later again, not before."""
    hand, done = Hand(), list[float]()
    chores = Jobs((Job("a", 10.0, lambda: done.append(hand.now)),), clock=hand)
    assert chores.run_due() == 10.0
    hand.now = 9.0
    assert chores.run_due() == 1.0
    hand.now = 10.0
    chores.run_due()
    assert done == [0.0, 10.0]


def test_only_some_chores_are_done_once_a_campaign_grows() -> None:
    """The one that says so."""
    hand, done = Hand(), list[str]()
    often = Job("often", 60.0, lambda: done.append("often"), on_change=True)
    seldom = Job("seldom", 60.0, lambda: done.append("seldom"))
    chores = Jobs((often, seldom), clock=hand)
    chores.run_due()
    hand.now = 1.0
    chores.heard("club")
    chores.run_due()
    assert done == ["often", "seldom", "often"]


def test_nothing_is_done_before_there_is_a_club_and_everything_soon_after() -> None:
    """A club that begins an hour later has its first backup at once, not at the next look."""
    hand, done = Hand(), list[float]()
    seldom = Job("seldom", 600.0, lambda: done.append(hand.now))
    chores = Jobs((seldom,), clock=hand, may_begin=lambda: hand.now >= 3600.5)
    while hand.now < 3700.0:
        hand.now += min(NOT_YET, chores.run_due())
    assert done == [3601.0]


def test_a_chore_may_ask_to_be_done_sooner() -> None:
    """In three seconds, then at its pace; never in no time at all."""
    hand, done, asks = Hand(), list[float](), [3.0, float("inf"), 0.0]
    chores = Jobs((Job("a", 10.0, lambda: done.append(hand.now), soon=lambda: asks.pop(0)),),
                  clock=hand)  # fmt: skip
    assert chores.run_due() == 3.0
    hand.now = 3.0
    assert chores.run_due() == 10.0
    hand.now = 13.0
    assert chores.run_due() == pytest.approx(SOONEST)
    assert done == [0.0, 3.0, 13.0]


def test_a_chore_that_fails_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """And is named in the log."""
    done = list[str]()

    def broken() -> None:
        raise RuntimeError("no")

    with caplog.at_level(logging.ERROR, "campaign.web"):
        Jobs((Job("a", 1.0, broken), Job("b", 1.0, lambda: done.append("b")))).run_due()
    assert done == ["b"]
    assert "chore a failed: RuntimeError" in caplog.text


def test_the_thread_ends_when_it_is_asked_to() -> None:
    """Though a chore is due again and again."""
    begun = threading.Event()
    chores = Jobs((Job("a", 0.001, begun.set),))
    chores.start()
    assert begun.wait(60)
    chores.stop(10)
    assert all(one.name != "chores" for one in threading.enumerate())
