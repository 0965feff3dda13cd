"""The diary of a campaign in a file of its own, beside the export of the record. IO.

What is sealed stays sealed. A file that comes in is believed only where the record's marks agree,
and never brings back what the record says is removed.
"""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from campaign.accounts.table.diary import StoredDispatch
from campaign.diary.reading import mark_of
from campaign.handler.dispatches import DiaryShelf, unpacked
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError

NAME = "diary.jsonl"
MOST_ROWS, MOST_LINE, MOST_PICTURE = 2_000, 200_000, 1_000_000
"""How many dispatches are read of a file, and how many bytes of each, and of each picture."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


class TakenIn(msgspec.Struct, frozen=True):
    """What came of a file: how many dispatches are new here, and why others are left out."""

    count: int = 0
    removed: int = 0
    other: int = 0
    """Whose words are not those that were filed, or cannot be compared without the vault's key."""


class _ArchivedLine(msgspec.Struct, frozen=True):
    row: StoredDispatch
    pictures: int = 0


def beside(export: Path) -> Path:
    """The file of the diary beside an export: `club.diary.zip` beside `club.jsonl`."""
    return export.with_suffix(".diary.zip")


def write(ledger: Ledger, name: str, file: Path) -> int:
    """Writes the diary of a campaign; how many dispatches. Nothing is written where there is none.

    Raises `OSError`.
    """
    shelf = DiaryShelf(ledger)
    live = ledger.live(name)
    shelf.settle(name, live)
    rows = shelf.rows.of(live.state.campaign.id, "filed")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        lines = []
        for row in rows:
            pictures = shelf.rows.pictures(row.campaign, row.key)
            lines.append(msgspec.json.encode(_ArchivedLine(row, len(pictures))))
            for number, jpeg in enumerate(pictures, 1):
                made.writestr(zipfile.ZipInfo(f"{row.id}-{number}", _LONG_AGO), jpeg)
        made.writestr(zipfile.ZipInfo(NAME, _LONG_AGO), b"\n".join(lines))
    shelf.close()
    if rows:
        file.write_bytes(out.getvalue())
    return len(rows)


def take_in(ledger: Ledger, name: str, file: Path) -> TakenIn:
    """Takes in the diary of a campaign that is here. Raises `StoreError` for any other file."""
    shelf = DiaryShelf(ledger)
    campaign = ledger.live(name).state.campaign
    count = removed = other = 0
    try:
        for line, pictures in _read(file):
            row = msgspec.structs.replace(line.row, campaign=campaign.id, state="filed")
            filed = campaign.record.dispatches.get(row.id)
            if filed is not None and not filed.is_there:
                removed += 1
            elif filed is None or filed.mark != _mark(ledger, row, pictures):
                other += 1
            elif shelf.rows.under(campaign.id, row.key) is None:
                shelf.rows.put(row, pictures)
                count += 1
    finally:
        shelf.close()
    return TakenIn(count, removed, other)


def _mark(ledger: Ledger, row: StoredDispatch, pictures: list[bytes]) -> str:
    """The mark of what came in; empty where it cannot be worked out."""
    try:
        return mark_of(*unpacked(ledger.vault, row, pictures))
    except (VaultError, msgspec.MsgspecError, ValueError):
        return ""


def _read(file: Path) -> Iterator[tuple[_ArchivedLine, list[bytes]]]:
    try:
        with zipfile.ZipFile(file) as made:
            text = _entry(made, NAME, MOST_ROWS * MOST_LINE)
            for line in text.splitlines()[:MOST_ROWS]:
                read = msgspec.json.decode(line, type=_ArchivedLine)
                numbers = range(1, read.pictures + 1)
                yield read, [_entry(made, f"{read.row.id}-{one}", MOST_PICTURE) for one in numbers]
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise StoreError(f"{file} is no diary of a campaign; nothing more was taken in") from error


def _entry(made: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of the archive. Raises `ValueError` where it is larger than any of ours."""
    with made.open(name) as one:
        data = one.read(most + 1)
    if len(data) > most:
        raise ValueError(name)
    return data
