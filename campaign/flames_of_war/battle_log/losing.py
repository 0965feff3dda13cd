"""FoW Company Morale Checks: platoons Destroyed, or gone from the table. Pure."""

from campaign.flames_of_war.battle_log import platoons
from campaign.flames_of_war.battle_log.commands import LosePlatoon
from campaign.flames_of_war.results import losses
from campaign.flames_of_war.state import Deciders, State
from campaign.kernel.decisions import Decision, Refused, Supplied, missing_field
from events.fow.table_top import PlatoonLost


def lose(state: State, command: LosePlatoon, supplied: Supplied) -> Decision:
    """FoW Company Morale Checks: a platoon is lost once; gone to the rear it counts for nothing.

    Losses before the first turn count neither for morale nor for points (p. 119).
    """
    battle = platoons.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    side = platoons.acting(state, battle, command, command.side)
    if isinstance(side, Refused):
        return side
    platoon = command.platoon or ""
    if not platoon and losses.roster(state, battle, side):
        return missing_field("platoon", "name the platoon that was lost", "Which platoon?")
    headquarters = losses.headquarters(state, battle, side, "platoon", platoon)
    if refused := headquarters or platoons.unfit(state, battle, side, platoon):
        return refused
    if command.how == "pre-game" and battle.table.turn_of:
        text = "the first turn has begun, and what is lost from now on counts"
        return Refused("FoW Turn Order", text)
    return (PlatoonLost(battle=battle.id, side=side, platoon=platoon, how=command.how),)


DECIDE: Deciders = {LosePlatoon: lose}
