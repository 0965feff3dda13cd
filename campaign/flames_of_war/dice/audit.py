"""Audited dice: what the ledger rolled can be checked, what was typed in is trusted. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.dice.rolls import LABEL
from campaign.flames_of_war.rolling import Kind
from events.base import Event
from events.fow.dice import DiceRolled


def fell_in_order(event: DiceRolled) -> tuple[int, ...]:
    """FoW Re-rolls: the dice of a roll, in the order in which they fell."""
    return event.dice


ROLLS: Mapping[type[Event], Kind] = {DiceRolled: Kind(LABEL, fell_in_order)}
TRUSTED: Mapping[type[Event], str] = {DiceRolled: "dice thrown at the table"}
