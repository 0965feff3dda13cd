"""The words of the verbs: those that help shows, the families they form, and other words for them.

A verb keeps the word under which its file has it. Where the table of other words has that word,
help shows the better one, and what is typed is read as if that had been typed. Quick to read.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from campaign import extend
from campaign.cli.verb_list import (
    ALONE,
    BEHIND_THE_GAMES,
    GROUPS,
    JOINED,
    OTHER_WORDS,
    SHARED,
    WHERE,
)
from campaign.systems import BUILT_IN, SYSTEMS, other_words_of, verbs_of
from campaign.text.english import listed, nearest, or_else

PAGE = "help"
"""The word behind which the table names a page of the help."""
NAMES_TOO = frozenset({"club", "new"})
"""Verbs that a campaign may be called after: it was so called before there was such a verb, and no
verb of a campaign can be meant by it."""
_CALL = r"(?<![\w/-])(campaign (?:--(?:as|store) \S+ )*)([a-z][a-z-]*)(?![\w/.-])"
MANY = 100
"""More than any verb has everyday words."""
FEW = 3
"""How many verbs are named where an everyday word was typed in place of one."""
Lines = dict[str, list[tuple[str, str]]]
"""Verbs by heading, each with what it does in a few words."""


class Words:
    """The words of the shared verbs and of some of the games."""

    def __init__(self, systems: Iterable[str] | None = None, *, shared: bool = True) -> None:
        """`systems` are the games whose verbs are read; all of them if it is left out. Without
        `shared` the verbs that all games share are left out.
        """
        self.systems = tuple(SYSTEMS if systems is None else systems)
        self.files = WHERE if shared else {}
        self.groups = GROUPS if shared else {}
        self.lines = [line for system in self.systems for line in verbs_of(system)]
        self.games: dict[str, tuple[str, ...]] = {}
        for system in self.systems:
            for line in verbs_of(system):
                self.games[line.words] = (*self.games.get(line.words, ()), system)
        self.other = dict(OTHER_WORDS) if shared else {}
        for system in self.systems:
            self.other |= other_words_of(system)

    # --- what there is --------------------------------------------------------------------------

    @cached_property
    def others(self) -> dict[str, tuple[str, str]]:
        """Other packages' verbs, each with its heading and what it does. Looked up where nothing
        here is meant, or help is shown.
        """
        brought = extend.others("verbs") if self.files else {}
        return {
            word: (one.title, one.lines.get(word, one.title))
            for word, one in brought.items()
            if not (self.is_verb(word) or word in self.other)
        }

    def is_verb(self, word: str) -> bool:
        """Whether a verb has this word in its file."""
        return word in self.files or word in self.games

    def has(self, word: str) -> bool:
        """Whether a verb or a family has this word."""
        return self.is_verb(word) or bool(self.family(word))

    @property
    def verbs(self) -> list[str]:
        """Every verb, in an order in which the examples of the help make an evening."""
        shared = list(self.files)
        games = shared.index(BEHIND_THE_GAMES) if shared else 0
        return [*shared[:games], *self.games, *shared[games:]]

    @property
    def families(self) -> tuple[str, ...]:
        """The word of every family: the shared ones around those of the games."""
        shared, games = list(self.groups), [line.group for line in self.lines]
        words = dict.fromkeys((*shared[:3], *games, *shared[3:]))
        return tuple(word for word in words if self.family(word))

    @property
    def shown(self) -> list[str]:
        """The words that a call begins with, as help shows them."""
        verbs = (verb for verb in self.verbs if verb not in self.other)
        return list(dict.fromkeys((*verbs, *self.families)))

    def family(self, word: str) -> dict[str, str]:
        """The verbs behind the word of a family, each by its word there; empty without any."""
        shared = self.groups[word].verbs if word in self.groups else ()
        games = (line.words for line in self.lines if line.group == word)
        verbs = {self.path(verb).split()[-1]: verb for verb in (*shared, *games) if verb != word}
        return verbs if word not in (ALONE, "") else {}

    def path(self, verb: str) -> str:
        """The words that help shows for a verb."""
        return self.other.get(verb, verb)

    def page(self, word: str) -> Lines:
        """The verbs behind the word of a family, by heading."""
        page: Lines = {}
        for heading, verb, line in self._of_family(word):
            row = (self.path(verb).split()[-1], line)
            if verb != word and row[0] not in (verb for verb, _ in page.get(heading, ())):
                page.setdefault(heading, []).append(row)
        return page

    def _of_family(self, word: str) -> Iterator[tuple[str, str, str]]:
        """The heading of each verb, its word, and what it does."""
        if (shared := self.groups.get(word)) is not None:
            yield from ((shared.title, verb, line) for verb, line in shared.verbs.items())
        if word == ALONE:
            yield from ((title, verb, line) for verb, (title, line) in self.others.items())
        yield from ((one.heading, one.words, one.line) for one in self.lines if one.group == word)

    def about(self, wanted: Iterable[str]) -> list[tuple[str, str]]:
        """The verbs that words are about, by everyday words, their names and their lines."""
        shared = SHARED.values() if self.groups else ()
        entries = [(verb.word, verb.does, verb.everyday) for verb in shared]
        entries += [(line.words, line.line, line.also) for line in self.lines]
        entries += [(word, line, title) for word, (title, line) in self.others.items()]
        wanted = [word.lower() for word in wanted]
        begin = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in wanted]
        hits = [one for one in entries if all(word.search(" ".join(one)) for word in begin)]

        def rank(entry: tuple[str, str, str]) -> int:
            """The earlier a verb has the very word among its everyday ones, the more it is meant;
            behind them come those that have it with another ending, then all others.
            """
            everyday = entry[2].split()
            if len(wanted) == 1 and wanted[0] in everyday:
                return everyday.index(wanted[0])
            return MANY if all(word.search(entry[2]) for word in begin) else MANY + 1

        return list(
            dict.fromkeys((self.path(verb), line) for verb, line, _ in sorted(hits, key=rank))
        )

    def meant(self, word: str) -> str:
        """`; try … or …` where a word is an everyday one of some verbs, else nothing."""
        entries = [(verb.word, verb.everyday) for verb in (SHARED.values() if self.groups else ())]
        entries += [(line.words, line.also) for line in self.lines]
        if not any(word.lower() in everyday.split() for _, everyday in entries):
            return ""
        return f"; try {listed([verb for verb, _ in self.about([word])][:FEW], 'or')}"

    # --- what is typed --------------------------------------------------------------------------

    def newer(self, typed: Sequence[str]) -> list[str]:
        """What is typed, in the words that help shows. The word of an older page in front of a verb
        changes nothing.
        """
        if not typed:
            return []
        word, rest = typed[0], list(typed[1:])
        newer = self.other[word].split() if word in self.other else [word]
        if newer[0] != PAGE or word == PAGE:
            return [*newer, *rest]
        if rest and (self.is_verb(rest[0]) or rest[0] in self.other):
            return self.newer(rest)
        return newer

    def knows(self, typed: Sequence[str]) -> bool:
        """Whether a call in the words of the help begins with a verb or a family."""
        word = typed[0]
        return self.has(word) or word in SYSTEMS or word in self.others

    def settles(self, typed: Sequence[str]) -> bool:
        """Whether these words alone say which verb a call in the words of the help means."""
        word, then = typed[0], typed[1] if len(typed) > 1 else ""
        if word in JOINED:
            return then in self.family(word)
        return word in WHERE or word in GROUPS or word in BUILT_IN

    def near(self, word: str, also: Iterable[str] = ()) -> str:
        """`; did you mean …?` if something like a word may be typed, else nothing."""
        known = {**{one: one for one in (*self.shown, *also)}, **self.other}
        names = (known[one].removeprefix(f"{PAGE} ") for one in nearest(word, known))
        return or_else(list(dict.fromkeys(names)))

    def in_a_text(self, text: str) -> str:
        """A text with its calls in the words that help shows."""
        return re.sub(_CALL, lambda call: call[1] + self._called(call[2]), text)

    def _called(self, word: str) -> str:
        newer = self.other.get(word, word)
        return word if newer.split()[0] == PAGE else newer


def all_words() -> frozenset[str]:
    """Every word that a call may begin with or that may follow the word of a verb, and that no
    campaign may be called.
    """
    words = Words()
    behind = (verb for word in words.families for verb in words.family(word))
    return (
        frozenset((*words.verbs, *words.other, *words.shown, *SYSTEMS, ALONE, *behind)) - NAMES_TOO
    )
