"""Reads a mail that came in: who wrote it, what it answers, and its first line. Pure.

Whatever the bytes are, it gives a value or None, and no error.
"""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses

import msgspec

from campaign.notices.mail.own_line import first_own_line, lines_of_html, plain

LARGEST = 256 * 1024
"""How many bytes an answer may have."""
HEADERS_READ = 64 * 1024
"""So much of a larger mail is read, for its headers."""
LONGEST_HEADER = 4000
"""So many letters of a header are read."""
MOST_IDS = 100
"""How many ids and tokens of a mail count."""
FAULTS = (
    *(ValueError, LookupError, TypeError, AttributeError, AssertionError),
    *(RecursionError, MessageError),
)
"""What reading a mail that is no mail may raise."""
_ID = re.compile(r"<[^<>\s]{1,250}>")
_TOKEN = re.compile(r"\[([A-Za-z0-9]{6,40})\]")
_ADDRESS = re.compile(r"(?:[^<>]*<([^<>\s]+@[^<>\s]+)>|([^<>\s,;:\"()]+@[^<>\s,;:\"()]+))")
_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"^\s*([a-z0-9-]+)\s*=\s*([a-z]+)", re.IGNORECASE)
_LISTS = ("bulk", "junk", "list", "auto_reply", "auto-reply")
REPORT = "report"
"""How a server's report on a mail shows that a program wrote it."""
_ROBOTS = ("mailer-daemon@", "postmaster@")
_PROGRAMS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply")


class CheckResult(msgspec.Struct, frozen=True):
    """What a server found out about a mail's sender: one method's result."""

    server: str
    method: str
    result: str
    is_first: bool = True
    """Whether it is in the topmost line in the server's name. Servers write theirs above what is
    there, so anything below may be the sender's own.
    """


class Bounce(msgspec.Struct, frozen=True):
    """A server says that it could not deliver a mail."""

    ids: tuple[str, ...]
    """The mail's own id, and others that the report names."""
    server: str
    """What it said, in one line."""


class IncomingMail(msgspec.Struct, frozen=True):
    """A mail that came in, as far as it matters."""

    id: str
    """Its Message-ID; its date where it has none."""
    sender: str
    """The address of its one writer; empty if there is none, or several."""
    answers: tuple[str, ...]
    """The ids of the mails that it answers, the nearest first."""
    tokens: tuple[str, ...]
    """What its subject has in brackets."""
    subject: str
    line: str
    """The first line of the sender's own."""
    robot: str = ""
    """How it shows that a program wrote it; empty if it doesn't."""
    checks: tuple[CheckResult, ...] = ()
    bounce: Bounce | None = None
    is_too_large: bool = False


def read_mail(raw: bytes, *, is_cut: bool = False) -> IncomingMail | None:
    """A mail from its bytes; None for what is no mail.

    `is_cut` says that these are only its headers, because it is too large.
    """
    is_too_large = is_cut or len(raw) > LARGEST
    try:
        message = message_from_bytes(raw[:HEADERS_READ] if is_too_large else raw)
        if not message.keys():
            return None
        return IncomingMail(
            id=next(iter(_ids(message, "Message-ID")), "") or _header(message, "Date"),
            sender=_sender(message),
            answers=(*_ids(message, "In-Reply-To"), *reversed(_ids(message, "References"))),
            tokens=tuple(_TOKEN.findall(_header(message, "Subject"))[:MOST_IDS]),
            subject=_header(message, "Subject"),
            line="" if is_too_large else _line(message),
            robot=_robot(message),
            checks=tuple(_checks(message)),
            bounce=None if is_too_large else _bounce(message),
            is_too_large=is_too_large,
        )
    except FAULTS:
        return None


# --- headers ------------------------------------------------------------------------------------


def _header(message: Message, name: str) -> str:
    """A header's text, decoded, in one line."""
    return _decoded(message.get(name, ""))


def _decoded(value: object) -> str:
    raw = str(value)[:LONGEST_HEADER]
    try:
        return plain(str(make_header(decode_header(raw))))
    except FAULTS:
        return plain(raw)


def _ids(message: Message, name: str) -> tuple[str, ...]:
    found = (_ID.findall(str(value)) for value in message.get_all(name, []))
    return tuple(one for ids in found for one in ids)[-MOST_IDS:]


def _sender(message: Message) -> str:
    """The address of the one writer. What programs could read in two ways is nobody's."""
    values = message.get_all("From", [])
    if len(values) != 1:
        return ""
    raw = " ".join(_COMMENT.sub(" ", str(values[0])[:LONGEST_HEADER]).split())
    match = _ADDRESS.fullmatch(_without_quoted(raw))
    pairs = getaddresses([raw])
    if match is None or len(pairs) != 1:
        return ""
    address = match[1] or match[2]
    return address if pairs[0][1] == address and address.count("@") == 1 else ""


def _without_quoted(text: str) -> str:
    """An address without a name in quotation marks, in which any sign may be."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', " ", text).strip()


def _robot(message: Message) -> str:
    """How a mail shows that a program wrote it."""
    if message.get_content_type() == "multipart/report":
        return REPORT
    submitted = _header(message, "Auto-Submitted").split(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return "Auto-Submitted"
    if _header(message, "Precedence").lower() in _LISTS:
        return "Precedence"
    if "Return-Path" in message and _header(message, "Return-Path").replace(" ", "") in ("<>", ""):
        return "Return-Path"
    if found := [name for name in _PROGRAMS if name in message]:
        return found[0]
    return "sender" if _sender(message).lower().startswith(_ROBOTS) else ""


def _checks(message: Message) -> Iterator[CheckResult]:
    """The results in every Authentication-Results line, whoever wrote it."""
    servers: set[str] = set()
    for value in message.get_all("Authentication-Results", []):
        text = " ".join(str(value)[:LONGEST_HEADER].split())
        while (shorter := _COMMENT.sub(" ", text)) != text:
            text = shorter
        server, *results = text.split(";")
        name = (server.split() or [""])[0].lower()
        is_first = name not in servers
        servers.add(name)
        for result in results[:MOST_IDS]:
            if found := _RESULT.match(result):
                yield CheckResult(name, found[1].lower(), found[2].lower(), is_first)


# --- the text -----------------------------------------------------------------------------------


def _line(message: Message) -> str:
    """The first own line: of the text part, or of the page where there is no text."""
    texts: dict[str, str] = {}
    for part in _parts(message):
        kind = part.get_content_type()
        if kind in ("text/plain", "text/html") and not texts.get(kind, "").strip():
            texts[kind] = _text(part)
    if texts.get("text/plain", "").strip():
        return first_own_line(texts["text/plain"])
    return first_own_line(lines_of_html(texts.get("text/html", "")))


def _parts(message: Message) -> Iterator[Message]:
    """The parts that a reader sees at once: no attachments, no mails within the mail."""
    if message.is_multipart():
        if message.get_content_maintype() == "multipart":
            for part in message.get_payload():
                if isinstance(part, Message):
                    yield from _parts(part)
    elif message.get_content_disposition() != "attachment":
        yield message


def _text(part: Message) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    charset = part.get_content_charset() or "utf-8"
    for name in (charset, "utf-8"):
        try:
            return content.decode(name)
        except (LookupError, ValueError):
            continue
    return content.decode("latin-1")


# --- reports of servers -------------------------------------------------------------------------


def _bounce(message: Message) -> Bounce | None:
    """RFC 3464: which mail could not be delivered for good, and what the server said."""
    if message.get_content_type() != "multipart/report" or not message.is_multipart():
        return None
    ids = [*_ids(message, "In-Reply-To"), *reversed(_ids(message, "References"))]
    said: list[str] = []
    for part in message.get_payload():
        if not isinstance(part, Message):
            continue
        kind = part.get_content_type()
        if kind == "message/delivery-status":
            said += _failures(part)
        elif kind == "message/rfc822":
            inner = part.get_payload()
            if isinstance(inner, list) and inner and isinstance(inner[0], Message):
                ids = [*_ids(inner[0], "Message-ID"), *ids]
        elif kind in ("text/rfc822-headers", "message/rfc822-headers"):
            ids = [*_ids(message_from_bytes(_raw(part)), "Message-ID"), *ids]
    return Bounce(tuple(ids), said[0]) if said and ids else None


def _failures(part: Message) -> Iterator[str]:
    """What is said of each recipient whom the mail will not reach."""
    blocks = part.get_payload()
    for block in blocks if isinstance(blocks, list) else []:
        if isinstance(block, Message) and _header(block, "Action").lower() == "failed":
            diagnosis = _header(block, "Diagnostic-Code").partition(";")[2].strip()
            status = _header(block, "Status")
            yield diagnosis or f"undeliverable ({status})"


def _raw(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
