"""The Board in a browser: opened under a watched page, on narrow phones, offline, and revealed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.handler.holding import Holding
from looks import browser, judges
from support.on_a_port import served
from support.programs import with_two_campaigns
from support.sessions import NAME
from tests.all.web.test_sealing_followed import Club

pytestmark = [pytest.mark.rotating(3), pytest.mark.needs(*browser.NAMES), pytest.mark.slow]
FORM = "form:has(input[name=choice])"
WIDEST = "body, body * { font-family: 'DejaVu Serif', serif !important }"
"""The widest serif that phones are likely to have."""
ENDS = """() => document.getAnimations().map(one => {
    const { delay, endTime } = one.effect.getComputedTiming();
    const part = one.effect.target;
    return [part.className, delay, endTime];
})"""
KEPT = """async () => JSON.stringify([
    {...localStorage}, {...sessionStorage}, document.cookie,
    await indexedDB.databases(), await caches.keys(),
])"""


@pytest.fixture
def club(tmp_path: Path, there: Browser) -> Iterator[Club]:
    """A service in which nobody has done anything yet."""
    with served(tmp_path, with_two_campaigns, is_plain=False) as running:
        yield Club(running, there)
        for context in there.contexts:
            context.close()


def watched(page: Page, club: Club) -> Page:
    """The Board on a phone, marked so that a reload would show."""
    club.board(page)
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    browser.mark(page)
    return page


def test_the_board_opens_under_a_page_that_watches_it(club: Club) -> None:
    """What seals on the device came with no form, and is fetched when there is one."""
    page, _ = club.with_secret("anna")
    watched(page, club)
    assert page.locator("script[src*=sealing]").count() == 0
    club.running.draw()
    form = page.locator("form:has(.where)").first
    expect(form.get_by_role("radio", name="On this device")).to_be_enabled()
    assert browser.is_marked(page)
    form.get_by_role("radio", name="On this device").check()
    form.get_by_role("radio", name="No veto").check()
    browser.press(form.get_by_role("button", name="Seal"))
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    (marker,) = club.running.house.ledger.live(NAME).state.board.markers.values()
    assert marker.device and club.complaints == []


def test_what_is_held_and_requested_shows_on_the_pages_of_others(club: Club) -> None:
    """By the stream, and so does that it was taken back; nothing is recorded by it."""
    club.running.draw()
    anna, host = watched(club.phone("anna"), club), club.phone("host", java_script_enabled=False)
    before = club.running.house.ledger.store.version(NAME)
    club.board(host)
    host.get_by_role("button", name="Open the ballots").click()
    host.get_by_role("radio", name="Agreed with them").check()
    host.get_by_role("button", name="Open the ballots").click()
    expect(anna.get_by_text("Host opens the ballots in")).to_be_visible()
    host.get_by_role("button", name="Take it back").click()
    expect(anna.get_by_text("Host opens the ballots in")).to_have_count(0)
    host.context.close()
    host = watched(club.phone("host"), club)
    anna.goto(f"{club.running.url}/c/{NAME}/requests")
    browser.press(anna.get_by_role("button", name="Ask the host").first)
    expect(host.get_by_text("Anna asks for time until")).to_be_visible()
    assert browser.is_marked(host) and club.running.house.ledger.store.version(NAME) == before
    assert club.complaints == []


def test_a_held_acts_page_goes_on_and_back_leads_where_one_came_from(club: Club) -> None:
    """From whom it passes over back to the Board; from the hold, once it is sent, to the reveal."""
    club.running.draw()
    host, house = club.board(club.phone("host")), club.running.house
    opens = host.get_by_role("button", name="Open the ballots")
    browser.press(opens)
    expect(host).to_have_url(re.compile("/passing"))
    host.go_back()
    expect(host).to_have_url(re.compile("/board$"))
    browser.press(opens)
    host.get_by_role("radio", name="Agreed with them").check()
    browser.press(opens)
    expect(host.get_by_role("heading", name="Host opens the ballots in")).to_be_visible()
    assert host.locator("head > meta[http-equiv]").count() == 0, "the stream tells it"
    holding = Holding(house.desk, house.clock)
    (act,) = holding.acts.every()
    holding.send(act)
    expect(host).to_have_url(re.compile("/board$"))
    expect(host.locator("[data-plays]").first).to_be_attached()
    assert club.complaints == []


def test_three_choices_move_no_page_sideways(club: Club) -> None:
    """In the widest type, from the narrowest phone to the widest: each choice is a row."""
    club.running.draw()
    club.running.all_answer("SealBallot", "no-veto")
    club.send("OpenBallots")
    page = club.phone("anna", bypass_csp=True, reduced_motion="reduce")
    for width in (320, 360, 385, 390, 408, 430):
        page.set_viewport_size({"width": width, "height": 844})
        club.board(page)
        page.add_style_tag(content=WIDEST)
        assert page.locator(".halves.n3").count() >= 1
        assert browser.width(page) <= width, width
        boxes = [one.bounding_box() for one in page.locator(".halves.n3 .half").all()]
        assert len({box["x"] for box in boxes if box}) == 1, width
        assert all(box and box["height"] >= 44 for box in boxes)


def test_without_a_connection_the_choice_stays_and_is_sent_once(club: Club) -> None:
    """Nothing is kept anywhere; the same id goes again, and one event is recorded."""
    club.running.draw()
    page = watched(club.phone("anna"), club)
    ledger = club.running.house.ledger
    before, form = ledger.store.version(NAME), page.locator(FORM).first
    kept, key = page.evaluate(KEPT), form.locator("input[name=id]").input_value()
    form.get_by_role("radio", name="No veto").check()
    page.context.set_offline(True)
    browser.press(form.get_by_role("button", name="Seal"))
    text = "No connection. Your choice is still on this page, not sent."
    expect(form.get_by_text(text)).to_be_visible()
    assert form.get_by_role("radio", name="No veto").is_checked()
    assert form.locator("input[name=id]").input_value() == key
    assert page.evaluate(KEPT) == kept
    browser.press(form.get_by_role("button", name="Try again"))
    expect(form.get_by_text(text)).to_have_count(1)
    page.context.set_offline(False)
    browser.press(form.get_by_role("button", name="Try again"))
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    expect(page.get_by_text("Proof for you alone")).to_be_visible()
    assert ledger.store.version(NAME) == before + 1
    page.go_back()
    expect(page.locator(".envelope summary").first).to_contain_text("sealed.")


def test_an_answer_that_was_lost_is_known_again(club: Club) -> None:
    """The form arrived, its answer did not: the same id is no second ballot."""
    club.running.draw()
    page = watched(club.phone("anna"), club)
    ledger = club.running.house.ledger
    before, form = ledger.store.version(NAME), page.locator(FORM).first
    form.get_by_role("radio", name="No veto").check()

    def lost(route: object) -> None:
        route.fetch()  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    page.route("**/board", lost, times=1)
    browser.press(form.get_by_role("button", name="Seal"))
    expect(form.get_by_text("No connection.")).to_be_visible()
    assert ledger.store.version(NAME) == before + 1
    page.route("**/board", lambda route: route.fulfill(status=502), times=1)
    with page.expect_response(lambda answer: answer.status == 502):
        browser.press(form.get_by_role("button", name="Try again"))
    expect(form.get_by_text("No connection.")).to_have_count(1)
    browser.press(form.get_by_role("button", name="Try again"))
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    assert ledger.store.version(NAME) == before + 1


def test_a_page_says_that_it_is_not_live(club: Club) -> None:
    """After five seconds without the stream, not at once; and no longer once it is back."""
    page = watched(club.phone("anna"), club)
    dot = "getComputedStyle(document.querySelector('.masthead'), '::after').content"
    assert "not live" not in page.evaluate(dot)
    page.clock.install()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.route("**/live", lambda route: route.abort())
    hidden = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    told = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(hidden % "true" + told)
    page.evaluate(hidden % "false" + told)
    page.clock.run_for(1000)
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    becomes(page, "no")
    assert "not live" in page.evaluate(dot)
    page.unroute("**/live")
    becomes(page, "yes")


def becomes(page: Page, is_live: str) -> None:
    """Lets the page's time go on until it says that it is live, or no more."""
    for _ in range(200):
        if page.locator("html").get_attribute("data-live") == is_live:
            return
        page.clock.run_for(1000)
        page.wait_for_timeout(20)  # the stream itself takes real time
    pytest.fail(f"it never became {is_live!r}")


def test_an_opening_is_over_within_three_seconds(club: Club) -> None:
    """It comes by itself: envelopes from 0.25 s, prices at 1.9, the stamp at 2.05, the rest."""
    club.running.draw()
    page = watched(club.phone("eve"), club)
    club.running.all_answer("SealBallot", "no-veto")
    club.send("OpenBallots")
    expect(page.locator(".envs.turned li")).to_have_count(8)
    found = page.evaluate(ENDS)
    delays = {name: {delay for what, delay, _ in found if what == name} for name, *_ in found}
    assert sorted(delays["e"]) == [250, 410, 570, 730, 890, 1050, 1210, 1370]
    assert (delays["price"], delays["stamp good"], delays["upshot"]) == ({1900}, {2050}, {2400})
    assert max(end for *_, end in found) < 3000
    expect(page.get_by_role("status").first).to_contain_text("is promoted. Nobody vetoed.")
    assert browser.is_marked(page)
    page.reload()
    assert page.evaluate(ENDS) == [], "a device plays it once"
    browser.press(page.get_by_role("link", name="Turn the envelopes again"))
    expect(page.locator("[data-plays]").first).to_be_attached()
    assert page.url.endswith("/board"), "looking again turns nothing once more"


def test_where_motion_is_not_wanted_the_cards_are_turned_already(club: Club) -> None:
    club.running.draw()
    club.running.all_answer("SealBallot", "no-veto")
    club.send("OpenBallots")
    page = club.board(club.phone("anna", reduced_motion="reduce"))
    assert page.evaluate(ENDS) == []
    turned = "one => getComputedStyle(one).transform"
    assert page.locator(".turned .e").first.evaluate(turned).startswith("matrix3d(-1")
    expect(page.get_by_role("heading", name="Nobody vetoed")).to_be_visible()


def test_a_host_opens_from_the_board_and_sees_it_played(club: Club) -> None:
    """The page that the button leads to plays it; what was sent by the script used nothing up."""
    club.running.draw()
    club.running.all_answer("SealBallot", "no-veto")
    page = club.board(club.phone("host"))
    with page.expect_navigation():
        browser.press(page.get_by_role("button", name="Open the ballots"))
    assert page.url.endswith("/board")
    expect(page.locator("[data-plays]").first).to_be_attached()
    assert club.complaints == []


@pytest.mark.needs(str(judges.AXE))
def test_no_state_of_the_board_bars_anybody(club: Club) -> None:
    """Sealed, revealed and voted, for a player and the host; and the big screen meanwhile."""
    club.running.draw()
    phones = [club.phone(who, bypass_csp=True) for who in ("host", "anna")]
    found = {}
    for step, command, choice in (
        ("ballots", "SealBallot", "no-veto"),
        ("OpenBallots", "SealVote", "abstain"),
        ("OpenVotes", "", ""),
    ):
        if step != "ballots":
            club.send(step)
        for page in phones:
            for path in ("board", "screen"):
                page.goto(f"{club.running.url}/c/{NAME}/{path}")
                if barriers := judges.barriers_in_both(page):
                    found[step, path] = barriers
        if command:
            club.running.all_answer(command, choice)
    assert found == {}


@pytest.mark.needs(str(judges.AXE))
def test_tags_that_come_on_the_big_screen_keep_their_contrast(club: Club) -> None:
    """In the midst of the motion too: nothing is read through a fade."""
    club.running.draw()
    page = club.phone("eve", bypass_csp=True)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{club.running.url}/c/{NAME}/screen")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    club.running.all_answer("SealBallot", "no-veto")
    for moment in (0, 300, 1000, 2100):
        page.evaluate(
            "at => document.getAnimations().forEach(one => {one.pause(); one.currentTime = at})",
            moment,
        )
        assert judges.barriers(page, judges.COLOURS) == [], moment
    club.send("OpenBallots")
    expect(page.locator(".wall-turned li")).to_have_count(8)
    fades = (
        "document.getAnimations().flatMap(one => one.effect.getKeyframes().map(key => key.opacity))"
    )
    assert set(page.evaluate(fades)) <= {None}
