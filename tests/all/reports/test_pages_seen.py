"""Pages as a browser shows and prints them: open to everybody, sound, short, complete in one file.

What takes longer, waits or starts something, beside `reports/test_pages_seen.py`.
"""

from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser

from campaign.reports import pages
from looks import browser, judges, shelf, sizes
from looks.found import Found, visit
from support import table
from tests.reports.test_pages_seen import CAMPAIGN, SCREENS, SHEETS, WITH_ENTRY, turns

__all__ = ["turns"]
BARRED = """<!doctype html>
<html lang="en"><head><title>A page that bars people</title>
<style>p { color: #999; background: #fff; width: 500px } a { font-size: 9px }</style>
<link rel="icon" href="data:,"></head>
<body onload="this.opened = 1"><main><h1>A page</h1><p>Grey on white</p>
<svg viewBox="0 0 100 100" width="50"><text y="50" font-size="14">7 pixels</text>
<text y="90" font-size="22">11 pixels</text></svg>
<img src="beside.png"><button></button><p><p></p></p></main>
<script>document.title</script><script type="application/json">{}</script></body></html>
"""
needs_browser = pytest.mark.needs(*browser.NAMES)
needs_axe = pytest.mark.needs(str(judges.AXE))
needs_validator = pytest.mark.needs(str(judges.VALIDATE))


@pytest.fixture(scope="module")
def each_kind() -> list[Path]:
    """The heaviest page of each kind, and of turns with US entry."""
    kinds: dict[tuple[str, str], list[Path]] = {}
    for campaign in (CAMPAIGN, WITH_ENTRY):
        for page in shelf.of(campaign):
            kind = shelf.kind(page)
            kinds.setdefault((campaign if kind == shelf.TURN else "", kind), []).append(page)
    return [max(pages, key=lambda page: page.stat().st_size) for pages in kinds.values()]


@pytest.fixture(scope="module")
def barred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a fault of every sort."""
    page = tmp_path_factory.mktemp("barred") / "page.html"
    page.write_text(BARRED)
    return page


@pytest.fixture(scope="module")
def visits(there: Browser, each_kind: list[Path]) -> list[Found]:
    """What a visit to each page found."""
    return [visit(there, page, axe=False) for page in each_kind]


@pytest.mark.rotating(3)
@needs_browser
@needs_axe
@pytest.mark.parametrize("third", range(3))
def test_no_page_bars_anybody(there: Browser, each_kind: list[Path], third: int) -> None:
    """axe-core finds nothing; between light and dark only colours differ, by width only places."""
    for page in each_kind[third::3]:
        assert not any(visit(there, page).barriers.values()), page.name


@needs_validator
def test_the_html_is_valid(each_kind: list[Path]) -> None:
    """html-validate finds nothing."""
    assert judges.faults(each_kind) == []


@pytest.mark.rotating(3)
@needs_browser
def test_a_page_is_complete_in_its_file(visits: list[Found]) -> None:
    """It asks for nothing else, and runs no script."""
    for found in visits:
        assert (found.fetched, found.scripts) == ([], 0), found.page


@needs_browser
def test_no_page_is_moved_sideways(visits: list[Found]) -> None:
    """From a phone to a screen, what is wider moves within itself."""
    assert {found.page: found.wider for found in visits if found.wider} == {}


@needs_browser
def test_a_name_of_eighty_letters_moves_no_page(there: Browser, tmp_path: Path) -> None:
    """Who has no space in the name pushes nobody's points off the screen."""
    book = table.opened(tmp_path)
    roles, long = ["player"], "L" * 80
    name = {"command": "EnrolMember", "member": "anna", "name": long, "roles": roles}
    table.play(book, [*table.FIRST_TURN, name])
    files = pages.write(book, table.NAME, tmp_path / "out")
    shown = [file for file in files if file.stem in ("1939-SO", "index")]
    assert len(shown) == 2 and all("L" * 80 in file.read_text() for file in shown)
    for file in shown:
        assert visit(there, file, axe=False).wider == [], file.name


@needs_browser
def test_charts_can_be_read_on_a_phone(visits: list[Found]) -> None:
    """No words of a chart are too small."""
    assert {found.page: found.small_print for found in visits if found.small_print} == {}


@needs_browser
def test_dark_is_dark(visits: list[Found]) -> None:
    """A page's paper is darker than its ink where the scheme is dark, and only there."""
    assert [found.dark for found in visits] == [["dark"]] * len(visits)


@needs_browser
def test_the_median_turn_is_short(there: Browser, turns: list[Path]) -> None:
    """Screens of 390 by 844 pixels, sheets of A4 and of Letter; of three turns of median weight."""
    by_weight = sorted(turns, key=lambda page: page.stat().st_size)
    middle = len(turns) // 2
    found = [sizes.size(there, page) for page in by_weight[middle - 1 : middle + 2]]
    assert median(size.screens for size in found) <= SCREENS
    assert median(max(size.a4, size.letter) for size in found) <= SHEETS


@needs_browser
@needs_axe
def test_a_barrier_is_found(there: Browser, barred: Path) -> None:
    """Grey on white, a picture and a button without words; in the dark only colours are asked."""
    for whole in (False, True):
        barriers = visit(there, barred, whole=whole).barriers
        rules = {where: {told.partition(" ")[0] for told in barriers[where]} for where in barriers}
        every = {"color-contrast", "image-alt", "button-name"}
        assert every <= rules[browser.PHONE, "light"]
        assert every & rules[browser.SCREEN, "light"] == (every if whole else set())
        assert rules[browser.PHONE, "dark"] == {"color-contrast"}
        assert rules.get((browser.SCREEN, "dark")) == ({"color-contrast"} if whole else None)


@needs_validator
def test_invalid_html_is_found(barred: Path) -> None:
    """The page, the line and the rule."""
    told = judges.faults([barred])
    assert any(line.startswith("page.html:8: close-order: Stray") for line in told), told
    assert any(line.startswith("page.html:8: wcag/h37: <img> is missing") for line in told), told


@needs_browser
def test_what_is_fetched_run_wide_or_small_is_found(there: Browser, barred: Path) -> None:
    """A picture beside the page; a script and an attribute; 500 pixels; a chart's words; dark."""
    found = visit(there, barred, axe=False)
    assert found.fetched == [(barred.parent / "beside.png").as_uri()]
    assert found.scripts == 2
    assert found.wider == [360, 390]
    assert found.small_print == ["7 pixels: 7.0 px"]
    assert found.dark == []
    assert found.barriers == {}
