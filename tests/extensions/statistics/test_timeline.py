"""LiF 4: the timeline of a campaign: bands, flags, dots and steps, by hand."""

from pathlib import Path

import pytest

from campaign.extensions.statistics.timeline import (
    HEAD,
    ROW,
    TimelineRow,
    WarTimeline,
    between,
    course,
)
from campaign.store.ledger import Ledger
from support import shown, table
from support.table import ADVANCE, FIRST_TURN, NAME, TO_1940
from tests.lif.story.test_state_of_war import COURSE, conquest, minor

WIDTH = 24
"""LiF 4: Global War has 36 turns, and a sheet room for 864 pixels."""


def drawn(book: Ledger) -> WarTimeline:
    """The picture of a campaign."""
    return course(shown.context_of(book, NAME))


def row(found: WarTimeline, power: str) -> TimelineRow:
    """A power's row."""
    (one,) = (one for one in found.rows if one.power == power)
    return one


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> WarTimeline:
    """Four turns of war without a Board."""
    book = table.opened(tmp_path_factory.mktemp("war"))
    table.play(book, COURSE)
    return drawn(book)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> WarTimeline:
    """Three turns: Balbo and Chiang are promoted in the first."""
    book = table.opened(tmp_path_factory.mktemp("board"))
    table.play(book, FIRST_TURN + TO_1940)
    return drawn(book)


def test_a_column_a_turn_and_years_above_them(war: WarTimeline) -> None:
    """From September 1939 to August 1945; the line of now follows the fourth turn."""
    assert war.width == 36 * WIDTH + 1
    assert [(year.at, year.label) for year in war.years] == [
        (0, "1939"), (2 * WIDTH, "1940"), (8 * WIDTH, "1941"), (14 * WIDTH, "1942"),
        (20 * WIDTH, "1943"), (26 * WIDTH, "1944"), (32 * WIDTH, "1945"),
    ]  # fmt: skip
    assert [month.label for month in war.months[:4]] == ["SO", "ND", "JF", "MA"]
    assert war.now == 4 * WIDTH


def test_wars_are_bands_as_the_turns_ended(war: WarTimeline) -> None:
    """Italy fights a major power in the third turn and is conquered in the fourth."""

    def bands(power: str) -> list[tuple[float, float, bool]]:
        return [(one.x, one.width, one.is_major) for one in row(war, power).bands]

    assert bands("germany") == [(0, 4 * WIDTH, True)]
    assert bands("italy") == [(2 * WIDTH, WIDTH, True)]
    assert bands("ussr") == [(WIDTH, WIDTH, False)]
    assert bands("usa") == []
    assert row(war, "ussr").bands[0].title == "At war with minor countries: November/December 1939"


def test_conquests_are_flags_and_minor_countries_share_a_row(war: WarTimeline) -> None:
    """Italy in the fourth turn, Poland in the first."""
    (flag,) = row(war, "italy").flags
    assert (flag.kind, flag.title) == ("conquered", "Italy completely conquered, March/April 1940")
    assert 3 * WIDTH < flag.x < 4 * WIDTH
    (poland,) = row(war, "minors").flags
    assert (poland.count, poland.title) == (
        1,
        "Poland conquered by Germany, September/October 1939",
    )
    assert row(war, "minors").y == HEAD + 8 * ROW


def test_vichy_is_a_flag_of_france_and_liberation_another(tmp_path: Path) -> None:
    """LiF 4.1, 4.2: several minor countries of a turn are one flag with their number."""
    book = table.opened(tmp_path)
    table.play(book, [
        {"command": "InstallVichy"}, minor("norway", "conquered", "germany"),
        minor("denmark", "conquered", "germany"), ADVANCE,
        {"command": "CollapseVichy"}, ADVANCE,
        conquest("china", "incomplete"), ADVANCE, conquest("china", "free"),
    ])  # fmt: skip
    found = drawn(book)
    assert [(one.kind, one.title) for one in row(found, "france").flags] == [
        ("partly", "Vichy France installed, September/October 1939"),
        ("freed", "Vichy France collapsed, November/December 1939"),
    ]
    assert [(one.kind, one.title) for one in row(found, "china").flags] == [
        ("partly", "China incompletely conquered, January/February 1940"),
        ("freed", "China liberated, March/April 1940"),
    ]
    (fallen,) = row(found, "minors").flags
    assert fallen.count == 2
    assert fallen.title == "Norway and Denmark conquered by Germany, September/October 1939"


def test_promotions_are_dots_in_the_middle_of_their_turn(board: WarTimeline) -> None:
    """LiF 4.1: vetoed leaders have none; without minor countries there is no row of them."""
    (dot,) = row(board, "italy").dots
    assert (dot.x, dot.count) == (WIDTH / 2, 1)
    assert dot.title == "Balbo promoted, September/October 1939"
    assert row(board, "germany").dots == ()
    assert [one.power for one in board.rows][-1] == "china"


def test_veto_points_are_steps_with_those_of_now_beside_them(board: WarTimeline) -> None:
    """LiF 4.2: Germany 5, then 1, 1 and 6; the scale reaches to 6, over 20 pixels."""
    germany = row(board, "germany")
    top = HEAD + 4
    heights = {points: round(top + 20 - 20 * points / 6, 1) for points in (5, 1, 6)}
    assert germany.line == (
        f"M0 {heights[5]:g}V{heights[1]:g}H{WIDTH}V{heights[1]:g}H{2 * WIDTH}"
        f"V{heights[6]:g}H{3 * WIDTH}"
    )
    assert germany.points == 6
    assert germany.words.endswith("Veto points from 5 to 6, at most 6.")


def test_the_row_in_words_says_what_the_picture_shows(war: WarTimeline, board: WarTimeline) -> None:
    """For those who do not see it."""
    assert row(war, "italy").words == (
        "At war with other powers: January/February 1940. Italy completely conquered, March/April "
        "1940. Veto points from 2 to 4, at most 4."
    )
    assert row(board, "italy").words.startswith("1 promotion. ")
    assert between("July/August 1939", "May/June 1940") == "July/August 1939 to May/June 1940"


def test_the_scale_of_columns_fits_long_and_short_campaigns(tmp_path: Path) -> None:
    """Five turns are no wider than 60 pixels each; nobody points to now once it is over."""
    book = table.opened(tmp_path, scenario="custom", first_turn="1939-SO", last_turn="1940-MJ")
    assert (drawn(book).width, drawn(book).now) == (5 * 60 + 1, 60)
    answer = book.submit(NAME, {"command": "CloseCampaign"})
    assert answer["accepted"], answer
    assert drawn(book).now == 0
