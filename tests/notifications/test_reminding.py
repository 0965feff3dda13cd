"""A host reminds somebody with one tap: once a day, by every way that they take."""

import pytest

from campaign.notifications.notification import Delivery, State, request_key
from campaign.notifications.reminders import reminding

NOON = "1999-01-01T12:00:00.000Z"


def row(key: str, state: State = "sent") -> dict[tuple[str, str], Delivery]:
    return {(key, "anna"): Delivery(1, "c", key, "anna", "mail", state, made_at=NOON)}


# --- who can be reminded, worked out by hand ----------------------------------------------------


def test_a_reminder_is_called_by_its_request_and_day() -> None:
    found = reminding(["ballots:1"], "anna", {"mail": row("ballots:1")}, NOON)
    assert found.keys == (("mail", "ballots:1:host:1999-01-01"),) and not found.said
    assert request_key("ballots:1:host:1999-01-01") == "ballots:1"


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("1999-01-01", "reminded today"),
        ("1998-12-31", "reminded yesterday"),
        ("1998-12-29", "reminded 3 days ago"),
    ],
)
def test_once_a_day_whatever_it_was_about(last: str, said: str) -> None:
    """Of another request, too; and by whichever way it went."""
    known = row("ballots:1") | row(f"votes:0:host:{last}")
    found = reminding(["ballots:1"], "anna", {"mail": known, "push": row("ballots:1")}, NOON)
    assert found.said == said
    assert bool(found.keys) == (last != "1999-01-01")


def test_a_device_may_be_younger_than_the_request() -> None:
    """It was never told, and never will be but by a reminder."""
    assert reminding(["ballots:1"], "anna", {"push": {}}, NOON).keys
    assert not reminding(["ballots:1"], "anna", {"mail": {}}, NOON).keys


@pytest.mark.parametrize(
    ("state", "can"), [("sent", True), ("refused", True), ("unknown", True), ("due", False)]
)
def test_who_was_not_told_yet_is_told_first(state: State, can: bool) -> None:
    found = reminding(["ballots:1"], "anna", {"mail": row("ballots:1", state)}, NOON)
    assert bool(found.keys) == can
    assert found.said == ("" if can else "the first notice is on its way")


def test_who_takes_nothing_is_told_by_the_host() -> None:
    found = reminding(["ballots:1"], "anna", {}, NOON)
    assert (found.keys, found.said) == ((), "gets no notices; tell them yourself")
