"""Printed books before judges that this project did not make, as far as they are on this machine:
its own typesetter says that each is PDF/A-2a and PDF/UA-1, and here others are asked.
"""

import subprocess
from pathlib import Path

import pytest

from campaign.diary import words
from campaign.extensions.book.made import ended, volume_of
from campaign.extensions.book.typesetting import PrintedFrom, PrintOptions, pdf, typesetter
from campaign.extensions.pictures import worker
from campaign.kernel.volume.blocks import Letter, Picture
from campaign.reports.book import StoredLog, read
from diary.hostile import HOSTILE
from diary.pictures import TAKEN
from support import recorded, table
from support.command_line import Shell
from support.recorded import HERE

pytest.importorskip("typst")
JUDGES = {
    "qpdf": ("--check",),
    "outloud": ("--quiet", "--layer", "conformance"),
    "pdfua": ("check", "--min-severity", "error"),
    "verapdf": ("--flavour", "2a"),
    "verapdf ua1": ("--flavour", "ua1"),
}
"""Programs that end with 0 where a file is in order: the first word is the program's name. They are
Debian's qpdf, PyPI's outloud and pdfua, and veraPDF.
"""
BOOKS = ("lif-1998-global-war a5", "fow-anzio a4", "fow-anzio letter gray", "hostile")


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Books of both games on every paper, and one of hostile words and pictures."""
    folder = tmp_path_factory.mktemp("books")
    made = {name: folder / f"{name}.pdf" for name in BOOKS}
    for name, file in made.items():
        game, *paper = name.split()
        if not paper:
            (folder / game).mkdir()
            file.write_bytes(hostile(folder / game))
            continue
        recorded.played(HERE / game, folder / game)
        gray = ("--gray",) if "gray" in paper else ()
        Shell(folder / game).fine("book", recorded.NAME, str(file), "--paper", paper[0], *gray)
    return made


def hostile(folder: Path) -> bytes:
    """Each hostile text as author and words of a story, and every picture that the gate takes."""
    taken = (worker.bare(worker.opened(sent())) for sent in TAKEN.values())
    jpegs = {f"w1-{at}.jpg": worker.written(one)[2] for at, one in enumerate(taken, 1)}
    stories = map(words.read, map(words.plain, HOSTILE))
    letters = [Letter(*both) for both in zip(HOSTILE, HOSTILE, HOSTILE, stories, strict=True)]
    shown = tuple(Picture(name, HOSTILE[0], HOSTILE[1]) for name in jpegs)
    letters.append(Letter("Anna", "7 March", pictures=shown))
    with table.opened(folder, title=HOSTILE[2]) as ledger:
        table.play(ledger, table.FIRST_TURN + table.TO_1940)
        made = read(StoredLog(ledger, table.NAME))
        shared = made.logs[-1].end.campaign
        source = PrintedFrom(
            shared.name, shared.id, made.version, made.head, "", typesetter(), PrintOptions()
        )
        return pdf(volume_of(made, {"1939-SO": letters}), source, ended(made), pictures=jpegs)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "judge", [pytest.param(one, marks=pytest.mark.needs(one.split()[0])) for one in JUDGES]
)
def test_other_judges_find_nothing_wrong_in_a_book(
    books: dict[str, Path], judge: str, book: str
) -> None:
    """They see to tags, alternative texts, titles, languages, fonts and the file's own form."""
    command = [judge.split(maxsplit=1)[0], *JUDGES[judge], str(books[book])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
