"""Differences between two states as everybody may see them: a line for each figure. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

SKIPPED = ("version", "head", "campaign", "branch_of")
"""What always differs."""
PEOPLE = ("members", "powers")
"""Who plays: of two campaigns nothing to compare, as the maker of a branch plays all of it."""
MINUS = "−"
_GROUPED = 2
"""From so many on, figures of one kind with one change are told in one line."""
_PAIR = 2
_TITLE = ("number", "name")
"""Fields that say of an entry what it is, without their own names."""


class Difference(msgspec.Struct, frozen=True):
    """One figure that is not the same."""

    path: tuple[str, ...]
    """Where it stands in the state shown, as `points` and `north`."""
    before: Any
    after: Any

    @property
    def where(self) -> str:
        """The path as a reader reads it."""
        return " ".join(part.replace("_", " ") for part in self.path)


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Every figure in which two shown states differ; of lists, what has come and gone."""
    same = before.get("campaign") == after.get("campaign")
    skipped = SKIPPED if same else (*SKIPPED, *PEOPLE)
    return [one for one in _compared((), dict(before), dict(after)) if one.path[0] not in skipped]


def _compared(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Difference]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*before, *(key for key in after if key not in before)):
            yield from _compared((*path, str(key)), before.get(key), after.get(key))
        return
    if isinstance(before, list) and isinstance(after, list):
        gone = [one for one in before if one not in after]
        come = [one for one in after if one not in before]
        if gone or come:
            yield Difference(path, gone, come)
            return
    yield Difference(path, before, after)


# --- in words -----------------------------------------------------------------------------------

Word = Callable[[str], str]
"""How a name in a state is told: of a seat, of a piece."""


def _as_it_is(name: str) -> str:
    return name


def lines(
    found: Iterable[Difference], word: Word = _as_it_is, between: str = " "
) -> list[tuple[str, str]]:
    """Differences as lines: the figure, and what became of it; alike ones stand together."""
    alike: defaultdict[tuple[Any, ...], list[Difference]] = defaultdict(list)
    for one in found:
        alike[one.path[0], one.path[2:], repr(one.before), repr(one.after)].append(one)
    told = []
    for group in alike.values():
        first = group[0]
        what = change(first.before, first.after, word)
        if len(group) >= _GROUPED and len(first.path) > 1:
            who = ", ".join(word(one.path[1]) for one in group)
            told.append((_where((first.path[0], *first.path[2:]), word, between), f"{what}: {who}"))
        else:
            told += [(_where(one.path, word, between), what) for one in group]
    return told


def _where(path: tuple[str, ...], word: Word, between: str) -> str:
    return between.join(word(part).replace("_", " ") for part in path)


def change(before: Any, after: Any, word: Word = _as_it_is) -> str:
    """What became of a figure: of a number by how much, of a list what has come and gone."""
    if isinstance(before, list) and isinstance(after, list):
        gone, come, turned = _paired(before, after, word)
        told = [_listed(turned, word)] if turned else []
        told += [f"{sign} {_listed(of, word)}" for sign, of in ((MINUS, gone), ("+", come)) if of]
        return "  ".join(told)
    if type(before) is int and type(after) is int:
        return f"{before} → {after} ({signed(after - before)})"
    return f"{plain(before, word)} → {plain(after, word)}"


def signed(number: int) -> str:
    """A change with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def plain(value: Any, word: Word = _as_it_is) -> str:
    """A value as a reader has it."""
    if value is None or value == "":
        return "–"
    if value in ([], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        told = {key: one for key, one in value.items() if one not in (None, "", [], {})}
        return ", ".join(
            f"{word(str(key)).replace('_', ' ')} {plain(one, word)}" for key, one in told.items()
        )
    if isinstance(value, list):
        return _listed(value, word)
    return word(str(value))


# --- what lists hold ----------------------------------------------------------------------------


def _listed(entries: Sequence[Any], word: Word) -> str:
    """Names in a row, a pair joined, entries of several fields set apart."""
    between = "; " if any(isinstance(one, dict) for one in entries) else ", "
    return between.join(_entry(one, word) for one in entries)


def _entry(one: Any, word: Word) -> str:
    if isinstance(one, dict):
        return _fields(one, word)
    if isinstance(one, list) and len(one) == _PAIR and all(isinstance(who, str) for who in one):
        return "–".join(word(who) for who in one)
    return plain(one, word)


def _fields(one: Mapping[str, Any], word: Word) -> str:
    """An entry by its number and name, then its other fields; what is empty or no is not told."""
    told = [" ".join(str(one[key]) for key in _TITLE if one.get(key))]
    for key, value in one.items():
        if key not in _TITLE and value is not False and value not in (None, "", [], {}):
            name = key.replace("_", " ")
            told.append(name if value is True else f"{name} {plain(value, word)}")
    return ", ".join(filter(None, told))


def _paired(
    before: Sequence[Any], after: Sequence[Any], word: Word
) -> tuple[list[Any], list[Any], list[dict[str, Any]]]:
    """What has gone and come, and apart from both the entries of which one field has turned."""
    gone, come, turned = list(before), list(after), []
    for old in before:
        for new in come:
            if key := _turned(old, new):
                gone.remove(old)
                come.remove(new)
                then, now = plain(old[key], word), plain(new[key], word)
                turned.append({**old, key: f"{then} → {now}"})
                break
    return gone, come, turned


def _turned(old: Any, new: Any) -> str:
    """The one field in which an entry differs from another of the same name; empty: more or none.

    What an entry is called, its first field, is no such field, nor is one that was empty.
    """
    if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
        return ""
    other = [key for key in old if old[key] != new[key]]
    if len(other) != 1 or other[0] == next(iter(old)):
        return ""
    empty: tuple[Any, ...] = (None, "", [], {})
    return "" if old[other[0]] in empty or new[other[0]] in empty else other[0]
