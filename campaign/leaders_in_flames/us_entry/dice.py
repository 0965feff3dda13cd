"""LiF 5.3: the dice and draws of one command, each of them provable. Pure.

US entry counts its draws apart from the leaders', so that no roll changes which leader comes next.
An open draw works under the seed of the turn, as the leaders' do; a draw of a chit's hidden value
works under the secret of the common pool, which is opened when the campaign closes.
"""

from collections.abc import Sequence

from campaign.kernel.decisions import Needs, Refused, Supplied, missing_field
from campaign.kernel.draws import pick
from campaign.leaders_in_flames.state import State, mixed_lines
from events.lif.us_entry import Roll

LABEL = "us entry"
"""Keeps these draws apart from the leaders' of the same numbers and nonces."""
SIDES = tuple(f"{number:02}" for number in range(1, 11))


def mixed(state: State) -> tuple[str, ...]:
    """Draws: what US entry's draws mix in: the same nonces as the next leader's, for themselves."""
    return (LABEL, *mixed_lines(state))


def by_ledger(state: State) -> bool:
    """Ruling 21: whether the ledger rolls the dice."""
    return state.rulings.draws == "ledger"


def draws_chits(state: State) -> bool:
    """Ruling 38: whether the ledger says which of a pool's face-down chits leaves it."""
    return state.entry.mode == "ledger"


def seed_wanted(state: State) -> Needs:
    """The ledger's dice and draws need the turn's seed."""
    return Needs(seed=by_ledger(state) or draws_chits(state))


class Dice:
    """The draws of one command in their order, each with the next number."""

    def __init__(self, state: State, given: Supplied) -> None:
        self._state = state
        self._given = given
        self._drawn = iter(given.drawn)
        self.last = state.entry.draw
        """Number of the last draw made."""

    def next(self, key: str, candidates: Sequence[str]) -> str:
        """One of the candidates, drawn under a seed or the secret."""
        self.last += 1
        return pick(key, self._state.campaign.id, self.last, mixed(self._state), candidates)

    def choose(self, candidates: Sequence[str]) -> str:
        """One of the candidates, under the seed of the turn; or the one on record.

        Raises `ValueError` where that is none of them.
        """
        told = next(self._drawn, "")
        if not told:
            return self.next(self._given.seed, candidates)
        self.last += 1
        if told not in candidates:
            raise ValueError(f"{told} could not be drawn")
        return told

    def roll(self, told: int | None) -> Roll | Refused:
        """A ten-sided die: the ledger's, or the one told where the club rolls its own.

        Refuses a die told to a ledger that rolls, and one that nobody told (ruling 21).
        """
        if not by_ledger(self._state):
            if told is None:
                return missing_field(
                    "rolls", "dice are rolled at the table; name the number rolled"
                )
            return Roll(told, "table")
        if told is not None:
            return Refused("Ruling 21", "this campaign's dice are the ledger's; name no roll")
        return Roll(int(self.choose(SIDES)), "ledger", self.last)
