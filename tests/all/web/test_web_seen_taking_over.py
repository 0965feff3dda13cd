"""A war taken over in a browser: no barriers, nothing too wide, each state looked at."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from looks import browser, judges
from tests.all.web.test_web_seen import Service, service, window
from tests.all.web.test_web_seen_club import faults

__all__ = ["service"]
pytestmark = pytest.mark.needs(*browser.NAMES)
SHEETS = Path(__file__).parents[2] / "take_over" / "sheets"


@pytest.mark.rotating(2)
@pytest.mark.needs(str(judges.AXE))
def test_no_state_of_the_page_bars_anybody(there: Browser, service: Service) -> None:
    """Empty, with cells to settle, settled; then the campaign goes on in its turn."""
    with window(there, service, "host", color_scheme="light") as page:
        wrong = []
        page.goto("/new")
        page.get_by_role("link", name="Take it over").click()
        wrong += faults(page, "empty", False)
        page.get_by_label("Short name").fill("paper")
        page.get_by_label("The position").fill((SHEETS / "table.md").read_text())
        page.get_by_role("button", name="Check it").click()
        assert "B8 (points): 2,5" in page.locator("#main, main").first.inner_text()
        wrong += faults(page, "to be settled", False)
        seen(page, "settle")
        page.get_by_label("The position").fill("turn\t12\n\nLeader\tState\nGudrian\tcup\n")
        page.get_by_role("button", name="Check it again").click()
        page.get_by_role("button", name="Go on from here").wait_for()
        wrong += faults(page, "settled", False)
        seen(page, "settled")
        page.get_by_role("button", name="Go on from here").click()
        page.wait_for_url("**/c/paper/members")
        wrong += faults(page, "members", False)
        seen(page, "members")
        page.get_by_role("button", name="Invite everybody who has not come in yet").click()
        wrong += faults(page, "invited", False)
        assert wrong == []


def seen(page: object, name: str) -> None:
    """Photographs a state where a folder is named for it."""
    if folder := os.environ.get("LOOK"):
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
