"""What a mail's sender wrote first, below and above what their program quotes. Pure.

Programs mark what they quote in many ways: signs before the lines, a line that names the writer and
ends with a colon, a rule, the original's headers, an element of HTML. What they mark is passed over
where something of the sender's may follow, and ends the reading where nothing can.
"""

import re
import unicodedata
from collections.abc import Sequence
from html import unescape

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
