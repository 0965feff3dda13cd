"""Finds the line on which each part of a TOML or JSON file is written. Pure.

The text must have been read before: here only its places are looked for. Keys are joined with
dots, elements of lists are numbered from 1: `setup.wars[2]`.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping

_BLANK = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)')
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_PLAIN = re.compile(r"[^,\]}\n#]+")


class _Scanner:
    """A text and how far it was read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[str, int] = {}
        self.ends = [found.start() for found in re.finditer("\n", text)]
        """Where each line ends."""
        self.tables: dict[str, int] = {}
        """How many tables of each list have begun."""

    def noted(self, path: str, at: int) -> None:
        self.found.setdefault(path, bisect_left(self.ends, at) + 1)

    def skip(self) -> str:
        """The next character behind blanks, commas and comments; empty at the end."""
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at + 1

    def key(self) -> str:
        """One key, with dots where it has several parts."""
        parts: list[str] = []
        while found := _KEY.match(self.text, self.at):
            parts.append(next(part for part in found.groups() if part is not None))
            self.at = found.end()
            self._pass(" \t.")
        return ".".join(parts)

    def _pass(self, signs: str) -> None:
        while self.at < len(self.text) and self.text[self.at] in signs:
            self.at += 1

    def pair(self, path: str) -> None:
        """A key with its value."""
        start = self.at
        inner = _joined(path, self.key())
        self.noted(inner, start)
        self.skip()
        self._pass("=:")
        self.value(inner)

    def value(self, path: str) -> None:
        """A value and everything in it."""
        sign = self.skip()
        if sign == "{":
            self.at += 1
            while self.skip() not in ("}", ""):
                self.pair(path)
            self.at += 1
        elif sign == "[":
            self.at += 1
            number = 0
            while self.skip() not in ("]", ""):
                number += 1
                self.noted(f"{path}[{number}]", self.at)
                self.value(f"{path}[{number}]")
            self.at += 1
        else:
            self.take(_TEXT if sign in ("'", '"') else _PLAIN)

    def header(self) -> str:
        """The table that a line in brackets begins."""
        start, several = self.at, self.text.startswith("[[", self.at)
        self._pass("[ \t")
        name = self._numbered(self.key())
        self._pass(" \t]")
        self.noted(name, start)
        if several:
            self.tables[name] = self.tables.get(name, 0) + 1
            name = f"{name}[{self.tables[name]}]"
            self.noted(name, start)
        return name

    def _numbered(self, name: str) -> str:
        """A table's name; within a list it belongs to the element that began last."""
        for known, number in self.tables.items():
            if name.startswith(f"{known}."):
                return f"{known}[{number}]{name.removeprefix(known)}"
        return name


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def line_numbers(text: str, *, json: bool = False) -> Mapping[str, int]:
    """The line of every part of a file, by its place."""
    scanner = _Scanner(text.removeprefix("\ufeff"))
    if json:
        scanner.value("")
        return scanner.found
    table = ""
    while sign := scanner.skip():
        if sign == "[":
            table = scanner.header()
        else:
            before = scanner.at
            scanner.pair(table)
            scanner.at += scanner.at == before
    return scanner.found


def line_of(where: str, lines: Mapping[str, int]) -> int:
    """The line of a place, or of what it should be part of; 0 where nothing of it is written."""
    while where:
        if line := lines.get(where):
            return line
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return 0
