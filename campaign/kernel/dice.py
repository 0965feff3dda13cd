"""The draws and dice of one command, each of them provable. Pure.

A game that keeps a count of its own for some draws mixes a label of its own in with them, so that
draws of the same number in two counts have nothing to do with each other.
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
        """`recorded` is what the next draws came to, where the record tells it instead of a seed.

        `mixed` are the lines that go into each draw: a label, and what members mixed in.
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
        """One of the candidates, under the seed of the turn; or the one on record.

        Raises `ValueError` where that is none of them.
        """
        known = next(self._recorded, "")
        if not known:
            return self.next(self._seed, candidates)
        self.last += 1
        if known not in candidates:
            raise ValueError(f"{known} could not be drawn")
        return known

    def roll(self, sides: int) -> int:
        """A die with so many sides, each with the same chance."""
        return int(self.choose(faces(sides)))
