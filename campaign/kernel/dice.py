"""The draws and dice of one command, each of them provable. Pure.

A game that counts some draws separately mixes a label of its own into them, so that draws with the
same number in two counts are independent.
"""

from collections.abc import Sequence

from campaign.kernel.decisions import Claim, Supplied, WithheldError
from campaign.kernel.draws import pick


def faces(sides: int) -> tuple[str, ...]:
    """The faces of a die, as a draw picks among them: all of one length, so that they sort."""
    length = len(str(sides))
    return tuple(f"{number:0{length}}" for number in range(1, sides + 1))


class Dice:
    """Draws in their order, each with the next number; those that are public are claimed."""

    def __init__(self, campaign_id: str, given: Supplied, mixed: Sequence[str], last: int) -> None:
        """`mixed`: the lines that go into each draw, which are a label and what members added."""
        self._campaign_id = campaign_id
        self._given = given
        self.mixed = tuple(mixed)
        self.last = last
        """Number of the last draw made."""

    def hidden(self, secret: str, candidates: Sequence[str]) -> str:
        """One of the candidates, drawn under a secret; nobody else may know which, so far."""
        self.last += 1
        return pick(secret, self._campaign_id, self.last, self.mixed, candidates)

    def choose(self, candidates: Sequence[str]) -> str:
        """One of the candidates, drawn under the seed of the turn, or the recorded one.

        Raises `ValueError` if the recorded one is not a candidate, or none is on record; in a trial
        `WithheldError`.
        """
        self.last += 1
        result = self._result(candidates)
        claim = Claim(self.last, self.mixed, tuple(candidates), result)
        self._given.claims.append(claim)
        return result

    def roll(self, sides: int) -> int:
        """A roll of a die with this many sides, each equally likely."""
        return int(self.choose(faces(sides)))

    def _result(self, candidates: Sequence[str]) -> str:
        recorded = self._given.drawn
        if self._given.is_trial:
            raise WithheldError("a draw")
        if recorded is None:
            seed = self._given.seed
            return pick(seed, self._campaign_id, self.last, self.mixed, candidates)
        place = len(self._given.claims)
        if place >= len(recorded):
            raise ValueError(f"draw {self.last} is not on record")
        if recorded[place] not in candidates:
            raise ValueError(f"{recorded[place]} could not be drawn")
        return recorded[place]
