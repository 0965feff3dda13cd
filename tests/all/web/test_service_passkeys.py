"""Passkeys in a browser with an authenticator of its own: made, offered in the field, touched."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from looks import browser
from support.on_a_port import Served, served
from support.programs import with_two_campaigns
from support.sessions import NAME

pytestmark = [pytest.mark.rotating(3), pytest.mark.needs(*browser.NAMES), pytest.mark.slow]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@contextmanager
def phone(there: Browser) -> Iterator[tuple[BrowserContext, Page]]:
    """A phone with an authenticator."""
    context = there.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.set_default_timeout(browser.PATIENCE)
    line = context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    try:
        yield context, page
    finally:
        context.close()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Served]:
    """A service that browsers trust: it is on this machine, by its name."""
    with served(tmp_path, with_two_campaigns, is_plain=False, name="localhost") as running:
        yield running


def test_a_passkey_is_one_tap_after_the_invitation_and_one_to_come_in_again(
    club: Served, there: Browser
) -> None:
    """And the signed-out phone is let in by the touch alone."""
    with phone(there) as (context, page):
        page.goto(club.invitation("anna"))
        page.get_by_role("button").click()
        page.wait_for_url(f"{club.url}/in/offer?to=/c/{NAME}")
        page.get_by_role("button", name="Make a passkey").click()
        page.wait_for_url(f"{club.url}/c/{NAME}")
        page.goto(f"{club.url}/me/passkeys")
        expect(page.get_by_role("button", name="Take away")).to_have_count(1)
        context.clear_cookies()
        page.goto(f"{club.url}/in")
        page.wait_for_url(f"{club.url}/")  # the browser offered it in the field, and was answered
        page.goto(f"{club.url}/me/devices")
        expect(page.get_by_text("Let in by passkey")).to_have_count(1)
        page.goto(f"{club.url}/in/again?to=/me/tokens")
        page.get_by_role("button", name="Use a passkey").click()
        page.wait_for_url(f"{club.url}/me/tokens")


def test_not_now_goes_on_without_one(club: Served, there: Browser) -> None:
    """And it is not offered again."""
    with phone(there) as (context, page):
        for path in (f"{club.url}/in/offer?to=/c/{NAME}", f"{club.url}/c/{NAME}"):
            context.clear_cookies()
            page.goto(club.invitation("ben"))
            page.get_by_role("button").click()
            page.wait_for_url(path)
        page.goto(f"{club.url}/in/offer?to=/c/{NAME}")
        page.get_by_role("link", name="Not now").click()
        page.wait_for_url(f"{club.url}/c/{NAME}")
