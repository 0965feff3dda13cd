"""The facts that pages bear for programs, and pages of another version held to them."""

import json
import re
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.lif.story.pages import PAGES
from campaign.lif.system import SYSTEM
from campaign.reports import pages
from campaign.reports.comparison import Compared, compare
from campaign.store.reader import LogEntry
from campaign.systems import SYSTEMS
from support import table
from support.command_line import Shell
from support.table import FIRST_TURN, NAME, POINTS_1939, POINTS_1940, TO_1940

pytestmark = pytest.mark.further

BLOCK = re.compile(r'<meta name="campaign-facts" content="([^"]*)">')
OLDER = "0.1.9"
FIRST = "1939-SO.html"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[LogEntry]:
    """The short campaign in January 1940, event by event."""
    made = table.opened(tmp_path_factory.mktemp("club"))
    table.play(made, FIRST_TURN + TO_1940)
    return list(made.history(NAME))


def facts(html: str) -> dict[str, Any]:
    """The facts of a page."""
    (found,) = BLOCK.findall(html)
    told: dict[str, Any] = json.loads(unescape(found))
    return told


def with_facts(html: str, told: Mapping[str, Any]) -> str:
    """A page with other facts."""
    block = escape(json.dumps(told))
    return BLOCK.sub(lambda found: f'<meta name="campaign-facts" content="{block}">', html)


def by_another_version(html: str, **changed: Any) -> str:
    """A page as an older version might have written it: other words, and facts if told so."""
    told = {**facts(html), "program": OLDER, **changed}
    html = html.replace(f"campaign-tracker {pages.PAGES}", f"campaign-tracker {OLDER}")
    html = html.replace("News of the turn", "What happened")
    return with_facts(html, {key: value for key, value in told.items() if value is not None})


def compared(log: list[LogEntry], folder: Path, html: str, file: str = FIRST) -> Compared:
    """How a page alone in a folder compares."""
    (folder / file).write_text(html)
    return next(page for page in compare(log, folder) if page.file == file)


def first(log: list[LogEntry]) -> str:
    """The first turn's page."""
    return pages.pages(log, turn="1939-SO")[0].html


# --- what they are ------------------------------------------------------------------------------


def test_a_turn_bears_its_facts(log: list[LogEntry]) -> None:
    """LiF 4.1, 4.2: points after the turn, its promotions and vetoes, and the wars by then.

    China and Japan are at war from the scenario's beginning.
    """
    turn = pages.pages(log, turn="1939-SO")[0]
    assert facts(turn.html) == {
        "campaign": NAME,
        "turn": "1939-SO",
        "number": 1,
        "version": turn.version,
        "digest": turn.head,
        "program": pages.PAGES,
        "points": POINTS_1939,
        "promoted": ["balbo", "chiang"],
        "vetoed": ["guderian", "cunningham"],
        "wars": [["china", "japan"], ["germany", "poland"]],
        "conquered": {},
    }


def test_pages_of_the_whole_campaign_bear_those_of_its_last_turn(log: list[LogEntry]) -> None:
    """The index, the rulings and the game's own pages."""
    made = {page.file: page for page in pages.pages(log)}
    for name in ("index.html", "rulings.html", "1940-JF.html", "story.html"):
        told = facts(made[name].html)
        assert (told["turn"], told["number"], told["points"]) == ("1940-JF", 3, POINTS_1940), name
        assert told["digest"] == log[-1].digest


def test_a_game_cannot_replace_the_facts_of_every_game(
    log: list[LogEntry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own come beside them."""
    own = replace(PAGES, facts=lambda context: {"digest": "none", "weather": 'fair & "dry"'})
    monkeypatch.setitem(SYSTEMS, "lif", replace(SYSTEM, pages=own))
    turn = pages.pages(log, turn="1939-SO")[0]
    told = facts(turn.html)
    assert (told["digest"], told["weather"]) == (turn.head, 'fair & "dry"')


# --- in what a page differs ---------------------------------------------------------------------


def test_a_changed_word_differs_in_words_alone(log: list[LogEntry], tmp_path: Path) -> None:
    """Of this version, with the facts of the record, also of the day before the last event."""
    for html in (first(log), pages.pages(log[:20])[0].html):
        page = compared(log, tmp_path, html.replace("News of the turn", "What happened"))
        assert (page.outcome, page.why, page.other) == ("differs", "words", ())


@pytest.mark.parametrize("version", [pages.PAGES, OLDER])
def test_the_facts_that_differ_are_named(log: list[LogEntry], tmp_path: Path, version: str) -> None:
    """Of a page of this version and of an older one; what it lacks is another fact too."""
    forged = {"points": {**POINTS_1939, "germany": 9}, "number": None}
    html = by_another_version(first(log), **forged).replace(OLDER, version)
    page = compared(log, tmp_path, html)
    assert (page.why, page.other, page.written_by) == ("facts", ("number", "points"), version)


def test_a_page_of_this_version_bears_every_fact_and_no_other(
    log: list[LogEntry], tmp_path: Path
) -> None:
    """One that this version does not know is none of its own."""
    html = by_another_version(first(log), weather="fair", wars=None).replace(OLDER, pages.PAGES)
    page = compared(log, tmp_path, html)
    assert (page.why, page.other) == ("facts", ("wars", "weather"))


def test_a_page_that_the_record_does_not_give(log: list[LogEntry], tmp_path: Path) -> None:
    """A turn's page by the name of no page."""
    page = compared(log, tmp_path, first(log), "1945-SO.html")
    assert (page.outcome, page.why) == ("differs", "extra")


@pytest.mark.parametrize("version", ["0.4.0", "0.10.0", "1.0"])
def test_a_page_of_a_version_that_is_to_come_is_not_judged(
    log: list[LogEntry], tmp_path: Path, version: str
) -> None:
    """Whatever it bears: only that version can prove it. Numbers are compared as numbers."""
    html = by_another_version(first(log)).replace(OLDER, version)
    assert compared(log, tmp_path, html).outcome == "newer"


def test_a_page_without_a_version_and_facts_is_no_page_of_ours(
    log: list[LogEntry], tmp_path: Path
) -> None:
    """Its digest alone proves nothing."""
    digest = " ".join(re.findall("." * 8, pages.pages(log, turn="1939-SO")[0].head))
    found = compared(log, tmp_path, f"<title>1939</title><p>{digest}</p>")
    assert (found.outcome, found.why, found.written_by) == ("differs", "unread", "")


# --- pages of another version -------------------------------------------------------------------


def test_a_page_of_another_version_is_held_to_its_facts(
    log: list[LogEntry], tmp_path: Path
) -> None:
    """Whatever its words are; those of today's version must be equal byte by byte."""
    page = compared(log, tmp_path, by_another_version(first(log)))
    assert (page.outcome, page.written_by, page.turn) == ("facts", OLDER, "1939-SO")
    assert page.facts == (
        "campaign", "conquered", "digest", "number", "points", "promoted", "turn", "version",
        "vetoed", "wars",
    )  # fmt: skip
    changed = first(log).replace("News of the turn", "What happened")
    assert compared(log, tmp_path, changed).outcome == "differs"


def test_a_page_of_another_version_from_an_earlier_day(log: list[LogEntry], tmp_path: Path) -> None:
    """As the facts were at its own digest, in the middle of the turn."""
    early = pages.pages(log[:20])
    page = compared(log, tmp_path, by_another_version(early[0].html))
    assert (page.outcome, page.version) == ("facts", 20)
    index = compared(log, tmp_path, by_another_version(early[-1].html), "index.html")
    assert (index.outcome, index.turn) == ("facts", "")


@pytest.mark.parametrize(
    "forged",
    [
        {"points": {**POINTS_1939, "germany": 9}},
        {"promoted": ["chiang", "balbo"]},
        {"vetoed": []},
        {"turn": "1939-ND"},
        {"number": 2},
        {"version": 3},
        {"digest": "ab" * 32},
        {"digest": None},
        {"campaign": "another"},
        {"program": "0.3.0"},
        {"program": None},
    ],
)
def test_a_forged_fact_is_found(
    log: list[LogEntry], tmp_path: Path, forged: dict[str, Any]
) -> None:
    """A value, an order, what is left out, and another version than the page names."""
    assert compared(log, tmp_path, by_another_version(first(log), **forged)).outcome == "differs"


def test_a_page_that_bears_no_facts_to_be_read(log: list[LogEntry], tmp_path: Path) -> None:
    """None, two blocks, no JSON, no object."""
    html = by_another_version(first(log))
    block = BLOCK.search(html)
    assert block is not None
    broken = ("", block[0] * 2, block[0].replace("{", "", 1), with_facts(block[0], [1]))  # type: ignore[arg-type]
    for other in broken:
        assert compared(log, tmp_path, html.replace(block[0], other)).outcome == "differs", other


def test_a_page_without_a_version_is_held_to_its_facts_too(
    log: list[LogEntry], tmp_path: Path
) -> None:
    """Nobody frees a page of its facts by taking out a single line."""
    nameless = re.sub(r'<meta name="generator"[^>]*>\n', "", first(log))
    assert compared(log, tmp_path, nameless).outcome == "differs"
    page = compared(log, tmp_path, BLOCK.sub("", nameless))
    assert (page.outcome, page.why) == ("differs", "unread")


def test_facts_that_only_one_version_knows_are_not_compared(
    log: list[LogEntry], tmp_path: Path
) -> None:
    """One of its own is named; one that it did not know yet is missing from the list."""
    page = compared(log, tmp_path, by_another_version(first(log), weather="fair", wars=None))
    assert (page.outcome, page.unread) == ("facts", ("weather",))
    assert "wars" not in page.facts and "points" in page.facts


def test_verify_says_by_which_facts_it_judged(tmp_path: Path) -> None:
    """No finding, and the version; a forged one is a finding."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("report", "club", "--out", "reports")
    file = tmp_path / "reports" / FIRST
    html = file.read_text()
    file.write_text(by_another_version(html, weather="fair"))
    out = shell.fine("verify", "club", "--reports", "reports")
    assert re.sub(r"\s+", " ", out).count(
        "the same in its facts (campaign, conquered, digest, number, points, promoted, turn, "
        f"version, vetoed, wars): written by version {OLDER}, whose words are not compared, nor "
        "is weather, which this version does not know"
    ) == 1  # fmt: skip
    told = json.loads(shell.fine("verify", "club", "--reports", "reports", "--json"))
    (page,) = (page for page in told["reports"] if page["file"] == FIRST)
    assert (page["outcome"], page["unread"]) == ("facts", ["weather"])
    file.write_text(by_another_version(html, points=POINTS_1940))
    done = shell("verify", "club", "--reports", "reports")
    assert done.status == 1
    words = f"DIFFERS: facts that are not the record's: points; it names version {OLDER}"
    assert words in re.sub(r"\s+", " ", done.out)
