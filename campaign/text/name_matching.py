"""Matches a typed name with the names that are known: same, read as, or asked. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

How = Literal["same", "read", "ask"]
SUGGESTED, REMEMBERED = 3, 4_000
_SHORTEST = 5
"""Letters that a name needs, before one wrong letter is read over."""
_APART = 2
"""Within so many wrong letters there may be no other name."""
_RANKS = frozenset(
    (
        "gen", "general", "genfm", "fm", "field", "fieldmarshal", "marshal", "marschall",
        "feldmarschall", "generalfeldmarschall", "generaloberst", "adm", "admiral", "ltgen", "lt",
        "col", "sir", "lord", "von", "der", "de", "the", "major",
    )
)  # fmt: skip
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "æ": "ae"})


class Match(msgspec.Struct, frozen=True):
    """What a typed name stands for."""

    how: How
    id: str = ""
    """Empty where it has to be asked."""
    near: tuple[str, ...] = ()
    """The ids that may be meant, the likeliest first."""


def folded(text: str) -> str:
    """A name without case, accents, brackets, dots, ranks and initials; nothing but single letters
    are a word: `U.S.A.`.
    """
    text = re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", text.lower()).translate(_SPELT)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", re.sub(r"['’]", "", text))
    whole = [word for word in words if word not in _RANKS and (len(word) > 1 or word.isdigit())]
    letters = "".join(word for word in words if word not in _RANKS)
    return _simple(" ".join(whole) or letters or " ".join(words))


def _simple(text: str) -> str:
    """One spelling for sounds that are written in two ways."""
    return text.replace("ae", "a").replace("oe", "o").replace("ue", "u")


class KnownNames:
    """Names that are known, by their ids."""

    def __init__(self, known: Mapping[str, str], also: Mapping[str, str] = {}) -> None:
        """`also` are other spellings, each with the id that it stands for."""
        self._known = known
        self._ids: dict[str, set[str]] = {}
        for who, name in known.items():
            self._add(name, who)
            self._add(who, who)
        for spelling, who in also.items():
            if who in known:
                self._add(spelling, who)
        self._seen: dict[str, Match] = {}
        self._last: dict[str, set[str]] = {}
        for spelling, ids in self._ids.items():
            self._last.setdefault(spelling.rpartition(" ")[2], set()).update(ids)

    def _add(self, spelling: str, who: str) -> None:
        if fold := folded(spelling):
            self._ids.setdefault(fold, set()).add(who)

    def title(self, who: str) -> str:
        """What an id is called."""
        return self._known.get(who, who)

    def read(self, cell: str) -> Match:
        """The name that was meant: one known spelling, one letter away, or the last word alone."""
        if (match := self._seen.get(cell)) is None:
            match = self._match(folded(cell))
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            self._seen[cell] = match
        return match

    def _match(self, fold: str) -> Match:
        ids = self._ids.get(fold, set())
        if len(ids) == 1:
            return Match("same", next(iter(ids)))
        if not ids and (who := self._one_letter_away(fold)):
            return Match("read", who, (who,))
        by_last = self._last.get(fold.rpartition(" ")[2], set()) if fold else set()
        if not ids and len(by_last) == 1:
            return Match("read", next(iter(by_last)), tuple(by_last))
        return Match("ask", near=self._near(fold, ids or by_last))

    def _one_letter_away(self, fold: str) -> str:
        """The one id with a single letter wrong; empty if another has few letters wrong too."""
        near = set(self._within(fold)) if len(fold) >= _SHORTEST else set()
        is_alone = len({who for _, who in near}) == 1
        away, who = min(near) if is_alone else (0, "")
        return who if away == 1 else ""

    def _within(self, fold: str) -> Iterator[tuple[int, str]]:
        """The ids of spellings with few letters wrong, and how many; a wrong letter is at most one
        letter more and another less.
        """
        letters = set(fold)
        for spelling, ids in self._ids.items():
            is_as_long = abs(len(spelling) - len(fold)) <= _APART
            if is_as_long and len(letters ^ set(spelling)) <= 2 * _APART:
                away = distance(spelling, fold, _APART)
                if away <= _APART:
                    yield from ((away, who) for who in ids)

    def _near(self, fold: str, first: set[str]) -> tuple[str, ...]:
        import difflib  # slow to load, and few names are mistyped

        close = difflib.get_close_matches(fold, self._ids, 6, 0.5)
        ids = [*sorted(first), *(who for one in close for who in sorted(self._ids[one]))]
        return tuple(dict.fromkeys(ids))[:SUGGESTED]


def distance(one: str, other: str, most: int) -> int:
    """How many letters are wrong, missing, too many or swapped; at most `most` + 1."""
    before, row = list(range(len(other) + 1)), list(range(len(other) + 1))
    earlier = row
    for place, letter in enumerate(one, 1):
        earlier, before = before, row
        row = [place]
        for at, sign in enumerate(other, 1):
            steps = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != sign))
            swapped = place > 1 and at > 1 and (letter, sign) == (other[at - 2], one[place - 2])
            row.append(min(steps, earlier[at - 2] + 1) if swapped else steps)
        if min(row) > most:
            return most + 1
    return row[-1]


# --- Names that are kept apart from a record, which has numbers in their place ------------------

_MEMBER = re.compile(r"m([1-9]\d{0,5})")
_NUMBERED = re.compile(r"\bMember ([1-9]\d{0,5})\b")


def apart(number: int) -> tuple[str, str]:
    """Id and name of a member whose name is kept apart from the record: `m4`, `Member 4`."""
    return f"m{number}", f"Member {number}"


def apart_number(member: str) -> int:
    """The number in such an id; 0 where it is none."""
    match = _MEMBER.fullmatch(member)
    return int(match[1]) if match else 0


def may_be_apart(names: Mapping[str, str]) -> bool:
    """Whether names may be kept apart, by what a record calls members."""
    return any(
        name.startswith("Member ") and apart(apart_number(who)) == (who, name)
        for who, name in names.items()
    )


def in_names(text: str, names: Mapping[str, str]) -> str:
    """A text with what members are called in place of `Member 4`."""
    return _NUMBERED.sub(lambda match: names.get(apart(int(match[1]))[0], match[0]), text)
