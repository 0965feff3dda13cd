"""The pieces of a text of Clubscript, read from left to right. Pure."""

import re
from typing import NamedTuple, NoReturn

LONGEST = 400
"""How many characters an expression may have."""
LOOPS = ("sum", "count", "any", "all", "min", "max", "first")
CALLS = ("min", "max", "abs", "near")
CARD_MOVES = ("keep", "return", "discard")
_WORDS = "if then else and or not in where when for yes no none div mod me it"
KEYWORDS = frozenset(_WORDS.split(" "))
"""Words that nothing may be called; functions and moves of cards are known by what follows."""


class SyntaxFaultError(Exception):
    """A text is no expression; says what was expected."""


_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>\d+)|(?P<name>[a-z][a-z0-9_]*)|(?P<word>'[^']*')"
    r"|(?P<sign>==|!=|<=|>=|\+=|-=|[-+*<>=().,:{}])"
)
_INSTEAD = {
    "/": "write div to divide",
    "%": "write mod for what is left over",
    '"': "words stand between single quotes",
    "&": "write and",
    "|": "write or",
    "!": "write not, or != to compare",
}


class Piece(NamedTuple):
    """A piece of an expression: a number, a name, a word or a sign."""

    kind: str
    text: str


END = Piece("end", "")


def pieces_of(text: str) -> list[Piece]:
    """The pieces of an expression. Raises `SyntaxFaultError`."""
    if len(text) > LONGEST:
        raise SyntaxFaultError(f"has {len(text)} characters; at most {LONGEST} are allowed")
    pieces = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            sign = text[at]
            raise SyntaxFaultError(_INSTEAD.get(sign, f"{sign!r} is no sign of Clubscript"))
        at = match.end()
        if match.lastgroup != "space":
            pieces.append(Piece(match.lastgroup or "", match.group()))
    return pieces


class TextReader:
    """Takes the pieces of one text in turn. Every method raises `SyntaxFaultError`."""

    def __init__(self, text: str) -> None:
        self._pieces = pieces_of(text)
        self._at = 0

    def ahead(self, steps: int = 0) -> Piece:
        """The piece that stands next, or so many behind it."""
        at = self._at + steps
        return self._pieces[at] if at < len(self._pieces) else END

    def takes(self, *texts: str) -> str:
        """Takes the next piece if it is one of these; empty if it is not."""
        piece = self.ahead()
        if piece.text in texts and piece.kind in ("name", "sign"):
            self._at += 1
            return piece.text
        return ""

    def needs(self, text: str) -> None:
        """Takes the next piece, which has to be this one."""
        if not self.takes(text):
            self.expected(text)

    def take(self, what: str, *kinds: str) -> str:
        """Takes the next piece, which has to be of one of these kinds: by default a name."""
        piece = self.ahead()
        if piece.kind not in (kinds or ("name",)):
            self.expected(what)
        self._at += 1
        return piece.text

    def word(self) -> str:
        """Takes a word, without its quotes."""
        return self.take("a word between single quotes", "word")[1:-1]

    def end(self) -> None:
        """Makes sure that nothing is left."""
        if self.ahead() is not END:
            self.expected("the end")

    def expected(self, what: str) -> NoReturn:
        """Says what should have stood here."""
        piece = self.ahead()
        if piece.text == "=" and "=" not in what:
            raise SyntaxFaultError("to compare write ==")
        seen = f"found {piece.text!r}" if piece.text else "and the text ends"
        raise SyntaxFaultError(f"expected {what}, {seen}")
