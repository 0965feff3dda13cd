"""Names as readers see them: members, seats. Pure."""

from collections.abc import Mapping
from typing import Protocol


class Naming(Protocol):
    """What a sentence about a campaign needs to call members and seats by name.

    A game's own naming also knows the names of its pieces.
    """

    @property
    def members(self) -> Mapping[str, str]:
        """Members' names by their ids."""

    def member(self, who: str) -> str:
        """A member's name; the id itself if the campaign does not know them."""

    def seat(self, seat: str) -> str:
        """A seat as a heading has it: `Attackers`."""

    def the_seat(self, seat: str) -> str:
        """A seat inside a sentence: `the attackers`."""

    def turn(self, turn: str) -> str:
        """A turn as a reader says it: `round 3`."""

    def draw(self, what: str, number: int) -> str:
        """A draw by its kind and number: `draw 3 of dice`."""

    def awaited(self, what: str) -> str:
        """Something that the game awaits and may have a deadline, inside a sentence."""
