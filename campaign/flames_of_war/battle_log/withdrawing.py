"""FoW Strategic Withdrawal: the rearguard leaves platoon by platoon. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war import rolling
from campaign.flames_of_war.battle_log import falling_due, platoons
from campaign.flames_of_war.battle_log.commands import WithdrawPlatoon
from campaign.flames_of_war.dice import register, rolls
from campaign.flames_of_war.dice.aid import Inputs
from campaign.flames_of_war.dice.kinds import FAILED
from campaign.flames_of_war.state import Battle, Deciders, Needing, State
from campaign.flames_of_war.who_may import may_act_for
from campaign.kernel.decisions import (
    About,
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
    missing_field,
)
from events.base import Event
from events.fow.table_top import DelayCounterGained, PlatoonLost, PlatoonWithdrew

RULE = "FoW Strategic Withdrawal"


def withdraw(state: State, command: WithdrawPlatoon, supplied: Supplied) -> Decision:
    """FoW Strategic Withdrawal: 5 platoons and counters send one away; fewer gain one (p. 201).

    Ruling 39: counters are included. Below half strength with enemies near, the platoon tests
    Skill; a failure destroys it.
    """
    battle = platoons.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    if refused := may_act_for(state, command, battle.line, battle.defender):
        return refused
    name = state.sides[battle.defender]
    left = platoons.on_table(battle, battle.defender)
    if falling_due.WITHDRAWAL not in battle.table.due or left is None:
        return Refused(RULE, f"no withdrawal is due for {name}")
    total = left + battle.table.counters
    row = falling_due.schedule()[battle.table.turns[battle.defender]]
    if total >= row.withdraw_at:
        return _leaves(state, battle, command, total, supplied)
    if command.platoon is not None:
        text = f"{name} has {total} platoons and Delay Counters, and nobody withdraws below"
        return Refused(RULE, f"{text} {row.withdraw_at}; leave the platoon out")
    counters = battle.table.counters + 1
    return (DelayCounterGained(battle=battle.id, total=total, counters=counters),)


def _leaves(
    state: State, battle: Battle, command: WithdrawPlatoon, total: int, supplied: Supplied
) -> Decision:
    side = battle.defender
    if not command.platoon:
        text = f"{state.sides[side]} has {total} platoons and Delay Counters, and one withdraws"
        about = About("platoon", prompt="Which platoon?", missing=True)
        return Refused(RULE, f"{text}; name the platoon", about)
    if refused := platoons.unfit(state, battle, side, command.platoon):
        return refused
    left = PlatoonWithdrew(battle=battle.id, side=side, total=total, platoon=command.platoon)
    if not (command.below_half and command.enemy_near):
        if command.dice is not None:
            return bad_field("dice", "no test is due; leave the dice out")
        return (left,)
    if command.skill is None:
        what = "the Skill of the platoon"
        return missing_field("skill", f"it tests {what}; name it", what)
    aid = register.AIDS["rout"]
    inputs = Inputs({"platoon": command.platoon, "skill": command.skill})
    test = rolls.thrown(state, aid, inputs, command.dice, supplied)
    if isinstance(test, Refused):
        return test
    if refused := rolling.witnessed(state, command.witness, command.by):
        return refused
    rolled = replace(
        test[0], battle=battle.id, line=battle.line, side=side, witness=command.witness
    )
    after: Event = left
    if rolled.outcome == FAILED:
        after = PlatoonLost(battle=battle.id, side=side, platoon=command.platoon, how="destroyed")
    return (rolled, after)


def needs(state: State, command: WithdrawPlatoon) -> Needs:
    """The seed of the round, where the ledger rolls a test."""
    if command.below_half and command.enemy_near:
        return rolling.needs(state, command.dice)
    return Needs()


DECIDE: Deciders = {WithdrawPlatoon: withdraw}
NEEDS: Needing = {WithdrawPlatoon: needs}
