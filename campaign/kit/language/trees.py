"""Reads an expression or an effect of Clubscript into a tree. Pure."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn, TypeVar

T = TypeVar("T")

LONGEST = 400
"""How many characters an expression may have."""
DEEPEST = 16
"""How deep one expression may stand within another."""
LARGEST = 1_000_000
"""The largest number that may be written."""
LOOPS = ("sum", "count", "any", "all", "min", "max", "first")
CALLS = ("min", "max", "abs", "near")
CARD_MOVES = ("keep", "return", "discard")
_WORDS = "if then else and or not in where when for yes no none div mod new shuffle linked me it"
KEYWORDS = frozenset(_WORDS.split(" ")) | {*LOOPS, *CALLS, *CARD_MOVES}
"""Words that no field, column or row variable may have as its name."""


class SyntaxFaultError(Exception):
    """A text is no expression; says what was expected."""


class NumberTree(NamedTuple):
    """A number as it is written."""

    value: int


class WordTree(NamedTuple):
    """A word between quotes."""

    text: str


class Truth(NamedTuple):
    """Yes or no."""

    value: bool


class Nothing(NamedTuple):
    """`none`: no row."""


class Path(NamedTuple):
    """A name, and what is reached from it."""

    parts: tuple[str, ...]


class Sign(NamedTuple):
    """`-` or `not` before an expression."""

    sign: str
    of: "Tree"


class Pair(NamedTuple):
    """Two expressions with what joins them."""

    sign: str
    left: "Tree"
    right: "Tree"


class Among(NamedTuple):
    """Whether a word is one of several."""

    of: "Tree"
    words: tuple[str, ...]


class ChoiceTree(NamedTuple):
    """One expression or the other."""

    when: "Tree"
    then: "Tree"
    otherwise: "Tree"


class CallTree(NamedTuple):
    """A function or a chart with its arguments."""

    name: str
    arguments: tuple["Tree", ...]


class Linked(NamedTuple):
    """Whether a path joins two places on which something holds."""

    start: "Tree"
    goal: "Tree"
    name: str
    where: "Tree"


class Loop(NamedTuple):
    """Something worked out over the rows of a table, or over dice."""

    kind: str
    name: str
    over: str
    where: "Tree | None"
    body: "Tree | None"
    otherwise: "Tree | None"


Tree = (
    NumberTree
    | WordTree
    | Truth
    | Nothing
    | Path
    | Sign
    | Pair
    | Among
    | ChoiceTree
    | CallTree
    | Linked
    | Loop
)


class Each(NamedTuple):
    """An effect for each row of a table."""

    name: str
    over: str
    where: Tree | None
    effect: "Effect"


class Change(NamedTuple):
    """A column of a row becomes something."""

    path: Path
    sign: str
    value: Tree
    when: Tree | None


class New(NamedTuple):
    """A row more."""

    one: str
    columns: Mapping[str, Tree]
    when: Tree | None


class CardMove(NamedTuple):
    """What becomes of a card."""

    verb: str
    card: Tree
    when: Tree | None


class Shuffle(NamedTuple):
    """The discard goes back under the pile."""

    deck: str
    when: Tree | None


Effect = Each | Change | New | CardMove | Shuffle

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


def tokens(text: str) -> list[Piece]:
    """The pieces of an expression."""
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
        kind = match.lastgroup or ""
        if kind != "space":
            pieces.append(Piece(kind, match.group()))
    return pieces


def expression(text: str) -> Tree:
    """The tree of an expression. Raises `SyntaxFaultError`."""
    return TreeReader(text).whole(TreeReader.expression)


def effect(text: str) -> Effect:
    """The tree of an effect. Raises `SyntaxFaultError`."""
    return TreeReader(text).whole(TreeReader.effect)


class TreeReader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0
        self._depth = 0

    # --- what stands next -----------------------------------------------------------------------

    @property
    def next(self) -> Piece:
        """The piece that stands next."""
        return self._tokens[self._at] if self._at < len(self._tokens) else END

    def _ahead(self, steps: int) -> Piece:
        at = self._at + steps
        return self._tokens[at] if at < len(self._tokens) else END

    def takes(self, *texts: str) -> str:
        """Takes the next piece if it is one of these; empty if it is not."""
        token = self.next
        if token.text in texts and token.kind in ("name", "sign"):
            self._at += 1
            return token.text
        return ""

    def needs(self, text: str) -> None:
        """Takes the next piece, which has to be this one."""
        if not self.takes(text):
            self.expected(text)

    def name(self, what: str) -> str:
        """Takes a name."""
        token = self.next
        if token.kind != "name":
            self.expected(what)
        self._at += 1
        return token.text

    def expected(self, what: str) -> NoReturn:
        """Says what should have stood here."""
        token = self.next
        if token.text == "=" and "=" not in what:
            raise SyntaxFaultError("to compare write ==")
        seen = f"found {token.text!r}" if token.text else "and the text ends"
        raise SyntaxFaultError(f"expected {what}, {seen}")

    def whole(self, read: "Callable[[TreeReader], T]") -> T:
        """What the whole text is."""
        tree = read(self)
        if self.next is not END:
            self.expected("the end")
        return tree

    # --- expressions ----------------------------------------------------------------------------

    def expression(self) -> Tree:
        """`if … then … else …`, or what `or` joins."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise SyntaxFaultError(f"stands more than {DEEPEST} deep; write a part of it as a let")
        if self.takes("if"):
            when = self.expression()
            self.needs("then")
            then = self.expression()
            self.needs("else")
            tree: Tree = ChoiceTree(when, then, self.expression())
        else:
            tree = self._joined(("or",), lambda: self._joined(("and",), self._negation))
        self._depth -= 1
        return tree

    def _joined(self, signs: tuple[str, ...], read: Callable[[], Tree]) -> Tree:
        tree = read()
        while sign := self.takes(*signs):
            tree = Pair(sign, tree, read())
        return tree

    def _negation(self) -> Tree:
        if not self.takes("not"):
            return self._comparison()
        if self.next.text == "not":
            raise SyntaxFaultError("not stands twice; leave both out")
        return Sign("not", self._comparison())

    def _comparison(self) -> Tree:
        left = self._sum()
        if self.takes("in"):
            return Among(left, self._words())
        signs = ("==", "!=", "<=", ">=", "<", ">")
        if not (sign := self.takes(*signs)):
            return left
        tree = Pair(sign, left, self._sum())
        if self.next.kind == "sign" and self.next.text in signs:
            raise SyntaxFaultError("compare two at a time, and join them with and")
        return tree

    def _words(self) -> tuple[str, ...]:
        self.needs("(")
        words = [self._word()]
        while self.takes(","):
            words.append(self._word())
        self.needs(")")
        return tuple(words)

    def _word(self) -> str:
        token = self.next
        if token.kind != "word":
            self.expected("a word between single quotes")
        self._at += 1
        return token.text[1:-1]

    def _sum(self) -> Tree:
        return self._joined(("+", "-"), lambda: self._joined(("*", "div", "mod"), self._unary))

    def _unary(self) -> Tree:
        if not self.takes("-"):
            return self._atom()
        if self.next.text == "-":
            raise SyntaxFaultError("- stands twice; leave both out")
        return Sign("-", self._atom())

    def _atom(self) -> Tree:
        token = self.next
        match token.kind:
            case "number":
                self._at += 1
                if int(token.text) > LARGEST:
                    raise SyntaxFaultError(f"{token.text} is more than {LARGEST:,}")
                return NumberTree(int(token.text))
            case "word":
                return WordTree(self._word())
            case "name":
                return self._named()
        if not self.takes("("):
            self.expected("a value")
        tree = self.expression()
        self.needs(")")
        return tree

    def _named(self) -> Tree:
        if self.takes("yes"):
            return Truth(value=True)
        if self.takes("no"):
            return Truth(value=False)
        if self.takes("none"):
            return Nothing()
        if self._ahead(1) != Piece("sign", "("):
            return self._path()
        name = self.name("a name")
        self.needs("(")
        if name == "linked":
            return self._linked()
        if name in LOOPS and self._ahead(1) == Piece("name", "in"):
            return self._loop(name)
        arguments = [self.expression()]
        while self.takes(","):
            arguments.append(self.expression())
        self.needs(")")
        return CallTree(name, tuple(arguments))

    def _path(self) -> Path:
        if self.next.text in KEYWORDS - {"me", "it"}:
            self.expected("a value")
        parts = [self.name("a name")]
        while self.takes("."):
            token = self.next
            if token.kind not in ("name", "number"):
                self.expected("a name")
            self._at += 1
            parts.append(token.text)
        return Path(tuple(parts))

    def _linked(self) -> Tree:
        start = self.expression()
        self.needs(",")
        goal = self.expression()
        self.needs(",")
        name = self.name("a name for the places on the way")
        self.needs("where")
        where = self.expression()
        self.needs(")")
        return Linked(start, goal, name, where)

    def _loop(self, kind: str) -> Tree:
        name = self.name("a name")
        self.needs("in")
        over = self.name("a table")
        where = self.expression() if self.takes("where") else None
        body = self.expression() if self.takes(":") else None
        otherwise = self.expression() if self.takes("else") else None
        self.needs(")")
        return Loop(kind, name, over, where, body, otherwise)

    # --- effects --------------------------------------------------------------------------------

    def effect(self) -> Effect:
        """What changes."""
        if self.takes("for"):
            return self._each()
        following = self._ahead(1)
        if following.kind in ("name", "number") and self.next.text == "new":
            self.takes("new")
            return self._new()
        if following.kind == "name" and self.next.text in CARD_MOVES:
            verb = self.name("a name")
            return CardMove(verb, self.expression(), self._when())
        if following.kind == "name" and self.takes("shuffle"):
            return Shuffle(self.name("a deck"), self._when())
        path = self._path()
        sign = self.takes("=", "+=", "-=")
        if not sign:
            self.expected("=, += or -=")
        return Change(path, sign, self.expression(), self._when())

    def _when(self) -> Tree | None:
        return self.expression() if self.takes("when") else None

    def _each(self) -> Effect:
        name = self.name("a name")
        self.needs("in")
        over = self.name("a table")
        where = self.expression() if self.takes("where") else None
        self.needs(":")
        return Each(name, over, where, self.effect())

    def _new(self) -> Effect:
        one = self.name("what a row is called")
        columns: dict[str, Tree] = {}
        self.needs("{")
        while not self.takes("}"):
            if columns:
                self.needs(",")
            column = self.name("a column")
            if column in columns:
                raise SyntaxFaultError(f"{column} stands twice")
            self.needs(":")
            columns[column] = self.expression()
        return New(one, columns, self._when())
