"""Differences between two states as everybody may see them: a line for each figure. Pure."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from campaign.text.english import MINUS, signed
from campaign.text.json_values import JsonFields, JsonObject

SKIPPED = ("version", "head", "campaign", "branch_of")
"""Fields that always differ."""
PEOPLE = ("members", "powers")
"""Who plays: not compared between two campaigns, as a branch's maker plays every seat."""
_GROUPED = 2
"""From this many on, figures of one kind with the same change share a line."""
_PAIR = 2
_TITLE = ("number", "name")
"""Fields that identify an entry; their own names are left out."""

Json = JsonObject | list["Json"] | str | int | float | bool | None
"""A value of a state as it is shown."""


class Difference(msgspec.Struct, frozen=True):
    """One figure that is not the same."""

    path: tuple[str, ...]
    """Its path in the state shown, such as `points` and the name of a seat."""
    before: Json
    after: Json

    @property
    def where(self) -> str:
        """The path as a reader reads it."""
        return " ".join(part.replace("_", " ") for part in self.path)


def differences(before: JsonFields, after: JsonFields) -> list[Difference]:
    """Every figure in which two shown states differ; for lists, what was added and removed."""
    same = before.get("campaign") == after.get("campaign")
    skipped = SKIPPED if same else (*SKIPPED, *PEOPLE)
    changes = _compared((), dict(before), dict(after))
    return [difference for difference in changes if difference.path[0] not in skipped]


def _compared(path: tuple[str, ...], before: Json, after: Json) -> Iterator[Difference]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*before, *_only_in(after, before)):
            yield from _compared((*path, str(key)), before.get(key), after.get(key))
        return
    if isinstance(before, list) and isinstance(after, list):
        gone, come = _only_in(before, after), _only_in(after, before)
        if gone or come:
            yield Difference(path, gone, come)
            return
    yield Difference(path, before, after)


def _only_in(entries: Iterable[Any], others: Container[Any]) -> list[Any]:
    return [entry for entry in entries if entry not in others]


# --- in words -----------------------------------------------------------------------------------

Word = Callable[[str], str]
"""How a name in a state is shown, such as a seat's or a piece's."""


def lines(
    differing: Iterable[Difference], word: Word = str, between: str = " "
) -> list[tuple[str, str]]:
    """Differences as lines: the figure, and how it changed; equal changes are grouped."""
    alike: defaultdict[tuple[object, ...], list[Difference]] = defaultdict(list)
    for each in differing:
        alike[each.path[0], each.path[2:], repr(each.before), repr(each.after)].append(each)
    rows = []
    for group in alike.values():
        first = group[0]
        what = change(first.before, first.after, word)
        if len(group) >= _GROUPED and len(first.path) > 1:
            who = ", ".join(word(each.path[1]) for each in group)
            figure = _where((first.path[0], *first.path[2:]), word, between)
            rows.append((figure, f"{what}: {who}"))
        else:
            rows += [(_where(each.path, word, between), what) for each in group]
    return rows


def _where(path: tuple[str, ...], word: Word, between: str) -> str:
    return between.join(word(part).replace("_", " ") for part in path)


def change(before: Json, after: Json, word: Word = str) -> str:
    """How a figure changed: a number by how much, a list by what was added and removed."""
    if isinstance(before, list) and isinstance(after, list):
        gone, come, turned = _paired(before, after, word)
        parts = [_listed(turned, word)] if turned else []
        parts += [f"{sign} {_listed(of, word)}" for sign, of in ((MINUS, gone), ("+", come)) if of]
        return "  ".join(parts)
    if type(before) is int and type(after) is int:
        return f"{before} → {after} ({signed(after - before)})"
    return f"{plain(before, word)} → {plain(after, word)}"


def plain(value: Json, word: Word = str) -> str:
    """A value as a reader sees it."""
    if value is None or value == "":
        return "–"
    if value in ([], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(
            f"{word(str(key)).replace('_', ' ')} {plain(part, word)}"
            for key, part in value.items()
            if not _nothing(part)
        )
    if isinstance(value, list):
        return _listed(value, word)
    return word(str(value))


def _nothing(value: Json) -> bool:
    return value in (None, "", [], {})


# --- what lists hold ----------------------------------------------------------------------------


def _listed(entries: Sequence[Json], word: Word) -> str:
    """Names in a row; pairs are joined, entries of several fields are separated."""
    between = "; " if any(isinstance(entry, dict) for entry in entries) else ", "
    return between.join(_entry(entry, word) for entry in entries)


def _entry(entry: Json, word: Word) -> str:
    if isinstance(entry, dict):
        return _fields(entry, word)
    if isinstance(entry, list) and len(entry) == _PAIR:
        first, second = entry
        if isinstance(first, str) and isinstance(second, str):
            return f"{word(first)}–{word(second)}"
    return plain(entry, word)


def _fields(entry: Mapping[str, Json], word: Word) -> str:
    """An entry by its number and name, then its other fields, without those empty or false."""
    parts = [" ".join(str(entry[key]) for key in _TITLE if entry.get(key))]
    for key, value in entry.items():
        if key not in _TITLE and value is not False and not _nothing(value):
            name = key.replace("_", " ")
            parts.append(name if value is True else f"{name} {plain(value, word)}")
    return ", ".join(filter(None, parts))


def _paired(
    before: Sequence[Json], after: Sequence[Json], word: Word
) -> tuple[list[Json], list[Json], list[Json]]:
    """What was removed and added, and separately the entries in which one field changed."""
    gone, come = list(before), list(after)
    turned: list[Json] = []
    for old in before:
        for new in come:
            if both := _turned(old, new):
                key, then, now = both
                gone.remove(old)
                come.remove(new)
                assert isinstance(old, dict)
                turned.append({**old, key: f"{plain(then, word)} → {plain(now, word)}"})
                break
    return gone, come, turned


def _turned(old: Json, new: Json) -> tuple[str, Json, Json] | None:
    """The single field in which two entries of the same name differ, before and after.

    None if no field or several differ. An entry's name, its first field, does not count, nor does a
    field that was empty.
    """
    if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
        return None
    other = [key for key in old if old[key] != new[key]]
    if len(other) != 1 or other[0] == next(iter(old)):
        return None
    then, now = old[other[0]], new[other[0]]
    return None if _nothing(then) or _nothing(now) else (other[0], then, now)
