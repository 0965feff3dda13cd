"""Dispatches as readers see them, and the markup of their words: what may be written, and how it is
read. Pure.

Words are paragraphs, quotations and lists with *emphasis*; everything else in them is letters.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from campaign.text.prose import Break, Em, Inline, Items, Letters, Node, P, Quote, Strong

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# --- What a reader gets -------------------------------------------------------------------------


class PictureShown(msgspec.Struct, frozen=True):
    """A picture of a dispatch."""

    jpeg: bytes
    width: int
    height: int
    alt: str
    """What it shows, for readers who do not see it."""
    caption: str = ""


class Dispatch(msgspec.Struct, frozen=True):
    """A dispatch as one reader may read it."""

    id: str
    turn: str
    subject: str
    """What it is about, a word of the game and an id; empty where that is the turn."""
    author: str
    """The author's name."""
    at: str
    """When it was filed: UTC, ISO 8601."""
    words: tuple[Node, ...] = ()
    pictures: tuple[PictureShown, ...] = ()
    removed: bool = False
    """Whether it was taken away: then nobody has its words or pictures any more."""


REMOVED = "A dispatch stood here. It was removed."
"""What readers see in its place."""

# --- What may be written ------------------------------------------------------------------------

MOST_LETTERS = 4_000
"""How many letters the words of a dispatch may have."""
DEEPEST = 3
"""How deep quotations may stand in each other, and lists."""
LINE_LETTERS = 200
"""How many letters the alternative text or the caption of a picture may have."""
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_JOINERS = "\u200c\u200d"
"""They hold letters of some scripts together, and the parts of a picture sign."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like a space."""
_UNSEEN = ("Cc", "Cf", "Co", "Cs", "Cn")
"""Kinds of letters that move the cursor, turn words round, or that nobody can see."""
_MARKS = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{5}")
"""More accents on one letter than any language writes; they would run over other lines."""


def plain(typed: str) -> str:
    """Words as they are kept: with line feeds alone, and without empty lines around them."""
    text = _LINE_ENDS.sub("\n", unicodedata.normalize("NFC", typed)).replace("\t", " ")
    return "\n".join("" if line.isspace() else line for line in text.split("\n")).strip()


def fault(text: str) -> str:
    """What is wrong with plain words, without its full stop; empty if they may be filed."""
    if not any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in text):
        return "write at least a word"
    if len(text) > MOST_LETTERS:
        return f"your story has {len(text):,} letters; {MOST_LETTERS:,} fit"
    for number, line in enumerate(text.split("\n"), 1):
        if any(map(_is_unseen, line)):
            return f"line {number} has a letter that nobody can see"
        if _MARKS.search(unicodedata.normalize("NFD", line)):
            return f"line {number} has a letter with too many accents"
    if depth(read(text)) > DEEPEST:
        return f"quotations and lists may stand {DEEPEST} deep in each other"
    return ""


def line_fault(text: str) -> str:
    """The same of the alternative text or the caption of a picture, which is one line."""
    if len(text) > LINE_LETTERS:
        return f"it has {len(text)} letters; {LINE_LETTERS} fit"
    if any(sign == "\n" or _is_unseen(sign) for sign in text):
        return "write one line, without letters that nobody can see"
    return ""


def _is_unseen(sign: str) -> bool:
    if sign.isascii():
        return not sign.isprintable()
    return sign in _BLANK or (sign not in _JOINERS and unicodedata.category(sign) in _UNSEEN)


# --- The markup ---------------------------------------------------------------------------------


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    rules = ["emphasis", "blockquote", "list", "newline", "escape", "smartquotes", "replacements"]
    return MarkdownIt("zero", {"html": False, "typographer": True}).enable(rules)


def read(text: str) -> tuple[Node, ...]:
    """Plain words as nodes."""
    return _blocks(iter(_parser().parse(text)))


def _blocks(tokens: Iterator["Token"], end: str = "") -> tuple[Node, ...]:
    """The blocks up to the token that ends what they are in."""
    made: list[Node] = []
    for token in tokens:
        if token.type == end:
            break
        if token.type == "inline":
            made.append(P(_inlines(_stressed_once(token.children or ()))))
        elif token.type == "blockquote_open":
            made.append(Quote(_blocks(tokens, "blockquote_close")))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            ends = token.type.replace("open", "close")
            first = int(token.attrGet("start") or 1) if token.tag == "ol" else None
            made.append(Items(tuple(_items(tokens, ends)), first))
    return tuple(made)


def _items(tokens: Iterator["Token"], end: str) -> Iterator[tuple[Node, ...]]:
    for token in tokens:
        if token.type == end:
            return
        yield _blocks(tokens, "list_item_close")


def _stressed_once(tokens: Iterable["Token"]) -> Iterator["Token"]:
    """Stress within stress of its own kind adds nothing, however deep somebody nests it."""
    is_open: Counter[str] = Counter()
    for token in tokens:
        if token.nesting < 0:
            is_open[token.tag] -= 1
        if not (token.nesting and is_open[token.tag]):
            yield token
        if token.nesting > 0:
            is_open[token.tag] += 1


def _inlines(tokens: Iterator["Token"], end: str = "") -> tuple[Inline, ...]:
    made: list[Inline] = []
    for token in tokens:
        if token.type == end:
            break
        if token.type == "em_open":
            made.append(Em(_inlines(tokens, "em_close")))
        elif token.type == "strong_open":
            made.append(Strong(_inlines(tokens, "strong_close")))
        elif token.type == "hardbreak":
            made.append(Break())
        elif letters := " " if token.type == "softbreak" else token.content:
            made.append(Letters(letters))
    return tuple(made)


def depth(nodes: Iterable[Node]) -> int:
    """How deep quotations stand in each other, or lists, whichever is deeper."""
    return max(_deepest(nodes, Quote), _deepest(nodes, Items))


def _deepest(nodes: Iterable[Node], kind: type[Quote] | type[Items]) -> int:
    return max((_deepest(_within(one), kind) + isinstance(one, kind) for one in nodes), default=0)


def _within(node: Node) -> tuple[Node, ...]:
    """The blocks in a block."""
    match node:
        case Quote():
            return node.inside
        case Items():
            return tuple(inner for item in node.items for inner in item)
    return ()
