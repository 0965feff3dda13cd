"""The sealing card: one file that seals in a browser, from a disk, and sends nothing."""

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from campaign.leaders_in_flames.powers import POWERS
from events import seal_secrets
from events.sealed import Opening, Subject, commit
from looks import browser, judges
from support.command_line import Shell
from support.recorded import ROOT

SECRET = bytes(range(20))
SUBJECT = Subject("0123456789abcdef" * 2, "vote", 12, "commonwealth")
needs_browser = pytest.mark.needs(*browser.NAMES)


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The card, written where there is no store."""
    folder = tmp_path_factory.mktemp("card")
    told = Shell(folder, CAMPAIGN_STORE="/nowhere/at/all.db").fine("seal", "--page", "card.html")
    digest = hashlib.sha256((folder / "card.html").read_bytes()).hexdigest()
    assert told.splitlines()[-1] == f"Its SHA-256 digest: {digest}"
    return folder / "card.html"


def test_its_digest_is_published(card: Path) -> None:
    """Whoever changes the card changes the digest in the documents with it."""
    text = (ROOT / "docs" / "sealing.md").read_text(encoding="utf-8")
    assert hashlib.sha256(card.read_bytes()).hexdigest() in text


def test_its_policy_lets_nothing_in_or_out(card: Path) -> None:
    """Only the script and the style that are in it, by their digests; no address at all."""
    text = card.read_text(encoding="utf-8")
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    allowed = []
    for tag in ("script", "style"):
        (inside,) = re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.DOTALL)
        allowed.append(base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode())
    assert policy[1] == (
        f"default-src 'none'; script-src 'sha256-{allowed[0]}'; style-src 'sha256-{allowed[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    for word in ("http:", "https:", "fetch(", "localStorage", "indexedDB", "import(", "src="):
        assert word not in text, word


def test_it_is_written_by_itself(tmp_path: Path) -> None:
    """What is sealed is typed into it, and without it the subject is needed."""
    shell = Shell(tmp_path)
    alone = "campaign: --page stands alone: what it seals is typed into the page"
    assert shell("seal", "--page", "card.html", "--kind", "vote").error == alone
    assert shell("seal", "--page", "card.html", "--json").error == alone
    assert not (tmp_path / "card.html").exists()
    needed = "campaign: --campaign-id, --kind, --draw and --power are needed"
    found = shell("seal", "--kind", "vote", "--choice", "stop")
    assert (found.status, found.error) == (2, needed)


@pytest.fixture(scope="module")
def there() -> Iterator[Browser]:
    """The browser."""
    with browser.browser() as started:
        yield started


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
