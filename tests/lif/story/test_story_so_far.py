"""The campaign so far as one story: a chapter a year, the most important news first."""

from pathlib import Path

from campaign.lif.story.telling import so_far
from support import shown, table
from support.table import FIRST_TURN, NAME, TO_1940


def test_a_chapter_a_year_and_a_paragraph_a_turn(tmp_path: Path) -> None:
    """The war before the board; a turn without news is said to be quiet; no bookkeeping."""
    book = table.opened(tmp_path)
    table.play(book, FIRST_TURN + TO_1940)
    years = so_far(shown.context_of(book, NAME))
    assert list(years) == [1939, 1940]
    october, december = years[1939]
    assert (october.turn, october.months) == ("1939-SO", "September/October")
    assert october.first == "Germany declared war on Poland."
    assert "Balbo (Italy) and Chiang (China) were promoted." in october.rest
    assert (december.first, december.rest, december.is_quiet) == ("A quiet turn.", "", True)
    (january,) = years[1940]
    assert "joined the cup" not in january.first + january.rest
