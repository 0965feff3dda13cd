"""Says in which line of a TOML text each of its keys and elements stands. Pure."""

import re
from collections.abc import Callable, Mapping

At = tuple[str | int, ...]
"""Where something stands: the keys that lead there, and places in lists."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONG = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
_SHORT = re.compile(r'"((?:\\.|[^"\\\n])*)"|\'([^\'\n]*)\'')
_SCALAR = re.compile(r"[^,\]}\n#]*")


def lines(text: str) -> Mapping[At, int]:
    """The line of each key and each element of a list, of a text that is sound TOML."""
    scanner = _Scanner(text)
    scanner.whole()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._seen = 0
        self._line = 1
        self.lines: dict[At, int] = {}
        self._lists: dict[At, int] = {}
        """How many tables each list of tables has so far."""

    def whole(self) -> None:
        """Reads all headings and keys."""
        heading: At = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._next == "[":
                heading = self._heading()
            else:
                self._pair(heading)
            self._skip(_BLANK)

    @property
    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip(self, what: re.Pattern[str]) -> str:
        match = what.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match.group()

    def _note(self, path: At, at: int) -> None:
        self._line += self._text.count("\n", self._seen, at)
        self._seen = at
        self.lines.setdefault(path, self._line)

    def _key(self) -> list[str]:
        """A key, which may have dots."""
        parts = []
        while True:
            self._skip(_SPACE)
            match = _SHORT.match(self._text, self._at)
            if match is not None:
                self._at = match.end()
                parts.append(match[1] or match[2] or "")
            else:
                parts.append(self._skip(_BARE))
            self._skip(_SPACE)
            if self._next != ".":
                return parts
            self._at += 1

    def _heading(self) -> At:
        start = self._at
        is_list = self._text.startswith("[[", start)
        self._at += 2 if is_list else 1
        parts = self._key()
        self._at += 2 if is_list else 1
        path: At = ()
        for number, part in enumerate(parts):
            path = (*path, part)
            if is_list and number == len(parts) - 1:
                self._note(path, start)
                self._lists[path] = self._lists.get(path, -1) + 1
            if path in self._lists:
                path = (*path, self._lists[path])
            self._note(path, start)
        return path

    def _pair(self, inside: At) -> None:
        start = self._at
        path = inside
        for part in self._key():
            path = (*path, part)
            self._note(path, start)
        self._skip(_SPACE)
        self._at += 1  # the equals sign
        self._skip(_SPACE)
        self._value(path)

    def _value(self, path: At) -> None:
        if self._next == "{":
            self._inside("}", lambda number: self._pair(path))
        elif self._next == "[":
            self._inside("]", lambda number: self._element((*path, number)))
        elif not (self._skip(_LONG) or self._skip(_SHORT)):
            self._skip(_SCALAR)

    def _element(self, path: At) -> None:
        self._note(path, self._at)
        self._value(path)

    def _inside(self, end: str, read: Callable[[int], None]) -> None:
        self._at += 1
        number = 0
        self._skip(_BLANK)
        while self._next != end and self._at < len(self._text):
            read(number)
            number += 1
            self._skip(_BLANK)
            if self._next == ",":
                self._at += 1
            self._skip(_BLANK)
        self._at += 1
