"""The turns of a game: how they are written, called and counted. Pure."""

import re
from collections.abc import Callable, Iterator

import msgspec

from campaign.text.english import capital, several


class WrittenTurn(msgspec.Struct, frozen=True):
    """How a turn of a game is written, for messages about a turn that cannot be read."""

    example: str
    """An example of a turn."""
    parts: str = ""
    """Its parts, where the example does not explain itself."""

    @property
    def advice(self) -> str:
        """What to do instead: `write it as …`."""
        return f"write it as {self.example}{f' ({self.parts})' if self.parts else ''}"


_WITH_AN = (*"aeiou", "hour")
"""How a word begins before which stands “an”."""


class Calendar(msgspec.Struct, frozen=True):
    """A game's turns: their names and their order."""

    written: WrittenTurn
    parse: Callable[[str], str | None]
    """The turn that somebody typed; None if it is not a turn."""
    ordinal: Callable[[str], int]
    """A turn's number, counted through all years, so that turns compare and subtract."""
    following: Callable[[str], str]
    """The turn after a turn."""
    in_words: Callable[[str], str]
    """A turn as a reader says it."""
    starts_year: Callable[[str], bool]
    """Whether a turn begins a new year, or whatever the game counts as one."""
    noun: str = "turn"
    """What the game calls a turn, inside a sentence."""
    shortened: Callable[[str], str] | None = None
    """A turn in few letters; None where it is short enough in words."""

    def short(self, turn: str) -> str:
        """A turn where there is little room: `Nov/Dec 1941`, `Round 3`."""
        return (self.shortened or self.in_words)(turn)

    def in_own_word(self, text: str) -> str:
        """A text about turns in the game's word for them: `A week has ended`, `an evening`."""
        n = "n" if self.noun.startswith(_WITH_AN) else ""

        def own(said: re.Match[str]) -> str:
            article = f"{said[1]}{n} " if said[1] else ""
            return f"{article}{several(self.noun) if said[2] else self.noun}"

        return re.sub(r"\b(?:([Aa]) )?turn(s?)\b", own, text)

    def progress(self, turn: str, first: str, last: str) -> str:
        """A turn, and how far a campaign has come by it: `Nov/Dec 1941 · turn 14 of 36`.

        A turn that is called by its number is not numbered twice: `Round 3 of 9`.
        """
        short, number = self.short(turn), f"{self.noun} {self.count(first, turn)}"
        called = short if short == capital(number) else f"{short} · {number}"
        return f"{called} of {self.count(first, last)}"

    def count(self, first: str, last: str) -> int:
        """How many turns there are from one to another, both counted."""
        return self.ordinal(last) - self.ordinal(first) + 1

    def turns(self, first: str, last: str) -> Iterator[str]:
        """The turns from one to another, both included."""
        turn = first
        for _ in range(self.count(first, last)):
            yield turn
            turn = self.following(turn)
