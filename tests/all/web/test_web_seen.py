"""The service in a browser: a ballot's taps, nothing to scroll, no barriers, no script."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from campaign.accounts.people import People
from campaign.accounts.table.talk import TALK, TableTalk
from campaign.store.ledger import Ledger
from campaign.world.clock import utc_now
from looks import browser, judges
from looks.found import PAPER_DARKER, SHORTEN
from support.command_line import Shell
from support.served import invited, served
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, PLAYERS

pytestmark = pytest.mark.needs(*browser.NAMES)
needs_axe = pytest.mark.needs(str(judges.AXE))
SMALL = (360, 640)
"""The smallest phone for which the board is made."""
WIDTHS = (320, 360, 390, 768, 1280)
TALL = (390, 844)
"""A phone as most have it."""
PAGES = (
    "/",
    "/me",
    "/me/notices",
    "/me/notices/club",
    "/me/address",
    "/me/push",
    "/me/seal",
    "/me/keys",
    "/c/club",
    "/c/club/board",
    "/c/club/journal",
    "/c/club/members",
    "/c/club/disputes",
    "/c/club/disputes/d1",
    "/c/club/journal/3",
    "/c/club/talk",
    "/me/table",
    "/me/data",
    "/c/club/leave",
    "/c/club/members/sheet",
    "/c/club/correct",
    "/c/club/undo",
    "/c/club/screen",
    "/c/club/receipts/1",
    "/c/club/host",
    "/c/club/guests",
    "/c/club/hooks",
    "/c/club/values",
    "/c/club/record",
    "/c/club/record?tile=leader",
    "/c/club/record?word=war",
    "/c/club/do",
    "/c/club/do/ReportCombat",
    "/c/club/do/EnrolMember",
    "/c/club/turns/1939-SO",
    "/c/club/replay",
    "/c/club/diff",
    "/c/club/figures",
    "/c/club/points",
    "/c/club/statistics",
    "/c/club/leaders",
    "/c/club/explain/veto-points?of=germany",
    "/c/club/views",
    "/c/club/views/leaders?status=cup",
    "/c/club/views/stats",
    "/c/club/views/ability?number=39",
    "/c/club/views/range?words=rommel+E1429",
    "/c/club/what-ifs",
    "/c/club/proof",
    "/c/club/nothing",
)


class Service:
    """A service that runs, and the addresses of invitations to it."""

    def __init__(self, shell: Shell, url: str) -> None:
        self.shell, self.url = shell, url


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A club of eight that takes ballots; a dispute is open."""
    folder = tmp_path_factory.mktemp("club")
    with ledger_in(folder) as ledger:
        asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
        assert ledger.open(NAME, title="Thursday club", **asked)["accepted"]
        for command in ("OpenReinforcement", "DrawLeader"):
            assert ledger.submit(NAME, {"command": command})["accepted"]
        claim = {"by": "ben", "versions": [3], "claim": "That was not in the cup."}
        assert ledger.submit(NAME, {"command": "RaiseDispute", **claim})["accepted"]
        talked(ledger)
    shell = Shell(folder)
    with served(shell) as (_, url):
        yield Service(shell, url)


def talked(ledger: Ledger) -> None:
    """Members have talked about the draw, and somebody tapped something."""
    people = People(ledger.store.place, (TALK,))
    talk, campaign = TableTalk(people.file, clock=utc_now), ledger.live(NAME).state.campaign.id
    for who, text in (("ben", "Not him again! " + "Never. " * 40), ("host", "x" * 500)):
        said = talk.say(campaign, "draw:1", who, text)
        assert isinstance(said, int)
        talk.react(campaign, said, "anna", "ouch")
    people.close()


@contextmanager
def window(
    there: Browser, service: Service, member: str, size: tuple[int, int] = SMALL, **more: object
) -> Iterator[Page]:
    """A window in which a member has come in, by the button of their invitation."""
    made = there.new_context(
        viewport=ViewportSize(width=size[0], height=size[1]),
        base_url=service.url,
        reduced_motion="reduce",
        **more,  # type: ignore[arg-type]
    )
    try:
        page = made.new_page()
        page.goto(invited(service.shell, member))
        page.get_by_role("button", name="Yes, that’s me").click()
        yield page
    finally:
        made.close()


def fits(page: Page, what: str) -> bool:
    """Whether something is in the window without scrolling, and above the bar."""
    box, bar = page.locator(what).bounding_box(), page.locator(".places").bounding_box()
    assert box is not None and bar is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] and box["height"] >= 44


@pytest.mark.parametrize("script", [True, False])
def test_a_ballot_takes_three_taps_on_a_small_phone(
    there: Browser, service: Service, script: bool
) -> None:
    """What waits, a half, Seal: nothing is scrolled, and a receipt says that it is in."""
    member = "cora" if script else "emil"
    with window(there, service, member, java_script_enabled=script) as page:
        page.goto("/next")  # where a notice leads
        taps = 1
        assert page.url.endswith("/c/club/board")
        assert fits(page, "label.half >> nth=0") and fits(page, "label.half >> nth=1")
        assert fits(page, "button.press")
        page.locator("label.half", has_text="No veto").click()
        page.get_by_role("button", name="Seal").click()
        taps += 2
        page.get_by_role("heading", name="It is in").wait_for()
        assert taps == 3
        page.reload()
        assert page.locator("h1").inner_text() == "It is in"
        page.get_by_role("link", name="Back to the board").click()
        assert "sealed." in page.locator(".envelope summary").inner_text()


@pytest.mark.parametrize("scheme", browser.SCHEMES)
def test_the_first_card_is_on_the_first_screen(
    there: Browser, service: Service, scheme: str
) -> None:
    """With its button, above the bar; at 320 pixels nothing of the masthead is cut."""
    with window(there, service, "fred", TALL, color_scheme=scheme) as page:
        page.goto("/c/club")
        assert fits(page, ".hero") and fits(page, ".hero .press")
        page.set_viewport_size(ViewportSize(width=320, height=TALL[1]))
        cut = page.locator(".masthead .title *").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)"
            ".map(one => one.textContent)"
        )
        assert cut == []
        rail = page.locator(".places")
        page.set_viewport_size(ViewportSize(width=768, height=TALL[1]))
        assert rail.bounding_box() == {"x": 0, "y": 0, "width": 88, "height": TALL[1]}


def test_the_way_back_shows_what_is_in(there: Browser, service: Service) -> None:
    """No page is kept by the browser: Back asks again, and nothing is sent again."""
    with window(there, service, "dora") as page:
        page.goto("/c/club/board")
        page.locator("label.half", has_text="No veto").click()
        page.get_by_role("button", name="Seal").click()
        page.get_by_role("heading", name="It is in").wait_for()
        page.go_back()
        assert "sealed." in page.locator(".envelope summary").inner_text()
    assert service.shell.fine("log", NAME).count("The USSR sealed its ballot") == 1


@needs_axe
@pytest.mark.rotating(3)
@pytest.mark.parametrize("third", range(3))
def test_no_page_bars_anybody(there: Browser, service: Service, third: int) -> None:
    """axe-core finds nothing on any page, in light and dark; no page is moved sideways."""
    with window(there, service, "host", bypass_csp=True) as page:
        found, wide = {}, []
        for path in PAGES[third::3]:
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            page.goto(path)
            assert not page.evaluate(PAPER_DARKER), path
            for width in WIDTHS:
                page.set_viewport_size(ViewportSize(width=width, height=SMALL[1]))
                if browser.width(page) > width:
                    wide.append((path, width))
            page.set_viewport_size(ViewportSize(width=SMALL[0], height=SMALL[1]))
            page.evaluate(SHORTEN)
            if barriers := judges.barriers_in_both(page):
                found[path] = barriers
            assert page.evaluate(PAPER_DARKER), path
        assert found == {}
        assert wide == []


@needs_axe
def test_no_state_of_a_ballot_bars_anybody(there: Browser, service: Service) -> None:
    """Asked, refused, in, and sealed."""
    with window(there, service, "anna", bypass_csp=True) as page:
        page.goto("/c/club/board")
        found = [judges.barriers_in_both(page)]
        page.locator("form.answer").evaluate("form => { form.noValidate = true }")
        page.get_by_role("button", name="Seal").first.click()
        assert "Choose one first" in page.locator(".why").inner_text()
        found.append(judges.barriers_in_both(page))
        page.locator("label.half", has_text="No veto").click()
        page.get_by_role("button", name="Seal").first.click()
        page.locator(".proof summary").click()
        found.append(judges.barriers_in_both(page))
        page.goto("/c/club/board")
        page.locator(".envelope summary").click()
        found.append(judges.barriers_in_both(page))
        assert found == [[], [], [], []]


def test_no_page_asks_for_anything_else(there: Browser, service: Service) -> None:
    """Pages and style sheets of the service alone; the browser complains of nothing."""
    with window(there, service, "host") as page:
        asked: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda line: said.append(line.text))
        for path in PAGES[:-1]:
            page.goto(path)
        assert [one for one in asked if not one.startswith((service.url, "data:"))] == []
        assert said == []


def test_a_host_runs_the_turn_beside_the_players(there: Browser, service: Service) -> None:
    """Each step is one tap, on the desk that shows whom it waits for."""
    with window(there, service, "host") as page:
        page.get_by_role("link", name="Host’s desk").first.click()
        step = page.locator(".stages [aria-current=step]")
        assert step.locator(".what").inner_text().startswith("Ballots:")
        assert set(PLAYERS) and step.locator("button").count() >= 1


def test_inviting_takes_two_taps_and_joining_one_after_the_camera(
    there: Browser, service: Service
) -> None:
    """Members, Invite; and for whoever points their camera at the code: Yes. Without a script."""
    with window(there, service, "host", java_script_enabled=False) as page:
        page.goto("/c/club")
        page.get_by_role("link", name="Members").first.click()
        page.locator("form[action$='/members/invite'] button[value=hugo]").click()
        link = page.get_by_text(f"{service.url}/in/").first.inner_text()
        assert page.locator("img.qr, .qr img, main img").count() == 1
    made = there.new_context(
        viewport=ViewportSize(width=SMALL[0], height=SMALL[1]), java_script_enabled=False
    )
    try:
        phone = made.new_page()
        phone.goto(link)
        button = phone.get_by_role("button", name="Yes, that’s me")
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] <= SMALL[1]
        button.click()
        phone.goto(f"{service.url}/c/club")
        assert phone.locator("h1").count() == 1 and "club" in phone.url
    finally:
        made.close()
