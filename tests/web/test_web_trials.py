"""Buttons that send a test: a few at once, then one a minute, and one at a time in the club."""

from campaign.web.auth.sign_in import PageLimits
from support.programs import HandClock, limits_by

BUSY = "Another test is just being sent. Try again in a moment."
ENOUGH = "You have tried a few times; the next one can go in 60 seconds."


def test_a_person_tries_three_times_and_then_waits_a_minute() -> None:
    """Each has their own three."""
    clock = HandClock()
    limits = PageLimits(limits_by(clock))

    def tried(person: str) -> str:
        with limits.testing(person) as why_not:
            return why_not

    assert [tried("anna") for _ in range(4)] == ["", "", "", ENOUGH]
    assert tried("ben") == ""
    clock.passes(60)
    assert [tried("anna"), tried("anna")] == ["", ENOUGH]


def test_one_test_at_a_time_whoever_asks() -> None:
    """Whoever is turned away has lost none of theirs."""
    limits = PageLimits(limits_by(HandClock()))
    with limits.testing("anna") as first, limits.testing("ben") as second:
        assert (first, second) == ("", BUSY)
    for _ in range(3):
        with limits.testing("ben") as why_not:
            assert why_not == ""
