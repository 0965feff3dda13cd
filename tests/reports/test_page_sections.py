"""The frame of the report's pages: what stands there whatever a game has to say."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.kernel.pages import MorePage, PageContext, PageLook, PageSections
from campaign.kernel.system import System
from campaign.lif.board.views.draws import BOARD
from campaign.lif.board.views.sections import STANDINGS
from campaign.lif.state import State
from campaign.lif.story.pages import PAGES, SECTIONS
from campaign.lif.story.turn_notes import Notes
from campaign.lif.system import SYSTEM
from campaign.reports import pages
from campaign.reports.comparison import compare
from campaign.reports.rendering import TEMPLATES
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from support import road, table
from support.table import FIRST_TURN, NAME, TO_1940

HEADING = re.compile(r'<h2 id="(\w+)"')


def with_sections(sections: PageSections[State, Notes]) -> System[State]:
    """The game with other sections."""
    return replace(SYSTEM, pages=replace(PAGES, sections=sections))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """A short campaign of three turns."""
    made = table.opened(tmp_path_factory.mktemp("club"))
    table.play(made, FIRST_TURN + TO_1940)
    return made


@pytest.fixture
def bare(book: Ledger, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The first turn's page and the index where the game has no section."""
    monkeypatch.setitem(SYSTEMS, "lif", with_sections(PageSections()))
    first, *_, index = pages.pages(book.history(NAME))
    return first.html, index.html


def test_what_every_game_has_is_there_without_its_sections(bare: tuple[str, str]) -> None:
    """News, rulings, seal and journal; on the index the turns and the members."""
    first, index = bare
    assert HEADING.findall(first) == ["news", "rulings", "seal", "journal"]
    assert HEADING.findall(index) == ["asked", "turns", "members", "rulings", "seal"]
    assert first.index('<details class="record"') < first.index('aria-labelledby="rulings"')


def test_the_list_of_turns_has_each_turn_s_headline(bare: tuple[str, str]) -> None:
    """Number, name, and what happened, as the game's story tells it."""
    _, index = bare
    turns = index[index.index('<ol class="turns">') :].partition("</ol>")[0]
    lines = turns.split("<li>")[1:]
    assert [re.findall(r">(\d)</span> <a href=\"([\w-]+).html", line) for line in lines] == [
        [("1", "1939-SO")], [("2", "1939-ND")], [("3", "1940-JF")]]  # fmt: skip
    assert [re.findall("<b>(.*)</b>", line) for line in lines] == [
        ["Germany declares war on Poland."], ["A quiet turn."], []]  # fmt: skip


def test_a_section_with_nothing_to_say_is_left_out(
    book: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is neither among the contents nor on the page."""
    silent = replace(BOARD, view=lambda context: None)
    monkeypatch.setitem(
        SYSTEMS, "lif", with_sections(PageSections(turn=(silent,), index=(silent,)))
    )
    for page in pages.pages(book.history(NAME)):
        assert 'id="board"' not in page.html
        assert 'href="#board"' not in page.html


def test_a_game_without_a_style_of_its_own_has_the_frame_s(
    book: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, and without the colours of another game's seats."""
    look = PageLook(package=SYSTEM.pages.look.package, groups=SYSTEM.pages.look.groups)
    plain = replace(SYSTEM, pages=replace(PAGES, look=look, sections=PageSections()))
    monkeypatch.setitem(SYSTEMS, "lif", plain)
    for page in pages.pages(book.history(NAME)):
        style = page.html[page.html.index("<style>") : page.html.index("</style>")]
        assert ".bar a{" in style and (".journal li{" in style) == bool(page.turn)
        assert style.count("{") == style.count("}")
        assert ".p-" not in style


def test_contents_lead_to_the_sections_in_their_order(book: Ledger) -> None:
    """Each heading of a turn's page, and nothing else."""
    for page in (page for page in pages.pages(book.history(NAME)) if page.turn):
        nav = page.html[page.html.index('aria-label="On this page"') :]
        links = re.findall(r'<li><a href="#(\w+)">', nav[: nav.index("</nav>")])
        shown = page.html[: page.html.index('<details class="record">')]
        assert links == [*HEADING.findall(shown), "record"]


# --- further pages ------------------------------------------------------------------------------

CHRONICLE = "chronicle.html"


def with_more(
    monkeypatch: pytest.MonkeyPatch, *found: MorePage, made: list[str] | None = None
) -> None:
    """The game with further pages that show its standings as a section of the index does."""

    def more(context: PageContext[State, Notes]) -> list[MorePage]:
        def view() -> object:
            if made is not None:
                made.append(context.log.turn)
            return STANDINGS.view(context)

        return [replace(page, view=view) for page in found]

    monkeypatch.setitem(SYSTEMS, "lif", replace(SYSTEM, pages=replace(PAGES, more=more)))


def further(file: str, title: str, *, listed: bool = False) -> MorePage:
    """A further page."""
    return MorePage(file, title, STANDINGS.template, lambda: None, "All of it.", listed)


def test_a_game_adds_pages_of_its_own(book: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the frame, with heading, lede and digest; every page links to those that are listed."""
    with_more(monkeypatch, further(CHRONICLE, "Chronicle", listed=True), further("x.html", "X"))
    made = pages.pages(book.history(NAME))
    turns = ["1939-SO.html", "1939-ND.html", "1940-JF.html"]
    expected = [*turns, CHRONICLE, "x.html", "rulings.html", "index.html"]
    assert [page.file for page in made] == expected
    by_name = {page.file: page for page in made}
    chronicle = by_name[CHRONICLE]
    head = book.live(NAME).head
    assert (chronicle.turn, chronicle.head) == ("", head)
    assert re.search(r"<h1>.*Chronicle</h1>", chronicle.html)
    assert "All of it." in chronicle.html and 'id="standings"' in chronicle.html
    assert head in re.sub(r"\s", "", chronicle.html)
    for name, page in by_name.items():
        here = f'href="{CHRONICLE}" aria-current="page"'
        assert (here in page.html) is (name == CHRONICLE), name
        tops = 1 + ('aria-label="On this page"' in page.html)  # the bar, and a phone's list
        assert page.html.count(f'href="{CHRONICLE}"') == tops + (name != CHRONICLE), name
        assert 'href="x.html"' not in page.html


def test_what_a_further_page_shows_is_made_for_itself_alone(
    book: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns' pages only ask which pages there are, up to their own turn."""
    made: list[str] = []
    with_more(monkeypatch, further(CHRONICLE, "Chronicle", listed=True), made=made)
    pages.pages(book.history(NAME), turn="1939-SO")
    assert made == []
    pages.pages(book.history(NAME))
    assert made == ["1940-JF"]


@pytest.mark.parametrize(
    "file",
    ["index.html", "1939-ND.html", "../up.html", "page", "twice.html", "rulings.html", "A b.html"],
)
def test_a_further_page_has_a_file_of_its_own(
    book: Ledger, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    """Neither another page's, nor outside of the folder, nor a name that needs care in links."""
    with_more(monkeypatch, further("twice.html", "One"), further(file, "Two"))
    with pytest.raises(ValueError, match=f"a further page cannot be called {file!r}"):
        pages.pages(book.history(NAME))


def test_further_pages_are_compared_like_the_index(
    book: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same; as it was on its own day; changed by hand; left out of the folder."""
    with_more(monkeypatch, further(CHRONICLE, "Chronicle"), further("later.html", "Later"))
    log = list(book.history(NAME))
    reports = {page.file: page.html for page in pages.pages(log[:-4])}
    for file, html in reports.items():
        (tmp_path / file).write_text(html)
    (tmp_path / "later.html").unlink()

    def outcome() -> tuple[str, str, int]:
        (page,) = (page for page in compare(log, tmp_path) if page.file == CHRONICLE)
        return page.outcome, page.turn, page.version

    assert outcome() == ("then", "", len(log) - 4)
    changed = reports[CHRONICLE].replace("All of it.", "Half of it.")
    (tmp_path / CHRONICLE).write_text(changed)
    assert outcome() == ("differs", "", len(log) - 4)
    pages.write(book, NAME, tmp_path)
    (tmp_path / "later.html").unlink()
    assert outcome() == ("same", "", len(log))
    found = {page.file: page.outcome for page in compare(log, tmp_path)}
    assert found["later.html"] == "missing"


def test_no_template_of_a_game_hides_behind_one_of_the_frame() -> None:
    """The frame's are found first, so that one of the same name would never be seen."""
    frame = {file.name for file in TEMPLATES.iterdir()}
    assert {"turn.html", "index.html", "style.css"} <= frame
    named = {section.template for section in (*SECTIONS.turn, *SECTIONS.index)}
    assert not named & frame


def test_a_game_without_a_private_page_refuses_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line that names the game."""
    without = with_sections(replace(SYSTEM.pages.sections, private=None))
    monkeypatch.setitem(SYSTEMS, "lif", without)
    club = road.travelled(tmp_path, 1)
    with pytest.raises(pages.ReportError, match=r"^Leaders in Flames has no private page$"):
        pages.write_private(club, NAME, tmp_path / "own", "ben")
    assert not (tmp_path / "own").exists()


def test_a_history_that_begins_otherwise_has_no_pages(book: Ledger) -> None:
    """Only its opening says whose game it is."""
    history: list[Any] = list(book.history(NAME))
    with pytest.raises(ValueError, match="a campaign begins with its opening"):
        pages.pages(history[1:])
