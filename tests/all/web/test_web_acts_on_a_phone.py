"""Acts by pages on a small phone without scripts: each is done with what the pages show."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from campaign.store.ledger import Ledger
from looks import browser
from support import front
from support.command_line import Shell
from support.served import invited, served
from support.sessions import ledger_in
from support.web import MEMBERS

pytestmark = pytest.mark.needs(*browser.NAMES)
SMALL = ViewportSize(width=360, height=640)


class Phone:
    """A window of a small phone, whose pages are never moved sideways."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, path: str) -> None:
        self.page.goto(path)
        assert browser.width(self.page) <= SMALL["width"], path

    def choose(self, text: str, place: int = 0) -> None:
        self.page.get_by_label(text, exact=True).nth(place).check()

    def pick(self, label: str, text: str, place: int = 0) -> None:
        self.page.get_by_label(label, exact=True).nth(place).select_option(text)

    def write(self, label: str, text: str, place: int = 0) -> None:
        self.page.locator("main").get_by_label(label).nth(place).fill(text)

    def press(self, text: str) -> None:
        with self.page.expect_navigation():  # a click alone does not wait for the page it leads to
            self.page.get_by_role("button", name=text).click()
        assert browser.width(self.page) <= SMALL["width"], self.page.url

    def height(self, selector: str) -> float:
        """How high something is on the page."""
        box = self.page.locator(selector).bounding_box()
        assert box is not None
        return box["height"]

    def told(self) -> str:
        return " ".join(self.page.locator("main").inner_text().split())


def clubs(ledger: Ledger) -> None:
    """A front before its first combat; a battle of Anzio; a placing, and a ruling against it."""
    lif = {"scenario": "global-war", "rulebook": "lif-1998", "rulings": {"draws": "table"}}
    begun = {"command": "BeginBattle", "platoons": {"allies": 5, "axis": 5}}
    placed = {"command": "PlaceLeader", "by": "anna", "leader": "rommel", "location": "E1429"}
    claim = {"by": "anna", "versions": [24], "claim": "that was not so"}
    ruling = {"by": "ref", "dispute": "d1", "verdict": "upheld", "text": "so it was not"}
    disputed = ({"command": "RaiseDispute", **claim}, {"command": "GiveRuling", **ruling})
    arriving = {"members": MEMBERS, "leaders": {"rommel": "arriving"}}
    for name, request, commands in (
        ("front", {**lif, "modules": {"guards-banner": True},
                   "setup": {**front.SETUP, "members": MEMBERS}}, front.TURN[:10]),
        ("anzio", {"system": "fow", "scenario": "anzio",
                   "setup": {"players": {"anna": "allies", "ben": "axis"}}}, [begun]),
        ("mend", {**lif, "setup": arriving}, [placed, *disputed]),
    ):  # fmt: skip
        assert ledger.open(name, **request)["accepted"]
        for command in commands:
            answer = ledger.submit(name, command)
            assert answer["accepted"], answer


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Shell, str, Browser]]:
    folder = tmp_path_factory.mktemp("clubs")
    with ledger_in(folder) as ledger:
        clubs(ledger)
    shell = Shell(folder)
    with served(shell) as (_, url), browser.browser() as there:
        yield shell, url, there


@contextmanager
def phone(service: tuple[Shell, str, Browser], name: str, member: str) -> Iterator[Phone]:
    """A member's phone, which runs no script."""
    shell, url, there = service
    made = there.new_context(viewport=SMALL, base_url=url, java_script_enabled=False)
    try:
        page = made.new_page()
        page.goto(invited(shell, member, name))
        page.get_by_role("button", name="Yes, that’s me").click()
        yield Phone(page)
    finally:
        made.close()


def test_a_combat_recalls_and_a_promotion_follows(service: tuple[Shell, str, Browser]) -> None:
    """LiF 3.3, 5.1: 10 less 3 is 7, which recalls Guderian; 6 and 3 reach the 8 of the Guards."""
    with phone(service, "front", "host") as host:
        host.open("/c/front/do/ReportCombat")
        host.choose("land")
        for label, text in (("fought", "e1428"), ("attacked", "ussr"), ("defended", "germany")):
            host.write(label, text)
        host.press("Next")
        for place, (power, points) in enumerate((("USSR", "3"), ("Germany", "5"), ("Germany", ""))):
            host.pick("Power", power, place)
            host.write("Type", "INF", place)
            host.write("Build points", points, place)
            assert host.height(f"#row-losses\\.{place}") < SMALL["height"]
            host.press("More rows" if place < 2 else "Next")
        assert "Something is missing or wrong in Loss 3." in host.told()
        host.write("Build points", "5", 2)
        host.press("Next")
        assert "Loss: 3" in host.told()
        host.pick("Leader", "Zhukov, of the USSR, E1430")
        host.press("More rows")
        for label, text in (("Leader", "Guderian, of Germany, E1428"), ("Stacked", "stacked"),
                            ("Ability used", "ability used")):  # fmt: skip
            host.pick(label, text, 1)
        host.press("Next")
        host.press("Next")  # nobody is ticked beside whom all others were destroyed
        assert "Guderian will be recalled to the cup." in host.told()
        host.press("Report this combat?")
        assert "Recorded" in host.told() and "Guderian was recalled" in host.told()
    with phone(service, "front", "dora") as dora:
        dora.open("/c/front/do/PromoteGuards")
        for text in ("1939-SO-1, E1428: USSR against Germany", "1st Army, INF, 6 + 3",
                     "7th Guards, INF, needs 8"):  # fmt: skip
            dora.choose(text)
            dora.press("Next")
        dora.press("Promote?")
        assert "6 + 3 = 9, and 8 were needed." in dora.told()


def test_a_platoon_rallies(service: tuple[Shell, str, Browser]) -> None:
    """FoW: a 3 is too low for Confident troops, and the 4 of the second roll is not."""
    with phone(service, "anzio", "anna") as anna:
        anna.open("/c/anzio/do/RollDice")
        anna.page.get_by_label("Aid").select_option("Whether a Pinned Down platoon rallies.")
        anna.press("Next")
        for text in ("confident", "Yes"):
            anna.choose(text)
        anna.press("Next")
        anna.write("The dice", "3 4")
        anna.press("Next")
        assert "The Allies rolled for a test to rally: Confident 4+; 3, 4; passed." in anna.told()
        anna.press("Record this roll?")
        assert "passed." in anna.told()


def test_a_placing_is_struck_out(service: tuple[Shell, str, Browser]) -> None:
    with phone(service, "mend", "ref") as ref:
        ref.open("/c/mend/disputes/d1")
        ref.page.get_by_role("link", name="Correct the record").click()
        ref.press("See what it would change")
        assert "Leaders Rommel status map arriving" in ref.told()
        ref.press("Record this correction")
        assert "Recorded" in ref.told() and "was struck under d1" in ref.told()
