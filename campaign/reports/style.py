"""A page's style: of a game's whole sheet those rules that the page has a use for. Pure.

A page is one file with its style in it, and the sheet serves pages of many kinds: without the rules
of the others a page is a fifth lighter. A rule is known by the classes it names.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import msgspec

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BRACES = re.compile(r"[^{}]*[{}]")
_CLASSES = re.compile(r'\bclass="([^"]*)"')
_NAMED = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_EXCEPT = re.compile(r":not\([^()]*\)")
_COMMA = re.compile(r",(?![^()]*\))")


class StyleRule(msgspec.Struct, frozen=True):
    """One rule, or a block of rules for a medium."""

    selectors: tuple[tuple[str, frozenset[str]], ...]
    """Each with the classes that it names; none for what stands by itself, as `@page` does."""
    head: str
    """What stands before the brace, if it is no list of selectors."""
    body: str
    rules: "tuple[StyleRule, ...]" = ()
    """Those of a block."""


def in_short(style: str) -> str:
    """A style sheet without comments and without the spaces that only its writers need."""
    bare = re.sub(r"\s+", " ", _COMMENT.sub("", style))
    return re.sub(r" ?([{};,]) ?", r"\1", bare).replace(": ", ":").replace(";}", "}").strip()


def needed(style: str, html: str) -> str:
    """What a page needs of a short style sheet: rules whose classes are all on it."""
    found = frozenset(name for names in set(_CLASSES.findall(html)) for name in names.split())
    return _with(style, found)


@lru_cache(maxsize=128)
def _with(style: str, found: frozenset[str]) -> str:
    """The rules for some classes; pages of a kind often have the same."""
    return "".join(_written(_rules(style), found))


@cache
def _rules(style: str) -> tuple[StyleRule, ...]:
    return tuple(_read(iter(_BRACES.findall(style))))


def _read(parts: Iterator[str]) -> Iterator[StyleRule]:
    """The rules up to the end of a block."""
    for part in parts:
        head = part[:-1]
        if part[-1] == "}":
            return
        if head.startswith(("@media", "@supports")):
            yield StyleRule((), head, "", tuple(_read(parts)))
        elif head.startswith("@"):
            yield StyleRule((), head, next(parts)[:-1])
        else:
            yield StyleRule(tuple(_selectors(head)), "", next(parts)[:-1])


def _selectors(head: str) -> Iterator[tuple[str, frozenset[str]]]:
    for selector in _COMMA.split(head):
        yield selector, frozenset(_NAMED.findall(_EXCEPT.sub("", selector)))


def _written(rules: Iterable[StyleRule], found: frozenset[str]) -> Iterator[str]:
    for rule in rules:
        if rule.rules:
            inner = "".join(_written(rule.rules, found))
            if inner:
                yield f"{rule.head}{{{inner}}}"
        elif rule.head:
            yield f"{rule.head}{{{rule.body}}}"
        elif kept := [selector for selector, named in rule.selectors if named <= found]:
            yield f"{','.join(kept)}{{{rule.body}}}"
