"""Export and import: a campaign as one file of JSON Lines, loss-free to the byte. IO.

The first line says what the file is. Each further line holds an event's version, topic, digest and
exact JSON, so that the file can be verified and read without this program. After the events come
the receipts of all submissions, in the same form.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import msgspec

from campaign.kernel.decisions import Finding
from campaign.store import outlines, vault
from campaign.store.ledger import NAME, Ledger
from campaign.store.protocol import FIRST, NO_SALTS, ConflictError, Row, StoreError, older
from campaign.store.reader import LogEntry, Reader, log_entry
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from campaign.verify.receipts import Kept, Papers
from campaign.verify.witness import rules_after
from campaign.world import clock
from events import chain
from events.base import topic
from events.disputes import Branched

FORM = FIRST
"""The newest form of an export."""
LINE = 1 << 20
"""How many bytes a line of an export may have: an event or a receipt, and a little more."""
TRIAL = ".import-"
"""The suffix, after the store's name, of the folder in which an import is tried."""
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class ExportForm(msgspec.Struct, frozen=True):
    """What the first line of any export says, whatever its form."""

    export: str
    form: int


class Header(ExportForm, frozen=True):
    """The first line of an export."""

    campaign: str
    events: int
    """How many events follow, so that a truncated file is noticed."""
    head: str
    """Digest of the last event."""
    rules: int
    """The number of the rules that the campaign follows."""
    receipts: int
    """How many receipts follow the events."""
    branch_of: str = ""
    """For a what-if, the campaign it was made from."""


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


class Export:
    """An export, read line by line, as often as needed and without checking it.

    Raises `StoreError` if the file is not an export, or during reading if it is incomplete.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            first = next(self._lines(), b"")
            said = msgspec.json.decode(first, type=ExportForm)
            if said.export != "campaign-tracker" or said.form > FORM:
                raise StoreError(f"{file} is an export this version cannot read")
            if said.form < FIRST:
                raise StoreError(older(file, "an export"))
            self.header = msgspec.json.decode(first, type=Header)
        except _UNREADABLE as error:
            raise StoreError(f"{file} is not an export of a campaign") from error

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.header.campaign

    def whole(self) -> None:
        """Raises `StoreError` if there are too few or too many lines."""
        lines = sum(1 for _ in self._numbered_lines())
        events = min(lines, self.header.events)
        for count, promised, what in (
            (events, self.header.events, "events"),
            (lines - events, self.header.receipts, "receipts"),
        ):
            if count != promised:
                text = f"it has {count} of {promised} {what}"
                raise StoreError(f"{self.file} is not whole: {text}")

    def rows(self) -> Iterator[Row]:
        """Its events; after the last, checks that the file is complete."""
        decoder, head, rules = msgspec.json.Decoder(Line), "", 0
        for number, line in islice(self._numbered_lines(), self.header.events):
            try:
                text = decoder.decode(line)
            except _UNREADABLE as error:
                where = f"{self.file}, line {number}"
                raise StoreError(f"{where}: not an event of an export") from error
            head, stored = text.digest, _stored(text.event, text.digest)
            rules = rules_after(text.topic, stored, rules)
            yield text.version, text.topic, stored
        self.whole()
        if head != self.header.head:
            raise StoreError(f"{self.file} is not whole: it ends with another digest")
        if self.header.rules != rules:
            said = f"its first line says rules {self.header.rules}, its events rules {rules}"
            raise StoreError(f"{self.file} is not whole: {said}")

    def log(self) -> list[LogEntry]:
        """Its events as the log holds them."""
        source = f"--file {self.file}"
        return [log_entry(version, stored, source) for version, _, stored in self.rows()]

    def receipts(self) -> Iterator[Kept]:
        """Its receipts; a line that is not one is passed on as it is, for the auditor to find."""
        decoder = msgspec.json.Decoder(ReceiptLine)
        for _, line in islice(self._numbered_lines(), self.header.events, None):
            try:
                receipt_line = decoder.decode(line)
            except _UNREADABLE:
                yield 0, line
            else:
                yield receipt_line.number, _stored(receipt_line.receipt, receipt_line.digest)

    def _numbered_lines(self) -> Iterator[tuple[int, bytes]]:
        """The non-empty lines after the first, with their numbers."""
        lines = enumerate(self._lines(), 1)
        return (pair for pair in lines if pair[0] > 1 and pair[1].strip())

    def _lines(self) -> Iterator[bytes]:
        try:
            with self.file.open("rb") as source:
                for number, line in enumerate(iter(lambda: source.readline(LINE + 1), b""), 1):
                    if len(line) > LINE:
                        text = f"line {number} has more than {LINE:,} bytes"
                        raise StoreError(f"{self.file} is not an export of a campaign: {text}")
                    yield line
        except OSError as error:
            raise StoreError(f"cannot read {self.file}: {error.strerror}") from error


def _stored(body: msgspec.Raw, digest: str) -> bytes:
    return b"%b\n%b" % (bytes(body), digest.encode())


def audit_of(source: Export | Reader, name: str, wanted: Iterable[str] = ()) -> Verification:
    """The auditor of an export or of a store's campaign."""
    if isinstance(source, Export):
        return Verification(SYSTEMS, wanted, name, Papers(source.receipts))
    store = source.store

    def again(first: int, last: int) -> Iterator[bytes]:
        return map(chain.body, store.states(name, first - 1, last))

    return Verification(SYSTEMS, wanted, name, Papers(lambda: store.receipts(name)), again)


def export(ledger: Ledger, name: str, file: Path) -> int:
    """Writes a campaign to a file, completely or not at all. Returns the number of events."""
    header = header_of(ledger, name)
    handle, draft = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.writelines(lines(ledger, header))
        Path(draft).replace(file)
    finally:
        Path(draft).unlink(missing_ok=True)
    return header.events


def header_of(reader: Reader, name: str) -> Header:
    """The first line of a campaign's export as of now; the others are of the same moment."""
    last, papers = reader.store.ends(name)
    if last == 0:
        raise StoreError(f"there is no campaign {name!r} in {reader.store.place}")
    head = next(chain.head(stored) for _, _, stored in reader.store.rows(name, last - 1, last))
    first = next(reader.store.rows(name, until=1))
    rules = rules_after(*first[1:])
    branch_of = _branch_of(reader, name)
    return Header("campaign-tracker", FORM, name, last, head, rules, papers, branch_of)


def lines(reader: Reader, header: Header) -> Iterator[bytes]:
    """Every line of an export, read while they are written."""
    encoder, name = msgspec.json.Encoder(), header.campaign
    yield encoder.encode(header) + b"\n"
    for version, what, stored in reader.store.rows(name, until=header.events):
        body = msgspec.Raw(chain.body(stored))
        yield encoder.encode(Line(version, what, chain.head(stored), body)) + b"\n"
    for number, stored in reader.store.receipts(name, header.receipts):
        body = msgspec.Raw(chain.body(stored))
        yield encoder.encode(ReceiptLine(number, chain.head(stored), body)) + b"\n"


def _branch_of(reader: Reader, name: str) -> str:
    for _, _, stored in reversed(reader.store.of_topics(name, [topic(Branched)])):
        event = SYSTEMS.codec.decode(chain.body(stored))
        return event.origin if isinstance(event, Branched) else ""
    return ""


def _verified(source: Export, name: str) -> Verification:
    """The audit of an export, without a finding."""
    audit = audit_of(source, name)
    finding: Finding | None = next(audit.findings(source.rows()), None)
    if finding:
        raise StoreError(f"{source.file} does not verify: {finding}")
    if text := _cannot_be_shown(audit):
        raise StoreError(f"{source.file} does not verify: version {audit.version}: show: {text}")
    return audit


def import_(
    ledger: Ledger,
    file: Path,
    trial: Callable[[Path, str], str] | None = None,
    salts: Mapping[int, str] = NO_SALTS,
) -> tuple[str, int]:
    """Imports a campaign into the store after verifying it. Returns its name and number of events.

    `trial` gets a temporary store with the campaign in it, and says what cannot be read there;
    empty if everything can. `salts` are sealed ones that go with the receipts, which no export has.

    Raises `StoreError` if the file has findings, the trial fails, or the store already has a
    campaign of that name. Then nothing is kept.
    """
    source = Export(file)
    name = source.name
    if not NAME.fullmatch(name):
        raise StoreError(f"{file} cannot be imported: {name[:80]!a} is no campaign's name")
    source.whole()
    audit = _verified(source, name)
    if ahead := clock.to_come(ledger.now(), audit.stamps):
        right = "set the clock right; if it is right, the times in the record are wrong"
        raise StoreError(f"{file} cannot be imported: {ahead}; {right}")
    if ledger.store.exists() and ledger.has(name):
        raise StoreError(f"there is a campaign {name} already in {ledger.store.place}")
    if trial is not None and (text := _tried(source, trial, ledger.store.path)):
        raise StoreError(f"{file} cannot be imported: {text}; nothing of it was kept")
    if not ledger.store.exists() or ledger.store.place.is_database:
        # A store has its key from the start, so that a missing key always means a lost one.
        vault.prepare_key(ledger.store, ledger.vault)
    try:
        _append(ledger, source, salts)
    except ConflictError as error:
        raise StoreError(f"there is a campaign {name} already in {ledger.store.place}") from error
    outlines.keep(ledger, name)
    return name, audit.checked


def _append(ledger: Ledger, source: Export, salts: Mapping[int, str] = NO_SALTS) -> None:
    rows = list(source.rows())
    receipts = source.receipts()
    ledger.store.append(
        source.name, rows, keys_of(rows), receipts=receipts, salts=salts, create=True
    )


def _tried(source: Export, trial: Callable[[Path, str], str], beside: Path) -> str:
    """What cannot be read of a campaign once it is in a store; empty if everything can."""
    near = beside.absolute().parent
    where = near if near.is_dir() and os.access(near, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix=f".{beside.name}{TRIAL}", dir=where) as folder:
        store = Path(folder) / "trial.db"
        with Ledger(store) as ledger:
            ledger.store.make()
            _append(ledger, source)
        return trial(store, source.name)


def _cannot_be_shown(audit: Verification) -> str:
    """Why the state after the events cannot be shown; empty if it can."""
    try:
        assert audit.state is not None
        view = SYSTEMS[audit.state.campaign.system].view
        msgspec.json.encode(view.show(audit.state))
    except Exception:  # a handmade record may fail in any way
        return "what the events come to cannot be shown"
    return next(iter(view.below_zero(audit.state)), "")


def keys_of(rows: Iterable[Row]) -> dict[str, tuple[int, int]]:
    """The versions recorded under each idempotency key, so that this store knows the keys too."""
    keys: dict[str, tuple[int, int]] = {}
    for version, _, stored in rows:
        if key := SYSTEMS.codec.decode(chain.body(stored)).key:
            keys[key] = (keys.get(key, (version,))[0], version)
    return keys
