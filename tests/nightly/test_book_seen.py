"""The page of the book of 36 turns in a browser: open to everybody, by day and by night."""

from pathlib import Path

from looks import browser
from tests.all.extensions.book.test_book_seen import look, needs_axe, needs_browser


@needs_browser
@needs_axe
def test_the_book_of_36_turns_is_open_to_everybody(tmp_path: Path) -> None:
    """Boards, charts and cards are in it, which a game without leaders lacks."""
    with browser.browser() as there:
        seen = look(there, "lif-1998-global-war", tmp_path)
    assert {where: one for where, one in seen.barriers.items() if one} == {}
    assert (seen.fetched, seen.scripts, seen.wider, seen.small_print) == ([], 0, [], [])
