"""Compares what a member saw of a history with what it is today. Pure."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence

import msgspec

from campaign.kernel.keys import HEAD_HEADER, SIGNATURE_BYTES, head_text
from events import chain
from events.base import topic
from events.campaign import CampaignOpened

# --- Finds the digests in the text of a mail or a report ----------------------------------------

_TAGS = re.compile(r"<wbr ?/?>|\u00ad|\u200b|=\r?\n", re.IGNORECASE)
"""What a page or a mail may put inside a long word."""
_SPACES = re.compile(r"</?[a-zA-Z!][^<>]*>|&nbsp;|&#160;|\n>+ ?")
"""What counts as a space there: tags, and quotation marks of a mail."""
_DIGEST = re.compile(
    r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{8}(?:\s+[0-9a-f]{8}){7})(?![0-9a-f])", re.IGNORECASE
)


def digests_in(text: str) -> list[str]:
    """Every digest in a mail or a report, whole or in groups of eight, in order."""
    plain = _SPACES.sub(" ", _TAGS.sub("", text))
    digests = ("".join(match.group().split()).lower() for match in _DIGEST.finditer(plain))
    return list(dict.fromkeys(digests))


# --- Compares what a member saw of a history with what it is today ------------------------------
#
# A note is five lines: a format line, the campaign's random id, a version, the digest there and
# the number of the campaign's rules. It may be signed; the form is that of a signed note, as
# transparency logs use it:
#
#     campaign-tracker head 1
#     bf00b639ba9ba14390c8a464867692eb
#     57
#     4f1c…
#     rules 1
#
#     — anna <base64 of four bytes that name the key, and of the signature>

_NOTE = re.compile(
    rf"^{HEAD_HEADER}\n(?P<id>[0-9a-f]{{32}})\n(?P<version>[1-9][0-9]{{0,14}})\n(?P<head>[0-9a-f]{{64}})\n"
    r"rules (?P<rules>[1-9][0-9]{0,8})\n"
    r"(?:\n— (?P<member>[a-z0-9][a-z0-9-]{0,62}) (?P<signature>[A-Za-z0-9+/]+={0,2})\n)?",
    re.MULTILINE,
)
_HINT_BYTES = 4
_ED25519 = b"\x01"


class NoteError(ValueError):
    """A text that is not a note. One line for the user."""


class NotedHead(msgspec.Struct, frozen=True):
    """A head that a member noted."""

    id: str
    """The campaign's random id."""
    version: int
    head: str
    rules: int
    """The number of the rules that the campaign followed there."""
    member: str = ""
    """Who signed it; empty if nobody did."""
    signature: bytes = b""
    hint: bytes = b""
    """Four bytes that name the key."""

    def text(self) -> str:
        """The note as text."""
        text = head_text(self.id, self.version, self.head, self.rules).decode()
        if not self.member:
            return text
        return f"{text}\n— {self.member} {base64.b64encode(self.hint + self.signature).decode()}\n"


def hint(member: str, public: bytes) -> bytes:
    """The four bytes that name a member's key in a note."""
    whole = hashlib.sha256(member.encode() + b"\n" + _ED25519 + public).digest()
    return whole[:_HINT_BYTES]


def notes_in(text: str) -> list[NotedHead]:
    """The notes in a text, such as a file of notes or a mail, in order.

    Raises `NoteError` if one is damaged, so that none is skipped in silence.
    """
    plain = "\n".join(line.removeprefix("> ").rstrip() for line in text.splitlines()) + "\n"
    notes = [_note(match) for match in _NOTE.finditer(plain)]
    starts = [
        number for number, line in enumerate(plain.splitlines(), 1) if line.strip() == HEAD_HEADER
    ]
    if len(starts) != len(notes):
        whole = {plain.count("\n", 0, match.start()) + 1 for match in _NOTE.finditer(plain)}
        number = next(number for number in starts if number not in whole)
        raise NoteError(f"the note that begins in line {number} is damaged")
    return notes


def _note(match: re.Match[str]) -> NotedHead:
    hinted = b""
    if match["member"]:
        try:
            hinted = base64.b64decode(match["signature"], validate=True)
        except binascii.Error:
            hinted = b""
        if len(hinted) != _HINT_BYTES + SIGNATURE_BYTES:
            raise NoteError(f"the signature of {match['member']} is damaged")
    return NotedHead(
        match["id"],
        int(match["version"]),
        match["head"],
        int(match["rules"]),
        match["member"] or "",
        hinted[_HINT_BYTES:],
        hinted[:_HINT_BYTES],
    )


# --- a history today ----------------------------------------------------------------------------


class Seen(msgspec.Struct, frozen=True):
    """A history as a witness sees it: where it ends, and whether it holds what was noted."""

    id: str
    version: int
    head: str
    rules: int
    rewritten: str = ""
    """Why it is not the history that was noted; empty if it is."""


class _Link(msgspec.Struct):
    prev: str = ""
    id: str = ""


class _Ruled(msgspec.Struct):
    rules: int = 0


def rules_after(kind: str, stored: bytes, before: int = 0) -> int:
    """The number of the rules that a campaign follows after an event: its opening says it."""
    if kind != topic(CampaignOpened):
        return before
    try:
        return msgspec.json.decode(chain.body(stored), type=_Ruled).rules
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return before


def _trouble(version: int, head: str, whole: bool, noted: set[str]) -> str:
    """What is wrong at an event: its place in the chain, or its digest, where one was noted."""
    if not whole:
        return f"its chain of digests is broken at event {version}"
    others = noted - {head}
    if not others:
        return ""
    return f"event {version} has the digest {head[:12]}…, and {min(others)[:12]}… was noted"


def look(rows: Iterable[tuple[int, str, bytes]], notes: Sequence[NotedHead]) -> Seen:
    """Whether a history is one unbroken chain of digests that holds every head noted before."""
    wanted: dict[int, set[str]] = {}
    for note in notes:
        wanted.setdefault(note.version, set()).add(note.head)
    campaign, version, head, rules, trouble = "", 0, "", 0, ""
    decoder = msgspec.json.Decoder(_Link)
    for number, kind, stored in rows:
        try:
            link = decoder.decode(chain.body(stored))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            link = _Link(prev="-")
        whole = number == version + 1 and chain.intact(stored) and link.prev == head
        campaign = campaign or link.id
        rules = rules_after(kind, stored, rules)
        version, head = number, chain.digest(chain.body(stored))
        trouble = trouble or _trouble(number, head, whole, wanted.get(number, set()))
    if notes and campaign != notes[-1].id:
        trouble = "it is another campaign than the one noted: its random id is not the same"
    ahead = max(wanted, default=0)
    if not trouble and ahead > version:
        trouble = f"it ends with event {version}, and event {ahead} was noted"
    return Seen(campaign, version, head, rules, trouble)
