"""Signing in a browser: a touch of the passkey signs forms and heads; a rewritten record shows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.systems import SYSTEMS
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers
from looks import browser
from support.on_a_port import Served, served
from support.programs import with_two_campaigns
from support.sessions import NAME

pytestmark = [pytest.mark.rotating(3), pytest.mark.needs(*browser.NAMES), pytest.mark.slow]
COMPLAINTS: list[str] = []
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def club(tmp_path: Path, there: Browser) -> Iterator[Served]:
    """A service under a name that browsers give passkeys to."""
    COMPLAINTS.clear()
    with served(tmp_path, with_two_campaigns, is_plain=False, name="localhost") as running:
        yield running
        for context in there.contexts:
            context.close()
    assert COMPLAINTS == []


def with_passkey(club: Served, there: Browser, member: str) -> Page:
    """A member's phone, with a passkey for the club."""
    page = signed_in(club, there, member)
    page.goto(f"{club.url}/me/passkeys")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("button", name="Take away")).to_be_visible()
    return page


def signed_in(club: Served, there: Browser, member: str) -> Page:
    """A member's phone, which can make passkeys."""
    context = there.new_context(viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(browser.PATIENCE)
    page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
    tools = context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(club.invitation(member))
    page.get_by_role("button").first.click()
    page.wait_for_url(lambda url: "/in/" not in url or "/offer" in url)
    return page


def enrol(page: Page, club: Served, *, only: bool) -> None:
    page.goto(f"{club.url}/me/keys")
    if only:
        page.get_by_label("Nothing of mine without my signature").check()
    page.get_by_role("button", name="Sign with").click()
    expect(page.get_by_role("button", name="Retire")).to_be_visible()


def throw_in(page: Page, club: Served, words: str) -> None:
    """Records words of one's own, which the page then shows."""
    page.goto(f"{club.url}/c/{NAME}/do/AddEntropy")
    page.get_by_label("Value").fill(words)
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text(words).first).to_be_visible()


def audit(club: Served) -> Verification:
    store = club.house.ledger.store
    made = Verification(SYSTEMS, papers=Papers(lambda: store.receipts(NAME)))
    assert list(made.findings(store.rows(NAME))) == []
    return made


def test_one_touch_signs_a_form_and_the_record(club: Served, there: Browser) -> None:
    """The text is in the receipt, and an audit finds the signature good."""
    page = with_passkey(club, there, "anna")
    enrol(page, club, only=True)
    throw_in(page, club, "grey geese")
    assert audit(club).signed == 1
    papers = [receipts.read(row) for _, row in club.house.ledger.store.receipts(NAME)]
    assert '"value":"grey geese"' in papers[-1].text
    page.goto(f"{club.url}/c/{NAME}")
    page.get_by_role("button", name="Countersign event").click()
    page.wait_for_url("**/receipts/**")
    assert [one.member for one in audit(club).countersigned.witnesses] == ["anna"]
    page.goto(f"{club.url}/me/keys")
    page.get_by_role("button", name="Retire").click()
    expect(page.get_by_text("No key of yours is known here.")).to_be_visible()
    assert audit(club).signed == 2


def test_a_wish_of_the_device_is_kept_there(club: Served, there: Browser) -> None:
    """Signing is asked for only where the device says so."""
    page = with_passkey(club, there, "anna")
    enrol(page, club, only=False)
    throw_in(page, club, "unsigned geese")
    assert audit(club).signed == 0
    page.goto(f"{club.url}/me/keys")
    page.get_by_label("Sign what I send from this device").check()
    throw_in(page, club, "signed geese")
    assert audit(club).signed == 1


def test_a_record_that_lost_what_was_seen_is_said_loudly(club: Served, there: Browser) -> None:
    """Until the reader says that they know why; nothing of what was seen is forgotten before."""
    page = signed_in(club, there, "ben")
    page.goto(f"{club.url}/c/{NAME}")
    place = f"head:{club.house.ledger.live(NAME).state.campaign.id}"
    page.wait_for_function("place => localStorage.getItem(place)", arg=place)
    warning = page.get_by_text("The record was rewritten or cut off.")
    club.send("OpenReinforcement")
    page.goto(f"{club.url}/c/{NAME}")
    expect(warning).to_be_hidden()
    seen = {"version": 3, "head": "ab" * 32}
    page.evaluate("([place, seen]) => localStorage.setItem(place, JSON.stringify(seen))",
                  [place, seen])  # fmt: skip
    for _ in range(2):
        page.goto(f"{club.url}/c/{NAME}")
        expect(warning).to_be_visible()
    expect(page.get_by_text("ab" * 32)).to_be_visible()
    page.get_by_role("button", name="I know why").click()
    expect(warning).to_be_hidden()
    page.goto(f"{club.url}/c/{NAME}")
    page.wait_for_load_state("networkidle")
    expect(warning).to_be_hidden()
