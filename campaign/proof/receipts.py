"""Receipts: what every submission leaves behind, chained, telling nothing of a sealed choice. Pure.

A receipt holds a salted digest of what was sent; the salt is the sender's alone. Whoever shows what
he sent and its salt proves when it was in, and what was answered. The salt is as secret as what was
sent: with it, anybody can try which of two choices it was.

What receipts cannot prove: that the ledger's clock was right, and that none was left out behind the
last. For that a sender keeps the digest of his own, which every later one stands on.
"""

import contextlib
import hashlib
import hmac
import re
from array import array
from collections.abc import Callable, Iterable, Iterator

import msgspec

from campaign.kernel.decisions import Finding
from campaign.text.json_values import JsonFields, JsonObject
from events import chain
from events.base import Event
from events.disputes import Branched

SALT_BYTES = 16
HEADER = "campaign-tracker receipt 1"
TEXT_BYTES = 1024
"""How long every sealed answer is."""
NAME_LENGTH = 63
"""Letters of a sender's name that are kept; no member's is longer."""
_WORD = re.compile(r"[A-Za-z0-9-]{0,63}")
_TIME = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?Z")
_SENT = re.compile(r"[0-9a-f]{64}")
_SEALED = re.compile(r"[!-~]*")
_BOM = b"\xef\xbb\xbf"

Kept = tuple[int, bytes]
"""A receipt as it is stored: its number and its bytes."""


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One submission and its answer.

    Of one that was refused everybody sees when it came, and no more: that somebody could not pay
    for a choice would tell what they wanted.
    """

    at: str
    sent: str
    """SHA-256 over salt and text."""
    head: str
    """The campaign's digest when it came in."""
    by: str = ""
    command: str = ""
    versions: tuple[int, int] | None = None
    """First and last event that it yielded; None where it was refused."""
    sealed: str = ""
    """Where it was refused: by whom, what and why, encrypted for the vault."""
    prev: str = ""
    """Digest of the receipt before it."""
    mark: str = msgspec.field(default="", name="asked")
    """Where the command bore a key: a digest of what everybody may know of it, to know a repeat."""


class SealedRefusal(msgspec.Struct, frozen=True):
    """What a refused submission was told; its sender may have it opened."""

    by: str
    command: str
    """Empty where it could not be read."""
    rule: str | None
    reason: str


def receipt_id(campaign: str, number: int) -> str:
    """What a receipt is asked for by: `club/17`."""
    return f"{campaign}/{number}"


def text_of(fields: JsonFields | bytes | str) -> bytes:
    """What was sent, as bytes; values that came without a text get one, their names in order."""
    if isinstance(fields, bytes):
        return fields.removeprefix(_BOM).strip()
    if isinstance(fields, str):
        return fields.encode("utf-8", "surrogatepass").removeprefix(_BOM).strip()
    try:
        return msgspec.json.encode(dict(fields), order="sorted")
    except (TypeError, ValueError):
        return repr(fields).encode()


def digest_of(fields: JsonFields | bytes | str, salt: str) -> str:
    """The salted digest of what was sent: SHA-256 over header, salt and text."""
    return hashlib.sha256(f"{HEADER}\n{salt}\n".encode() + text_of(fields)).hexdigest()


def proves(receipt: Receipt, request: bytes | str, salt: str) -> bool:
    """Whether this is what the receipt was given for.

    A verb sends values without a text; their JSON may then be written in any order and spacing.
    """
    tried = [digest_of(request, salt)]
    with contextlib.suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        tried.append(digest_of(msgspec.json.decode(text_of(request), type=JsonObject), salt))
    return any(hmac.compare_digest(name, receipt.sent) for name in tried)


def sender(fields: JsonFields | bytes | str) -> str:
    """The member that an unreadable submission names, as far as it can be made out."""
    try:
        raw = msgspec.json.decode(text_of(fields))
        by = raw.get("by", "host")
    except (msgspec.MsgspecError, UnicodeError, RecursionError, AttributeError):
        return ""
    return by[:NAME_LENGTH] if isinstance(by, str) and by.isprintable() else ""


def label(campaign_id: str, receipt: Receipt) -> str:
    """What a sealed answer is bound to."""
    return f"{HEADER}\n{campaign_id}\n{receipt.at}\n{receipt.sent}\n"


def salt_label(campaign_id: str, receipt: Receipt) -> str:
    """What a sealed salt is bound to."""
    return f"{HEADER} salt\n{campaign_id}\n{receipt.at}\n{receipt.sent}\n"


def in_words(words: SealedRefusal) -> str:
    """A refused submission's answer as text to be sealed; what is too long is cut."""
    words = msgspec.structs.replace(words, by=words.by[:NAME_LENGTH])
    reason = words.reason[:TEXT_BYTES]
    while len(text := msgspec.json.encode(words)) > TEXT_BYTES:
        reason = reason[: -max(1, (len(text) - TEXT_BYTES) // 4)]
        words = msgspec.structs.replace(words, reason=f"{reason}…")
    return text.decode()


def read_refusal(text: str) -> SealedRefusal:
    """A sealed answer once it is opened."""
    return msgspec.json.decode(text, type=SealedRefusal)


def sealed_row(receipt: Receipt, before: bytes) -> bytes:
    """The bytes to keep for a receipt that follows another's bytes; empty before the first."""
    prev = chain.head(before) if before else ""
    return chain.seal(msgspec.json.encode(msgspec.structs.replace(receipt, prev=prev)))


def read(stored: bytes) -> Receipt:
    """A kept receipt. Raises `msgspec.MsgspecError` where the bytes are none."""
    return msgspec.json.decode(chain.body(stored), type=Receipt)


def with_receipt(answer: JsonObject, kept: tuple[str, bytes], salt: str) -> JsonObject:
    """An answer with the receipt's id and the sender's salt."""
    name, stored = kept
    return {
        **answer,
        "receipt": {"id": name, "at": read(stored).at, "salt": salt, "digest": chain.head(stored)},
    }


class Papers:
    """A campaign's receipts beside its events: give it each `event`, then ask for the `rest`.

    `again` reads the receipts from the first on; they are read twice.
    """

    def __init__(self, again: Callable[[], Iterable[Kept]]) -> None:
        self.checked = 0
        """Receipts looked at."""
        self.commands: list[tuple[int, int, str]] = []
        """Of each receipt that fits its events: number, first event and command."""
        self._last = (0, "")
        self.numbers: dict[str, int] = {}
        """Digests that were asked about and are receipts', with their numbers."""
        self._again = again
        self._accepted = self._of_accepted()
        self._due: tuple[int, Receipt] | None = None
        self._begun = self._covered = False
        self._seen = array("Q")

    def _of_accepted(self) -> Iterator[tuple[int, Receipt]]:
        for number, stored in self._again():
            try:
                receipt = read(stored)
            except UNREADABLE:
                continue
            if receipt.versions is not None:
                yield number, receipt

    def event(self, version: int, event: Event, digest: str) -> Iterator[Finding]:
        """What is wrong between the next event and the receipt it was given under.

        Events from before the first receipt have none; from then on each has one.
        """
        self._seen.append(_short(digest))
        if not self._begun:
            self._begun, self._due = True, next(self._accepted, None)
        while self._due is not None and not version <= _last(self._due):
            text = f"tells of event {_last(self._due)} in the wrong place"
            yield _finding(f"number {self._due[0]}: {text}")
            self._due = next(self._accepted, None)
        if self._due is None or version < _first(self._due):
            if self._covered:
                yield _finding(f"there is none for event {version}")
            return
        number, receipt = self._due
        place = version - _first(self._due)
        if place == 0:
            self.commands.append((number, version, receipt.command))
        if place == 0 and receipt.head != event.prev:
            yield _finding(f"number {number}: came in at another digest than event {version}")
        if (receipt.at, receipt.by, place) != (event.at, event.by, event.nth):
            yield _finding(f"number {number}: event {version} has another time, member or place")
        if isinstance(event, Branched):
            yield _finding(f"number {number}: is of event {version}; a what-if begins without one")
        if version == _last(self._due):
            self._covered, self._due = True, next(self._accepted, None)

    @property
    def stamps(self) -> tuple[tuple[str, str], ...]:
        """The last receipt, and the time that it bears; known after the `rest`."""
        number, at = self._last
        return ((f"receipt {number}", at),) if number else ()

    def rest(self, wanted: Iterable[str] = ()) -> Iterator[Finding]:
        """What is wrong with the receipts by themselves, and what the events lack of them.

        Without events before it the first alone.
        """
        while self._due is not None:
            yield _finding(f"number {self._due[0]}: event {_last(self._due)} is not there")
            self._due = next(self._accepted, None)
        number, head, request, heads = 0, "", frozenset(wanted), set[tuple[int, int]]()
        for numbered, stored in self._again():
            self.checked += 1
            if numbered != number + 1:
                yield _finding(f"number {numbered} comes after {number}")
            if not chain.intact(stored):
                yield _finding(f"number {numbered}: its bytes do not match its digest")
            try:
                receipt = read(stored)
            except UNREADABLE as error:
                yield _finding(f"number {numbered}: cannot be read: {error}")
            else:
                self._last = numbered, receipt.at
                if receipt.prev != head:
                    yield _finding(f"number {numbered}: does not follow the one before")
                for fault in _faults(receipt):
                    yield _finding(f"number {numbered}: {fault}")
                if receipt.versions is None:
                    heads.add((_short(receipt.head), numbered))
            number, head = numbered, chain.digest(chain.body(stored))
            if head in request:
                self.numbers[head] = numbered
        if self._begun:
            yield from self._out_of_nowhere(heads)

    def _out_of_nowhere(self, heads: set[tuple[int, int]]) -> Iterator[Finding]:
        """Refused submissions that came in at a digest of the campaign which no event has."""
        known = set(self._seen).intersection(shown for shown, _ in heads)
        for shown, numbered in sorted(heads, key=lambda pair: pair[1]):
            if shown not in known:
                yield _finding(f"number {numbered}: came in at a digest that no event has")


def _faults(receipt: Receipt) -> Iterator[str]:
    """What a receipt by itself holds that no ledger writes."""
    if not (_WORD.fullmatch(receipt.by) and _WORD.fullmatch(receipt.command)):
        yield "its sender or its command is no name"
    sealed = receipt.sealed
    if not _SENT.fullmatch(receipt.sent) or not (sealed.isascii() and sealed.isprintable()):
        yield "holds no digest of what was sent"
    if not _TIME.fullmatch(receipt.at):
        yield "came in at no time in UTC"


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading bytes that are no receipt can raise."""


def _first(due: tuple[int, Receipt]) -> int:
    return due[1].versions[0] if due[1].versions else 0


def _last(due: tuple[int, Receipt]) -> int:
    return due[1].versions[1] if due[1].versions else 0


def _short(digest: str) -> int:
    """A digest in eight bytes, so that a million of them can be remembered."""
    try:
        return int.from_bytes(bytes.fromhex(digest[:16]))
    except ValueError:
        return 0


def _finding(text: str) -> Finding:
    return Finding(0, "receipt", text)
