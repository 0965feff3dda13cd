"""Mail stopped with one click: by its page's button, or by a mail program for its reader."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.notifications.delivery_status import stop_token
from support.web import NAME, WebClub, club

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
"""What RFC 8058 has a mail program send; it says neither where it comes from nor who it is."""


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club on the web."""
    with club(tmp_path) as found:
        yield found


def address(made: WebClub, member: str) -> str:
    house = made.house
    campaign = house.ledger.live(NAME).state.campaign
    return f"/mail/stop/{stop_token(house.people.secret(), campaign.id, member)}"


def stopped(made: WebClub) -> set[str]:
    house = made.house
    campaign = house.ledger.live(NAME).state.campaign
    return {who for who in campaign.members if house.people.is_stopped(campaign.id, who)}


def test_looking_stops_nothing(made: WebClub) -> None:
    """Scanners open every address of a mail."""
    found = made.nobody().get(address(made, "anna"))
    assert found.status_code == 200 and "Shall Anna get no more mail" in found.text
    assert stopped(made) == set()


def test_the_button_stops_one_members_mail(made: WebClub) -> None:
    """Nobody signs in, and nothing is asked; twice is as once."""
    browser, path = made.nobody(), address(made, "anna")
    for _ in range(2):
        found = browser.post(path, {})
        assert found.status_code == 200 and "Anna gets no more mail" in found.text
        assert f"campaign mail-stop {NAME} anna --resume" in found.text
    assert stopped(made) == {"anna"}


def test_a_mail_program_stops_it_for_its_reader(made: WebClub) -> None:
    """It sends no Origin, which every other form must."""
    plain = made.nobody()
    assert plain.post(address(made, "ben"), ONE_CLICK, origin="").status_code == 200
    assert stopped(made) == {"ben"}
    assert plain.post("/in/x", ONE_CLICK, origin="").status_code == 403


@pytest.mark.parametrize("token", ["x", "x" * 43, "ä", "%00", "anna", "../in/x"])
def test_an_address_that_was_never_made_is_none(made: WebClub, token: str) -> None:
    browser = made.nobody()
    assert browser.get(f"/mail/stop/{token}").status_code in (404, 421)
    assert browser.post(f"/mail/stop/{token}", {}).status_code in (403, 404)
    assert stopped(made) == set()
