"""Acts by pages on a small phone without scripts: each is done with what the pages show."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

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
        self.page, self.taps = page, 0

    def open(self, path: str) -> None:
        self.page.goto(path)
        assert browser.width(self.page) <= SMALL["width"], path

    def choose(self, text: str, place: int = 0) -> None:
        self.page.get_by_label(text, exact=True).nth(place).check()
        self.taps += 1

    def tap(self, name: str, value: str) -> None:
        """What a tap chooses of a question, by its name."""
        self.page.locator(f'input[name="{name}"][value="{value}"]').check()
        self.taps += 1

    def pick(self, label: str, text: str, place: int = 0) -> None:
        self.page.get_by_label(label, exact=True).nth(place).select_option(text)

    def write(self, label: str, text: str, place: int = 0) -> None:
        self.page.locator("main").get_by_label(label).nth(place).fill(text)

    def press(self, text: str) -> None:
        with self.page.expect_navigation():  # a click alone does not wait for the page it leads to
            self.page.get_by_role("button", name=text).click()
        self.taps += 1
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
    desert = [{"id": f"{power}-inf", "power": power, "type": "INF", "combat": 3}
              for power in ("italy", "commonwealth")]  # fmt: skip
    wars = [*front.SETUP["wars"], ["italy", "commonwealth"]]
    many = [{"command": "AddCounters", "counters": desert, "source": "the club’s sheet"}]
    many += [{"command": "MoveCounter", "counter": one["id"], "to": "map", "location": "W2214",
              "reason": "stands in the desert"} for one in desert]  # fmt: skip
    for name, request, commands in (
        ("many", {**lif, "modules": {"guards-banner": True},
                  "setup": {**front.SETUP, "wars": wars, "members": MEMBERS}},
         [*many, *front.TURN[:10]]),
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
def phone(
    service: tuple[Shell, str, Browser], name: str, member: str, *, scripts: bool = False
) -> Iterator[Phone]:
    """A member's phone, which runs no script."""
    shell, url, there = service
    made = there.new_context(viewport=SMALL, base_url=url, java_script_enabled=scripts)
    try:
        page = made.new_page()
        page.set_default_timeout(browser.PATIENCE)
        page.goto(invited(shell, member, name))
        page.get_by_role("button", name="Yes, that’s me").click()
        yield Phone(page)
    finally:
        made.close()


@pytest.mark.rotating(2)
def test_a_combat_recalls_and_a_promotion_follows(service: tuple[Shell, str, Browser]) -> None:
    """LiF 3.3, 5.1: 10 less 3 is 7, which recalls Guderian; 6 and 3 reach the 8 of the Guards.

    Nothing is typed, and two kinds of loss take twelve taps.
    """
    _reported(service, "front")
    with phone(service, "front", "dora") as dora:
        dora.open("/c/front")
        with dora.page.expect_navigation():
            dora.page.locator('main a[href*="/do/PromoteGuards"]').first.click()
        assert "6 + 3 = 9, and 8 are needed" in dora.told()
        dora.open("/c/front/do/PromoteGuards")  # with more than one pair that card leads here
        assert "1st Army becomes 7th Guards E1428: 6 + 3 = 9, and 8 are needed" in dora.told()
        dora.press("Promote")
        dora.press("Promote")
        assert "6 + 3 = 9, and 8 were needed." in dora.told()
        assert 1 + dora.taps == 3, "three from Now"


def test_it_takes_as_many_taps_where_others_are_at_war(
    service: tuple[Shell, str, Browser],
) -> None:
    """LiF 3.3: of two pairs of enemies on the map those have fought who are in the hex."""
    _reported(service, "many")


def _reported(service: tuple[Shell, str, Browser], name: str) -> None:
    """Reports the combat of LiF 5.1 in at most twelve taps."""
    with phone(service, name, "host") as host:
        host.open(f"/c/{name}/do/ReportCombat")
        if name == "front":  # who fights in this impulse is filled in, and that it is on land
            host.tap("hex", "E1428")
        else:
            host.press("E1428")
            assert "Who fought at E1428?" in host.told()
        host.press("Next")
        for place, (kind, points, times) in enumerate((("INF", "3", ""), ("INF", "5", "2"))):
            host.tap(f"losses.{place}.type", kind)
            host.tap(f"losses.{place}.build_points", points)
            if times:
                host.tap(f"losses.{place}.times", times)
        host.press("Next")
        assert "The defender lost 10, the other side 3: 7 more recall a leader" in host.told()
        assert "Guards score 3." in host.told()
        host.tap("leaders/guderian", "stacked used")
        host.press("Next")
        host.press("Next")  # nobody is ticked beside whom all others were destroyed
        assert "Guderian will be recalled to the cup." in host.told()
        host.press("Report this combat")
        assert "Recorded" in host.told() and "Guderian was recalled" in host.told()
        assert host.taps <= 12


def test_losses_are_counted_while_they_are_tapped(service: tuple[Shell, str, Browser]) -> None:
    """LiF 3.3, 5.1: with a script the foot follows; an infantry corps of 3, then two of 5."""
    with phone(service, "many", "host", scripts=True) as host:
        host.open("/c/many/do/ReportCombat")
        host.press("W2214")
        host.press("Next")
        foot = host.page.locator(".adviser")
        for place, (points, times, counted) in enumerate(
            (("3", "1", "The attacker lost 3, the other side 0"),
             ("5", "2", "The defender lost 10, the other side 3"))
        ):  # fmt: skip
            host.tap(f"losses.{place}.type", "INF")
            host.tap(f"losses.{place}.build_points", points)
            if times != "1":
                host.tap(f"losses.{place}.times", times)
            expect(foot).to_contain_text(counted)


def test_a_platoon_rallies(service: tuple[Shell, str, Browser]) -> None:
    """FoW: a 3 is too low for Confident troops, and the 4 of the second roll is not."""
    with phone(service, "anzio", "anna") as anna:
        anna.open("/c/anzio/do/RollDice")
        anna.press("Test to rally")
        anna.choose("Confident")
        anna.choose("A Company or Higher Command team leads the platoon")
        anna.press("Next")
        assert "With the roll again: 75 in 100." in anna.told()
        anna.press("a 3 fell")
        assert "1 die more: the 3 fails, and the leader has it rolled again." in anna.told()
        anna.press("a 4 fell")
        assert "The Allies rolled for a test to rally: Confident 4+; 3, 4; passed." in anna.told()


def test_a_placing_is_struck_out(service: tuple[Shell, str, Browser]) -> None:
    with phone(service, "mend", "ref") as ref:
        ref.open("/c/mend/disputes/d1")
        ref.page.get_by_role("link", name="Correct the record").click()
        ref.press("See what it would change")
        assert "Rommel, status map arriving" in ref.told()
        ref.press("Record this correction")
        assert "Recorded" in ref.told() and "was struck under d1" in ref.told()
