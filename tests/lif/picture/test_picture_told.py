"""LiF 2, 3: the picture of a turn on its page, and as lines of a mail."""

import re
from pathlib import Path

import pytest

from campaign.kernel.pages import PageContext
from campaign.lif.picture import views
from campaign.lif.picture.views import in_lines, picture_view
from campaign.lif.system import SYSTEM
from campaign.reports import pages
from campaign.reports.book import StoredLog, read
from campaign.store.ledger import Ledger
from support import table
from support.table import NAME

ON_MAPS = {"leaders": {"rommel": "arriving", "manstein": "map", "zhukov": "map", "raeder": "map"}}
PLACES = [
    {"command": "MoveLeader", "leader": who, "location": where, "means": "other"}
    for who, where in (("manstein", "E1425"), ("zhukov", "E1435"), ("raeder", "sea:north-sea/3"))
]


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """In the third turn Manstein goes two hexes on and Rommel arrives beside him."""
    made = table.opened(tmp_path, setup=ON_MAPS)
    moves = [
        {"command": "MoveLeader", "leader": "manstein", "location": "E1427"},
        {"command": "PlaceLeader", "leader": "rommel", "location": "E1428", "face_up": False},
        {"command": "NameHex", "hex": "E1427", "name": "Minsk"},
    ]
    table.play(made, [*PLACES, *table.FIRST_TURN, *table.TO_1940, *moves])
    return made


def context(book: Ledger) -> PageContext:  # type: ignore[type-arg]
    """What the page of the latest turn is made from."""
    made = read(StoredLog(book, NAME), 10_000)
    return PageContext(made.logs, len(made.logs) - 1)


def test_what_happened_is_drawn_and_the_rest_is_told(book: Ledger) -> None:
    """Manstein's part has an arrow; where Zhukov stands nothing happened."""
    view = picture_view(context(book))
    assert view is not None
    drawn, told = view.frames
    assert drawn.svg.count('class="way p-germany"') == 1
    assert told.svg == ""
    assert [(one.piece.name, one.text) for one in drawn.lines] == [
        ("Manstein", "E1427 Minsk, came from E1425"),
        ("Rommel", "E1428, face-down, new this turn"),
    ]
    assert [(one.piece.name, one.text) for one in told.lines] == [("Zhukov", "E1435")]
    assert [(one.piece.name, one.text) for one in view.rest.lines] == [
        ("Raeder", "The North Sea, section 3")
    ]


def test_a_mail_has_a_line_for_each_part(book: Ledger) -> None:
    """It has no picture; SYSTEM.notices puts them before the news."""
    here = context(book)
    (block,) = in_lines(here)
    assert block.title == "On the map"
    assert block.lines == (
        "East European map: Manstein E1427 Minsk, came from E1425; "
        "Rommel E1428, face-down, new this turn.",
        "East European map: Zhukov E1435.",
        "At sea and off the maps: Raeder The North Sea, section 3.",
    )
    assert SYSTEM.notices.pictured(here) == (block,)


def test_a_mail_leaves_many_pieces_to_the_page(
    book: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it stays short: four are here, and three would be the most."""
    monkeypatch.setattr(views, "IN_A_MAIL", 3)
    assert in_lines(context(book)) == ()


def test_the_picture_stands_below_the_headline_and_what_is_next_behind_the_points(
    book: Ledger, tmp_path: Path
) -> None:
    """What is next is one paragraph; a drawing is at most 8 KB, and there are three at most."""
    pages.write(book, NAME, tmp_path / "out")
    page = (tmp_path / "out" / "1940-JF.html").read_text()
    order = [one for one in re.findall(r'<h2 id="(\w+)"', page) if one in
             ("picture", "news", "powers", "asked")]  # fmt: skip
    assert order == ["picture", "news", "powers", "asked"]
    asked = page[page.index('<h2 id="asked"') :].partition("</section>")[0]
    assert asked.count("<p>") == 1
    drawings = re.findall(r'<svg class="hexmap".*?</svg>', page)
    assert 1 <= len(drawings) <= 3
    assert all(len(one.encode()) <= 8_000 for one in drawings)
