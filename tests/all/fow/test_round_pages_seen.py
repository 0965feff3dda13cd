"""The pages of a Flames of War campaign in a browser: open to everybody, and a card on one side."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser

from campaign.fow.missions.catalogue import missions
from campaign.fow.state import State
from campaign.reports import pages
from campaign.reports.book import Book, StoredLog, read
from fow.support import War, war
from looks import browser, judges
from looks.found import visit
from support.driver import NAME

needs_browser = pytest.mark.needs(*browser.NAMES)
needs_axe = pytest.mark.needs(str(judges.AXE))
needs_validator = pytest.mark.needs(str(judges.VALIDATE))
PLATOONS = [
    {"id": "hq", "name": "Company Headquarters", "class": "hq", "points": 100},
    *(
        {"id": f"p-{n}", "name": f"{n}. Panzergrenadier Platoon", "class": slug, "points": 100}
        for n, slug in enumerate([*["combat"] * 3, *["weapons"] * 4, *["support"] * 5], 1)
    ),
]
"""Twelve platoons with names as long as a club gives."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """The second round of Anzio in Carroceto, whose guns at sea have a rule of their own."""
    forces = {
        side: {"side": side, "member": who, "type": "infantry", "platoons": PLATOONS}
        for side, who in (("allies", "anna"), ("axis", "ben"))
    }
    start = {"anzio": {"sector": 5, "mission": "cauldron", "attacker": "allies"}}
    players = {"anna": "allies", "ben": "axis"}
    folder = tmp_path_factory.mktemp("anzio")
    with war(folder, games=8, players=players, forces=forces, start=start) as club:
        yield _played(club)


def _played(club: War) -> Book:
    club.do("BeginBattle")
    lost = {"allies": ["p-1", "p-2"], "axis": ["p-4"]}
    club.do("ReportResult", ended_by="morale", side="allies", lost=lost)
    club.do("AdvanceTurn")
    club.do("RollMission", dice={"allies": [3], "axis": [1]})
    return read(StoredLog(club._ledger, NAME), pages.HELD)


@pytest.mark.rotating(2)
@needs_browser
@needs_axe
@needs_validator
@pytest.mark.rotating(2)
def test_no_page_bars_anybody_or_moves_sideways(there: Browser, made: Book, tmp_path: Path) -> None:
    """axe-core and html-validate find nothing; each page fits a phone, and is complete."""
    files = []
    for page in pages.in_book(made):
        files.append(tmp_path / page.file)
        files[-1].write_text(page.html, encoding="utf-8")
    for file in files:
        found = visit(there, file, axe=file.stem in ("round-02", "card-anzio-2"))
        assert {key: told for key, told in found.barriers.items() if told} == {}, file.name
        assert (found.wider, found.small_print, found.fetched, found.scripts) == ([], [], [], 0), (
            file.name
        )
        assert found.dark == ["dark"], file.name
    assert judges.faults(files) == []


@pytest.mark.rotating(2)
@needs_browser
@pytest.mark.parametrize(
    ("form", "slugs"),
    [("Letter", tuple(missions())), ("A4", ("trench-fight", "not-one-step-back"))],
)
def test_every_mission_card_has_room_on_one_side_of_paper(
    there: Browser, made: Book, tmp_path: Path, form: str, slugs: tuple[str, ...]
) -> None:
    """Ten missions, with twelve named platoons on each side and a rule of the sector.

    Letter is the shorter paper; those with the most text are printed on A4 too.
    """
    sheets = {}
    for slug in slugs:
        file = tmp_path / f"{slug}.html"
        file.write_text(_card(made, slug), encoding="utf-8")
        with browser.opened(there, file, browser.SCREEN) as page:
            sheets[slug] = browser.sheets(browser.paper(page, form))
    assert sheets == dict.fromkeys(slugs, 1)


def _card(made: Book, slug: str) -> str:
    """The card of another mission at the same place."""
    log = made.logs[-1]
    state = log.end
    assert isinstance(state, State)
    line = replace(state.lines["anzio"], mission=slug, attacker="allies", roles_how="score")
    changed = replace(log, end=replace(state, lines={"anzio": line}))
    book = replace(made, logs=(*made.logs[:-1], changed))
    card = next(page for page in pages.more(book) if page.file == "card-anzio-2.html")
    return pages.more_html(book, card)
