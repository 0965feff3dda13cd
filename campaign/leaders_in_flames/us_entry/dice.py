"""LiF 5.3: the dice and draws of one command; each can be proved. Pure.

US entry counts its own draws, apart from the leaders', so no roll changes the next leader drawn.
An open draw works under the seed of the turn, as the leaders' do; a draw of a chit's hidden value
works under the secret of the common pool, which is opened when the campaign closes.
"""

from campaign.kernel.decisions import Needs, Refused, Supplied, missing_field
from campaign.kernel.dice import Dice
from campaign.leaders_in_flames.state import State, mixed_lines
from campaign.leaders_in_flames.us_entry.state import THEATRE_NAMES
from events.lif.us_entry import Roll, Theatre

LABEL = "us entry"
"""Keeps these draws apart from the leaders' of the same numbers and nonces."""
SIDES = 10


def mixed(state: State) -> tuple[str, ...]:
    """Draws: the nonces that US entry's draws mix in: the same as for the next leader."""
    return (LABEL, *mixed_lines(state))


def by_ledger(state: State) -> bool:
    """Ruling 21: whether the ledger rolls the dice."""
    return state.rulings.draws == "ledger"


def draws_chits(state: State) -> bool:
    """Ruling 38: whether the ledger draws which of a pool's face-down chits leaves it."""
    return state.entry.mode == "ledger"


def seed_needs(state: State) -> Needs:
    """The ledger's dice and draws need the turn's seed."""
    return Needs(seed=by_ledger(state) or draws_chits(state))


def dice_of(state: State, given: Supplied) -> Dice:
    """The draws of one command, numbered on from US entry's own count."""
    return Dice(state.campaign.id, given, mixed(state), state.entry.draw)


def ten_sided(
    state: State, dice: Dice, number: int | None, theatre: Theatre | None = None
) -> Roll | Refused:
    """A ten-sided die: the ledger's, or the result the club gives if it rolls its own.

    Refuses a result if the ledger rolls, and a missing result if it does not (ruling 21).
    """
    if not by_ledger(state):
        if number is None:
            text = "dice are rolled at the table; name the number rolled"
            label = f"Die for {THEATRE_NAMES[theatre]}" if theatre else "Die"
            return missing_field("rolls", text, label, key=theatre or "")
        return Roll(number, "table")
    if number is not None:
        return Refused("Ruling 21", "this campaign's dice are the ledger's; name no roll")
    return Roll(dice.roll(SIDES), "ledger", dice.last)
