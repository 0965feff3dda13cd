"""A club's file while it is read: its values by place, and everything that is wrong in it. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from campaign.kit.language import trees
from campaign.kit.language.effects import Done, Effects
from campaign.kit.language.kinds import Bool, Compiled, Kind, Num, Unclear, in_words, meant
from campaign.kit.language.meaning import Scope, unknown
from campaign.text.shapes import line_of

At = tuple[str | int, ...]
"""Where something stands: the keys that lead there, and places in lists."""
ROW = re.compile(r"[a-z][a-z0-9]{0,23}")
NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")


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


class RulesBook:
    """What a file says, and what is wrong in it."""

    def __init__(self, said: dict[str, Any], lines: Mapping[str, int]) -> None:
        self._said = said
        self._lines = dict(lines)
        self.faults: list[FileFault] = []
        self.warnings: list[FileFault] = []

    # --- what is wrong --------------------------------------------------------------------------

    def line(self, at: At) -> int:
        """The line of a place, or of what holds it."""
        return line_of(_path(at), self._lines) or 1

    def fault(self, at: At, text: str) -> None:
        """Notes what is wrong at a place."""
        self.faults.append(self._noted(at, text))

    def warn(self, at: At, text: str) -> None:
        """Notes what may go wrong in play."""
        self.warnings.append(self._noted(at, text))

    def _noted(self, at: At, text: str) -> FileFault:
        place = ".".join(str(part) for part in at if not isinstance(part, int))
        return FileFault(self.line(at), place, text)

    # --- what it says ---------------------------------------------------------------------------

    def value(self, at: At) -> Any:
        """What stands at a place; None if nothing does."""
        held: Any = self._said
        for part in at:
            is_key = isinstance(held, dict) and part in held
            is_place = isinstance(held, list) and isinstance(part, int) and part < len(held)
            if not (is_key or is_place):
                return None
            held = held[part]
        return held

    def keys(self, at: At, known: Sequence[str], required: Iterable[str] = ()) -> None:
        """Faults each unknown key of a table; one that is close to a known one is read as that."""
        held = self.value(at)
        if not isinstance(held, dict):
            return
        for key in sorted(held.keys() - {*known}):
            near = meant(key, [name for name in known if name not in held])
            self.fault((*at, key), f"there is no key {key!r} here{near or _instead(known)}")
            if near:
                self._read_as(at, key, near.split("'")[1])
        self._lacking(at, held, required)

    def _lacking(self, at: At, held: Mapping[str, Any], required: Iterable[str]) -> None:
        for key in required:
            if key not in held:
                self.fault(at, f"{key} is missing")

    def _read_as(self, at: At, key: str, name: str) -> None:
        held = self.value(at)
        held[name] = held.pop(key)
        old, new = _path((*at, key)), _path((*at, name))
        for path, line in list(self._lines.items()):
            if path == old or path.startswith((f"{old}.", f"{old}[")):
                self._lines.setdefault(new + path.removeprefix(old), line)

    def table(self, at: At) -> Mapping[str, Any]:
        """A table; empty where there is none."""
        held = self.value(at)
        if held is None:
            return {}
        if not isinstance(held, dict):
            self.fault(at, "write a table here, between { and }")
            return {}
        return held

    def listed(self, at: At) -> Sequence[Any]:
        """A list; empty where there is none."""
        held = self.value(at)
        if held is None:
            return ()
        if not isinstance(held, list):
            self.fault(at, "write a list here, between [ and ]")
            return ()
        return held

    def text(self, at: At, otherwise: str = "", longest: int = 200) -> str:
        """A text of one line."""
        held = self.value(at)
        if held is None:
            return otherwise
        if not isinstance(held, str) or "\n" in held:
            self.fault(at, "write a text of one line here, between quotes")
            return otherwise
        if len(held) > longest or not held.isprintable():
            self.fault(at, f"a text here has at most {longest} letters and signs")
            return otherwise
        return held

    def texts(self, at: At) -> Sequence[tuple[At, str]]:
        """A text or a list of texts, each with its place."""
        if isinstance(self.value(at), str):
            return ((at, self.text(at, longest=trees.LONGEST)),)
        places = [(*at, number) for number in range(len(self.listed(at)))]
        return tuple((place, self.text(place, longest=trees.LONGEST * 2)) for place in places)

    def number(self, at: At, low: int, high: int, otherwise: int) -> int:
        """A whole number within limits."""
        held = self.value(at)
        if held is None:
            return otherwise
        if not isinstance(held, int) or isinstance(held, bool) or not low <= held <= high:
            self.fault(at, f"write a whole number from {low} to {high}")
            return otherwise
        return held

    def truth(self, at: At) -> bool:
        """True or false; false where nothing stands."""
        held = self.value(at)
        if held is not None and not isinstance(held, bool):
            self.fault(at, "write true or false")
        return held is True

    def one_of(self, at: At, words: Sequence[str], otherwise: str) -> str:
        """One of several words."""
        word = self.text(at, otherwise)
        if word and word not in words:
            hint = meant(word, words) or f"; write {' or '.join(words)}"
            self.fault(at, f"{word!r} means nothing here{hint}")
            return otherwise
        return word

    def is_named(self, at: At, name: str, *, row: bool = False) -> bool:
        """Whether a name has the form of one; rows are reached by a dot, all else has to be no
        word of the language.
        """
        if not (ROW if row else NAME).fullmatch(name):
            signs = "letters and digits" if row else "letters, digits and _"
            self.fault(at, f"{name!r} is no name; write small {signs}, a letter first")
            return False
        if not row and name in trees.KEYWORDS | {"turn", "turns", "phase"}:
            self.fault(at, f"{name!r} is a word of the language; use another name")
            return False
        return True

    # --- expressions, effects and sentences -----------------------------------------------------

    def expression(
        self, at: At, meaning: Effects, scope: Scope, kind: type[Kind] | None = None
    ) -> Compiled:
        """The expression at a place."""
        text = self.text(at, longest=trees.LONGEST)
        return self.compiled(at, text, meaning, scope, kind)

    def compiled(
        self, at: At, text: str, meaning: Effects, scope: Scope, kind: type[Kind] | None = None
    ) -> Compiled:
        """An expression that stands somewhere in a text of a place."""
        try:
            typed = meaning.of(trees.expression(text), scope)
        except trees.SyntaxFaultError as error:
            if text:
                self.fault(at, f"{text!r}: {error}")
            return unknown()
        self.drain(at, text, meaning)
        if kind and not isinstance(typed.kind, (kind, Unclear)):
            wants = "a number" if kind is Num else "yes or no" if kind is Bool else "a row"
            self.fault(at, f"{text!r}: write {wants} here; this is {in_words(typed.kind)}")
            return unknown()
        return typed

    def drain(self, at: At, text: str, meaning: Effects) -> None:
        """Notes what was found wrong in a text."""
        for wrong in meaning.wrong:
            self.fault(at, f"{text!r}: {wrong}")
        meaning.wrong.clear()
        for warning in meaning.warnings:
            self.warn(at, f"{text!r}: {warning}")
        meaning.warnings.clear()

    def effects(self, at: At, meaning: Effects, scope: Scope) -> tuple[Done, ...]:
        """The effects at a place, in order."""
        return tuple(self._effect(*each, meaning, scope) for each in self.texts(at))

    def _effect(self, at: At, text: str, meaning: Effects, scope: Scope) -> Done:
        try:
            done = meaning.effect(trees.effect(text), scope)
        except trees.SyntaxFaultError as error:
            self.fault(at, f"{text!r}: {error}")
            return Done(lambda env: None)
        self.drain(at, text, meaning)
        return done

    def sentence(self, at: At, meaning: Effects, scope: Scope) -> Compiled | None:
        """The sentence at a place; None where there is none."""
        text = self.text(at, longest=trees.LONGEST)
        if not text:
            return None
        typed = meaning.template(text, scope)
        self.drain(at, text, meaning)
        return typed


def _instead(known: Sequence[str]) -> str:
    return f"; there is {', '.join(known)}" if known else ""


def _path(at: At) -> str:
    """A place as the lines of a file are known: `acts.battle.do[1]`."""
    path = ""
    for part in at:
        path += f"[{part + 1}]" if isinstance(part, int) else f".{part}"
    return path.removeprefix(".")
