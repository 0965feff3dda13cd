"""Reads an expression of Clubscript and makes a function of it on the way. Pure."""

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from campaign.kit.language import kinds
from campaign.kit.language.kinds import Bool, Compiled, Num, Row, SyntaxFaultError, Unclear
from campaign.kit.language.meaning import (
    LOOPS,
    Meaning,
    Over,
    Scope,
    fixed,
    folded,
    joined,
    linked,
    slot,
    unknown,
)

T = TypeVar("T")

LONGEST = 400
"""How many characters an expression may have."""
CALLS = ("min", "max", "abs", "near")
FUNCTIONS = frozenset((*LOOPS, *CALLS, "linked"))
CARD_MOVES = ("keep", "return", "discard")
_WORDS = "if then else and or not in where when for yes no none div mod me it"
KEYWORDS = frozenset(_WORDS.split(" "))
"""Words that nothing may be called; functions and moves of cards are known by what follows."""
_NO_VALUE = KEYWORDS - {"me", "it"}
DEEPEST = 16
"""How deep one expression may stand within another."""
LARGEST = 1_000_000
"""The largest number that may be written."""

_PIECE = re.compile(
    r"\s*(?:([0-9]+|[a-z][a-z0-9_]*|'[^']*'|==|!=|<=|>=|\+=|-=|[-+*<>=().,:{}])|(\S))"
)
_NEGATES, _COMPARES = 3, 4
_BINDS = {
    **{"or": 1, "and": 2, "+": 5, "-": 5, "*": 6, "div": 6, "mod": 6},
    **dict.fromkeys(("in", "==", "!=", "<=", ">=", "<", ">"), _COMPARES),
}
"""How strongly each sign binds: what binds more is worked out first."""
_FIXED = {
    "yes": fixed(Bool(), True),
    "no": fixed(Bool(), False),
    "none": fixed(Row("", optional=True), None),
}
_INSTEAD = {
    "/": "write div to divide",
    "%": "write mod for what is left over",
    '"': "words stand between single quotes",
    "&": "write and",
    "|": "write or",
    "!": "write not, or != to compare",
}
END = ""


def pieces_of(text: str) -> list[str]:
    """The pieces of an expression. Raises `SyntaxFaultError`."""
    if len(text) > LONGEST:
        raise SyntaxFaultError(f"has {len(text)} characters; at most {LONGEST} are allowed")
    pieces = []
    for piece, strange in _PIECE.findall(text):
        if strange:
            instead = _INSTEAD.get(strange, f"{strange!r} is no sign of Clubscript")
            raise SyntaxFaultError(instead)
        pieces.append(piece)
    return pieces


def is_name(piece: str) -> bool:
    """Whether a piece is a name, or a word of the language."""
    return piece[:1].isalpha()


class Expressions:
    """Reads the pieces of one text from left to right. What is wrong with its grammar is raised as
    `SyntaxFaultError`, all else noted in its meaning.
    """

    def __init__(self, meaning: Meaning, text: str, scope: Scope) -> None:
        self.meaning, self.scope = meaning, scope
        self._pieces = [*pieces_of(text), END, END, END]
        self._at = self._depth = 0

    def ahead(self, steps: int = 0) -> str:
        """The piece that stands next, or at most two behind it."""
        return self._pieces[self._at + steps]

    def takes(self, *texts: str) -> str:
        """Takes the next piece if it is one of these; empty if it is not."""
        piece = self._pieces[self._at]
        if piece not in texts:
            return ""
        self._at += 1
        return piece

    def needs(self, text: str) -> None:
        """Takes the next piece, which has to be this one."""
        if not self.takes(text):
            self.expected(text)

    def take(self, what: str, fits: Callable[[str], bool] = is_name) -> str:
        """Takes the next piece, which has to fit: by default a name."""
        piece = self._pieces[self._at]
        if not fits(piece):
            self.expected(what)
        self._at += 1
        return piece

    def word(self) -> str:
        """Takes a word, without its quotes."""
        return self.take("a word between single quotes", lambda piece: piece[:1] == "'")[1:-1]

    def expected(self, what: str) -> NoReturn:
        """Says what should have stood here."""
        piece = self.ahead()
        if piece == "=" and "=" not in what:
            raise SyntaxFaultError("to compare write ==")
        seen = f"found {piece!r}" if piece else "and the text ends"
        raise SyntaxFaultError(f"expected {what}, {seen}")

    # --- what signs join ------------------------------------------------------------------------

    def expression(self) -> Compiled:
        """`if … then … else …`, or what `or` joins."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise SyntaxFaultError(f"stands more than {DEEPEST} deep; write a part of it as a let")
        typed = self._choice() if self.takes("if") else self._signs(1)
        self._depth -= 1
        return typed

    def _choice(self) -> Compiled:
        when = self.meaning.need(self.expression(), Bool, "if")
        self.needs("then")
        then = kinds.number_of(self.expression())
        self.needs("else")
        otherwise = kinds.number_of(self.expression())
        kind = kinds.both(then.kind, otherwise.kind)
        if kind is None:
            here = f"{kinds.in_words(then.kind)} and {kinds.in_words(otherwise.kind)}"
            return self.meaning.fault(f"then and else are of one kind, and here are {here}")
        holds, one, other = when.run, then.run, otherwise.run
        return joined(
            kind, lambda env: one(env) if holds(env) else other(env), when, then, otherwise
        )

    def _signs(self, least: int) -> Compiled:
        """What signs join that bind at least so strongly."""
        if least <= _NEGATES and self.takes("not"):
            typed, most = self._negation(), _NEGATES
        else:
            typed, most = self._unary(), _BINDS["*"]
        while least <= (binds := _BINDS.get(sign := self.ahead(), 0)) <= most:
            self._at += 1
            if sign == "in":
                typed = self._among(typed)
            else:
                typed = self.meaning.pair(sign, typed, self._signs(binds + 1))
            most = binds  # what binds more was taken by the right side
            if binds == _COMPARES:
                most = _NEGATES
                if "in" not in (sign, self.ahead()) and _BINDS.get(self.ahead()) == _COMPARES:
                    raise SyntaxFaultError("compare two at a time, and join them with and")
        return typed

    def _negation(self) -> Compiled:
        if self.ahead() == "not":
            raise SyntaxFaultError("not stands twice; leave both out")
        truth = self.meaning.need(self._signs(_COMPARES), Bool, "not")
        return joined(Bool(), lambda env: not truth.run(env), truth)

    def _among(self, typed: Compiled) -> Compiled:
        """Whether a word is one of several."""
        self.needs("(")
        words = [self.word()]
        while self.takes(","):
            words.append(self.word())
        self.needs(")")
        if isinstance(typed.kind, kinds.OneWord):
            for word in words:
                self.meaning.may_be_equal(typed.kind.words, (word,))
        elif not isinstance(typed.kind, (kinds.OneLine, Unclear)):
            here = kinds.in_words(typed.kind)
            return self.meaning.fault(f"in asks for a word, and this is {here}")
        known = frozenset(words)
        return joined(Bool(), lambda env: typed.run(env) in known, typed, more=len(known))

    def _unary(self) -> Compiled:
        if not self.takes("-"):
            return self._atom()
        if self.ahead() == "-":
            raise SyntaxFaultError("- stands twice; leave both out")
        return self.meaning.worked("-", fixed(Num(0, 0), 0, steps=0), self._atom())

    def _atom(self) -> Compiled:
        piece = self.ahead()
        if piece in _FIXED:
            self._at += 1
            return _FIXED[piece]
        if is_name(piece):
            return self._named()
        if piece.isdecimal():
            number = int(self.take("a number", str.isdecimal))
            if number > LARGEST:
                raise SyntaxFaultError(f"{piece} is more than {LARGEST:,}")
            return fixed(Num(number, number), number)
        if piece[:1] == "'":
            word = self.word()
            return fixed(kinds.OneWord((word,)), word)
        if not self.takes("("):
            self.expected("a value")
        typed = self.expression()
        self.needs(")")
        return typed

    def _named(self) -> Compiled:
        if self.ahead(1) != "(":
            start, rest = self.meaning.root(self.path(), self.scope)
            return self.meaning.reached(start, *rest)
        name = self.take("a name")
        self.needs("(")
        if name == "linked":
            return self._linked()
        is_loop = name in LOOPS and self.ahead(1) == "in" and is_name(self.ahead())
        if is_loop and is_name(self.ahead(2)):
            return self._loop(name)
        arguments = [self.expression()]
        while self.takes(","):
            arguments.append(self.expression())
        self.needs(")")
        return self._called(name, arguments)

    def path(self) -> list[str]:
        """A name, with what stands behind its dots."""
        if self.ahead() in _NO_VALUE:
            self.expected("a value")
        parts = [self.take("a name")]
        while self.takes("."):
            parts.append(self.take("a name", lambda piece: piece[:1].isalnum()))
        return parts

    def _called(self, name: str, arguments: list[Compiled]) -> Compiled:
        """A function or a chart with its arguments."""
        charts, number = self.meaning.setting.charts, len(arguments)
        if name not in (*CALLS, *charts):
            known = (*CALLS, *charts, *LOOPS)
            return self.meaning.fault(f"there is no function or chart {name!r}", name, known)
        wanted = 2 if name == "near" else 1
        if number != wanted and name not in ("min", "max"):
            return self.meaning.fault(f"{name} takes {wanted}, and here are {number}")
        if name == "near":
            return self.meaning.near(*arguments)
        if name in charts:
            return self.meaning.chart(charts[name], arguments[0])
        return self.meaning.worked(name, *arguments)

    # --- loops and paths ------------------------------------------------------------------------

    def enter(self, name: str, kind: kinds.Kind) -> int:
        """Gives a row or die its name; the place where it stands."""
        is_word = name in self.meaning.setting.known or name in KEYWORDS
        if name in self.scope or is_word:
            self.meaning.fault(f"{name!r} is a name already; use another for the row")
        at = self.meaning.place()
        self.scope = {**self.scope, name: slot(at, kind)}
        return at

    def over(self) -> Over:
        """`NAME in TABLE where …`: its row or die has its name from here on."""
        name = self.take("a name")
        self.needs("in")
        over = self._source(self.take("a table"))
        over = over._replace(at=self.enter(name, over.kind))
        if self.takes("where"):
            over = over._replace(where=self.meaning.need(self.expression(), Bool, "where"))
        return over

    def _source(self, name: str) -> Over:
        """The rows or dice of a name; nothing where there are none, which is noted."""
        scope, tables = self.scope, self.meaning.setting.tables
        kind = scope[name].kind if name in scope else None
        if isinstance(kind, kinds.DicePool):
            held = scope[name]
            return Over(0, Num(1, kind.sides), kind.most, held.run, held.uses)
        if name in tables and not tables[name].is_single:
            most = tables[name].at_most
            return Over(0, Row(name), most, lambda env: list(env[kinds.TABLES][name]))
        if not isinstance(kind, Unclear):
            pools = [one for one in scope if isinstance(scope[one].kind, kinds.DicePool)]
            self.meaning.fault(f"there is no table {name!r}", name, (*tables, *pools))
        return Over(0, Unclear(), 1, lambda env: ())

    def _loop(self, word: str) -> Compiled:
        outer = self.scope
        over = self.over()
        body = self.expression() if self.takes(":") else None
        self.scope = outer
        otherwise = self.expression() if self.takes("else") else None
        self.needs(")")
        if word == "all" and body is None:
            over, body = over._replace(where=None), over.where
        return folded(self.meaning, word, over, body, otherwise)

    def _linked(self) -> Compiled:
        start = self.expression()
        self.needs(",")
        goal = self.expression()
        self.needs(",")
        places, outer = self.meaning.on_map(start, goal), self.scope
        kind: kinds.Kind = Row(places.table) if places else Unclear()
        at = self.enter(self.take("a name for the places on the way"), kind)
        self.needs("where")
        where = self.meaning.need(self.expression(), Bool, "where")
        self.scope = outer
        self.needs(")")
        if places is None:
            return unknown()
        return linked(self.meaning, places, start, goal, at, where)


def expression(meaning: Meaning, text: str, scope: Scope) -> Compiled:
    """The function of a text. Raises `SyntaxFaultError`."""
    reader = Expressions(meaning, text, scope)
    return whole(reader, reader.expression)


def whole(reader: Expressions, read: Callable[[], T]) -> T:
    """What the whole text is; what else is wrong in it says nothing once its grammar is wrong."""
    try:
        typed = read()
        if reader.ahead() is not END:
            reader.expected("the end")
    except SyntaxFaultError:
        reader.meaning.wrong.clear()
        reader.meaning.warnings.clear()
        raise
    return typed
