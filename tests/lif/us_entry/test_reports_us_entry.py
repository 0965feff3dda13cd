"""The road to war in the reports: figures by hand, no hidden value, and the USA's own page."""

import re
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.lif.state import UsEntry
from campaign.lif.story.turn_notes import EntryEvent, chart_span
from campaign.lif.us_entry.turn_views import deeds, roll
from campaign.lif.us_entry.views import entry_charts
from campaign.reports import pages as reports_pages
from campaign.store.ledger import Ledger
from events.base import Event
from events.lif.aftermath import NeutralMinorEntered, PartisanNumberSet, PoisonGasEnded, SpainJoined
from events.lif.force_pools import CounterMoved
from events.lif.politics import MinorChanged
from events.lif.us_entry import (
    EntryActionTaken,
    EntryChitsReturned,
    EntryOptionPicked,
    Outcome,
    Roll,
)
from support import road, table
from support.table import ADVANCE, HOSTILE, MAIL, NAME
from tests.reports.test_reports import Page, sound, told

PARTS = [
    "news",
    "powers",
    "road",
    "counters",
    "leaders",
    "entry",
    "pools",
    "explained",
    "rulings",
    "seal",
    "journal",
]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """Four turns on the road to war."""
    return road.travelled(tmp_path_factory.mktemp("road"))


@pytest.fixture(scope="module")
def pages(book: Ledger, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Their pages."""
    out = tmp_path_factory.mktemp("reports")
    return {file.name: file.read_text() for file in reports_pages.write(book, NAME, out)}


def on_the_road(pages: dict[str, str], turn: str) -> str:
    """The words of a turn's section, and of the one in its record."""
    return road_of(pages[f"{turn}.html"])


def road_of(page: str) -> str:
    """The words of both on a page."""
    parts = [part for part in ("road", "entry") if f'<h2 id="{part}"' in page]
    return " ".join(told(page, part) for part in parts)


# --- the section --------------------------------------------------------------------------------


def test_it_stands_below_the_board_and_in_the_list_of_parts(
    pages: dict[str, str],
) -> None:
    """The first turn's page has a force pool too: Nanking's militia."""
    assert re.findall(r'<h2 id="(\w+)"', pages["1939-SO.html"]) == PARTS
    assert '<a href="#road">Road to war</a>' in pages["1939-SO.html"]


def test_lif_5_3_pools_before_and_after_each_turn(pages: dict[str, str]) -> None:
    """As reckoned in `road`: before, came, went, now, and what for."""
    first = on_the_road(pages, "1939-SO")
    assert "The USA has 2 entry chits against Germany and Italy and 5 entry chits against" in first
    assert "no tension chits; no options and 1 action have been taken." in first
    assert re.search(r"Ge It Entry against Germany and Italy .*? 0 \+2 · 2 \+2 US entry", first)
    assert re.search(r"Ja Entry against Japan .*? 0 \+5 · 5 ", first)
    second = on_the_road(pages, "1939-ND")
    assert re.search(r"Entry against Germany and Italy · 2 chits aside .*? 2 · −2 0 −2 opt", second)
    assert re.search(r"Tension against Germany and Italy .*? 0 \+2 · 2 \+2 option 18", second)
    third = on_the_road(pages, "1940-JF")
    assert re.search(r"Ja Entry against Japan .*? 5 · −1 4 −1 entry action 12", third)
    fourth = on_the_road(pages, "1940-MA")
    assert re.search(r"Ge It Entry against Germany and Italy .*? 0 \+1 · 1 ", fourth)


def test_ruling_38_the_common_pool_in_words(pages: dict[str, str], tmp_path: Path) -> None:
    """In a cup at the table, counted by the ledger, or not stocked at all."""
    assert "The common pool lies in a cup at the table." in on_the_road(pages, "1939-SO")
    counted = table.opened(tmp_path / "ledger")
    table.play(counted, [{"command": "StockEntryChits", "rows": [{"value": 1, "count": 9}]}])
    reports_pages.write(counted, NAME, tmp_path / "ledger")
    page = road_of((tmp_path / "ledger/1939-SO.html").read_text())
    assert "The common pool holds 9 chits." in page
    later = table.opened(tmp_path / "later", scenario="end-of-the-beginning")
    reports_pages.write(later, NAME, tmp_path / "later")
    page = road_of((tmp_path / "later/1940-JA.html").read_text())
    assert "The common pool has not been stocked yet." in page
    assert "Entry against Germany and Italy · 6 still to be entered" in page


def test_ruling_53_a_chit_placed_counts_in_both_pools(tmp_path: Path) -> None:
    """Two came to Japan's pool, and one of them went over."""
    book = table.opened(tmp_path, rulings={"entry_look": "before"})
    commands = [
        {"command": "StockEntryChits", "rows": [{"value": 1, "count": 9}]},
        {"command": "DrawEntryChits", "pool": "entry-japan", "count": 2},
        {"command": "PlaceEntryChits", "to": "entry-germany-italy", "chits": ["c2"]},
    ]
    table.play(book, commands)
    reports_pages.write(book, NAME, tmp_path)
    page = road_of((tmp_path / "1939-SO.html").read_text())
    came = r"Entry against Germany and Italy .*? 0 \+1 · 1 \+1 from the Japan entry pool"
    assert re.search(came, page)
    went = r"Entry against Japan .*? 0 \+2 −1 1 \+2 US entry step; −1 to the Germany/Italy entry"
    assert re.search(went, page)
    sentence = "Having seen chit c2, the USA put it into the Germany/Italy entry pool instead of"
    assert sentence in page


def test_lif_5_3_3_below_zero_in_words(pages: dict[str, str]) -> None:
    """Two chits aside since November; in March they are shown, and nothing waits any more."""
    second = on_the_road(pages, "1939-ND")
    assert (
        "The Germany/Italy entry pool went below zero in November/December 1939: 2 chits lie aside"
        in second
    )
    assert (
        "Until their turns have passed and they were shown, the USA may draw no entry chit"
        in second
    )
    assert "may draw no entry chit" in on_the_road(pages, "1940-JF")
    assert "went below zero" not in on_the_road(pages, "1940-MA")


def test_lif_5_3_3_a_wait_and_one_not_entered(tmp_path: Path) -> None:
    """In March the entry chits still lie aside; a tension shortfall is still to be entered."""
    book = road.travelled(tmp_path, 3)
    short = {"command": "ReturnEntryChits", "pool": "tension-japan"}
    table.play(book, [ADVANCE, short])
    reports_pages.write(book, NAME, tmp_path)
    page = road_of((tmp_path / "1940-MA.html").read_text())
    assert "and they were shown, the USA may draw no entry chit" in page
    assert "The Japan tension pool went below zero in March/April 1940: 1 chit lies aside" in page
    assert "Before their values are entered, the USA may pick no option." in page
    assert "Tension against Japan · 1 still to be entered aside" in page


def test_lif_5_3_2_an_option_with_what_proved_it_its_roll_and_its_chits(
    pages: dict[str, str],
) -> None:
    """Option 18 for France: 3 + 2 shown, 14 and a 4 rolled, two chits to tension."""
    assert (
        "US Option 18, Resources to Allies for France The USA showed everybody chits c3 (3) and"
        " c4 (2), together 5. Germany/Italy 14: rolled 4, 2 chits"
    ) in on_the_road(pages, "1939-ND")


def test_lif_5_3_3_an_action_with_its_roll_force_pool_supply_and_partisans(
    pages: dict[str, str],
) -> None:
    """Nanking's government: three chits, its militia, supply, and China's partisans."""
    first = on_the_road(pages, "1939-SO")
    deed = first.partition("Ja Action 10, Wang Ching-wei puppet government ")[2]
    for part in (
        "Germany/Italy 0: no chit Japan 23: rolled 2, 3 chits",
        "3 chits are to be drawn from the cup into the Japan entry pool.",
        "Nanking militia went to the force pool.",
        "Nanking became a secondary supply source for Japan.",
        "The partisan number of China is 15 for the rest of the game.",
    ):
        assert part in deed.partition("US entry in full")[0]
    stands = first.partition("What stands")[2]
    assert "Partisan numbers China 15" in stands
    assert "Supply for Japan Nanking (secondary)" in stands


def test_lif_5_3_2_a_guarantee_and_what_it_is_worth(tmp_path: Path) -> None:
    """Option 46 for the Commonwealth: attacked by Japan, it brings the USA into the war."""
    book = road.travelled(tmp_path, 4)
    fields = {"option": 46, "target": "commonwealth", "show": ["c2"], "rolls": {"japan": 9}}
    table.play(book, [road.by_ben("PickEntryOption", **fields)])
    reports_pages.write(book, NAME, tmp_path)
    stands = road_of((tmp_path / "1940-MA.html").read_text()).partition("What stands")[2]
    worth = "the Commonwealth; a Japanese attack there lets the USA declare war on Japan"
    assert f"Guaranteed {worth}" in stands


def test_lif_5_3_3_a_city_retaken_with_what_it_ends(pages: dict[str, str]) -> None:
    """Supply and militia go, the partisans stay."""
    fourth = on_the_road(pages, "1940-MA")
    deed = fourth.partition("Nanking retaken ")[2].partition("US entry in full")[0]
    assert "is a supply source for Japan no longer" in deed
    assert "Nanking militia left the game" in deed
    stands = fourth.partition("What stands")[2]
    assert "Partisan numbers China 15" in stands and "Governments dissolved Nanking" in stands
    assert "Supply for Japan" not in stands


def test_lif_5_3_what_was_taken_so_far_with_its_turn(pages: dict[str, str]) -> None:
    """Options by number, then actions; this turn's stand out."""
    third = on_the_road(pages, "1940-JF").partition("Taken so far")[2]
    assert "18 Resources to Allies November/December 1939 , for France" in third
    assert "70 Our own option January/February 1940" in third
    assert "12 Poison gas in China January/February 1940 , for A1234" in third
    rows = pages["1940-JF.html"].partition("Taken so far")[2].partition("</div>")[0]
    assert re.findall(r'class="n strong">(\d+)<', rows) == ["70", "12"]


def test_lif_5_3_what_may_come_and_what_it_needs(pages: dict[str, str]) -> None:
    """After the fourth turn: 18 for the Commonwealth alone, 10 no more, the rest by the chart."""
    may = on_the_road(pages, "1940-MA").partition("What may come")[2]
    assert "US 18 Resources to Allies for the Commonwealth entry level 5" in may
    assert (
        "US 46 Commonwealth or NEI guaranteed for the Commonwealth or the Netherlands East Indies"
        " entry level 9" in may
    )
    assert "US 70 Our own option against Japan entry level 4" in may
    assert "Ja 11 Vladivostok puppet government Does Japan control Vladivostok?" in may
    assert "Ge 71 <b>Our own</b> action ·" in may
    assert "10 Wang Ching-wei" not in may
    assert "option 32 (level and number); actions 3, 7, 8, 25, 26 and 27 (number)" in may
    assert "its player knows alone" in may
    assert "&lt;b&gt;Our own&lt;/b&gt;" in pages["1940-MA.html"]


def test_lif_5_3_3_spain_and_an_action_that_is_nobody_s(tmp_path: Path) -> None:
    """After action 17 Germany may align Spain; the chart has not said who takes action 90."""
    book = table.opened(tmp_path, setup={"conquest": {"france": "complete"}})
    rows = [
        {"kind": "action", "number": 17, "japan": 0},
        {"kind": "action", "number": 90, "japan": 3},
    ]
    table.play(
        book,
        [
            {"command": "ImportEntryChart", "rows": rows, "source": "our chart"},
            {"command": "TakeEntryAction", "action": 17},
        ],
    )
    reports_pages.write(book, NAME, tmp_path)
    may = road_of((tmp_path / "1939-SO.html").read_text()).partition("What may come")[2]
    assert "Germany may align Spain in a declaration of war step, for two offensive chits." in may
    assert "· 90 no name on the chart Who takes it?" in may


def test_once_the_campaign_is_over_nothing_may_come(tmp_path: Path) -> None:
    """The last page has what was, and no more."""
    book = road.travelled(tmp_path, 1)
    table.play(book, [{"command": "CloseCampaign"}])
    reports_pages.write(book, NAME, tmp_path)
    page = road_of((tmp_path / "1939-SO.html").read_text())
    assert "Taken so far" in page and "What may come" not in page


def test_options_and_actions_are_news(pages: dict[str, str]) -> None:
    """They head the page."""
    option = "The USA picked option 18 (“Resources to Allies”) for France."
    assert option in told(pages["1939-ND.html"], "news")
    assert "Nanking was retaken" in told(pages["1940-MA.html"], "news")


# --- where there is none ------------------------------------------------------------------------


@pytest.mark.parametrize("request_", [{}, {"modules": {"us-entry": False}}])
def test_without_us_entry_there_is_no_section(tmp_path: Path, request_: dict[str, object]) -> None:
    """Not played, or played and nothing of it begun."""
    book = table.opened(tmp_path, **request_)
    reports_pages.write(book, NAME, tmp_path)
    for name in ("1939-SO.html", "index.html"):
        page = (tmp_path / name).read_text()
        assert 'id="road"' not in page and 'id="scenario"' not in page
        assert "#scenario" not in page


# --- the index and the scenario -----------------------------------------------------------------


def test_the_index_has_a_trend_and_the_turns_options(pages: dict[str, str]) -> None:
    """The latest counts, both charts, and each turn's most important option or action."""
    text = told(pages["index.html"], "road")
    assert "The USA has 1 entry chit against Germany and Italy and 4 entry chits" in text
    assert "entry chits from 0 to 4, at most 5; tension chits from 0 to 0" in text
    assert '<a href="1940-MA.html#road">' in pages["index.html"]
    turns = told(pages["index.html"], "turns")
    assert "November/December 1939 The USA picks “Resources to Allies” for France." in turns
    assert "March/April 1940 Nanking is retaken." in turns


def test_lif_6_the_scenario_s_table_is_on_the_first_page(tmp_path: Path) -> None:
    """Facts under their headings, questions with their answers; the index leads there."""
    book = table.opened(tmp_path, scenario="end-of-the-beginning")
    answer = {"command": "AnswerScenario", "question": "french-factory", "answer": HOSTILE[:20]}
    table.play(book, [answer, ADVANCE])
    links = {file.name for file in reports_pages.write(book, NAME, tmp_path)}
    first = (tmp_path / "1940-JA.html").read_text()
    text = told(first, "scenario")
    assert "The End of the Beginning: what it states of matters that only the table knows" in text
    assert "Maps all of them" in text
    assert "Intelligence points Germany 2, Italy 1, Japan 1, Commonwealth 2" in text
    assert f"Which red factory in France may Germany leave as it is? {HOSTILE[:20]}" in text
    assert "who keeps them? The tracker keeps those of US entry alone. not answered" in text
    assert '<a href="#scenario">The scenario</a>' in first[first.index('id="record"') :]
    assert 'id="scenario"' not in (tmp_path / "1940-SO.html").read_text()
    index = (tmp_path / "index.html").read_text()
    assert '<a href="1940-JA.html#scenario">' in index
    for name in sorted(links):
        sound((tmp_path / name).read_text(), name, links | {"1940-JA.html#scenario",
              "1940-SO.html#road"})  # fmt: skip


# --- how it is put together ---------------------------------------------------------------------


def follows(*commands: Sequence[Event]) -> list[tuple[str, str, int]]:
    """Deeds of commands as label, name and how much followed; the rest has no label."""
    events = [replace(event, nth=nth) for acts in commands for nth, event in enumerate(acts)]
    found = deeds([EntryEvent(event, f"{type(event).__name__}.") for event in events], UsEntry())
    own = [(one.label, one.name, len(one.effects)) for one in found.deeds]
    return own + [("", text, -1) for text in found.rest]


def test_a_clock_that_stands_still_joins_no_two_commands() -> None:
    """What a combat brought in the same moment is no effect of the action before it."""
    events = (replace(OCCUPIES, key="one"), replace(MOVED, nth=1, key="another"))
    (deed,) = deeds([EntryEvent(event, "…") for event in events], UsEntry()).deeds
    assert deed.effects == []


MOVED = CounterMoved(counter="x", to="pool", reason="by hand")
GONE = EntryChitsReturned(pool="entry-japan", chits=("c1",), reason="our own rule")
ALIGNED = MinorChanged(minor="spain", status="aligned", power="germany")
PICKED = ("Option 44", "National Guard mobilized")
OCCUPIES = EntryActionTaken(action=3, power="japan", target="netherlands-east-indies")
MARCH = NeutralMinorEntered(leader="skorzeny", minor="sweden", ability=25, roll=Roll(3, "table"))


@pytest.mark.parametrize(
    ("commands", "stand"),
    [
        (([EntryOptionPicked(option=44), MOVED], [MOVED], [GONE]),
         [(*PICKED, 1), ("", "EntryChitsReturned.", -1)]),
        (([EntryOptionPicked(option=44)], [ALIGNED]), [(*PICKED, 0)]),
        (([OCCUPIES], [ALIGNED]), [("Action 3", "New Caledonia or NEI occupied", 1)]),
        (([OCCUPIES, ALIGNED, MOVED], [PartisanNumberSet(country="china", number=15, reason="")]),
         [("Action 3", "New Caledonia or NEI occupied", 2), ("", "PartisanNumberSet.", -1)]),
        (([SpainJoined(offensive_chits=2), ALIGNED],), [("", "SpainJoined.", 1)]),
        (([PoisonGasEnded(enemy="usa")],), [("", "PoisonGasEnded.", 0)]),
        (([MARCH, GONE],), [("", "NeutralMinorEntered.", 1)]),
    ],
)  # fmt: skip
def test_lif_5_3_3_what_a_command_brought_stands_with_its_deed(
    commands: Sequence[Sequence[Event]], stand: list[tuple[str, str, int]]
) -> None:
    """Chits given back or a counter moved by a command of their own stand apart, or elsewhere."""
    assert follows(*commands) == stand


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(23, 3, Roll(2, "table")), "Japan 23: rolled 2, 3 chits"),
        (Outcome(7, 0, Roll(8, "table")), "Japan 7: rolled 8, no chit"),
        (Outcome(10, 1), "Japan 10: 1 chit"),
        (Outcome(-14, -2, Roll(4, "table")), "Japan −14: rolled 4, 2 chits removed"),
        (Outcome(0, 0), "Japan 0: no chit"),
    ],
)
def test_lif_5_3_3_a_roll_in_words(outcome: Outcome, words: str) -> None:
    """Number, die, and what came of it."""
    assert roll("japan", outcome) == words


def test_the_chart_s_lines_stand_where_the_counts_are() -> None:
    """Two of six turns: six chits reach the top, three half of it; the axis has 1940 at the third.

    Between 20 and 254 a turn is 39 wide; between 10 and 98 a chit is 88 / 6 high.
    """
    (chart,) = entry_charts({"japan": ([0, 6, 3], [0, 0, 3])}, chart_span("1939-SO", "1940-JA"))
    assert chart.entry == "M20 98V10H59V54H98"
    assert chart.tension == "M20 98V98H59V54H98"
    assert (chart.x, chart.entry_y, chart.tension_y) == (98.0, 54.0, 54.0)
    assert [(tick.at, tick.label) for tick in chart.across] == [(98.0, "’40")]
    assert [tick.label for tick in chart.up] == ["0", "2", "4", "6"]
    one, other = chart.labels
    assert (one.label, other.label) == ("3 entry", "3 tension")
    assert abs(one.at - other.at) == 14.0


def test_the_chart_s_labels_stay_above_the_axis() -> None:
    """With nothing in either pool both labels stand at the foot, one above the other."""
    (chart,) = entry_charts({"japan": ([0, 0], [0, 0])}, chart_span("1939-SO", "1940-JA"))
    assert [tick.at for tick in chart.labels] == [90.0, 104.0]


# --- what a page must not do --------------------------------------------------------------------


def test_every_page_is_sound(pages: dict[str, str]) -> None:
    """No script, no request to anywhere, headings in order, tables with heads."""
    for name, text in pages.items():
        sound(text, name, {*pages, "1940-MA.html#road"})
        assert MAIL not in text


def test_no_value_that_was_not_shown_is_on_any_page(tmp_path: Path) -> None:
    """73, 61 and 88 stand nowhere in the pages' words, nor does any sum that they are part of."""
    book = road.travelled(tmp_path, modules={"leaders": False})
    reports_pages.write(book, NAME, tmp_path / "out")
    hidden = {str(value) for value in road.NEVER_SHOWN} | {"144", "139", "66", "67"}
    for file in (tmp_path / "out").iterdir():
        words = re.sub(r"\b[0-9a-f]{8}\b…?", "", Page(file.read_text()).text)
        assert not hidden & set(re.findall(r"\d+", words)), file.name


def test_other_values_leave_no_trace_on_a_page(tmp_path: Path) -> None:
    """The same story with other chits in the dark: the pages differ in digests alone."""
    stories = []
    for folder, values in (("one", [4, 73]), ("other", [4, 9])):
        book = table.opened(
            tmp_path / folder, rulings={"draws": "table", "entry_chits": "table"},
            setup=road.SETUP,
        )  # fmt: skip
        first = list(road.FIRST)
        first[2] = {**first[2], "values": values}
        table.play(book, first)
        files = reports_pages.write(book, NAME, tmp_path / folder / "out")
        text = "".join(file.read_text() for file in files)
        stories.append(re.sub(r"\b(?:[0-9a-f]{8} ?)+(?=\b|…)", "", text))
    assert stories[0] == stories[1]


def test_pages_depend_on_the_history_alone(pages: dict[str, str], tmp_path: Path) -> None:
    """The same bytes from the same story; a turn's page does not change as the next is played."""
    book = road.travelled(tmp_path, 2)
    reports_pages.write(book, NAME, tmp_path)
    assert (tmp_path / "1939-SO.html").read_text() == pages["1939-SO.html"]
    table.play(book, [ADVANCE, *road.THIRD, ADVANCE, *road.FOURTH])
    again = {file.name: file.read_text() for file in reports_pages.write(book, NAME, tmp_path)}
    assert again == pages


# --- the USA's own page -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Ben's page after the second turn."""
    folder = tmp_path_factory.mktemp("private")
    file = reports_pages.write_private(road.travelled(folder, 2), NAME, folder / "own", "ben")
    return file, file.read_text()


def test_lif_5_3_the_usa_s_player_has_a_page_of_his_own(private: tuple[Path, str]) -> None:
    """Values, turns, totals: 4 + 73 + 1 + 5 + 61 = 144 against Japan, 0 against Germany."""
    file, text = private
    assert file.name == "us-entry-ben.html"
    germany, japan = told(text, "germany-italy"), told(text, "japan")
    assert "Your entry level is 144 ." in japan
    assert "73 c2 · SO 1939 1 c5 · SO 1939" in japan
    assert "Your entry level is 0 ." in germany
    assert "Tension (5) 3 c3 · SO 1939 shown 2 c4 · SO 1939 shown" in germany
    assert "Entry (0) No chits." in germany


def test_ruling_39_it_says_when_the_wait_ends(private: tuple[Path, str]) -> None:
    """2 since November/December is March/April, 1 is January/February; the later counts."""
    aside = told(private[1], "aside")
    assert "You may draw entry chits from March/April 1940 on, once" in aside
    assert "c8 2 Germany/Italy entry pool ND 1939 MA 1940" in aside
    assert "c9 1 Germany/Italy entry pool ND 1939 JF 1940" in aside


def test_lif_5_3_2_it_says_which_levels_are_reached(private: tuple[Path, str]) -> None:
    """Option 18 lacks all its 5 against Germany and Italy; 46 has 144 for its 9."""
    reach = told(private[1], "reach")
    assert "18 Resources to Allies 5 lacks 5 against Germany and Italy" in reach
    assert "46 Commonwealth or NEI guaranteed 9 enough" in reach


def test_its_end_of_a_wait_and_chits_due(tmp_path: Path) -> None:
    """In March the wait is over; what was drawn at the table is still to be entered."""
    book = road.travelled(tmp_path, 3)
    due = {"command": "ReturnEntryChits", "pool": "tension-japan"}
    table.play(book, [ADVANCE, due])
    aside = told(reports_pages.write_private(book, NAME, tmp_path, "ben").read_text(), "aside")
    assert "You may draw entry chits now, once the chits put aside have been shown." in aside
    assert "1 chit is due aside for the Japan tension pool; enter the values drawn." in aside


def test_it_is_private_and_says_so(private: tuple[Path, str]) -> None:
    """Readable by its owner alone, marked, sound, and led to by no other page."""
    file, text = private
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "Private" in Page(text).text
    assert "For Ben, who plays the USA, and for nobody else" in Page(text).text
    page = Page(text)
    assert page.headings.count(1) == 1
    assert not re.search(r"<script|https?:|url\(", text)


def test_it_takes_the_place_of_a_file_that_others_could_read(tmp_path: Path) -> None:
    """Written again over an open file, it is closed to others."""
    book = road.travelled(tmp_path, 1)
    (tmp_path / "us-entry-ben.html").write_text("old")
    (tmp_path / "us-entry-ben.html").chmod(0o644)
    file = reports_pages.write_private(book, NAME, tmp_path, "ben")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.glob("*.html")] == ["us-entry-ben.html"]


def test_the_report_never_writes_it(book: Ledger, tmp_path: Path) -> None:
    """Only turns and the index, none of which leads there."""
    files = reports_pages.write(book, NAME, tmp_path)
    assert [file.name for file in files if file.name.startswith("us-entry")] == []
    assert not any("us-entry-" in file.read_text() for file in files)


@pytest.mark.parametrize("member", ["anna", "host", "nobody"])
def test_members_nobody_else_has_it_written(book: Ledger, tmp_path: Path, member: str) -> None:
    """One line with the rule, and no file."""
    with pytest.raises(reports_pages.ReportError, match=r"^refused \(Members\): "):
        reports_pages.write_private(book, NAME, tmp_path / "own", member)
    assert not (tmp_path / "own").exists()


def test_a_folder_that_takes_no_page(book: Ledger, tmp_path: Path) -> None:
    """One line that names the folder."""
    (tmp_path / "own").write_text("a file")
    with pytest.raises(reports_pages.ReportError, match=r"cannot write the page to .*own: "):
        reports_pages.write_private(book, NAME, tmp_path / "own", "ben")
