"""The printed book: PDF/A-2a and PDF/UA-1 or nothing, equal bytes, compared with the record."""

from pathlib import Path

import pytest

from campaign.diary import words
from campaign.extensions.book.letters import own_letters
from campaign.extensions.book.made import ended, volume_of
from campaign.extensions.book.typesetting import (
    PrintedFrom,
    PrintOptions,
    pdf,
    printed_from,
    typesetter,
)
from campaign.extensions.pictures import worker
from campaign.kernel.volume.blocks import Letter, Picture
from campaign.reports.book import Book, StoredLog, read
from campaign.text.prose import Break, Em, Items, Letters, Node, P, Quote, Strong
from diary.hostile import HOSTILE
from support import table
from support.command_line import Shell
from support.guides import blocks
from support.table import FIRST_TURN, NAME, TO_1940

pytest.importorskip("typst")

SOURCES = (
    '#read("/etc/passwd")', "#import \"@preview/x:0.1.0\"", "*bold* _em_ `raw` $x^2$ <label> @ref",
    "= Heading\n== Two", "#panic()", "]#[", '"#{', "\\u{41} \\ // /* */", "<b>&amp;</b>",
)  # fmt: skip


def printed(made: Book, letters: dict[str, list[Letter]] | None = None, **options: object) -> bytes:
    """A book as PDF."""
    chosen = PrintOptions(**options)  # type: ignore[arg-type]
    shared = made.logs[-1].end.campaign
    source = PrintedFrom(shared.name, shared.id, made.version, made.head, "", typesetter(), chosen)
    return pdf(volume_of(made, letters or {}), source, ended(made))


def test_words_are_never_source(tmp_path: Path) -> None:
    """Typst source and HTML in names, titles, stories are set as letters, and conform."""
    source, other = P((Letters(SOURCES[0]),)), P((Letters("日本海軍 😀"),))
    nodes: list[Node] = [P((Letters(text), Break(), Letters("x" * 90))) for text in SOURCES]
    nodes += [P((kind(source.inside),)) for kind in (Em, Strong)]
    nodes += [Quote((source,)), Items(((source,), (other,))), Items(((source,), (other,)), 7)]
    letters = {"1939-SO": [Letter(SOURCES[0], SOURCES[2], SOURCES[4], tuple(nodes))]}
    with table.opened(tmp_path, title="*A* #title _of_ [sorts]") as ledger:
        table.play(ledger, FIRST_TURN + TO_1940)
        made = read(StoredLog(ledger, NAME))
        first = printed(made, letters)
        assert first[:5] == b"%PDF-" and printed_from(first) is not None
        assert printed(made, letters) == first
        assert printed(made, letters, gray=True, paper="a4") != first


def test_hostile_words_are_set_as_letters(tmp_path: Path) -> None:
    """40 texts as author, subject and words of a dispatch: the book conforms, and equals itself."""
    letters = [
        Letter(text, "7 March", text, words.read(words.plain(text)))
        for text in (*HOSTILE, "\u202egnp.exe\u2066")
    ]
    with table.opened(tmp_path) as ledger:
        table.play(ledger, FIRST_TURN + TO_1940)
        made = read(StoredLog(ledger, NAME))
        first = printed(made, {"1939-SO": letters})
        assert first[:5] == b"%PDF-" and printed_from(first) is not None
        assert printed(made, {"1939-SO": letters}) == first


def test_hostile_pictures_are_pictures_in_a_book(tmp_path: Path) -> None:
    """What passed the gate conforms, with captions that are letters; and no byte of what the files
    had besides is in the book.
    """
    pytest.importorskip("PIL")
    from diary.pictures import SECRET, TAKEN

    sent = {f"w{at}-1.jpg": made() for at, made in enumerate(TAKEN.values(), 1)}
    jpegs = {
        name: worker.written(worker.bare(worker.opened(data)))[2] for name, data in sent.items()
    }
    shown = tuple(Picture(name, SOURCES[0], SOURCES[-1]) for name in jpegs)
    letter = Letter("Anna", "7 March", words=(P((Letters("Look."),)),), pictures=shown)
    with table.opened(tmp_path) as ledger:
        table.play(ledger, FIRST_TURN + TO_1940)
        made = read(StoredLog(ledger, NAME))
        shared = made.logs[-1].end.campaign
        source = PrintedFrom(
            shared.name, shared.id, made.version, made.head, "", typesetter(), PrintOptions()
        )
        volume = volume_of(made, {"1939-SO": [letter]})
        book = pdf(volume, source, ended(made), pictures=jpegs)
    assert book.count(b"/Subtype/Image") > 1 and SECRET not in book and b"alert(1)" not in book


def test_every_letter_that_is_listed_can_be_set(tmp_path: Path) -> None:
    """A letter that no font has is refused by PDF/A: so the list is right."""
    signs = "".join(
        chr(number) for number in sorted(own_letters()) if chr(number).isprintable() and number > 32
    )
    lines = tuple(signs[at : at + 30] for at in range(0, len(signs), 30))
    nodes = tuple(
        P((Letters(line), Em((Letters(line),)), Strong((Letters(line),)))) for line in lines
    )
    with table.opened(tmp_path) as ledger:
        made = read(StoredLog(ledger, NAME))
        assert printed(made, {"1939-SO": [Letter("Anna", "today", words=nodes)]})[:5] == b"%PDF-"


def test_the_guide_is_played_as_written(shell: Shell, tmp_path: Path) -> None:
    """But for what installs the typesetter, and a turn that this campaign has had."""
    (tmp_path / "fonts").mkdir()
    for line in "\n".join(blocks("book")).splitlines():
        if line.startswith("campaign "):
            shell.fine(*line.replace("1940-ND", "1939-SO").split()[1:])


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of one turn."""
    made = Shell(tmp_path)
    made.fine("open", "club", "--scenario", "global-war")
    made.fine("turn", "club", "--yes")
    return made


def test_a_printed_book_is_compared_with_the_record(shell: Shell, tmp_path: Path) -> None:
    """The same later on; not if a letter of it was changed, nor of another campaign."""
    shell.fine("book", "club", "club.pdf", "--until", "1939-SO", "--gray")
    shell.fine("turn", "club", "--yes")
    assert "letter for letter" in shell.fine("book", "club", "--check", "club.pdf")
    changed = tmp_path / "changed.pdf"
    content = bytearray((tmp_path / "club.pdf").read_bytes())
    content[-40] ^= 1
    changed.write_bytes(content)
    done = shell("book", "club", "--check", "changed.pdf")
    assert done.status == 1 and "differs from the book that the record gives" in done.error
    shell.fine("open", "other", "--scenario", "global-war")
    done = shell("book", "other", "--check", "club.pdf")
    assert done.status == 1 and "the book of another campaign, club" in done.error


def test_fonts_of_ones_own_are_part_of_the_book(shell: Shell, tmp_path: Path) -> None:
    """A check without them says so."""
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "none.ttf").write_bytes(b"no font")
    shell.fine("book", "club", "club.pdf", "--fonts", "fonts")
    assert "letter for letter" in shell.fine(
        "book", "club", "--check", "club.pdf", "--fonts", "fonts"
    )
    done = shell("book", "club", "--check", "club.pdf")
    assert done.status == 1 and "it was set with other fonts" in done.error


def test_a_check_says_what_has_changed_since(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dispatch that was removed, another name, another typesetter: each by itself in words."""
    shell.fine("diary", "write", "club", "It rained.")
    shell.fine("turn", "club", "--yes")
    shell.fine("book", "club", "club.pdf")
    assert "letter for letter" in shell.fine("book", "club", "--check", "club.pdf")
    shell.fine("diary", "remove", "club", "w1")
    shell.fine("shelf", "name", "host@club", "H.")
    monkeypatch.setattr("campaign.extensions.book.typesetting.typesetter", lambda: "typst 0")
    said = shell("book", "club", "--check", "club.pdf").error
    for why in (
        f"it was set by {typesetter()}, and here is typst 0",
        "what members wrote was changed or removed since",
        "members have chosen other names since",
    ):
        assert why in said
