"""FoW Turn Order: sides take their turns alternately, and each turn says what falls due. Pure."""

from campaign.flames_of_war.battle_log import falling_due, platoons
from campaign.flames_of_war.battle_log.commands import BeginPlayerTurn
from campaign.flames_of_war.state import Battle, Deciders, State
from campaign.flames_of_war.who_may import may_act_for, the_side
from campaign.kernel.decisions import Decision, Refused, Supplied
from events.fow.table_top import PlayerTurnBegan

RULE = "FoW Turn Order"


def first_side(state: State, battle: Battle) -> str:
    """FoW Turn Order: who has the first turn; empty where it is rolled for and was not (p. 27).

    FoW Infiltration: who is detected has given it to the opponent.
    """
    if battle.table.first:
        return battle.table.first
    match platoons.mission_of(battle).first_turn.who:
        case "attacker":
            return battle.attacker
        case "defender":
            return battle.defender
    return ""


def next_side(state: State, battle: Battle) -> str:
    """FoW Turn Order: whose turn comes next; empty where nobody has the first turn yet."""
    last = battle.table.turn_of
    return state.other(last) if last else first_side(state, battle)


def begin(state: State, command: BeginPlayerTurn, supplied: Supplied) -> Decision:
    """FoW Turn Order: nobody takes two turns in a row (p. 27).

    What must be settled first: a broken company, a withdrawal that is due, the end of the battle.
    """
    battle = platoons.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    coming = next_side(state, battle)
    side = the_side(state, command.side or coming)
    if isinstance(side, Refused):
        return side
    if refused := may_act_for(state, command, battle.line, side) or _not_yet(state, battle):
        return refused
    if coming and side != coming:
        name, other = state.sides[side], state.sides[coming]
        if not battle.table.turn_of:
            return Refused(RULE, f"{other} has the first turn, not {name}")
        return Refused(RULE, f"{name} had the last turn; the next is that of {other}")
    number = battle.table.turns.get(side, 0) + 1
    due = falling_due.due(state, battle, side, number)
    return (PlayerTurnBegan(battle=battle.id, side=side, number=number, due=due),)


def _not_yet(state: State, battle: Battle) -> Refused | None:
    table = battle.table
    if table.broke:
        name = state.sides[table.broke[0]]
        text = f"the force of {name} has broken; report the result"
        return Refused("FoW Company Morale Checks", text)
    if falling_due.OVER in table.due:
        mission = platoons.mission_of(battle)
        return Refused(mission.heading, "the last turn has begun; report the result")
    if falling_due.WITHDRAWAL in table.due:
        text = f"{state.sides[battle.defender]} withdraws a platoon or gains a Delay Counter first"
        return Refused("FoW Strategic Withdrawal", text)
    return None


DECIDE: Deciders = {BeginPlayerTurn: begin}
