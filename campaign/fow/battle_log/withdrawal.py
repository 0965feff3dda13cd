"""FoW Strategic Withdrawal, FoW Company Morale Checks: platoons withdrawn or lost. Pure."""

from msgspec.structs import replace

from campaign.fow.battle_log import turns
from campaign.fow.battle_log.commands import LosePlatoon, WithdrawPlatoon
from campaign.fow.dice import aids, commands, draws, rolls
from campaign.fow.members.permissions import may_act_for
from campaign.fow.results import losses
from campaign.fow.state import Battle, Deciders, State
from campaign.kernel import decisions
from events.base import Event
from events.fow.table_top import DelayCounterGained, PlatoonLost, PlatoonWithdrew

RULE = "FoW Strategic Withdrawal"


def withdraw(
    state: State, command: WithdrawPlatoon, supplied: decisions.Supplied
) -> decisions.Decision:
    """FoW Strategic Withdrawal: 5 platoons and counters send one away; fewer gain one (p. 201).

    Ruling 39: counters are included. Below half strength with enemies near, the platoon tests
    Skill; a failure destroys it.
    """
    battle = turns.fought(state, command.line)
    if isinstance(battle, decisions.Refused):
        return battle
    if refused := may_act_for(state, command, battle.line, battle.defender):
        return refused
    name = state.sides[battle.defender]
    left = turns.on_table(battle, battle.defender)
    if turns.WITHDRAWAL not in battle.table.due or left is None:
        return decisions.Refused(RULE, f"no withdrawal is due for {name}")
    total = left + battle.table.counters
    row = turns.schedule()[battle.table.turns[battle.defender]]
    if total >= row.withdraw_at:
        return _leaves(state, battle, command, total, supplied)
    if command.platoon is not None:
        text = f"{name} has {total} platoons and Delay Counters, and nobody withdraws below"
        return decisions.Refused(RULE, f"{text} {row.withdraw_at}; leave the platoon out")
    counters = battle.table.counters + 1
    return (DelayCounterGained(battle=battle.id, total=total, counters=counters),)


def _leaves(
    state: State, battle: Battle, command: WithdrawPlatoon, total: int, supplied: decisions.Supplied
) -> decisions.Decision:
    side = battle.defender
    if not command.platoon:
        text = f"{state.sides[side]} has {total} platoons and Delay Counters, and one withdraws"
        about = decisions.About("platoon", prompt="Which platoon?", missing=True)
        return decisions.Refused(RULE, f"{text}; name the platoon", about)
    if refused := turns.unfit(state, battle, side, command.platoon):
        return refused
    left = PlatoonWithdrew(battle=battle.id, side=side, total=total, platoon=command.platoon)
    if not (command.below_half and command.enemy_near):
        if command.dice is not None:
            return decisions.bad_field("dice", "no test is due; leave the dice out")
        return (left,)
    if command.skill is None:
        what = "the Skill of the platoon"
        return decisions.missing_field("skill", f"it tests {what}; name it", what)
    aid = commands.AIDS["rout"]
    inputs = aids.Inputs({"platoon": command.platoon, "skill": command.skill})
    test = rolls.thrown(state, aid, inputs, command.dice, supplied)
    if isinstance(test, decisions.Refused):
        return test
    if refused := draws.witnessed(state, command.witness, command.by):
        return refused
    rolled = replace(
        test[0], battle=battle.id, line=battle.line, side=side, witness=command.witness
    )
    after: Event = left
    if rolled.outcome == aids.FAILED:
        after = PlatoonLost(battle=battle.id, side=side, platoon=command.platoon, how="destroyed")
    return (rolled, after)


def needs(state: State, command: WithdrawPlatoon) -> decisions.Needs:
    """The seed of the round, where the ledger rolls a test."""
    tests = command.below_half and command.enemy_near
    return draws.needs(state, command) if tests else decisions.Needs()


# --- FoW Company Morale Checks: platoons Destroyed, or gone from the table ----------------------


def lose(state: State, command: LosePlatoon, supplied: decisions.Supplied) -> decisions.Decision:
    """FoW Company Morale Checks: a platoon is lost once; gone to the rear it counts for nothing.

    Losses before the first turn count neither for morale nor for points (p. 119).
    """
    battle = turns.fought(state, command.line)
    if isinstance(battle, decisions.Refused):
        return battle
    side = turns.acting(state, battle, command, command.side)
    if isinstance(side, decisions.Refused):
        return side
    platoon = command.platoon or ""
    if not platoon and losses.roster(state, battle, side):
        return decisions.missing_field(
            "platoon", "name the platoon that was lost", "Which platoon?"
        )
    headquarters = losses.headquarters(state, battle, side, "platoon", platoon)
    if refused := headquarters or turns.unfit(state, battle, side, platoon):
        return refused
    if command.how == "pre-game" and battle.table.turn_of:
        text = "the first turn has begun, and what is lost from now on counts"
        return decisions.Refused("FoW Turn Order", text)
    return (PlatoonLost(battle=battle.id, side=side, platoon=platoon, how=command.how),)


DECIDE: Deciders = {
    WithdrawPlatoon: withdraw,
    LosePlatoon: lose,
}
