"""The sealing card: one file that seals in a browser, from a disk, and sends nothing.

What takes longer, waits or starts something, beside `web/test_seal_card.py`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from campaign.lif.roster import POWERS
from events import seal_secrets
from events.sealed import Opening, Subject, commit
from looks import browser, judges
from tests.web.test_seal_card import card

pytestmark = pytest.mark.rotating(3)

__all__ = ["card"]
SECRET = bytes(range(20))
SUBJECT = Subject("0123456789abcdef" * 2, "vote", 12, "commonwealth")
needs_browser = pytest.mark.needs(*browser.NAMES)


@pytest.fixture
def page(card: Path, there: Browser) -> Iterator[Page]:
    """The card in a browser that has no network; it asks for nothing but itself."""
    asked: list[str] = []
    with browser.opened(there, card, width=browser.PHONE, asked=asked) as found:
        yield found
        assert set(asked) == {card.resolve().as_uri()}


def fill(page: Page) -> None:
    """What the seal is about."""
    page.get_by_label("Recovery code").fill(seal_secrets.code(SECRET).lower())
    page.get_by_label("Campaign’s id").fill(SUBJECT.campaign_id)
    page.get_by_label("What is sealed").select_option("vote")
    page.get_by_label("Number of the draw").fill("12")
    page.get_by_label("Seat").select_option("commonwealth")


@needs_browser
def test_it_seals_and_opens_as_the_program_does(page: Page) -> None:
    """From a file: the same commitment, choice and nonce; found again from the commitment."""
    fill(page)
    page.get_by_label("Choice").select_option("abstain")
    page.get_by_label("Sealed before").fill("2")
    page.get_by_role("button", name="Seal", exact=True).click()
    nonce = seal_secrets.nonce(SECRET, SUBJECT, 2)
    commitment = commit(SUBJECT, Opening("abstain", nonce))
    page.get_by_text(commitment).wait_for()
    told = page.locator("#sealed").inner_text()
    assert told == f"commitment {commitment}\nchoice abstain\nnonce {nonce}"
    page.reload()
    fill(page)
    page.get_by_label("Commitment").fill(commitment)
    page.get_by_role("button", name="Find choice and nonce").click()
    page.get_by_text(nonce).wait_for()
    assert page.locator("#opened").inner_text() == f"choice abstain\nnonce {nonce}"


@needs_browser
def test_it_offers_what_the_game_has(page: Page) -> None:
    """Every power, and for a kind its choices alone."""
    seats = page.get_by_label("Seat").locator("option")
    assert [one.get_attribute("value") for one in seats.all()] == list(POWERS)
    choices = page.get_by_label("Choice").locator("option:not([disabled])")
    assert choices.all_inner_texts() == ["veto", "no-veto"]
    page.get_by_label("What is sealed").select_option("vote")
    assert choices.all_inner_texts() == ["another", "stop", "abstain"]


@needs_browser
def test_it_says_what_is_wrong(page: Page) -> None:
    """And seals nothing."""
    for label, typed, why in (
        ("Recovery code", "U", "A recovery code has digits and letters only, and no U."),
        ("Campaign’s id", "club", "A campaign’s id has 32 hex digits."),
        ("Number of the draw", "0", "The number of the draw is 1 or more."),
        ("Sealed before", "100", "Sealed before: 0 to 99."),
    ):
        fill(page)
        page.get_by_label(label).fill(typed)
        page.get_by_role("button", name="Seal", exact=True).click()
        page.get_by_text(why).wait_for()
        page.get_by_label("Sealed before").fill("0")
    fill(page)
    page.get_by_label("Commitment").fill("0" * 64)
    page.get_by_role("button", name="Find choice and nonce").click()
    page.get_by_text("This code did not seal it").wait_for()


@needs_browser
def test_a_secret_made_here_is_one(page: Page) -> None:
    """Another each time, with the check that fits."""
    made = set()
    for _ in range(3):
        page.get_by_label("Recovery code").fill("")
        page.get_by_role("button", name="Make a new secret").click()
        page.wait_for_function("document.getElementById('code').value.length === 44")
        found = seal_secrets.read(page.get_by_label("Recovery code").input_value())
        assert isinstance(found, bytes)
        made.add(found)
    assert len(made) == 3


@needs_browser
@pytest.mark.needs(str(judges.AXE))
def test_it_bars_nobody(card: Path, there: Browser, tmp_path: Path) -> None:
    """In both schemes, on a phone; nothing is moved sideways."""
    open_to_axe = tmp_path / "card.html"
    text = card.read_text(encoding="utf-8")
    open_to_axe.write_text(
        re.sub("<meta http-equiv=[^>]*>", "", text), encoding="utf-8"
    )  # axe is a script that the card's policy keeps out
    with browser.opened(there, open_to_axe, width=browser.PHONE) as found:
        assert judges.barriers_in_both(found) == []
        assert browser.width(found) <= browser.PHONE
