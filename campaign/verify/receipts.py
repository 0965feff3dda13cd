"""Receipts: a chained proof of every submission that reveals nothing of a sealed choice. Pure.

A receipt holds a salted digest of what was sent; only the sender has the salt. A sender who shows
what they sent, with its salt, proves when it arrived and what was answered. The salt is as secret
as what was sent: with it, anybody can try which of two choices it was.

Receipts cannot prove that the ledger's clock was right, or that none was cut off at the end.
Against that, senders keep the digest of their own receipt, on which every later one builds.
"""

import contextlib
import hashlib
import hmac
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec

from campaign.kernel.decisions import Finding
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import is_time
from events import chain
from events.base import Event
from events.disputes import Branched

SALT_BYTES = 16
HEADER = "campaign-tracker receipt 1"
TEXT_BYTES = 1024
"""How long every sealed answer is."""
NAME_LENGTH = 63
"""How many letters of a sender's name are kept; no member's name is longer."""
NOTHING_FOR_THE_LOG = "the address was changed; the log holds no addresses"
"""What the sender of an accepted submission without events is told by its receipt."""
_WORD = re.compile(r"[A-Za-z0-9-]{0,63}")
_TIME = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?Z")
_SENT = re.compile(r"[0-9a-f]{64}")
_BOM = b"\xef\xbb\xbf"

Kept = tuple[int, bytes]
"""A receipt as it is stored: its number and its bytes."""


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One submission and its answer.

    Of a refused one, everybody sees only when it came: the refusal of a choice that somebody could
    not afford would reveal what they wanted.
    """

    at: str
    sent: str
    """SHA-256 over header, salt and text."""
    head: str
    """The campaign's digest when it arrived."""
    by: str = ""
    command: str = ""
    versions: tuple[int, int] | None = None
    """First and last event that it produced; None if it was refused, or left none."""
    sealed: str = ""
    """If it left no event: the sender, the command and the reason, encrypted for the vault."""
    prev: str = ""
    """Digest of the previous receipt."""
    mark: str = msgspec.field(default="", name="asked")
    """If the command had a key: a digest of its public part, to recognise a repeat."""
    text: str = ""
    """Of a signed command what its sender signed; such a text holds no secret."""
    key: str = ""
    """The id of the member's key that signed it."""
    signature: str = ""
    """In base64url; of a passkey the assertion."""


class SealedRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a submission that left no event; its sender may have it opened."""

    by: str
    command: str
    """Empty if it could not be read."""
    rule: str | None
    reason: str
    accepted: bool = False
    """Whether it was accepted, and there was nothing in it for the log."""


def receipt_id(campaign: str, number: int) -> str:
    """The id of a receipt: `club/17`."""
    return f"{campaign}/{number}"


def text_of(fields: JsonFields | bytes | str) -> bytes:
    """What was sent, as bytes; values that came without a text become JSON with sorted names."""
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
    """Whether the receipt was given for this.

    A verb sends values without a text; their JSON may have any order and spacing.
    """
    tried = [digest_of(request, salt)]
    with contextlib.suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        tried.append(digest_of(msgspec.json.decode(text_of(request), type=JsonObject), salt))
    return any(hmac.compare_digest(name, receipt.sent) for name in tried)


def sender(fields: JsonFields | bytes | str) -> str:
    """The member whom an unreadable submission names, as far as can be made out."""
    try:
        raw = msgspec.json.decode(text_of(fields))
        by = raw.get("by", "host")
    except (msgspec.MsgspecError, UnicodeError, RecursionError, AttributeError):
        return ""
    return by[:NAME_LENGTH] if isinstance(by, str) and by.isprintable() else ""


def label(campaign_id: str, receipt: Receipt) -> str:
    """The label to which a sealed answer is bound."""
    return f"{HEADER}\n{campaign_id}\n{receipt.at}\n{receipt.sent}\n"


def salt_label(campaign_id: str, receipt: Receipt) -> str:
    """The label to which a sealed salt is bound."""
    return f"{HEADER} salt\n{campaign_id}\n{receipt.at}\n{receipt.sent}\n"


def in_words(words: SealedRefusal) -> str:
    """A refused submission's answer as text to be sealed; a long one is cut."""
    words = msgspec.structs.replace(words, by=words.by[:NAME_LENGTH])
    reason = words.reason[:TEXT_BYTES]
    while len(text := msgspec.json.encode(words)) > TEXT_BYTES:
        reason = reason[: -max(1, (len(text) - TEXT_BYTES) // 4)]
        words = msgspec.structs.replace(words, reason=f"{reason}…")
    return text.decode()


def read_refusal(text: str) -> SealedRefusal:
    """Reads a sealed answer after it was opened."""
    return msgspec.json.decode(text, type=SealedRefusal)


def sealed_row(receipt: Receipt, before: bytes) -> bytes:
    """The bytes to keep for a receipt, given those of the previous one (empty for the first)."""
    prev = chain.head(before) if before else ""
    return chain.seal(msgspec.json.encode(msgspec.structs.replace(receipt, prev=prev)))


def read(stored: bytes) -> Receipt:
    """Reads a kept receipt. Raises `msgspec.MsgspecError` if the bytes are not a receipt."""
    return _decoder.decode(chain.body(stored))


_decoder = msgspec.json.Decoder(Receipt)


def with_receipt(answer: JsonObject, stored: tuple[str, bytes], salt: str) -> JsonObject:
    """An answer with its receipt's id, time and digest, and the sender's salt."""
    name, body = stored
    receipt = {"id": name, "at": read(body).at, "salt": salt, "digest": chain.head(body)}
    return {**answer, "receipt": receipt}


class ReceiptsPassed(msgspec.Struct, frozen=True):
    """What a pass over receipts found out, for whoever did not read them."""

    checked: int
    last: tuple[int, str]
    """Number and time of the last."""
    numbers: dict[str, int]
    commands: list[tuple[int, int, str]]


PAGE = 256
"""How many rows or receipts are looked at together."""
T = TypeVar("T")


def by_the_page(rows: Iterable[T], most: int) -> Iterator[list[T]]:
    """Rows in lists of no more than so many; an error in reading comes behind what came before."""
    page: list[T] = []
    try:
        for row in rows:
            page.append(row)
            if len(page) == most:
                yield page
                page = []
    except Exception:
        if page:
            yield page
        raise
    if page:
        yield page


class Papers:
    """Checks a campaign's receipts against its events: give it each `event`, then call `rest`.

    `again` reads the receipts from the first on.
    """

    def __init__(self, again: Callable[[], Iterable[Kept]]) -> None:
        self.checked = 0
        """Receipts looked at."""
        self.commands: list[tuple[int, int, str]] = []
        """Of each receipt that fits its events: number, first event and command."""
        self._last = (0, "")
        self.numbers: dict[str, int] = {}
        """Digests that were asked about and are receipts', with their numbers."""
        self.again = again
        """Reads the receipts from the first on."""
        self._accepted = self._of_accepted()
        self._due: _Due | None = None
        self._begun = self._covered = False
        self._seen = array("Q")
        self._faults: list[Finding] = []
        """What is wrong with receipts by themselves."""
        self._heads: set[tuple[int, int]] = set()
        """The heads named by receipts of what accepted nothing, with their numbers."""

    def _of_accepted(self) -> Iterator["_Due"]:
        """The receipts of what was accepted; all are checked by themselves on the way."""
        number, head = 0, ""
        for page in by_the_page(self.again(), PAGE):
            bodies, digests, are_intact = chain.opened([stored for _, stored in page])
            for (numbered, stored), body, digest in zip(page, bodies, digests, strict=True):
                self.checked += 1
                if numbered != number + 1:
                    self._faults.append(_finding(f"number {numbered} comes after {number}"))
                if not (are_intact or chain.ends_with(stored, digest)):
                    text = f"number {numbered}: its bytes do not match its digest"
                    self._faults.append(_finding(text))
                receipt = self._by_itself(numbered, body, head)
                number, head = numbered, digest
                if receipt is not None and receipt.versions is not None:
                    yield numbered, receipt, *receipt.versions

    def event(self, version: int, event: Event, digest: str) -> Sequence[Finding]:
        """What is wrong between the next event and the receipt it was given under.

        Events before the first receipt have none; from then on each has one.
        """
        self._seen.append(int(digest[:16], 16))
        if not self._begun:
            self._begun, self._due = True, next(self._accepted, None)
        findings: list[Finding] = []
        while self._due is not None and not version <= self._due[3]:
            text = f"names event {self._due[3]} in the wrong place"
            findings.append(_finding(f"number {self._due[0]}: {text}"))
            self._due = next(self._accepted, None)
        if self._due is None or version < self._due[2]:
            if self._covered:
                findings.append(_finding(f"there is none for event {version}"))
            return findings
        self._compare(version, event, self._due, findings)
        if version == self._due[3]:
            self._covered, self._due = True, next(self._accepted, None)
        return findings

    def _compare(self, version: int, event: Event, due: "_Due", findings: list[Finding]) -> None:
        """Adds what is wrong between an event and the receipt that covers it."""
        number, receipt, first, _ = due
        place = version - first
        if place == 0:
            self.commands.append((number, version, receipt.command))
            if receipt.head != event.prev:
                text = f"names another digest than the one before event {version}"
                findings.append(_finding(f"number {number}: {text}"))
        if receipt.at != event.at or receipt.by != event.by or place != event.nth:
            text = f"event {version} has another time, member or place"
            findings.append(_finding(f"number {number}: {text}"))
        if isinstance(event, Branched):
            text = f"is for event {version}; a what-if begins without one"
            findings.append(_finding(f"number {number}: {text}"))

    @property
    def passed(self) -> ReceiptsPassed:
        """What this pass found out; known after `rest`."""
        return ReceiptsPassed(self.checked, self._last, self.numbers, self.commands)

    def take(self, passed: ReceiptsPassed) -> None:
        """Takes over what a pass in another process found out."""
        self.checked, self._last = passed.checked, passed.last
        self.numbers, self.commands = passed.numbers, passed.commands

    @property
    def stamps(self) -> tuple[tuple[str, str], ...]:
        """The last receipt and its time; known after `rest`."""
        number, at = self._last
        return ((f"receipt {number}", at),) if number else ()

    def rest(self, wanted: Iterable[str] = ()) -> Iterator[Finding]:
        """What is wrong with the receipts themselves, and which events lack one.

        If no event came before, only the first receipt is checked.
        """
        while self._due is not None:
            yield _finding(f"number {self._due[0]}: event {self._due[3]} is not there")
            self._due = next(self._accepted, None)
        for _ in self._accepted:
            pass  # without any event, they are only checked by themselves
        yield from self._faults
        self._look_for(frozenset(wanted))
        if self._begun:
            yield from self._out_of_nowhere()

    def _look_for(self, wanted: frozenset[str]) -> None:
        """Finds the receipts of digests that were asked about."""
        for number, stored in self.again() if wanted else ():
            if (digest := chain.digest(chain.body(stored))) in wanted:
                self.numbers[digest] = number

    def _by_itself(self, number: int, body: bytes, before: str) -> Receipt | None:
        """A receipt, of which it is noted what is wrong with it; None if it cannot be read."""
        try:
            receipt = _decoder.decode(body)
        except UNREADABLE:
            self._faults.append(_finding(f"number {number}: is not written as a receipt"))
            return None
        self._last = number, receipt.at
        if receipt.prev != before:
            self._faults.append(_finding(f"number {number}: does not follow the one before"))
        if not _is_sound(receipt):
            self._faults += [_finding(f"number {number}: {fault}") for fault in _faults(receipt)]
        if receipt.versions is None:
            self._heads.add((_short(receipt.head), number))
        return receipt

    def _out_of_nowhere(self) -> Iterator[Finding]:
        """Refused submissions whose receipt names a digest of the campaign that no event has."""
        known = set(self._seen).intersection(shown for shown, _ in self._heads)
        for shown, numbered in sorted(self._heads, key=lambda pair: pair[1]):
            if shown not in known:
                yield _finding(f"number {numbered}: names a digest that no event has")


def _is_sound(receipt: Receipt) -> bool:
    """Whether a receipt has no fault; one that may have some is looked at more closely."""
    sealed = receipt.sealed
    return (
        _are_words(receipt.by, receipt.command)
        and is_time(receipt.at)
        and _SENT.fullmatch(receipt.sent) is not None
        and (not sealed or (sealed.isascii() and sealed.isprintable()))
    )


@lru_cache(maxsize=1024)  # a record has few senders and commands
def _are_words(*texts: str) -> bool:
    return all(_WORD.fullmatch(text) for text in texts)


def _faults(receipt: Receipt) -> Iterator[str]:
    """What in a receipt no ledger would write."""
    if not (_WORD.fullmatch(receipt.by) and _WORD.fullmatch(receipt.command)):
        yield "its sender or its command is not written as a name"
    sealed = receipt.sealed
    if not _SENT.fullmatch(receipt.sent) or not (sealed.isascii() and sealed.isprintable()):
        yield "its digest of what was sent is not written as one"
    if not _TIME.fullmatch(receipt.at):
        yield "its time is not written as a time in UTC"


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading bytes that are not a receipt can raise."""


_Due = tuple[int, Receipt, int, int]
"""A receipt of what was accepted: its number, itself, and the first and last event it is for."""


def _short(digest: str) -> int:
    """A digest shortened to eight bytes, so that a million fit into memory."""
    try:
        return int.from_bytes(bytes.fromhex(digest[:16]))
    except ValueError:
        return 0


def _finding(text: str) -> Finding:
    return Finding(0, "receipt", text)
