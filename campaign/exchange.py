"""Export and import: a campaign as one file of JSON Lines, loss-free to the byte. IO.

The first line says what the file is. Each further line holds an event's version, topic and digest,
and its very JSON, so that the file can be verified, and read, without this program. Behind the
events come the receipts of all submissions in the same manner.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from campaign.ledger import Ledger
from campaign.receipts import findings as checked
from campaign.store import ConflictError, Row, StoreError
from campaign.verify import Audit
from events import chain, codec

FORM = 1


class Header(msgspec.Struct, frozen=True):
    """The first line of an export."""

    export: str
    form: int
    campaign: str
    events: int
    """How many events follow, so that a file cut short is known."""
    head: str
    """Digest of the last."""
    receipts: int = 0
    """How many receipts follow the events."""


class Line(msgspec.Struct, frozen=True):
    """One event of an export."""

    version: int
    topic: str
    digest: str
    event: msgspec.Raw


class ReceiptLine(msgspec.Struct, frozen=True):
    """One receipt of an export."""

    number: int
    digest: str
    receipt: msgspec.Raw


class Export(msgspec.Struct):
    """An export as it is read: its rows once, then its receipts."""

    name: str
    rows: Iterator[Row]
    receipts: list[tuple[int, bytes]] = []
    """Filled while the rows are read to their end."""


def export(ledger: Ledger, name: str, file: Path) -> int:
    """Writes a campaign to a file, whole or not at all. Returns the count of events."""
    last = ledger.store.version(name)
    if last == 0:
        raise StoreError(f"there is no campaign {name!r} in {ledger.store.path}")
    rows = ledger.store.rows(name, until=last)
    head = next(chain.head(stored) for _, _, stored in ledger.store.rows(name, last - 1, last))
    encoder, count = msgspec.json.Encoder(), 0
    handle, draft = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            kept = ledger.store.receipts(name)
            header = Header("campaign-tracker", FORM, name, last, head, len(kept))
            out.write(encoder.encode(header) + b"\n")
            for version, topic, stored in rows:
                body = msgspec.Raw(chain.body(stored))
                out.write(encoder.encode(Line(version, topic, chain.head(stored), body)) + b"\n")
                count += 1
            for number, stored in kept:
                told = ReceiptLine(number, chain.head(stored), msgspec.Raw(chain.body(stored)))
                out.write(encoder.encode(told) + b"\n")
        Path(draft).replace(file)
    finally:
        Path(draft).unlink(missing_ok=True)
    return count


def read(file: Path) -> tuple[str, Iterator[Row]]:
    """The name and the rows of an export, unchecked. Raises `StoreError` where it is none."""
    whole = load(file)
    return whole.name, whole.rows


def load(file: Path) -> Export:
    """The name, rows and receipts of an export, unchecked. Raises `StoreError` where it is none."""
    lines = _lines(file)
    try:
        header = msgspec.json.decode(next(lines, b""), type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise StoreError(f"{file} is not an export of a campaign") from error
    if header.export != "campaign-tracker" or header.form != FORM:
        raise StoreError(f"{file} is an export this version cannot read")
    found = Export(header.campaign, iter(()), [])
    found.rows = _rows(file, header, lines, found.receipts)
    return found


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with file.open("rb") as source:
            yield from source
    except OSError as error:
        raise StoreError(f"cannot read {file}: {error.strerror}") from error


def _rows(
    file: Path, header: Header, lines: Iterable[bytes], receipts: list[tuple[int, bytes]]
) -> Iterator[Row]:
    decoder, count, head = msgspec.json.Decoder(Line), 0, ""
    last = msgspec.json.Decoder(ReceiptLine)
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            if count == header.events and header.receipts:
                kept = last.decode(line)
                stored = b"%b\n%b" % (bytes(kept.receipt), kept.digest.encode())
                receipts.append((kept.number, stored))
                continue
            told = decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise StoreError(f"{file}, line {number}: not an event of an export") from error
        count, head = count + 1, told.digest
        yield told.version, told.topic, b"%b\n%b" % (bytes(told.event), told.digest.encode())
    if (count, head) != (header.events, header.head):
        raise StoreError(f"{file} is not whole: it has {count} of {header.events} events")
    if len(receipts) != header.receipts:
        told_ = f"it has {len(receipts)} of {header.receipts} receipts"
        raise StoreError(f"{file} is not whole: {told_}")


def import_(ledger: Ledger, file: Path) -> tuple[str, int]:
    """Takes a campaign into the store after verifying it. Returns its name and count of events.

    Raises `StoreError` where the file has findings or the store has a campaign of that name.
    """
    source = load(file)
    name = source.name
    audit = Audit(name=name, again=lambda: load(file).rows)
    finding = next(audit.findings(source.rows), None) or next(checked(source.receipts), None)
    if finding:
        raise StoreError(f"{file} does not verify: {finding}")
    if ledger.store.exists() and name in ledger.names():
        raise StoreError(f"there is a campaign {name} already in {ledger.store.path}")
    if not ledger.store.exists():
        # A store has its key from the start, so that a missing key always means a lost one.
        ledger.store.make()
        ledger.vault.create()
    try:
        taken = list(load(file).rows)
        ledger.store.append(name, taken, _keys(taken), create=True)
        ledger.store.add_receipts(name, source.receipts)
    except ConflictError as error:
        raise StoreError(f"there is a campaign {name} already in {ledger.store.path}") from error
    return name, audit.checked


def _keys(rows: Iterable[Row]) -> dict[str, tuple[int, int]]:
    """The versions that each idempotency key recorded, so that it is known here as well."""
    keys: dict[str, tuple[int, int]] = {}
    for version, _, stored in rows:
        if key := codec.decode(chain.body(stored)).key:
            keys[key] = (keys.get(key, (version,))[0], version)
    return keys
