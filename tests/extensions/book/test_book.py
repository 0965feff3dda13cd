"""The book of a campaign as values and as a page: whole, no markup of others, nothing sealed."""

import ast
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import campaign
from campaign.diary import words
from campaign.extensions.book.letters import LACKING, own_letters, worded
from campaign.extensions.book.made import breakable, printable, visible, volume_of
from campaign.extensions.book.page import page
from campaign.extensions.book.typesetting import PrintedFrom, PrintOptions, printed_from
from campaign.kernel.volume import drawing
from campaign.kernel.volume.blocks import Dispatches, Leaf, Letter, Volume
from campaign.reports.book import Book, StoredLog, read
from campaign.store.ledger import Ledger
from campaign.text.prose import Letters, P
from diary.hostile import HOSTILE as HOSTILE_WORDS
from support import table
from support.table import FIRST_TURN, HOSTILE, MAIL, NAME, TO_1940, ballot
from support.tags import Tags


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The short campaign in January 1940."""
    made = table.opened(tmp_path_factory.mktemp("club"))
    table.play(made, FIRST_TURN + TO_1940)
    return made


@pytest.fixture(scope="module")
def book(ledger: Ledger) -> Book:
    """All of it."""
    return read(StoredLog(ledger, NAME))


def leaves(made: Volume) -> list[Leaf]:
    """Every turn of a volume."""
    return [
        block
        for chapter in made.parts.chapters
        for block in chapter.blocks
        if isinstance(block, Leaf)
    ]


def test_every_turn_is_a_leaf_in_the_chapter_of_its_year(book: Book) -> None:
    """Two turns of 1939, the third in 1940; equal records give equal books."""
    made = volume_of(book)
    assert [chapter.title for chapter in made.parts.chapters] == ["1939", "1940"]
    assert [leaf.turn for leaf in leaves(made)] == ["1939-SO", "1939-ND", "1940-JF"]
    assert [leaf.number for leaf in leaves(made)] == [1, 2, 3]
    board = leaves(made)[0].board
    assert board is not None and [row.label for row in board.rows] == [
        "Guderian ★★★★", "Balbo ★★★★", "Cunningham ★★★★★", "Chiang ★★★★★",
    ]  # fmt: skip
    assert not made.is_over and "so far" in made.notes[-1]
    assert dict(made.imprint)["Head of the record"] == book.head
    assert volume_of(book) == made


def test_a_name_is_no_markup_on_the_page(book: Book) -> None:
    """It stands there as its owner writes it."""
    html = page(volume_of(book))
    assert "<script" not in html and "&lt;script&gt;" in html
    assert MAIL not in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


def test_a_sealed_ballot_is_in_no_book(tmp_path: Path) -> None:
    """Books of two campaigns that differ by a sealed choice differ by digests alone."""
    books = []
    for choice in ("veto", "no-veto"):
        with table.opened(tmp_path / choice) as ledger:
            table.play(ledger, FIRST_TURN[: FIRST_TURN.index(table.draw("guderian")) + 1])
            table.play(ledger, [ballot("germany", choice, "anna")])
            made = read(StoredLog(ledger, NAME))
            books.append(page(volume_of(made)).replace(made.head, "HEAD"))
    assert books[0] == books[1]


def test_letters_stand_behind_their_turn_and_loose_ones_at_the_end(book: Book) -> None:
    """Words are nodes; what is about no turn that counts has a chapter of its own."""
    words = (P((Letters(HOSTILE),)),)
    letters = {
        "1939-ND": [Letter("Anna", "7 March", "Rommel", words)],
        "1950-JF": [Letter("Ben", "8 March", removed=True)],
    }
    made = volume_of(book, letters)
    blocks = made.parts.chapters[0].blocks
    place = next(at for at, one in enumerate(blocks) if isinstance(one, Dispatches))
    before = blocks[place - 1]
    assert isinstance(before, Leaf) and before.turn == "1939-ND"
    assert made.parts.appendices[0].title == "Loose leaves"
    html = page(made)
    assert "<script" not in html and "A dispatch stood here. It was removed." in html


def test_hostile_words_are_letters_on_the_page(book: Book) -> None:
    """40 texts, each as author, subject and words, bring no tag but those of the diary's
    markup, no attribute, and no mark of direction.
    """

    def of(texts: Sequence[str]) -> str:
        letters = [Letter(text, "7 March", text, words.read(words.plain(text))) for text in texts]
        return page(volume_of(book, {"1939-ND": letters}))

    html = of((*HOSTILE_WORDS, "\u202egnp.exe\u2066"))
    more = Counter(Tags(html).seen) - Counter(Tags(of(["x"] * (len(HOSTILE_WORDS) + 1))).seen)
    assert {tag for tag, _ in more} <= {"p", "em", "strong", "blockquote", "ul", "ol", "li", "br"}
    assert {attributes for _, attributes in more} == {(), ("start",)}
    assert not {"\u202e", "\u2066"} & {*html}


# --- as printers take it --------------------------------------------------------------------------


def test_a_numbered_list_keeps_its_numbers(tmp_path: Path) -> None:
    """It goes on from the number that its author began with; others have dots."""
    letters = {"1939-SO": [Letter("Anna", "today", words=words.read("4. Four\n5. Five\n\n- x"))]}
    with table.opened(tmp_path) as ledger:
        html = page(volume_of(read(StoredLog(ledger, NAME)), letters))
    assert '<ol start="4"><li><p>Four</p></li><li><p>Five</p></li></ol>' in html
    assert "<ul><li><p>x</p></li></ul>" in html


def test_letters_that_nobody_sees_are_left_out_and_long_words_break() -> None:
    """Marks of direction, breaks without a width; words of more than 40 letters."""
    assert visible("a\u202eb\u200bc\x00d\ne\u2066") == "abcd e"
    assert breakable("x" * 40) == "x" * 40
    assert breakable("x" * 41).split("\u200b") == ["x" * 20, "x" * 20, "x"]


def test_lacking_letters_are_named_if_they_are_few() -> None:
    """Three by their names, more by one sentence, which is said beside it."""
    missing: list[str] = []
    word = worded(own_letters(), missing.append)
    assert word("Zürich, Kraków, Αθήνα, Москва ★●▲") == "Zürich, Kraków, Αθήνα, Москва ★●▲"
    assert word("a 😀!") == "a [grinning face]!"
    assert missing == []
    assert word("to 日本海軍 with love") == f"to {LACKING} with love"
    assert missing == ["日本海軍"]


def test_every_text_of_a_volume_goes_through_the_printers_hands(book: Book) -> None:
    """But names of kinds, of files and of turns."""
    values = printable(volume_of(book), lambda text: "#", lambda drawing: drawing)
    left = {turn for leaf in leaves(volume_of(book)) for turn in (leaf.turn,)}
    assert set(strings(values)) <= {"#", *left}


def strings(values: object, name: str = "") -> list[str]:
    """Every text in plain values and in drawings, but the names of kinds."""
    if isinstance(values, str):
        return [] if name == "type" else [values]
    if isinstance(values, dict):
        return [text for key, value in values.items() for text in strings(value, key)]
    if isinstance(values, list | tuple):
        return [text for value in values for text in strings(value, name)]
    fields = getattr(values, "__struct_fields__", ())
    return [text for field in fields for text in strings(getattr(values, field), field)]


def test_what_a_file_was_made_from_is_read_back() -> None:
    """From its keywords; a file without them is no book."""
    options = PrintOptions("letter", True, False, True, "ab12")
    source = PrintedFrom("club", "c" * 32, 17, "d" * 64, "", "typst 0.15.2", options)
    words = ", ".join(source.keywords())
    pdf = f"%PDF<pdf:Keywords>{words}</pdf:Keywords>".encode()
    assert printed_from(pdf) == source
    assert printed_from(b"%PDF") is None
    assert printed_from(pdf.replace(b"paper=letter", b"paper=a9")) is None


ROOT = Path(campaign.__file__).parent
A_MILLIMETRE = 72 / 25.4
WIDTHS = {"a5": 148, "a4": 210, "letter": 215.9}
"""Of each paper, in millimetres."""


@pytest.mark.parametrize("paper", WIDTHS)
def test_the_words_of_charts_can_be_read_in_print(paper: str) -> None:
    """At least 6.5 points high: a drawing is as wide as what is between the margins."""
    source = (ROOT / "extensions/book/templates/book.typ").read_text(encoding="utf-8")
    line = next(one for one in source.splitlines() if one.strip().startswith(f"{paper}: ("))
    margins = sum(int(one) for one in re.findall(r"(?:inside|outside): (\d+)mm", line))
    wide = (WIDTHS[paper] - margins) * A_MILLIMETRE
    assert drawing.SMALL * wide / drawing.WIDTH >= 6.5


def test_typesetter_and_pictures_are_loaded_on_use_alone() -> None:
    """No module imports them, or what reads markup, as it is loaded itself."""
    heavy = {"typst", "PIL", "markdown_it"}
    loading = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in ROOT.rglob("*.py")
        if any(word in (text := file.read_text(encoding="utf-8")) for word in heavy)
        for node in ast.parse(text).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (getattr(node, "module", ""), *(one.name for one in node.names))
        if name and name.partition(".")[0] in heavy
    }
    assert loading == set()
