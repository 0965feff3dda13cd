"""Results and dice of Flames of War on a phone without scripts, and with them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from campaign.store.ledger import Ledger
from fow.screens import rifles
from looks import browser
from support.command_line import Shell
from support.served import invited, served
from support.sessions import ledger_in

pytestmark = pytest.mark.needs(*browser.NAMES)
PHONE = ViewportSize(width=browser.PHONE, height=browser.HEIGHT)
AIDS = (
    "rally",
    "platoon-morale",
    "shooting-hits",
    "armour-save",
    "minefield",
    "bogging",
    "range-in",
)


def battle(ledger: Ledger) -> None:
    """Anzio, with Anna's roster; nobody rolls but the table, or the ledger."""
    setup = {
        "players": {"anna": "allies", "ben": "axis"},
        "forces": {"rifles": rifles(skill="trained", motivation="confident")},
    }
    opened = ledger.open(
        "club", system="fow", scenario="anzio", setup=setup, rulings={"dice": "either"}
    )
    assert opened["accepted"], opened
    begun = {"command": "BeginBattle", "platoons": {"axis": 6}}
    assert ledger.submit("club", begun)["accepted"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Shell, str, Browser]]:
    folder = tmp_path_factory.mktemp("club")
    with ledger_in(folder) as ledger:
        battle(ledger)
    shell = Shell(folder)
    with served(shell) as (_, url), browser.browser() as there:
        yield shell, url, there


@contextmanager
def phone(service: tuple[Shell, str, Browser], member: str, *, scripts: bool) -> Iterator[Page]:
    """A member's phone."""
    shell, url, there = service
    window = there.new_context(viewport=PHONE, base_url=url, java_script_enabled=scripts)
    try:
        page = window.new_page()
        page.set_default_timeout(browser.PATIENCE)
        page.goto(invited(shell, member, "club"))
        page.get_by_role("button", name="Yes, that’s me").click()
        yield page
    finally:
        window.close()


def press(page: Page, name: str) -> None:
    """Presses a button, and waits for the page it leads to, which fits."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.click()
    fits(page)


def fits(page: Page) -> None:
    """It is never moved sideways, and no longer than two screens."""
    assert browser.width(page) <= PHONE["width"], page.url
    assert browser.height(page) <= 2 * PHONE["height"], page.url


def told(page: Page) -> str:
    """What the page says."""
    return " ".join(page.locator("main").inner_text().split())


@pytest.mark.rotating(3)
@pytest.mark.parametrize("scripts", [False, True])
@pytest.mark.parametrize("aid", AIDS)
def test_an_aid_fits_on_two_screens(
    service: tuple[Shell, str, Browser], aid: str, scripts: bool
) -> None:
    """Its facts, and the choice of all aids with every group unfolded by a search."""
    with phone(service, "anna", scripts=scripts) as page:
        page.goto(f"/c/club/do/RollDice?aid={aid}")
        fits(page)
        assert (
            page.get_by_role("button", name="Next")
            .or_(page.get_by_role("button", name="Roll"))
            .first.is_visible()
        )


def test_a_roll_takes_six_taps(service: tuple[Shell, str, Browser]) -> None:
    """The card that leads here, the aid, two numbers, Next, Roll; the ledger rolls."""
    with phone(service, "anna", scripts=False) as page:
        page.goto("/c/club/do/RollDice")
        fits(page)
        press(page, "Platoon Morale Check")
        page.get_by_label("2nd Rifle", exact=True).check()
        page.get_by_label("Teams Destroyed", exact=True).fill("5")
        page.get_by_label("Teams on the table able to fight", exact=True).fill("3")
        press(page, "Next")
        assert "Needed: Confident 4+, by the roster. That is 50 in 100." in told(page)
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator("button.press", has_text="Roll").click()
        page.get_by_text("The Allies rolled for a Platoon Morale Check (2nd Rifle)").wait_for()
        fits(page)


def test_a_number_is_counted_with_a_script(service: tuple[Shell, str, Browser]) -> None:
    """A plus beside the number; two platoons of the Axis, one of the Allies: 5 points to 2."""
    with phone(service, "anna", scripts=True) as page:
        page.goto("/c/club/do/ReportResult")
        press(page, "The Allies held an objective")
        page.get_by_label("2nd Rifle", exact=True).first.check()
        plus = page.get_by_role("button", name="Axis’ platoons Destroyed: one more")
        plus.click()
        plus.click()
        assert page.locator('[name="lost/axis"]').input_value() == "2"
        press(page, "See what it means")
        assert "A major victory for the Allies" in told(page)
        assert "Allies 5 points Axis 2" in told(page)
        press(page, "Send it to Ben")
        assert "Recorded" in told(page)


CUT = """[...document.querySelectorAll(".map .name, .accounts strong")].filter((one) =>
    one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).length"""
"""How many names of sectors, or figures, are cut off."""
LINES = """[...document.querySelectorAll(".accounts strong")].filter((one) =>
    /^[0-9]+$/.test(one.textContent) && one.getClientRects().length > 1).length"""
"""How many numbers go over two lines."""


def test_a_screen_of_a_table_shows_names_and_numbers_whole(
    service: tuple[Shell, str, Browser],
) -> None:
    """On a phone and on a wide screen, where a card beside the column keeps its own edge."""
    with phone(service, "anna", scripts=False) as page:
        for width in (320, PHONE["width"], 1280):
            page.set_viewport_size(ViewportSize(width=width, height=browser.HEIGHT))
            for path in ("war", "figures"):
                page.goto(f"/c/club/{path}")
                assert page.evaluate(CUT) == 0 and page.evaluate(LINES) == 0, (path, width)
        page.goto("/c/club")
        card = page.locator(".beside > .plate").first
        assert card.evaluate("one => getComputedStyle(one).paddingTop") == "16px"
