"""The draws and dice of one command, each of them provable. Pure.

A game that counts some draws separately mixes a label of its own into them, so that draws with the
same number in two counts are independent.
"""

from collections.abc import Sequence

from campaign.kernel.draws import pick


def faces(sides: int) -> tuple[str, ...]:
    """The faces of a die, as a draw picks among them: all of one length, so that they sort."""
    length = len(str(sides))
    return tuple(f"{number:0{length}}" for number in range(1, sides + 1))


class Dice:
    """Draws in their order, each with the next number."""

    def __init__(
        self,
        campaign_id: str,
        seed: str,
        mixed: Sequence[str],
        last: int,
        recorded: Sequence[str] = (),
    ) -> None:
        """`recorded`: the results of the next draws, if the record supplies them instead of a seed.

        `mixed`: the lines that go into each draw, which are a label and what members added.
        """
        self._campaign_id = campaign_id
        self._seed = seed
        self._mixed = tuple(mixed)
        self._recorded = iter(recorded)
        self.last = last
        """Number of the last draw made."""

    def next(self, key: str, candidates: Sequence[str]) -> str:
        """One of the candidates, drawn under a key: a seed or a secret."""
        self.last += 1
        return pick(key, self._campaign_id, self.last, self._mixed, candidates)

    def choose(self, candidates: Sequence[str]) -> str:
        """One of the candidates, drawn under the seed of the turn, or the recorded one.

        Raises `ValueError` if the recorded one is not a candidate.
        """
        known = next(self._recorded, "")
        if not known:
            return self.next(self._seed, candidates)
        self.last += 1
        if known not in candidates:
            raise ValueError(f"{known} could not be drawn")
        return known

    def roll(self, sides: int) -> int:
        """A roll of a die with this many sides, each equally likely."""
        return int(self.choose(faces(sides)))
