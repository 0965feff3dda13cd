"""A game's calendar, as the frame asks for it. Pure."""

from collections.abc import Callable, Iterator

import msgspec


class WrittenTurn(msgspec.Struct, frozen=True):
    """How people write a turn of a game, for those who did not."""

    example: str
    """One turn."""
    parts: str = ""
    """What it is made of, where the example does not say it all."""

    @property
    def advice(self) -> str:
        """What to do instead: `write it as …`."""
        return f"write it as {self.example}{f' ({self.parts})' if self.parts else ''}"


class Calendar(msgspec.Struct, frozen=True):
    """A game's turns: they are named, and follow one another."""

    written: WrittenTurn
    parse: Callable[[str], str | None]
    """The turn that somebody typed; None where it is none."""
    ordinal: Callable[[str], int]
    """A turn's place in the count of all turns, so that turns compare and subtract."""
    following: Callable[[str], str]
    """The turn after a turn."""
    in_words: Callable[[str], str]
    """A turn as a reader says it."""
    starts_year: Callable[[str], bool]
    """Whether a new year, or what is one in the game, begins with a turn."""

    def count(self, first: str, last: str) -> int:
        """How many turns there are from one to another, both counted."""
        return self.ordinal(last) - self.ordinal(first) + 1

    def turns(self, first: str, last: str) -> Iterator[str]:
        """The turns from one to another, both included."""
        turn = first
        for _ in range(self.count(first, last)):
            yield turn
            turn = self.following(turn)
