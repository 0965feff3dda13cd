"""Reads a mail that came in: who wrote it, what it answers, what its sender wrote first, and a
story for the diary. Pure.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from html import unescape
from itertools import islice

import msgspec

from campaign.diary.commands import MOST_PICTURES

# --- What a mail's sender wrote first, below and above what their program quotes ----------------
#
# Programs mark what they quote in many ways: signs before the lines, a line that names the writer
# and ends with a colon, a rule, the original's headers, an element of HTML. What they mark is
# passed over where something of the sender's may follow, and ends the reading where nothing can.

_QUOTED = re.compile(r"^(?:[A-Za-z]{0,3}[>»]|\|)")
"""`> like this`, `AB> or this`, `| or this`."""

_WROTE = (
    "wrote|writes|schrieb(?:en)?|hat geschrieben|a écrit|écrivait|escribió|escribio|ha scritto"
    "|schreef|het volgende geschreven|escreveu|pisze|napisał(?:a|\\(a\\))?|skrev"
    "|napsal(?:a|\\(a\\))?|kirjoitti|написала?|пише|írta|yazdı|のメール|写道"
)
_OPENERS = (
    "On|Am|Le|El|Il|Op|Em|W dniu|Dnia|Den|Dne|På|Fra|From|Von|De|Da|Van|Od|Från|Kl|The|Il giorno"
)
_ENDS_AS_ATTRIBUTION = re.compile(rf"(?:{_WROTE})[^:：]{{0,200}}[:：]$", re.IGNORECASE)
_BEGINS_ATTRIBUTION = re.compile(rf"^(?:{_OPENERS})\b|[0-9].*[0-9]|@")
_LINES_OF_ATTRIBUTION = 4
"""Over so many lines a program may fold the line that names the writer."""

_RULE = re.compile(r"^(?:[-_=*–—]{5,}.*|[-–—]{2,}\s?\S.*\S\s?[-–—]{2,})$")
"""A line of dashes, or words between dashes: what follows is the original."""
_SIGNATURE = re.compile(r"^--$")
_FORWARDS = re.compile(
    r"^(?:Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)"
    r"|Début du message (?:réexpédié|transféré)|Inicio del mensaje reenviado"
    r"|Inizio messaggio inoltrato|Begin doorgestuurd bericht|Início da mensagem (?:re)?encaminhada"
    r"|Początek przekazywanej wiadomości|Vidarebefordrat (?:brev|meddelande))\s?:$",
    re.IGNORECASE,
)
_FROM = re.compile(r"^\*?(?:From|Von|De|Da|Van|Od|Från|Fra|Lähettäjä)\s?:\*?\s", re.IGNORECASE)
_SENT = re.compile(
    r"^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Fecha|Inviato|Data|Verzonden|Wysłano|Skickat"
    r"|Sendt|Dato|Lähetetty|To|An|À|Para|A|Aan|Do|Till|Til)\s?:\*?\s",
    re.IGNORECASE,
)


def plain(line: str) -> str:
    """A line without marks that nobody sees, with single spaces."""
    seen = "".join(
        " " if unicodedata.category(sign) in ("Zs", "Zl", "Zp", "Cc") else sign
        for sign in unicodedata.normalize("NFKC", line)
        if unicodedata.category(sign) != "Cf"
    )
    return " ".join(seen.split())


def first_own_line(text: str) -> str:
    """The first line that is neither empty nor quoted; empty if there is none."""
    lines = [plain(line) for line in text.splitlines()]
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line or _QUOTED.match(line):
            at += 1
        elif length := _attribution(lines, at):
            at += length
        elif _ends_here(lines, at):
            return ""
        else:
            return line
    return ""


_AROUND = " \t.,;:!\"'`*_“”‘’«»"
"""Signs around a word that say nothing."""
STORY = "STORY"
"""The first line of a mail with a story for the diary."""
_BY_A_PROGRAM = re.compile(r"@|[0-9].*[0-9]")
"""An address, or a day and time: a line that names a writer so was written by no person."""
_SENT_FROM = re.compile(
    r"^(?:Sent (?:from|via) |Get Outlook for |Gesendet (?:von|mit) |Von meinem .{1,40} gesendet"
    r"|Envoyé de(?:puis)? |Enviado desde |Inviato da |Verzonden vanaf |Wysłane z |Skickat från )",
    re.IGNORECASE,
)
"""What programs for phones write below a mail."""


def said(line: str) -> str:
    """A line as words are compared: capitals without accents, and no signs around it."""
    letters = unicodedata.normalize("NFKD", line)
    bare = "".join(sign for sign in letters if not unicodedata.combining(sign))
    return " ".join(bare.strip(_AROUND).upper().split())


def own_text(text: str) -> list[str]:
    """The lines that the sender wrote below the first: neither quoted nor put there by a program.

    A sentence that ends as programs name a writer is the sender's own, unless what it names is
    quoted below it or it bears an address or a time.
    """
    typed = text.splitlines()
    lines = [plain(line) for line in typed]
    own = [typed[at].rstrip() for at in _own_places(lines)]
    while own and (not own[-1] or _SENT_FROM.match(plain(own[-1]))):
        own.pop()
    first = next((place for place, line in enumerate(own) if plain(line)), len(own))
    return own[first + 1 :]


def _own_places(lines: Sequence[str]) -> Iterator[int]:
    """Where the sender's own lines are."""
    at = 0
    while at < len(lines):
        length = _attribution(lines, at)
        below = (lines[place] for place in range(at + length, len(lines)) if lines[place])
        if _QUOTED.match(lines[at]):
            at += 1
        elif length and _QUOTED.match(next(below, "")):
            at += length
        elif _BY_A_PROGRAM.search(" ".join(lines[at : at + length])) or _ends_here(lines, at):
            return
        else:
            yield at
            at += 1


def _attribution(lines: Sequence[str], at: int) -> int:
    """How many lines from here name the writer of what is quoted; 0 if these don't."""
    if _ENDS_AS_ATTRIBUTION.search(lines[at]):
        return 1
    if not _BEGINS_ATTRIBUTION.search(lines[at]):
        return 0
    for length in range(2, _LINES_OF_ATTRIBUTION + 1):
        part = lines[at : at + length]
        if len(part) < length or not part[-1] or _QUOTED.match(part[-1]):
            return 0
        if _ENDS_AS_ATTRIBUTION.search(" ".join(part)):
            return length
    return 0


def _ends_here(lines: Sequence[str], at: int) -> bool:
    """Whether only the original, or a signature, can follow."""
    line = lines[at]
    if _RULE.match(line) or _SIGNATURE.match(line) or _FORWARDS.match(line):
        return True
    following = [line for line in lines[at + 1 : at + 4] if line]
    return bool(_FROM.match(line)) and any(_SENT.match(next_line) for next_line in following)


# --- HTML ---------------------------------------------------------------------------------------

_BREAK_NAMES = """
address article br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul
"""
_VOID_NAMES = "area base br col embed hr img input link meta source track wbr"
_BREAKS = frozenset(_BREAK_NAMES.split())
_VOID = frozenset(_VOID_NAMES.split())
_UNSEEN = frozenset(("head", "script", "style", "template", "title", "blockquote"))
_QUOTE_NAMES = """
gmail_quote gmail_attr gmail_extra moz-cite-prefix yahoo_quoted protonmail_quote tutanota_quote
"""
_QUOTES = tuple(_QUOTE_NAMES.split())
"""Classes of elements that hold what is quoted, or who wrote it."""
_ENDS = ("divrplyfwdmsg", "appendonsend", "outlookmessageheader", "mail-editor-reference-message")
"""Ids and classes of elements behind which the original follows."""
_RAW = ("script", "style", "title", "textarea")
"""Elements in which nothing is an element."""
_ATTRIBUTE = re.compile(r"(?:class|id)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
_NAME = re.compile(r"/?[a-z][a-z0-9]*")
LONGEST_TAG = 2000
"""So many letters of a tag are read."""


def lines_of_html(page: str) -> str:
    """The text of a page, without what its elements mark as quoted.

    The library's parser would take minutes over some pages of 256 KiB; this one reads each letter
    once.
    """
    reading = _Page()
    small = page.lower()
    at = 0
    while at < len(page) and not reading.is_over:
        start = page.find("<", at)
        if start < 0:
            start = len(page)
        reading.text(page[at:start])
        at = _behind(small, start, reading)
    return "".join(reading.pieces)


def _behind(small: str, start: int, reading: "_Page") -> int:
    """Where the text goes on behind a tag or a comment; the page's length if nowhere."""
    if small.startswith("<!--", start):
        end = small.find("-->", start + 4)
        return end + 3 if end >= 0 else len(small)
    name = _NAME.match(small, start + 1)
    if name is None and small[start + 1 : start + 2] not in ("!", "?"):
        reading.text("<")  # a sign of the text
        return start + 1
    end = small.find(">", start)
    if end < 0:
        return len(small)
    if name is not None:
        reading.tag(name.group(), small[name.end() : min(end, name.end() + LONGEST_TAG)])
        if name.group() in _RAW:
            close = small.find(f"</{name.group()}", end)
            return close if close >= 0 else len(small)
    return end + 1


class _Page:
    """Gathers the text outside of quoting elements."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.is_over = False
        """Whether only the original follows."""
        self._inside = ""
        """The name of the element that is passed over."""
        self._depth = 0

    def text(self, text: str) -> None:
        """Text between two tags."""
        if not self._inside:
            self.pieces.append(re.sub(r"\s+", " ", unescape(text)))

    def tag(self, name: str, attributes: str) -> None:
        """The beginning of an element; with a stroke before its name, its end."""
        if name.startswith("/"):
            self._end(name[1:])
        elif self._inside:
            self._depth += name == self._inside
        else:
            marks = " ".join(_ATTRIBUTE.findall(attributes))
            self.is_over = any(mark in marks for mark in _ENDS)
            if name in _UNSEEN or (name not in _VOID and any(mark in marks for mark in _QUOTES)):
                self._inside, self._depth = name, 1
            self._break(name)

    def _end(self, name: str) -> None:
        if name == self._inside:
            self._depth -= 1
            if not self._depth:
                self._inside = ""
        if not self._inside:
            self._break(name)

    def _break(self, name: str) -> None:
        if name in _BREAKS or name in _UNSEEN:
            self.pieces.append("\n")


# --- Reads a mail that came in: who wrote it, what it answers, and its first line ---------------
#
# Whatever the bytes are, it gives a value or None, and no error.

LARGEST = 256 * 1024
"""How many bytes an answer may have."""
LARGEST_STORY = 24 * 1024 * 1024
"""How many a mail with a story may have, with its pictures."""
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
_SHOWS = re.compile(r"^Picture(?: ?[1-9])?: *(\S.*)$", re.IGNORECASE)
"""A line that says what a picture shows."""
_BELOW = re.compile(r"^Caption: *(\S.*)$", re.IGNORECASE)
"""A line behind that with what stands below the picture."""
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


class MailedStory(msgspec.Struct, frozen=True):
    """What a mail brings for the diary."""

    words: str
    pictures: tuple[bytes, ...] = ()
    shows: tuple[tuple[str, str], ...] = ()
    """What each picture shows, in their order, and the caption below it."""


def read_story(raw: bytes) -> MailedStory | None:
    """The story of a mail that begins with the word for it; None for what cannot be read."""
    try:
        message = message_from_bytes(raw)
        lines = own_text(_body(message))
        leaves = (part for part in _leaves(message) if part.get_content_maintype() == "image")
        words, shows = _apart(lines)
        pictures = tuple(_raw(part) for part in islice(leaves, MOST_PICTURES + 1))
        return MailedStory("\n".join(words).strip("\n"), pictures, shows)
    except FAULTS:
        return None


def _apart(lines: Iterable[str]) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """The words of a story, and what it says of its pictures."""
    words: list[str] = []
    shows: list[tuple[str, str]] = []
    for line in lines:
        if shown := _SHOWS.match(line):
            shows.append((shown[1], ""))
        elif shows and not shows[-1][1] and (below := _BELOW.match(line)):
            shows[-1] = shows[-1][0], below[1]
        else:
            words.append(line)
    return words, tuple(shows)


def read_mail(raw: bytes, *, is_cut: bool = False) -> IncomingMail | None:
    """A mail from its bytes; None for what is no mail.

    `is_cut` says that these are only its headers, because it is too large. Of a large one the line
    counts only where it is the word for a story.
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
            line=_line(message, is_cut=is_cut, is_too_large=is_too_large),
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
    lists = (_ID.findall(str(value)) for value in message.get_all(name, []))
    return tuple(one for ids in lists for one in ids)[-MOST_IDS:]


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
    if headers := [name for name in _PROGRAMS if name in message]:
        return headers[0]
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
            if match := _RESULT.match(result):
                yield CheckResult(name, match[1].lower(), match[2].lower(), is_first)


# --- the text -----------------------------------------------------------------------------------


def _line(message: Message, *, is_cut: bool, is_too_large: bool) -> str:
    """The first own line; of a mail that is too large only the word for a story."""
    line = "" if is_cut else first_own_line(_body(message))
    return line if not is_too_large or said(line) == STORY else ""


def _body(message: Message) -> str:
    """The text part, or the text of the page where there is none."""
    texts: dict[str, str] = {}
    for part in _parts(message):
        kind = part.get_content_type()
        if kind in ("text/plain", "text/html") and not texts.get(kind, "").strip():
            texts[kind] = _text(part)
    if texts.get("text/plain", "").strip():
        return texts["text/plain"]
    return lines_of_html(texts.get("text/html", ""))


def _parts(message: Message) -> Iterator[Message]:
    """The parts that a reader sees at once: no attachments, no mails within the mail."""
    for part in _leaves(message):
        if part.get_content_disposition() != "attachment":
            yield part


def _leaves(message: Message) -> Iterator[Message]:
    """All parts, but for those of mails within the mail."""
    if not message.is_multipart():
        yield message
    elif message.get_content_maintype() == "multipart":
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _leaves(part)


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
        if part.get_content_type() == "message/delivery-status":
            said += _failures(part)
        ids = [*_returned_ids(part), *ids]
    return Bounce(tuple(ids), said[0]) if said and ids else None


def _returned_ids(part: Message) -> tuple[str, ...]:
    """The ids of the mail that a part gives back, whole or its head alone."""
    kind = part.get_content_type()
    if kind == "message/rfc822":
        inner = part.get_payload()
        if isinstance(inner, list) and inner and isinstance(inner[0], Message):
            return _ids(inner[0], "Message-ID")
    if kind in ("text/rfc822-headers", "message/rfc822-headers"):
        return _ids(message_from_bytes(_raw(part)), "Message-ID")
    return ()


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
