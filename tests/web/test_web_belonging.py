"""One campaign that cannot be read stops its own pages, and nobody's others."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign.web.auth.invitations import invite
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, Browser, WebClub, club, words

pytestmark = pytest.mark.further

SOUND = "sound"
"""The campaign that stays as it was."""
PAGES = ("/", "/next", "/me", "/me/notices", "/me/keys", "/me/tokens", "/new")
ANSWERS = {"/new": 403}


class Torn(NamedTuple):
    """The service on a store with a torn campaign."""

    made: WebClub
    ben: Browser
    invitation: str
    """The path of one to the sound campaign."""


def tear(store: Path) -> None:
    """Makes an event of the club's campaign one that nobody can read."""
    with closing(sqlite3.connect(store)) as db:
        db.execute(
            "UPDATE stored_events SET state=x'00' WHERE originator_id=? AND originator_version=2",
            (NAME,),
        )
        assert db.total_changes == 1
        db.execute("DELETE FROM snapshots")
        db.commit()


@pytest.fixture
def torn(tmp_path: Path) -> Iterator[Torn]:
    """A club with two campaigns of the same members, one torn since; and Ben, who is in both."""
    with club(tmp_path) as before:
        asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
        assert before.house.desk.open(SOUND, **asked)["accepted"]
        browser, house = before.browser("ben"), before.house
        token = invite(house.desk, house.doors, house.people, SOUND, "ben", "host").token
        assert browser.come_in(f"/in/{token}", **{"as": "me"}).status_code == 200
        invited = invite(house.desk, house.doors, house.people, SOUND, "cora", "host").token
        for page in PAGES:
            assert browser.get(page).status_code == ANSWERS.get(page, 200)
    tear(tmp_path / "campaign.db")
    made = WebClub.on(ledger_in(tmp_path))
    ben = made.nobody()
    ben.client.cookies.update(browser.client.cookies)
    yield Torn(made, ben, f"/in/{invited}")
    made.close()


@pytest.mark.parametrize("page", PAGES)
def test_a_person_s_pages_pass_over_it(torn: Torn, page: str) -> None:
    found = torn.ben.get(page)
    assert found.status_code == ANSWERS.get(page, 200)
    assert f"/c/{NAME}" not in found.text


def test_the_other_campaign_is_listed_and_opens(torn: Torn) -> None:
    assert f'href="/c/{SOUND}"' in torn.ben.get("/").text
    for page in ("", "/replay", "/what-ifs", "/journal"):
        assert torn.ben.get(f"/c/{SOUND}{page}").status_code == 200


def test_its_own_pages_say_that_it_cannot_be_used(torn: Torn) -> None:
    page = torn.ben.get(f"/c/{NAME}")
    assert page.status_code == 503
    assert "The record can’t be used at the moment" in words(page)


def test_it_is_not_compared_with(torn: Torn) -> None:
    page = torn.ben.get(f"/c/{SOUND}/diff?from={NAME}@1&to=now")
    assert page.status_code == 422
    assert f"{NAME} is no campaign of yours" in words(page)


def test_an_invitation_to_the_other_counts(torn: Torn) -> None:
    """Whoever comes with a link is looked for in every campaign."""
    assert torn.made.nobody().get(torn.invitation).status_code == 200


def test_calls_of_programs_pass_over_it(torn: Torn) -> None:
    listed = torn.ben.get("/api/v1/campaigns")
    assert listed.status_code == 200
    assert [one["name"] for one in listed.json()] == [SOUND]
    assert torn.ben.get(f"/api/v1/campaigns/{SOUND}").status_code == 200
