"""The club's page and a new campaign in a browser: no barriers, nothing too wide, few taps."""

import json

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from looks import browser, judges
from looks.found import PAPER_DARKER
from support.web import NAME
from tests.all.web.test_web_seen import SMALL, WIDTHS, Service, service, window

__all__ = ["service"]
pytestmark = pytest.mark.needs(*browser.NAMES)
needs_axe = pytest.mark.needs(str(judges.AXE))


def typed(page: Page, name: str) -> None:
    """Fills in what a campaign needs, and a ruling."""
    page.goto("/new")
    page.get_by_label("Short name").fill(name)
    page.get_by_label("Host", exact=False).first.fill("Hanna")
    page.get_by_label("Germany", exact=True).first.fill("Anna")
    page.get_by_text("Others", exact=True).click()
    page.get_by_label("Half a point is rounded").select_option("down")


def offered(service: Service) -> str:
    """Where a device of the operator is let in."""
    url: str = json.loads(service.shell.fine("operator", "--json"))["url"]
    return url


def faults(page: Page, state: str, dark: bool) -> list[object]:
    """What bars anybody in a state of a page, and where it is too wide."""
    assert page.evaluate(PAPER_DARKER) is dark, state
    found: list[object] = list(judges.barriers(page, judges.COLOURS if dark else ()))
    for width in WIDTHS:
        page.set_viewport_size(ViewportSize(width=width, height=SMALL[1]))
        if browser.width(page) > width:
            found.append((state, width))
    page.set_viewport_size(ViewportSize(width=SMALL[0], height=SMALL[1]))
    return found


@pytest.mark.rotating(2)
@needs_axe
@pytest.mark.parametrize("scheme", browser.SCHEMES)
def test_no_state_bars_anybody(there: Browser, service: Service, scheme: str) -> None:
    """The operator's address, not yet theirs, the club, a form, its faults, and the look."""
    dark = scheme == "dark"
    with window(there, service, "host", color_scheme=scheme) as page:
        wrong = []
        page.goto("/club")
        assert page.locator("h1").inner_text() == "This page is for whoever runs the machine"
        wrong += faults(page, "not theirs", dark)
        page.goto(offered(service))
        wrong += faults(page, "offered", dark)
        page.get_by_role("button", name="Yes, I run this machine").click()
        assert page.url.endswith("/club")
        page.get_by_text(NAME, exact=True).last.click()
        wrong += faults(page, "club", dark)
        page.goto("/new")
        wrong += faults(page, "new", dark)
        typed(page, "germany")
        page.get_by_role("button", name="Look at it first").click()
        assert "call the campaign something else" in page.locator("#why-name").inner_text()
        wrong += faults(page, "refused", dark)
        page.get_by_label("Short name").fill("friday")
        page.get_by_role("button", name="Look at it first").click()
        page.get_by_text("The first event, as it will be written down").click()
        wrong += faults(page, "looked at", dark)
        assert wrong == []


@pytest.mark.parametrize("script", [True, False])
def test_a_campaign_is_started_and_its_first_member_invited(
    there: Browser, service: Service, script: bool
) -> None:
    """With and without JavaScript: two taps behind what is typed, and one to invite."""
    name = f"evening-{'a' if script else 'b'}"
    with window(there, service, "host", java_script_enabled=script) as page:
        typed(page, name)
        page.get_by_role("button", name="Look at it first").click()
        page.get_by_role("button", name="Start the campaign").click()
        assert page.url.endswith(f"/c/{name}/members")
        page.get_by_role("button", name="Invite Anna").click()
        assert page.locator("h1").inner_text() == "Anna"
        assert "/in/" in page.locator(".address").inner_text()
