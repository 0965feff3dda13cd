"""A host runs a whole turn on a small phone, and the big screen follows, in a browser."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from looks import browser, judges
from support.on_a_port import Served, served
from support.programs import with_two_campaigns
from support.sessions import NAME
from tests.all.web.test_service_followed import PHONE, signed_in

pytestmark = [pytest.mark.rotating(3), pytest.mark.needs(*browser.NAMES), pytest.mark.slow]


@pytest.fixture
def club(tmp_path: Path, there: Browser) -> Iterator[Served]:
    """A service with a campaign in which nobody has done anything yet."""
    with served(tmp_path, with_two_campaigns) as running:
        yield running
        for context in there.contexts:
            context.close()


class Thumb:
    """Taps buttons that are in sight, and counts."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url, self.taps = page, url, 0

    def tap(self, name: str) -> None:
        """Taps the stage's button; it is above the bar, without scrolling."""
        button = self.page.get_by_role("button", name=name)
        expect(button).to_be_visible()
        box, bar = button.bounding_box(), self.page.locator(".places").bounding_box()
        assert box is not None and bar is not None
        assert box["y"] >= 0 and box["y"] + box["height"] <= bar["y"], (name, box)
        with self.page.expect_navigation():  # a script may send it first
            button.click()
        self.taps += 1


@pytest.mark.parametrize("scripts", [True, False])
def test_a_turn_with_one_draw_takes_seven_taps(club: Served, there: Browser, scripts: bool) -> None:
    """Open the Board, draw, open the ballots, open the votes, begin the next turn; and once more,
    since the leader who arrived has no place yet.
    """
    page = signed_in(club, there, "host", scripts=scripts)
    page.goto(f"{club.url}/c/{NAME}/host")
    thumb = Thumb(page, club.url)
    thumb.tap("Open the Promotions Board")
    thumb.tap("Draw a leader")
    club.all_answer("SealBallot", "no-veto")
    page.goto(f"{club.url}/c/{NAME}/host")
    thumb.tap("Open the ballots")
    club.all_answer("SealVote", "abstain")
    page.goto(f"{club.url}/c/{NAME}/host")
    thumb.tap("Open the votes")
    thumb.tap("Begin November/December 1939")
    assert "owed" in page.locator("h1").inner_text()
    thumb.tap("Begin November/December 1939")
    assert page.locator("h1").inner_text() == "Host ends the turn in 10 seconds"
    with suppress(Error):  # on a slow machine the ten seconds are over, and the page goes on itself
        page.get_by_role("button", name="Now", exact=True).click(timeout=3000)
    page.wait_for_url(lambda url: not url.endswith("/held"))
    page.goto(f"{club.url}/c/{NAME}/host")
    assert page.locator("h1").inner_text() == "November/December 1939"
    assert thumb.taps <= 7


def test_the_big_screen_follows_and_lets_the_stamp_fall(club: Served, there: Browser) -> None:
    """What has not changed stays in its place; the stamp comes by itself."""
    club.draw()
    page = signed_in(club, there, "eve")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{club.url}/c/{NAME}/screen")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.evaluate("document.querySelector('.stage h1').marked = true")
    club.send("SealBallot", "ben", power="ussr", choice="no-veto")
    expect(page.locator(".count strong")).to_have_text("1")
    assert page.evaluate("document.querySelector('.stage h1').marked === true")
    club.all_answer("SealBallot", "no-veto")
    club.send("OpenBallots")
    expect(page.locator(".stamp")).to_have_text("Promoted")
    assert page.locator(".stamp").evaluate("one => getComputedStyle(one).animationName") == "falls"


def test_the_big_screen_stands_still_where_motion_is_not_wanted(
    club: Served, there: Browser
) -> None:
    page = signed_in(club, there, "eve")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{club.url}/c/{NAME}/screen")
    names = "all => all.map(one => getComputedStyle(one).animationName)"
    found = page.locator(".wall-figures b").evaluate_all(names)
    assert found and set(found) == {"none"}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_big_screen_is_one_window_in_large_letters(
    club: Served, there: Browser, size: tuple[int, int]
) -> None:
    """Nothing to scroll; on a screen 50 cm high, 4% of it are letters of 20 mm: read at 4 m."""
    club.draw()
    page = signed_in(club, there, "eve")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{club.url}/c/{NAME}/screen")
    tall, wide = page.evaluate(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    )
    assert (wide, tall) == size
    sizes = page.locator("main *:visible:not(.hidden)").evaluate_all(
        "all => all.filter(one => one.textContent.trim() && !one.closest('.hidden'))"
        ".map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= size[1] * 0.04


def test_a_dispute_from_a_line_takes_three_taps_and_the_words(club: Served, there: Browser) -> None:
    """The line's number, the box, the button."""
    club.send("AddEntropy", value="rain")
    page = signed_in(club, there, "anna")
    assert page.viewport_size == PHONE
    page.goto(f"{club.url}/c/{NAME}/journal")
    taps = 0
    for there_is in (
        page.locator(".lines a.n").first,
        page.get_by_label("In your own words"),
        page.get_by_role("button", name="Dispute it"),
    ):
        there_is.click()
        taps += 1
        if taps == 2:
            page.keyboard.type("It did not rain.")
    expect(page.get_by_role("heading", name="“It did not rain.”")).to_be_visible()
    assert taps == 3


def test_undo_takes_two_taps(club: Served, there: Browser) -> None:
    """From the host's desk: the link, and the button."""
    club.send("DeclareWar", attacker="germany", target="poland")
    page = signed_in(club, there, "host")
    page.goto(f"{club.url}/c/{NAME}/host")
    page.get_by_role("link", name="Take back my last act").click()
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_url("**/host")
    log = [type(one.event).__name__ for one in club.house.ledger.history(NAME)]
    assert log[-1] == "ActUndone"


@pytest.mark.needs(str(judges.AXE))
def test_no_state_of_a_dispute_bars_anybody(club: Served, there: Browser) -> None:
    """A line, a dispute to be ruled on, a preview, what is refused, and the big screen."""
    club.send("AdvanceTurn")
    for dispute in ("d1", "d2"):
        club.send("RaiseDispute", "anna", versions=[2], claim="It was not so.")
        if dispute == "d1":
            club.send("GiveRuling", dispute="d1", verdict="upheld", text="So it was.")
            club.send("ConsentToRuling", "ben", dispute="d1")
    page = signed_in(club, there, "host", bypass_csp=True)
    adjusts = "kind=adjust&dispute=d1&look=1&figure=veto-points&of=italy"
    found = {}
    for path in (
        "/journal/2",
        "/disputes/d1",
        "/disputes/d2",
        f"/correct?{adjusts}&change=2",
        f"/correct?{adjusts}&change=two",
        "/correct?kind=amend&dispute=d1&version=2",
        "/screen",
    ):
        page.goto(f"{club.url}/c/{NAME}{path}")
        assert browser.width(page) <= PHONE["width"], path
        if barriers := judges.barriers_in_both(page):
            found[path] = barriers
    assert found == {}, found
