"""Whole campaigns on the web: those that are over, and what-ifs."""

import pytest

from campaign.store.branches import branch
from campaign.web.auth.invitations import invite
from support.web import WebClub

pytestmark = [pytest.mark.slow, pytest.mark.further]


def test_a_what_if_is_nobodys_until_they_are_invited(made: WebClub) -> None:
    """It has another id, so no seat of the campaign counts there; every page says what it is."""
    anna, ledger = made.browser("anna"), made.house.ledger
    branch(ledger, "club", None, "host", "what-if")
    assert "what-if" not in anna.get("/").text
    assert anna.get("/c/what-if").status_code == 404
    house = made.house
    token = invite(house.desk, house.doors, house.people, "what-if", "anna", "host").token
    anna.come_in(f"/in/{token}", **{"as": "me"})
    for path in ("", "/board", "/journal", "/members"):
        assert "A what-if of club, from event 23 on." in anna.get(f"/c/what-if{path}").text
