"""LiF 1, 3, 4: the page of each leader, and the list of all, by hand."""

from pathlib import Path
from typing import Any

import pytest

from campaign.lif.story.leader_pages import LeaderPage
from campaign.store.ledger import Ledger
from events.lif.board import LeaderDrawn
from support import recorded, shown, table
from support.disputed import correct, first_turn, upheld, version_of
from support.recorded import HERE
from support.sessions import NAME as SESSION
from support.table import FIRST_TURN, NAME, TO_1940

pytestmark = pytest.mark.further


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The short campaign in January 1940: Guderian and Cunningham sent back, Balbo and Chiang
    promoted."""
    book = table.opened(tmp_path_factory.mktemp("club"))
    table.play(book, FIRST_TURN + TO_1940)
    return book


@pytest.fixture(scope="module")
def pages(club: Ledger) -> Any:
    """Its further pages, by file."""
    return shown.further(club, NAME)


def page_of(pages: Any, who: str) -> LeaderPage:
    """What a leader's page shows."""
    view: LeaderPage = pages[f"leader-{who}.html"].view()
    return view


def lines(pages: Any, who: str) -> list[tuple[str, str, str]]:
    """A career: turn, words, link."""
    return [
        (turn.turn, line.text, line.href)
        for turn in page_of(pages, who).turns
        for line in turn.lines
    ]


def test_a_career_says_who_decided_each_draw(pages: Any) -> None:
    """LiF 4.1: 21 leaders are in the cup; Balbo leaves it, and two go back."""
    begins = "In the cup when the campaign began."
    for who, text, draw in (
        ("guderian", "Drawn from 21 leaders, vetoed by the Commonwealth and France.", 1),
        ("balbo", "Drawn from 21 leaders, promoted against the Commonwealth with the support of"
                  " Italy.", 2),
        ("cunningham", "Drawn from 20 leaders, vetoed by Germany.", 3),
        ("chiang", "Drawn from 20 leaders, promoted.", 4),
    ):  # fmt: skip
        first, drawn = lines(pages, who)
        assert first[:2] == ("1939-SO", begins)
        assert drawn == ("1939-SO", text, f"1939-SO.html#draw-{draw}")


def test_who_joined_the_cup_later_has_a_page_and_who_is_set_aside_has_none(pages: Any) -> None:
    """LiF 4: Rommel's year is 1940, Manstein's 1941."""
    ((turn, text, link),) = lines(pages, "rommel")
    assert (turn, text) == ("1940-JF", "Joined the cup with the leaders of 1940.")
    assert link.startswith("1940-JF.html#event-")
    assert "leader-manstein.html" not in pages


def test_the_head_says_who_he_is_and_where(pages: Any) -> None:
    """LiF 1: stars, power, abilities in our words; the other leaders of his power with a page."""
    page = pages["leader-guderian.html"]
    assert (page.title, page.lede) == ("Guderian", "4 stars, Germany. In the cup.")
    view = page_of(pages, "guderian")
    assert [one.number for one in view.abilities] == [2, 28, 39, 46]
    assert [one.number for one in view.abilities if one.number in view.white] == [2]
    assert [one.id for one in view.others] == [
        "rundstedt", "raeder", "donitz", "richthofen", "rommel",
    ]  # fmt: skip
    assert list(view.figures) == [("Drawn", 1), ("Vetoed", 1)]


def test_lif_4_1_1_the_chance_of_being_drawn_next(pages: Any) -> None:
    """19 of the 21 are still in the cup, and the seven of 1940; Balbo is not."""
    words = "If the Board drew now, his chance would be 1 in 26 (3.8%)."
    assert page_of(pages, "guderian").chance == page_of(pages, "rommel").chance == words
    assert page_of(pages, "balbo").chance == ""


def test_lif_4_1_the_last_in_the_cup_is_called_so(tmp_path: Path) -> None:
    """Toyoda's last draws in the recorded campaign."""
    (folder,) = (one for one in recorded.FOLDERS if one.name == "lif-1998-global-war")
    with Ledger(recorded.played(folder, tmp_path)) as book:
        pages = shown.further(book, recorded.NAME)
    assert [text for turn, text, _ in lines(pages, "toyoda") if turn == "1945-JF"][-2:] == [
        "Drawn as the last in the cup, vetoed by China.",
        "Drawn as the last in the cup, promoted.",
    ]


def test_all_leaders_by_power_with_what_they_did(pages: Any) -> None:
    """Columns only for what happened; the highest rank first; minor countries last."""
    view = pages["leaders.html"].view()
    assert view.columns == ("Drawn", "Vetoed", "Promoted")
    assert [*view.groups] == [
        "germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china", "minors",
    ]  # fmt: skip
    assert [(row.leader.id, row.where, row.counts) for row in view.groups["italy"]] == [
        ("graziani", "in the cup", (0, 0, 0)),
        ("balbo", "arriving", (1, 0, 1)),
        ("cavagnari", "in the cup", (0, 0, 0)),
    ]
    assert [row.leader.id for row in view.groups["minors"]] == ["franco", "mannerheim"]


def test_a_campaign_without_leaders_has_no_pages_of_them(tmp_path: Path) -> None:
    """The story and the state of the war alone."""
    book = table.opened(tmp_path, modules={"leaders": False})
    assert list(shown.further(book, NAME)) == ["story.html", "war.html"]


def test_a_draw_that_was_struck_out_is_no_part_of_a_career(tmp_path: Path) -> None:
    """Guderian's draw goes, and with it what the board did about him."""
    session = first_turn(tmp_path)
    drawn = version_of(session, LeaderDrawn, leader="guderian")
    dispute = upheld(session, drawn)
    before = shown.further(session.ledger, SESSION)
    assert any("Drawn" in text for _, text, _ in lines(before, "guderian"))
    correct(session, "Rewind", dispute=dispute, to=drawn - 1)
    after = shown.further(session.ledger, SESSION)
    assert [text for _, text, _ in lines(after, "guderian")] == [
        "In the cup when the campaign began."
    ]


def test_careers_in_play_are_told_in_words(tmp_path: Path) -> None:
    """LiF 3: placed, moved, used, in combat, recalled, killed: each a line with its event."""
    (folder,) = (one for one in recorded.FOLDERS if one.name == "lif-1998-leaders-in-play")
    assert folder.parent == HERE
    with Ledger(recorded.played(folder, tmp_path)) as book:
        pages = shown.further(book, recorded.NAME)
    for who, text in (
        ("guderian", "Attacked at E1428 with “Pursuit” (39)."),
        ("guderian", "Went by rail to E1734."),
        ("guderian", "Advanced to E1428."),
        ("rommel", "Killed: every other land unit in his hex was destroyed."),
        ("balbo", "Out of the game: Italy completely conquered."),
    ):
        assert text in [found for _, found, _ in lines(pages, who)], (who, text)
    assert all("{" not in text for file in pages if file.startswith("leader-")
               for _, text, _ in lines(pages, file[7:-5]))  # fmt: skip
