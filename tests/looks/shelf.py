"""The pages of the recorded campaigns, made once and kept under `.pytest_cache`."""

import hashlib
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import letters
from campaign.notifications.compose import letter
from campaign.reports import pages
from campaign.store.ledger import Ledger
from support import recorded
from support.recorded import FOLDERS, NAME, ROOT

SHELF = ROOT / ".pytest_cache" / "pages"
CAMPAIGNS = {folder.name: folder for folder in FOLDERS}
TURN, INDEX, PRIVATE = "turn", "index", "private"
MONTHS = ("JF", "MA", "MJ", "JA", "SO", "ND")
DATE = re.compile(rf"(\d{{4}})-({'|'.join(MONTHS)})")


def kind(page: Path) -> str:
    """What kind of page a file is: a turn's, the index, a private one, or its name's first word."""
    if DATE.fullmatch(page.stem):
        return TURN
    return PRIVATE if page.parent.name == PRIVATE else page.stem.partition("-")[0]


def of(campaign: str) -> list[Path]:
    """All pages of a recorded campaign: its turns in their order, the index, the others."""
    folder = CAMPAIGNS[campaign]
    kept = SHELF / f"{campaign}-{_digest(folder)}"
    if not kept.is_dir():
        _make(folder, kept)
    return sorted(kept.rglob("*.html"), key=_place)


def letters_of(campaign: str, turns: Sequence[str], out: Path) -> list[Path]:
    """The mails of a recorded campaign's turns, as the first who plays gets them, as files."""
    with TemporaryDirectory() as place:
        book = letters.of(campaign, Path(place))
        member = next(iter(book.logs[-1].end.campaign.powers.values()), recorded.NAME)
        found = []
        for log in book.logs:
            if log.turn.startswith(tuple(turns)):
                made = letter(book, letters.turn_of(log.turn, member), member, letters.reader())
                found.append(out / f"mail-{log.turn}.html")
                found[-1].parent.mkdir(parents=True, exist_ok=True)
                found[-1].write_text(made.html, encoding="utf-8")
    return found


def _place(page: Path) -> tuple[int, str, int, str]:
    kinds = {TURN: 0, INDEX: 1, PRIVATE: 3}
    date = DATE.fullmatch(page.stem)
    year, month = (date[1], MONTHS.index(date[2])) if date else ("", 0)
    return kinds.get(kind(page), 2), year, month, page.name


def _make(folder: Path, kept: Path) -> None:
    """Writes the pages; whichever of two workers ends first is the one that counts."""
    SHELF.mkdir(parents=True, exist_ok=True)
    for old in SHELF.glob(f"{folder.name}-*"):
        shutil.rmtree(old, ignore_errors=True)
    near = Path(mkdtemp(dir=SHELF, prefix="being-made-"))
    with (
        TemporaryDirectory() as place,
        Ledger(recorded.played(folder, Path(place))) as ledger,
    ):
        pages.write(ledger, NAME, near)
        for member in ledger.live(NAME).state.campaign.members:
            with suppress(pages.ReportError):  # who may not have one
                pages.write_private(ledger, NAME, near / PRIVATE, member)
                break
    with suppress(OSError):  # the other worker was here first
        near.rename(kept)
    shutil.rmtree(near, ignore_errors=True)


@cache
def _digest(folder: Path) -> str:
    """Of everything that a campaign's pages came of."""
    whole = hashlib.sha256(f"{recorded.digest(folder)}\n".encode())
    for file in [Path(__file__), *sorted((ROOT / "templates").glob("*.*"))]:
        whole.update(f"{file.name}\n{file.stat().st_size}\n".encode())
        whole.update(file.read_bytes())
    return whole.hexdigest()[:16]
