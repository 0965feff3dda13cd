"""Table talk in a browser: what others say shows, what one types stays, also without scripts."""

from playwright.sync_api import Browser, Page, expect

from looks import browser
from support.on_a_port import Served
from support.sessions import NAME
from tests.all.web.test_service_followed import at, club, pytestmark, signed_in

__all__ = ["club", "pytestmark"]


def say(page: Page, text: str) -> None:
    """Says something on the page that is open."""
    page.get_by_label("Say something at the table").fill(text)
    browser.press(page.get_by_role("button", name="Send"))


def test_what_another_says_shows_and_what_one_types_stays(club: Served, there: Browser) -> None:
    """Without a reload, and with who is here; the box keeps its text and its focus."""
    anna = at(signed_in(club, there, "anna"), club, "")
    ben = at(signed_in(club, there, "ben"), club, "/board")
    expect(anna.locator(".here-now")).to_have_text("Here now: Ben")
    box = anna.get_by_label("Say something at the table")
    box.fill("I am about to say")
    say(ben, "I was first!")
    expect(anna.locator(".said-text")).to_have_text("I was first!")
    expect(box).to_have_value("I am about to say")
    expect(box).to_be_focused()
    assert browser.is_marked(anna)
    browser.press(anna.get_by_role("button", name="Send"))
    expect(anna.locator(".said-text").last).to_have_text("I am about to say")
    expect(ben.locator(".said-text").last).to_have_text("I am about to say")


def test_it_works_without_scripts(club: Served, there: Browser) -> None:
    """Saying, tapping, deleting, hiding; a second look shows what others said."""
    anna, ben, host = (
        signed_in(club, there, who, scripts=False) for who in ("anna", "ben", "host")
    )
    anna.goto(f"{club.url}/c/{NAME}/board")
    say(anna, "Well, well.")
    assert anna.url.endswith("/board#talk")
    ben.goto(f"{club.url}/c/{NAME}/talk")
    ben.get_by_text("React").click()
    ben.get_by_role("button", name="Well played").click()
    expect(ben.get_by_role("button", name="Well played 1")).to_have_attribute(
        "aria-pressed", "true"
    )
    host.goto(f"{club.url}/c/{NAME}/talk")
    host.get_by_text("React or hide").click()
    host.get_by_role("button", name="Hide it from all").click()
    expect(host.locator(".said-text")).to_have_text("Hidden by Host.")
    anna.goto(f"{club.url}/c/{NAME}/talk")
    anna.locator("summary", has_text="Delete what you said").click()
    anna.get_by_role("button", name="Delete it").click()
    expect(anna.locator(".said-text")).to_have_count(0)
