"""A club that begins in the browser: nothing is there but its beginning, then everything is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.web.pages.new_campaign import mark
from support.sessions import ledger_in
from support.web import Browser, WebClub, words

TYPED = {"club": "Thursday Club", "who": "David"}
FIRST = {"system": "lif", "name": "thursday", "scenario": "global-war", "host": "David"}


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[WebClub]:
    """A service without a store."""
    made = WebClub.on(ledger_in(tmp_path), name="thursday")
    assert not made.house.ledger.store.exists()
    yield made
    made.close()


def address(empty: WebClub) -> str:
    """What `campaign serve` prints behind `begin`."""
    return f"/begin/{empty.house.entrance.operators.offer()}"


def begun(empty: WebClub) -> Browser:
    """The browser of whoever began the club."""
    browser = empty.nobody()
    assert browser.post(address(empty), TYPED).status_code == 200
    return browser


@pytest.mark.parametrize("path", ["/", "/club", "/me", "/in", "/c/thursday", "/new", "/nowhere"])
def test_before_there_is_a_club_every_page_says_so(empty: WebClub, path: str) -> None:
    """The first page as itself, the others as pages that are not there."""
    page = empty.nobody().get(path)
    assert page.status_code == (200 if path == "/" else 404)
    assert ("No club here yet" in words(page)) is (path != "/nowhere")
    assert not empty.house.ledger.store.exists()


def test_probes_and_what_pages_load_are_answered(empty: WebClub) -> None:
    """A monitor need not know whether somebody has begun."""
    browser = empty.nobody()
    assert browser.get("/healthz").text == "alive\n"
    assert browser.get("/readyz").text == "ready; no club yet\n"
    styles = re.findall(r'href="(/style/[^"]+)"', browser.get("/").text)
    assert styles and all(browser.get(one).status_code == 200 for one in styles)


def test_three_pages_lead_from_the_address_to_the_first_campaign(empty: WebClub) -> None:
    """The names are asked for once: the club is called so, and its host is who began it."""
    browser = empty.nobody()
    page = browser.get(place := address(empty))
    assert "Begin your club" in words(page) and not empty.house.ledger.store.exists()
    page = browser.post(place, TYPED)
    assert page.url.path == "/new" and 'name="host" value="David"' in page.text
    page = browser.post("/new", {**FIRST, "do": "begin", "seen": mark(FIRST)})
    assert page.url.path == "/c/thursday/begun"
    for text in ("Thursday Club", "Invite your members", "Keep your seat", "To the campaign"):
        assert text in words(page)
    campaign = empty.house.ledger.live("thursday").state.campaign
    assert campaign.called("host") == "David"
    assert "Thursday Club" in words(browser.get("/club"))
    assert browser.get("/readyz").text == "ready\n"
    assert empty.nobody().get("/").status_code == 401


def test_a_second_campaign_leads_to_its_members(empty: WebClub) -> None:
    """What comes behind a club's beginning comes once."""
    browser = begun(empty)
    browser.post("/new", {**FIRST, "do": "begin", "seen": mark(FIRST)})
    other = {**FIRST, "name": "friday"}
    page = browser.post("/new", {**other, "do": "begin", "seen": mark(other)})
    assert page.url.path == "/c/friday/members"


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("club", "", "Write a name for the club, in at most 80 letters."),
        ("club", "x" * 81, "Write a name for the club, in at most 80 letters."),
        ("who", " \t ", "Write your name, in at most 80 letters."),
        ("who", "Da\u202evid", "Write your name, in at most 80 letters."),
    ],
)
def test_a_name_that_is_none_is_told_at_its_field(
    empty: WebClub, field: str, text: str, says: str
) -> None:
    """What was typed stays, the address goes on counting, and nothing is made."""
    browser, place = empty.nobody(), address(empty)
    page = browser.post(place, {**TYPED, field: text})
    assert page.status_code == 422 and says in words(page)
    assert page.text.count("aria-invalid") == 1
    assert TYPED["club" if field == "who" else "who"] in page.text
    assert not empty.house.ledger.store.exists()
    assert browser.post(place, TYPED).status_code == 200


def test_the_address_counts_once_and_only_while_there_is_no_club(empty: WebClub) -> None:
    """Afterwards it leads nowhere, and changes nothing."""
    place = address(empty)
    begun(empty)
    for late in (place, address(empty)):
        page = empty.nobody().get(late)
        assert page.status_code == 404 and "has been used or is too old" in words(page)
    assert empty.house.entrance.operators.club_name() == "Thursday Club"
    empty.nobody().post(address(empty), {**TYPED, "club": "Others"})
    assert empty.house.entrance.operators.club_name() == "Thursday Club"
