"""Audited rolls, read back to the commands that asked for them. Pure."""

from collections.abc import Sequence
from typing import Any

from campaign.flames_of_war import rolling
from campaign.flames_of_war.battle_log.commands import WithdrawPlatoon
from campaign.flames_of_war.dice import register
from campaign.flames_of_war.dice.commands import RollDice
from campaign.flames_of_war.dice.rolls import FIELDS
from campaign.flames_of_war.state import State
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from events.base import Event
from events.fow.dice import DiceRolled


def _rolled(state: State, events: Sequence[Event]) -> ReadBack:
    """FoW Re-rolls: facts of the table and dice; what the battle knows is asked of it again."""
    first = events[0]
    assert isinstance(first, DiceRolled)
    given, dice = rolling.given(first, first.dice), rolling.typed(first, first.dice) or None
    if first.aid == "rout":
        return ReadBack(_withdrawal(first, dice), given)
    aid = register.AIDS.get(first.aid)
    known = {one.name for one in aid.inputs if one.known} if aid else set()
    told: dict[str, Any] = {
        name: value
        for name, value in first.inputs.items()
        if name in FIELDS and name not in known and name != "platoon"
    }
    if not told.get("count", 1):
        del told["count"]
    command = RollDice(
        by=first.by,
        line=first.line or None,
        aid=first.aid,
        side=first.side or None,
        dice=dice,
        witness=first.witness,
        platoon=first.platoon or None,
        **told,
    )
    return ReadBack(command, given)


def _withdrawal(event: DiceRolled, dice: tuple[int, ...] | None) -> WithdrawPlatoon:
    """FoW Strategic Withdrawal: only below half strength with enemies near there is a test."""
    return WithdrawPlatoon(
        by=event.by,
        line=event.line or None,
        platoon=event.platoon or None,
        below_half=True,
        enemy_near=True,
        skill=str(event.inputs.get("skill", "")),  # type: ignore[arg-type]
        dice=dice,
        witness=event.witness,
    )


READERS: Readers[State] = {DiceRolled: _rolled}
