"""Pages that follow the record in a browser: what others do shows, and what one does is kept."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from looks import browser
from support.on_a_port import Served, served
from support.programs import with_two_campaigns
from support.sessions import NAME

pytestmark = [pytest.mark.rotating(3), pytest.mark.needs(*browser.NAMES), pytest.mark.slow]
FORM = "form:has(input[name=choice])"
"""What somebody is asked."""
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
COMPLAINTS: list[str] = []
"""What browsers complained of, such as what the content policy forbids."""
PHONE = {"width": 360, "height": 640}


@pytest.fixture
def club(tmp_path: Path, there: Browser) -> Iterator[Served]:
    """A service with a campaign in which nobody has done anything yet."""
    COMPLAINTS.clear()
    with served(tmp_path, with_two_campaigns) as running:
        yield running
        for context in there.contexts:
            context.close()
    assert COMPLAINTS == []


def signed_in(
    club: Served,
    there: Browser,
    member: str,
    *,
    scripts: bool = True,
    scheme: str = "light",
    bypass_csp: bool = False,
) -> Page:
    """A member's phone; whatever the browser complains of fails the test."""
    context = there.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        java_script_enabled=scripts,
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=bypass_csp,
    )
    page = context.new_page()
    page.set_default_timeout(browser.PATIENCE)
    page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
    page.on("console", lambda line: COMPLAINTS.append(line.text) if line.type == "error" else None)
    page.goto(club.invitation(member))
    page.get_by_role("button").click()
    page.wait_for_url(f"{club.url}/c/{NAME}")
    return page


def at(page: Page, club: Served, path: str) -> Page:
    """The page at a path, marked so that a reload would show."""
    page.goto(f"{club.url}/c/{NAME}{path}")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    browser.mark(page)
    return page


def with_streams(page: Page, club: Served, number: int) -> None:
    """Waits until the service has heard of every stream that was opened or left."""
    while len(club.here.streams) != number:
        page.evaluate("1")


def test_what_another_does_shows_without_a_reload(club: Served, there: Browser) -> None:
    """The line of the journal, and in the title what waits for the reader."""
    page = at(signed_in(club, there, "anna"), club, "")
    club.draw()
    expect(page.get_by_text("This is yours").first).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    assert browser.is_marked(page)


def test_a_choice_stays_while_others_answer(club: Served, there: Browser) -> None:
    """Who has answered follows; the half that was chosen stays chosen, and can be sent."""
    club.draw()
    page = at(signed_in(club, there, "anna"), club, "/board")
    form = page.locator(FORM).first
    form.get_by_role("radio", name="No veto").check()
    before = page.locator(".pips li.in").count()
    club.send("SealBallot", "ben", power="ussr", choice="no-veto")
    expect(page.locator(".pips li.in")).to_have_count(before + 1)
    expect(form.get_by_role("radio", name="No veto")).to_be_checked()
    assert browser.is_marked(page)
    browser.press(form.get_by_role("button", name="Seal"))
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()


def test_a_form_that_is_asked_for_no_more_says_so(club: Served, there: Browser) -> None:
    """What was chosen is kept, but a line above says that something has changed."""
    club.draw()
    page = at(signed_in(club, there, "anna"), club, "/board")
    page.locator(FORM).first.get_by_role("radio", name="No veto").check()
    club.send("FixMarkers")
    expect(page.get_by_text("Something here has changed meanwhile. Look again")).to_be_visible()
    assert page.locator(FORM).first.get_by_role("radio", name="No veto").is_checked()
    browser.press(page.get_by_role("link", name="Look again").first)
    expect(page.locator(FORM)).to_have_count(0)


def test_a_page_that_answers_a_form_stays_as_it_is(club: Served, there: Browser) -> None:
    """A receipt with its salt is not replaced by what the board is now."""
    club.draw()
    page = at(signed_in(club, there, "anna"), club, "/board")
    form = page.locator(FORM).first
    form.get_by_role("radio", name="No veto").check()
    browser.press(form.get_by_role("button", name="Seal"))
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    club.send("SealBallot", "ben", power="ussr", choice="no-veto")
    assert page.locator("body").get_attribute("data-stream") is None
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()


def test_the_focus_and_what_is_unfolded_stay(club: Served, there: Browser) -> None:
    """After the table is put in its place anew."""
    club.draw()
    page = at(signed_in(club, there, "eve"), club, "/board")
    summary = page.locator(".face summary")
    if summary.count():
        summary.click()
    else:
        page.get_by_role("link", name="Look again").focus()
    focused = page.evaluate("document.activeElement.textContent")
    club.send("SealBallot", "ben", power="ussr", choice="no-veto")
    expect(page.locator(".pips li.in")).to_have_count(1)
    assert page.evaluate("document.activeElement.textContent") == focused
    assert page.locator(".face details[open]").count() == summary.count()


def test_a_hidden_tab_lets_go_of_its_stream(club: Served, there: Browser) -> None:
    """And looks once when it is shown again."""
    page = at(signed_in(club, there, "anna"), club, "")
    with_streams(page, club, 1)
    page.evaluate(HIDE, True)
    with_streams(page, club, 0)
    club.draw()
    with page.expect_request(lambda one: one.url.endswith("/live")):
        page.evaluate(HIDE, False)
    expect(page.get_by_text("This is yours").first).to_be_visible()
    assert browser.is_marked(page)


def test_the_first_page_looks_again_when_it_is_shown(club: Served, there: Browser) -> None:
    """It is about several campaigns, and has no stream."""
    page = signed_in(club, there, "anna")
    page.goto(f"{club.url}/")
    browser.mark(page)
    page.evaluate(HIDE, True)
    club.draw()
    page.evaluate(HIDE, False)
    expect(page.get_by_text("ballot on").first).to_be_visible()
    assert browser.is_marked(page)
    with_streams(page, club, 0)


def test_without_scripts_a_reload_shows_the_same(club: Served, there: Browser) -> None:
    """No page needs the stream."""
    page = signed_in(club, there, "anna", scripts=False)
    club.draw()
    page.reload()
    expect(page.get_by_text("This is yours").first).to_be_visible()
    page.goto(f"{club.url}/c/{NAME}/board")
    expect(page.locator(FORM).first).to_be_visible()


def test_times_are_told_in_the_readers_zone(club: Served, there: Browser) -> None:
    """With the time in UTC behind them."""
    page = at(signed_in(club, there, "anna"), club, "/journal")
    time = page.locator("main time").first
    assert time.get_attribute("title") and time.get_attribute("datetime")
    assert time.inner_text() != time.get_attribute("title")


PRESSES_AT_ONCE = """which => {
    const main = document.querySelector("main");
    const was = main.querySelector(which)?.getBoundingClientRect();
    new MutationObserver((_, observer) => {
        const button = main.querySelector(which);
        if (!button) return;
        observer.disconnect();
        const is = button.getBoundingClientRect();
        const [x, y] = [is.x + 5, is.y + 5];
        window.moved = Boolean(was) && is.y !== was.y;
        window.addEventListener("click", (event) => event.preventDefault());
        const press = {bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y};
        button.dispatchEvent(new MouseEvent("click", press));
    }).observe(main, {childList: true, subtree: true});
}"""
"""Presses a control in the moment of the next change; nothing comes of it."""


def test_a_button_that_has_just_come_takes_no_press_and_says_so(
    club: Served, there: Browser
) -> None:
    """Whoever meant to press what stood there before presses nothing else."""
    page = at(signed_in(club, there, "host"), club, "/host")
    page.evaluate(PRESSES_AT_ONCE, ".stages button.press")
    club.send("OpenReinforcement")
    expect(page.locator(browser.JUST_CHANGED)).to_have_text(
        "The page changed just now. Look, and press again."
    )
    browser.press(page.get_by_role("button", name="Draw a leader"))
    expect(page.locator(browser.JUST_CHANGED)).to_have_count(0)


def test_what_stays_where_it_was_takes_the_press(club: Served, there: Browser) -> None:
    """A change above or beside a control costs nobody a press on it."""
    page = at(signed_in(club, there, "eve"), club, "/board")
    page.evaluate(PRESSES_AT_ONCE, "form button:last-of-type")
    club.send("OpenReinforcement")
    page.wait_for_function("() => 'moved' in window")
    assert (page.evaluate("window.moved"), page.locator(browser.JUST_CHANGED).count()) == (False, 0)


def test_nothing_changes_under_a_finger(club: Served, there: Browser) -> None:
    """While it is down, and for two seconds at most; then what has come shows."""
    page = at(signed_in(club, there, "anna"), club, "")
    page.locator("h1").first.hover()
    page.mouse.down()
    with page.expect_response(lambda one: one.url.endswith(f"/c/{NAME}")):
        club.send("OpenReinforcement")
        club.send("DrawLeader")
    assert page.get_by_text("This is yours").count() == 0
    page.mouse.up()
    expect(page.get_by_text("This is yours").first).to_be_visible()
