"""A club's file while it is read: its values by place, and everything that is wrong in it. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from campaign.kit.language import effects, kinds
from campaign.kit.language.effects import Done
from campaign.kit.language.expressions import KEYWORDS, LONGEST, expression
from campaign.kit.language.meaning import Meaning, Scope, unknown
from campaign.text.moments import A_NAME
from campaign.text.shapes import line_numbers

T = TypeVar("T")
M = TypeVar("M", kinds.Compiled, Done)

ROW = re.compile(r"[a-z][a-z0-9]{0,23}")
NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
SEEN = re.compile(A_NAME).fullmatch
"""Whether a text has something visible, and nothing that only seems to be nothing."""
MOST_FAULTS = 200
"""How many faults are noted: each may repeat every name of its file."""
MOST_COMPARED = 500_000
"""How many pairs of letters are compared, in all, to see which names were meant."""
_LONGEST_PATH = 2_000
"""How long a place may be to be one of which something is said."""
_WORDS = KEYWORDS | {"turn", "turns", "phase"}

_WRITTEN = {
    "": "kit* title* about turns* phases house constants campaign sides seats* things map charts"
    " decks acts* standings victory",
    "turns": "one last* begin end",
    "phases.NAME": "title play order begin end",
    "house.NAME": "type* ask*",
    "campaign": "columns",
    "sides": "one columns rows*",
    "seats": "one enrol columns rows*",
    "things.NAME": "one title at_most columns rows",
    "map": "of* links* owner at",
    "decks.NAME": "of* copies",
    "acts.NAME": "does* rule* by* when once confirm fields let refuse do say news owed secret"
    " missing after",
    "acts.NAME.fields.NAME": "is* where say ask",
    "acts.NAME.refuse": "when* say* rule",
    "standings": "title of only columns* sort*",
    "standings.columns": "head* is*",
    "victory": "of at when say",
}
"""The keys that each table of a file may have; behind those that it has to have, a star."""
KEYS = {
    place: (re.findall(r"\w+", keys), re.findall(r"(\w+)\*", keys))
    for place, keys in _WRITTEN.items()
}
"""The same, each as all keys and those that a table has to have."""


class FileFault(NamedTuple):
    """Something that is wrong in a file."""

    line: int
    place: str
    """The keys that lead there, with dots; empty for the file."""
    text: str

    def told(self, name: str) -> str:
        """The fault in a line, with the file's name before it."""
        place = f" {self.place}:" if self.place else ""
        return f"{name}:{self.line}:{place} {self.text}"


class ManyFaultsError(Exception):
    """So much is wrong in a file that reading it ends here."""


class RulesBook:
    """What a file says, and what is wrong in it."""

    def __init__(self, text: str, said: dict[str, Any]) -> None:
        self.text, self.said = text, said
        self.faults: dict[FileFault, None] = {}
        """Each once, in the order in which they were seen."""
        self.warnings: list[FileFault] = []
        self.unread: set[tuple[str | int, ...]] = set()
        """The places of which nothing more is said, as what stands there cannot be read."""
        self.steps: Counter[str] = Counter()
        """How many steps all that is asked at the same time takes, by what it is."""
        self._compared = 0

    def note(self, fault: FileFault) -> None:
        """Notes what is wrong, once. Raises `ManyFaultsError` after so many."""
        self.faults[fault] = None
        if len(self.faults) == MOST_FAULTS:
            raise ManyFaultsError(
                f"there may be more faults than these {MOST_FAULTS}; mend them first"
            )

    def meant(self, name: str, known: Iterable[str]) -> str:
        """The known name to which one is close; empty where none is, and once looking for more of
        them would take long.
        """
        if self._compared > MOST_COMPARED or not name:
            return ""
        names = list(known)
        self._compared += max(len(name), 10) * sum(map(len, names))
        if self._compared > MOST_COMPARED:
            return ""
        import difflib  # slow to load, and few files have faults

        return "".join(difflib.get_close_matches(name, names, 1, 0.6))

    @cached_property
    def lines(self) -> dict[str, int]:
        """Where each part is written, and what it is part of; looked for once it is needed."""
        lines = dict(line_numbers(self.text))
        for path, line in list(lines.items()):
            while path := path[: max(path.rfind("."), path.rfind("["), 0)]:
                if path in lines or len(path) > _LONGEST_PATH:
                    break
                lines[path] = line
        return lines


class FilePart:
    """A place in a file, and what stands there; what is wrong with it is noted in the book."""

    __slots__ = ("_at", "_book", "value")

    def __init__(self, book: RulesBook, at: tuple[str | int, ...] = (), value: Any = None) -> None:
        self._book, self._at = book, at
        self.value: Any = value if at else book.said
        """What stands there; None if nothing does."""

    def __getitem__(self, key: str | int) -> "FilePart":
        """What stands there under a key, or at a place in a list."""
        held = self.value
        if isinstance(held, dict):
            held = held.get(str(key))
        else:
            held = held[key] if isinstance(held, list) and isinstance(key, int) else None
        return FilePart(self._book, (*self._at, key), held)

    @property
    def key(self) -> str:
        """The key under which it stands."""
        return str(self._at[-1])

    @property
    def is_table(self) -> bool:
        """Whether keys with values stand there."""
        return isinstance(self.value, dict)

    # --- what is wrong --------------------------------------------------------------------------

    def fault(
        self, text: str, name: str = "", known: Collection[str] = (), otherwise: str = ""
    ) -> None:
        """Notes what is wrong there, once: with the known name that an unknown one may mean, else
        with something else.
        """
        if self._at in self._book.unread:
            return
        hint = _hint(self._book.meant(name, known)) or otherwise
        self._book.note(self._noted(f"{text}{hint}"))

    def warn(self, text: str) -> None:
        """Notes what is sound and may surprise."""
        self._book.warnings.append(self._noted(text))

    def steps_of(self, kind: str, steps: int) -> int:
        """How many steps everything of a kind takes, with so many more here."""
        self._book.steps[kind] += steps
        return self._book.steps[kind]

    @property
    def _place(self) -> str:
        return ".".join(part for part in self._at if isinstance(part, str))

    def _noted(self, text: str) -> FileFault:
        lines, at = self._book.lines, self._at
        written = (lines.get(_path(at[:end])) for end in range(len(at), 0, -1))
        return FileFault(next(filter(None, written), 1), self._place, text)

    def keys(self, known: Sequence[str], required: Iterable[str] = ()) -> None:
        """Faults each unknown key of a table; one that is close to a known one is read as that."""
        held = self._pairs()
        if not self.is_table:
            return
        for key in sorted(held.keys() - {*known}):
            free = [
                name
                for name in known
                if name not in held or _joined(held[name], held[key]) is not None
            ]
            near = self._book.meant(key, free)
            instead = f"; there is {', '.join(known)}" if known else ""
            self[key].fault(f"there is no key {key!r} here", otherwise=_hint(near) or instead)
            if near:
                self._read_as(key, near)
        for key in required:
            if key not in held:
                self.fault(f"{key} is missing")

    def _read_as(self, key: str, name: str) -> None:
        lines, moved = self._book.lines, self.value.pop(key)
        old, new = _path((*self._at, key)), _path((*self._at, name))
        for inner in _paths(moved):
            if line := lines.get(f"{old}{inner}"):
                lines.setdefault(f"{new}{inner}", line)
        self.value[name] = _joined(self.value.get(name), moved)

    # --- what it says ---------------------------------------------------------------------------

    def _held(self, fits: Callable[[Any], bool], wants: str, otherwise: T) -> T:
        """What stands there if it fits; otherwise that it does not is noted."""
        held = self.value
        if held is None:
            return otherwise
        if not fits(held):
            self._cannot_be_read(wants)
            return otherwise
        result: T = held
        return result

    def _cannot_be_read(self, wants: str) -> None:
        """Notes it, and that whatever else would be wrong there only follows from it."""
        self.fault(wants)
        self._book.unread.add(self._at)

    def _pairs(self) -> dict[str, Any]:
        """The keys and values of a table; none where there is none, which is noted."""
        wants = "write a table here, between { and }"
        if isinstance(self.value, list) and all(isinstance(one, dict) for one in self.value):
            wants = f"write [{self._place}], with one bracket on each side"
        return self._held(lambda said: isinstance(said, dict), wants, {})

    def table(self) -> dict[str, "FilePart"]:
        """The parts of a table by their keys; none where there is none."""
        return {key: self[key] for key in self._pairs()}

    def named(self, *, row: bool = False, alone: bool = True) -> Iterator["FilePart"]:
        """The parts of a table whose keys have the form of names."""
        return (part for part in self.table().values() if part.is_named(row=row, alone=alone))

    def listed(self) -> list["FilePart"]:
        """The parts of a list; none where there is none."""
        wants = "write a list here, between [ and ]"
        if self.is_table:
            wants = f"write [[{self._place}]], with two brackets on each side"
        held: list[Any] = self._held(lambda said: isinstance(said, list), wants, [])
        return [self[number] for number in range(len(held))]

    def text(self, otherwise: str = "", longest: int = 200) -> str:
        """A text of one line."""
        wants = "write a text of one line here, between quotes"
        text: str | None = self._held(
            lambda said: isinstance(said, str) and "\n" not in said, wants, None
        )
        if text is None:
            return otherwise
        if len(text) > longest or not text.isprintable():
            self._cannot_be_read(f"a text here has at most {longest} letters and signs")
            return otherwise
        return text

    def label(self, otherwise: str, longest: int = 200) -> str:
        """A text that readers see, with something visible in it."""
        label = self.text(otherwise, longest)
        if self.value is not None and not SEEN(label):
            self.fault(f"{label!r} is blank; write what readers see")
        return label

    def texts(self) -> list[tuple["FilePart", str]]:
        """A text or a list of texts, each with its place."""
        if isinstance(self.value, str):
            return [(self, self.text(longest=LONGEST))]
        return [(part, part.text(longest=LONGEST * 2)) for part in self.listed()]

    def number(self, low: int, high: int, otherwise: int) -> int:
        """A whole number within limits."""
        wants = f"write a whole number from {low} to {high}"
        return self._held(lambda said: type(said) is int and low <= said <= high, wants, otherwise)

    def truth(self) -> bool:
        """True or false; false where nothing stands."""
        return self._held(lambda said: isinstance(said, bool), "write true or false", False)

    def one_of(self, words: Sequence[str], otherwise: str) -> str:
        """One of several words."""
        word = self.text(otherwise)
        if word and word not in words:
            instead = f"; write {' or '.join(words)}"
            self.fault(f"{word!r} means nothing here", word, words, instead)
            return otherwise
        return word

    def row_of(self, known: Mapping[str, Any], what: str) -> str:
        """A name of a mapping; empty where it is none, which is noted."""
        name = self.text()
        if name not in known:
            self.fault(f"there is no {what} {name!r}", name, known)
            return ""
        return name

    def is_named(self, *, row: bool = False, name: str = "", alone: bool = True) -> bool:
        """Whether its key, or a name, has the form of one. What expressions name without a dot or
        quotes before it must be no word of the language.
        """
        name = name or self.key
        if not (ROW if row else NAME).fullmatch(name):
            signs = "letters and digits" if row else "letters, digits and _"
            self.fault(f"{name!r} is no name; write small {signs}, a letter first")
            return False
        if row and name == "none":
            self.fault("'none' says that there is no row; use another name")
            return False
        if alone and not row and name in _WORDS:
            self.fault(f"{name!r} is a word of the language; use another name")
            return False
        return True

    # --- expressions, effects and sentences -----------------------------------------------------

    def expression(
        self, meaning: Meaning, scope: Scope, kind: type[kinds.Kind] | None = None
    ) -> kinds.Compiled | None:
        """The expression there; None where there is none."""
        if self.value is None:
            return None
        return self.compiled(self.text(longest=LONGEST), meaning, scope, kind)

    def compiled(
        self, text: str, meaning: Meaning, scope: Scope, kind: type[kinds.Kind] | None = None
    ) -> kinds.Compiled:
        """An expression that is a part of the text there."""
        typed = self.made(expression, text, meaning, scope)
        if typed is None:
            return unknown()
        typed = kinds.number_of(typed) if kind is kinds.Num else typed
        if kind and not isinstance(typed.kind, (kind, kinds.Unclear)):
            wants = "a number" if kind is kinds.Num else "yes or no"
            self.fault(f"{text!r}: write {wants} here; this is {kinds.in_words(typed.kind)}")
            return unknown()
        return typed

    def effects(self, meaning: Meaning, scope: Scope) -> tuple[Done, ...]:
        """The effects there, in order."""
        made = (part.made(effects.effect, text, meaning, scope) for part, text in self.texts())
        return tuple(filter(None, made))

    def sentence(self, meaning: Meaning, scope: Scope) -> kinds.Compiled | None:
        """The sentence there; None where there is none."""
        text = self.text(longest=LONGEST)
        return self.made(effects.template, text, meaning, scope) if text else None

    def made(
        self, make: Callable[[Meaning, str, Scope], M], text: str, meaning: Meaning, scope: Scope
    ) -> M | None:
        """What is made of a text; None where its grammar is wrong. All that is wrong is noted."""
        try:
            made = make(meaning, text, scope)
        except kinds.SyntaxFaultError as error:
            self.fault(f"{text!r}: {error}")
            return None
        for wrong in meaning.wrong:
            self.fault(f"{text!r}: {wrong.text}", *wrong[1:])
        self._book.warnings += [self._noted(f"{text!r}: {each}") for each in meaning.warnings]
        meaning.wrong.clear()
        meaning.warnings.clear()
        meaning.steps += made.steps
        return made


def _hint(name: str) -> str:
    """What is added to a fault where a known name was meant."""
    return f"; did you mean {name!r}?" if name else ""


def _joined(one: Any, other: Any) -> Any:
    """Two tables as one; None where both say something twice."""
    if one is None:
        return other
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return None
    both = {key: _joined(one.get(key), inner) for key, inner in other.items()}
    return None if None in both.values() else {**one, **both}


def _paths(value: object) -> Iterator[str]:
    """The places in a value, as the lines of a file are known."""
    waiting = [("", value)]
    while waiting:
        path, held = waiting.pop()
        yield path
        if isinstance(held, dict):
            waiting += [(f"{path}.{key}", inner) for key, inner in held.items()]
        elif isinstance(held, list):
            waiting += [(f"{path}[{number}]", inner) for number, inner in enumerate(held, 1)]


def _path(at: Iterable[str | int]) -> str:
    """A place as the lines of a file are known: `acts.battle.do[1]`."""
    path = ""
    for part in at:
        path += f"[{part + 1}]" if isinstance(part, int) else f".{part}"
    return path.removeprefix(".")
