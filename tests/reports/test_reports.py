"""Turn reports: what they say, what they keep to themselves, and that they are sound pages."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from campaign.lif import calendar
from campaign.lif.abilities.catalogue import abilities
from campaign.lif.story.turn_sums import foreseeing, runs_of
from campaign.reports import pages as reports_pages
from campaign.reports.turn_log import when
from campaign.store.ledger import Ledger
from events.lif.board import BallotSealed
from support import table
from support.table import FIRST_TURN, HOSTILE, MAIL, NAME, OPEN_BALLOTS, OPEN_VOTES, TO_1940, ballot

CUP_1940 = (
    "balbo cavagnari chiang cunningham darlan donitz dowding franco guderian halsey kuznetsov "
    "mannerheim mao nagumo pretelat raeder rundstedt terauchi timoshenko yamamoto zhukov "
    "chennault doolittle graziani oconnor ozawa richthofen rommel"
)
"""LiF 4: the counters up to 1940 without a mark; two of them are in play by then."""
TURNS = [f"{year}-{months}.html" for year in range(1939, 1946) for months in calendar.MONTHS]
VOID = {"meta", "link", "br", "wbr", "img", "hr", "input", "path", "circle", "line", "rect"}
ICON = "data:image/svg+xml,%3Csvg xmlns='http%3A//www.w3.org/2000/svg'"
"""How the only thing that a page does not write itself begins: it is fetched from nowhere."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class Page(HTMLParser):
    """A page taken apart; complains of what is not well formed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[int] = []
        self.words: list[str] = []
        self.titles = 0
        self.feed(text)
        self.close()
        assert self.open == [], f"left open: {self.open}"
        self.text = re.sub(r"\s+", " ", " ".join(self.words)).replace("\u00a0", " ")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in HEADINGS:
            self.headings.append(HEADINGS.index(tag) + 1)
        if tag == "title" and "svg" in self.open:
            self.titles += 1
        if tag not in VOID or tag in {"circle", "path", "rect"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Attributes of every tag of a name."""
        return [attrs for name, attrs in self.tags if name == tag]


def told(text: str, part: str, end: str = "</section>") -> str:
    """The words of one section of a page, by its heading's id."""
    start = text.index(f'<h2 id="{part}"')
    return Page(f"<section>{text[start : text.index(end, start)]}</section>").text


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The short campaign in January 1940."""
    made = table.opened(tmp_path_factory.mktemp("club"))
    table.play(made, FIRST_TURN + TO_1940)
    return made


@pytest.fixture(scope="module")
def pages(book: Ledger, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Its pages."""
    out = tmp_path_factory.mktemp("reports")
    return {file.name: file.read_text() for file in reports_pages.write(book, NAME, out)}


def test_a_page_for_each_turn_further_ones_and_an_index(pages: dict[str, str]) -> None:
    """In the order of the turns, the index last; a page for each leader who may be drawn."""
    turns, further, index = list(pages)[:3], list(pages)[3:-2], list(pages)[-2:]
    assert turns == ["1939-SO.html", "1939-ND.html", "1940-JF.html"]
    assert further[:3] == ["story.html", "war.html", "leaders.html"]
    assert {*further[3:]} == {f"leader-{who}.html" for who in CUP_1940.split()}
    assert index == ["rulings.html", "index.html"]


def test_the_parts_come_in_the_order_a_reader_wants(pages: dict[str, str]) -> None:
    """News, board, powers, what is next; in the record leaders, figures, rulings, seal, journal."""
    for name, asked, met in (("1939-SO.html", [], ["board"]), ("1940-JF.html", ["asked"], [])):
        found = re.findall(r'<h2 id="(\w+)"', pages[name])
        assert found == [
            "news", *met, "powers", *asked, "leaders", "explained", "rulings", "seal", "journal",
        ]  # fmt: skip


def test_the_turn_and_its_news(pages: dict[str, str]) -> None:
    """The war makes the headline; the line below and the news say what the board did."""
    first = Page(pages["1939-SO.html"]).text
    assert "turn 1 of 36 Germany declares war on Poland." in first
    assert "September/October 1939" in first
    news = told(pages["1939-SO.html"], "news")
    assert "Germany declared war on Poland." in news
    assert "Balbo (Italy) and Chiang (China) were promoted." in news
    vetoes = "The Commonwealth and France vetoed Guderian. Germany vetoed Cunningham."
    assert vetoes in news
    assert f"Balbo and Chiang were promoted. {vetoes}" in first.split("News of the turn")[0]
    january = told(pages["1940-JF.html"], "news")
    assert f"The leaders of 1940 joined the cup: {table.LEADERS_1940}." in january
    assert (
        "Germany 5, Italy 2, Japan 3, the USSR 3, the Commonwealth 3, France 2, the USA 2 and"
        " China 1" in january
    )
    assert 'id="board"' not in pages["1939-ND.html"], "the Board has not met this turn"


def test_lif_4_1_the_board_draw_by_draw(pages: dict[str, str]) -> None:
    """A row a draw: leader, stars, what each power did and paid, the result; then the votes."""
    page = pages["1939-SO.html"]
    board = page[page.index('<h2 id="board"') :]
    _, *rows = board[: board.index("</tbody>")].split('<tr role="row" id="draw-')
    assert len(rows) == 4
    texts = [Page(f'<table><tr id="draw-{row}</table>').text for row in rows]
    guderian, balbo, cunningham, chiang = texts
    assert guderian.startswith(" 1 Guderian ★★★★ Ge Germany")
    assert 'aria-label="4 stars">★★★★<' in rows[0]
    assert "CW ● veto, paid 1 Fr ● veto, paid 1 " in guderian
    assert "▲" not in guderian and guderian.rstrip().endswith("vetoed")
    assert "It ▲ support, paid 2 " in balbo and "CW ● veto, paid 1 " in balbo
    assert "promoted" in balbo
    assert "Paid for another leader: Germany 1." in balbo
    assert "Host sealed the marker of" in cunningham
    assert "●" not in chiang and "▲" not in chiang
    assert "Paid to stop: Germany 2. The vote closed the Board." in chiang
    key = told(page, "board")
    assert "● veto ▲ support ○ no veto" in key


def test_lif_4_2_the_powers_with_points_and_the_turn_s_change(pages: dict[str, str]) -> None:
    """Axis first; points now and what the turn changed; at war with whom."""
    first = told(pages["1939-SO.html"], "powers")
    assert re.search(r"Ge Germany .{0,80} 1 −4 ", first)
    names = [first.index(name) for name in ("Germany", "Italy", "Japan", "USSR", "China")]
    assert names == sorted(names)
    january = told(pages["1940-JF.html"], "powers")
    assert re.search(r"Ge Germany .{0,80} 6 \+5 ", january)
    assert re.search(r"US USA the host 3 \+2 ", january)
    assert "Veto points of China over the campaign: from 1 to 2" in january


def test_leaders_in_play_in_the_cup_and_lost(pages: dict[str, str]) -> None:
    """As the short campaign leaves them."""
    leaders = told(pages["1940-JF.html"], "leaders")
    play, rest = leaders.split("In the cup")
    assert "Balbo" in play and "Chiang" in play and "Guderian" not in play
    assert "Guderian" in rest and "Rommel" in rest
    assert "Nobody so far." in rest
    assert "from the reserve pool" in rest


def test_rulings_say_what_the_house_plays(pages: dict[str, str]) -> None:
    """The switch that the club turned stands out, and draws at the table are said so."""
    rulings = told(pages["1939-SO.html"], "rulings")
    assert "house switch; otherwise the ledger" in rulings
    assert "real cup at the table" in rulings
    assert "Draws 1–4 were made at the table." in rulings
    points = "Germany 5, Italy 2, Japan 3, USSR 3, Commonwealth 3, France 2, USA 1, China 1"
    assert points not in rulings, "a default is on the page of all rulings alone"
    assert "The other rulings are the default ones" in rulings
    every = told(pages["rulings.html"], "rulings")
    assert points in every and "house switch; otherwise the ledger" in every


def test_the_seal_and_the_journal(book: Ledger, pages: dict[str, str]) -> None:
    """The digest of the turn's last event; every event with its number, member and time."""
    turns = {log.turn: log for log in reports_pages.book(book.history(NAME)).logs}
    head = told(pages["1939-SO.html"], "seal").replace(" ", "")
    assert turns["1939-SO"].head in head
    journal = told(pages["1939-SO.html"], "journal")
    assert "Draw 1: Guderian was drawn at the table." in journal
    assert "7 Mar 2024, 19:" in journal
    versions = re.findall(r'<(?:li|span) id="event-(\d+)"', pages["1939-SO.html"])
    assert versions == [str(n) for n in range(1, turns["1939-SO"].version + 1)]


def test_what_is_sealed_one_after_the_other_is_one_line(pages: dict[str, str]) -> None:
    """Three ballots on Guderian and two on Balbo; a vote by itself keeps its sentence."""
    journal = told(pages["1939-SO.html"], "journal")
    assert re.findall(r"(\w+): (\d) sealed\.", journal) == [
        ("Ballots", "3"), ("Ballots", "2"), ("Ballots", "2")]  # fmt: skip
    assert "Germany sealed its vote." in journal


def test_the_journal_names_member_and_time_once(pages: dict[str, str]) -> None:
    """A line without them has those of the line before."""
    text = pages["1939-SO.html"]
    start = text.index('<ol class="journal">')
    lines = text[start : text.index("</ol>", start)].split("<li ")[1:]
    metas = [re.findall(r'class="meta">(.*?)</span>', line) for line in lines]
    shown = [found[0] for found in metas if found]
    assert len(shown) < len(lines)
    assert all(one != other for one, other in pairwise(shown))


def test_the_index_tells_the_whole_campaign(pages: dict[str, str]) -> None:
    """How it stands, standings, charts, the turns with their headlines, members."""
    index = Page(pages["index.html"]).text
    war = "two of the eight powers are at war"
    board = "the Board has promoted 2 leaders and vetoed 2"
    assert f"Turn 3 of 36 is in play: {war}, and {board}." in index
    standings = told(pages["index.html"], "standings")
    assert re.search(r"It Italy the host 2 1 2 0 ", standings)
    turns = told(pages["index.html"], "turns")
    first = (
        "1 September/October 1939 Germany declares war on Poland. Balbo and Chiang were promoted."
    )
    assert first in turns
    second = "2 November/December 1939 A quiet turn. The Promotions Board did not meet."
    assert second in turns
    assert HOSTILE in told(pages["index.html"], "members")


# --- what a page must not do --------------------------------------------------------------------


def sound(text: str, name: str, siblings: set[str]) -> None:
    """A page that stands by itself: well formed, in order, named for every reader."""
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert page.all("html") == [{"lang": "en"}]
    assert page.headings.count(1) == 1, name
    for above, below in zip(page.headings, page.headings[1:], strict=False):
        assert below <= above + 1, f"{name}: h{below} follows h{above}"
    assert all(attrs.get("scope") in {"row", "col"} for attrs in page.all("th"))
    assert len(page.all("table")) <= len(page.all("th")), f"{name}: a table without heads"
    assert all("caption" in one for one in re.findall(r"<table.*?</table>", text, re.S))
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids)), f"{name}: an id stands twice"
    for tag, attrs in page.tags:
        assert tag not in {"script", "iframe", "object", "img", "base", "form"}, name
        if tag == "link":
            assert attrs["rel"] == "icon" and (attrs["href"] or "").startswith(ICON), name
        assert not any(key.startswith("on") or key in {"src", "style"} for key in attrs), attrs
        assert set((attrs.get("aria-labelledby") or "").split()) <= set(ids)
        if tag == "a":
            href = attrs["href"] or ""
            file, _, anchor = href.partition("#")
            assert anchor in ids if not file else file in siblings or href in siblings, href
    drawings = page.all("svg")
    assert all(attrs.get("role") == "img" and attrs.get("aria-labelledby") for attrs in drawings)
    assert page.titles >= len(drawings)
    bare = text.replace(ICON, "", 1)
    assert not re.search(r"https?:|//\w|url\(|@import|javascript:|data:", bare), name


def test_every_page_is_sound(pages: dict[str, str]) -> None:
    """No script, no request to anywhere, headings in order, tables with heads."""
    for name, text in pages.items():
        sound(text, name, set(pages))


def test_names_and_entropy_are_text_and_never_markup(pages: dict[str, str]) -> None:
    """A member may call himself what he likes."""
    for name, text in pages.items():
        assert "<script>" not in text
        assert "&lt;script&gt;" in text or name not in (*TURNS, "index.html")
    assert f"threw words into the next draw: “{HOSTILE}”." in Page(pages["1939-SO.html"]).text


def test_no_address_no_ciphertext_no_unopened_choice(tmp_path: Path) -> None:
    """A board in the middle of its ballots shows who has sealed, and nothing else."""
    told_pages = []
    for folder, choice in (("one", "veto"), ("other", "no-veto")):
        book = table.opened(tmp_path / folder)
        table.play(book, [*FIRST_TURN[:-2], ballot("germany", choice, "anna"), FIRST_TURN[-1]])
        files = reports_pages.write(book, NAME, tmp_path / folder / "out")
        text = "".join(file.read_text() for file in files)
        assert MAIL not in text
        for record in book.history(NAME):
            if isinstance(record.event, BallotSealed):
                assert record.event.sealed not in text
        board = told(files[0].read_text(), "board")
        assert "before the Board" in board
        assert "Ge ■ sealed It ¢ cannot pay, not waited for Ja … awaited" in board
        assert "CW ■ sealed" in board
        told_pages.append(re.sub(r"\b(?:[0-9a-f]{8} ?)+(?=\b|…)", "", text))
    assert told_pages[0] == told_pages[1]


def test_pages_depend_on_the_history_alone(book: Ledger, tmp_path: Path) -> None:
    """The same bytes from a second writing; a turn's page does not change as the next is played."""
    once = reports_pages.write(book, NAME, tmp_path / "once")
    again = reports_pages.write(book, NAME, tmp_path / "again")
    assert [file.read_bytes() for file in once] == [file.read_bytes() for file in again]
    short = table.opened(tmp_path / "short")
    table.play(short, FIRST_TURN + TO_1940[:-1])
    reports_pages.write(short, NAME, tmp_path / "short-out", turn="1939-SO")
    early = (tmp_path / "short-out/1939-SO.html").read_text()
    assert early == (tmp_path / "once/1939-SO.html").read_text()


def test_one_turn_alone(book: Ledger, tmp_path: Path) -> None:
    """Its page and the index, and no half-written file beside them."""
    files = reports_pages.write(book, NAME, tmp_path / "out", turn="1939-ND")
    assert [file.name for file in files] == ["1939-ND.html", "index.html"]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "1939-ND.html",
        "index.html",
    ]


def test_a_turn_that_has_not_been(book: Ledger, tmp_path: Path) -> None:
    """One line that says which turns there are; nothing is written."""
    with pytest.raises(
        reports_pages.ReportError, match="no turn '1945-JA' yet: 1939-SO to 1940-JF"
    ):
        reports_pages.write(book, NAME, tmp_path / "out", turn="1945-JA")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_takes_no_files(book: Ledger, tmp_path: Path) -> None:
    """One line that names the folder."""
    (tmp_path / "out").write_text("a file")
    with pytest.raises(reports_pages.ReportError, match=r"cannot write reports to .*out: "):
        reports_pages.write(book, NAME, tmp_path / "out")


def test_the_appendix_says_which_draws_could_be_foreseen(tmp_path: Path) -> None:
    """A draw after a player's own device gave the last word could not."""
    book = table.opened(tmp_path, rulings={})
    table.play(book, [*table.MEMBERS, {"command": "OpenReinforcement"}, {"command": "DrawLeader"}])
    table.play(book, [*table.device(book, "ballot", 1, "no-veto"), OPEN_BALLOTS])
    table.play(book, [*table.device(book, "vote", 1, "another"), OPEN_VOTES])
    table.play(book, [{"command": "DrawLeader"}])
    text = reports_pages.write(book, NAME, tmp_path / "out")[0].read_text()
    rulings = told(text, "rulings")
    assert "Draw 2 was made by the ledger, and nobody could have foreseen what came." in rulings
    assert "Draw 1 was made by the ledger, and the holder of the vault key could have" in rulings
    assert "sealed on a device" in told(text, "board")
    assert foreseeing(runs_of([])) == ""


def test_every_ability_is_told_in_a_few_words() -> None:
    """LiF 3.2: 122 abilities, each with a name and a sentence or two."""
    found = abilities()
    assert sorted(found) == list(range(1, 123))
    for ability in found.values():
        assert 1 <= len(ability.name.split()) <= 5
        assert ability.text.endswith(".")
        assert len(ability.text.split()) <= 62


def test_times_for_a_reader() -> None:
    """Stamps as a reader writes them; what is none stays as it is."""
    assert when("2024-03-07T19:05:00.000Z") == "7 Mar 2024, 19:05"
    assert when("") == ""
