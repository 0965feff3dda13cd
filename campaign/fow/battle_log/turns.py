"""FoW Turn Order: platoons on the table, the turns of the sides, what falls due in them. Pure."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.fow.battle_log.commands import BeginPlayerTurn
from campaign.fow.csv_tables import read
from campaign.fow.members.permissions import may_act_for, sides_of, the_line, the_side
from campaign.fow.missions.catalogue import Mission, MissionDeployment, missions
from campaign.fow.results.losses import called, roster
from campaign.fow.state import Battle, Deciders, Evolvers, State, TableTop, with_battle
from campaign.fow.terrain.charts import each_turn
from campaign.kernel.decisions import RECORD, Command, Decision, Refused, Supplied, bad_field
from campaign.text.english import listed, near
from events.fow import table_top, words

# --- FoW Company Morale Checks: which platoons a side has on the table, off it, or has lost -----

OFF_TABLE = ("reserve", "flank", "sewers")
"""Groups that begin off the table; whoever is in ambush counts as on it (FoW ruling 71)."""


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Words that are no platoon's name: who types them means how many."""


def fought(state: State, named: str | None) -> Battle | Refused:
    """FoW Campaign Sequence: the battle that is being fought on a line."""
    line = the_line(state, named)
    if isinstance(line, Refused):
        return line
    battle = state.known_battle(line.battle)
    if battle is None:
        return Refused("FoW Campaign Sequence", f"{line.name}: begin the battle first")
    if battle.state != "running":
        return Refused("FoW Campaign Sequence", f"{line.name}: the battle has been reported")
    return battle


def acting(state: State, battle: Battle, command: Command, named: str | None) -> str | Refused:
    """Members: the side that a command is about, for whom its sender may act."""
    if not named:
        own = sides_of(state, command.by, battle.line)
        named = own[0] if len(own) == 1 else None
    side = the_side(state, named)
    if isinstance(side, Refused):
        return side
    return may_act_for(state, command, battle.line, side) or side


def mission_of(battle: Battle) -> Mission:
    """The mission of a battle."""
    return missions()[battle.mission]


def deployment_of(battle: Battle, side: str) -> MissionDeployment:
    """How the mission has a side set up."""
    return mission_of(battle).deployment("attacker" if side == battle.attacker else "defender")


def _transports(state: State, battle: Battle, side: str) -> frozenset[str]:
    """FoW ruling 54: Transport Platoons, which deploy with the platoon that they carry."""
    force = state.forces.get(battle.forces.get(side, ""))
    known = force.platoons.values() if force else ()
    return frozenset(one.id for one in known if one.transport)


def deploying(state: State, battle: Battle, side: str) -> int:
    """FoW Reserves: how many platoons a side sets up; 0 where nobody said it (p. 195)."""
    named = roster(state, battle, side)
    if not named:
        return battle.platoons.get(side, 0)
    return len(set(named) - _transports(state, battle, side))


def gone(battle: Battle, side: str) -> tuple[str, ...]:
    """Every platoon that is no longer on the table: lost, sent to the rear, or withdrawn."""
    lost = tuple(one for one, _ in battle.table.gone.get(side, ()))
    return lost + battle.table.withdrawn.get(side, ())


def destroyed(battle: Battle, side: str) -> int:
    """FoW Company Morale Checks: platoons Destroyed since the first turn (p. 118-119)."""
    return sum(how == "destroyed" for _, how in battle.table.gone.get(side, ()))


def off_table(battle: Battle, side: str) -> int | None:
    """FoW Reserves: platoons still to arrive; None where nobody recorded the deployment."""
    record = battle.table.deployed.get(side)
    if record is None:
        return None
    held: int = sum(getattr(record, group) for group in OFF_TABLE)
    return max(0, held - battle.table.arrived.get(side, 0))


def on_table(battle: Battle, side: str) -> int | None:
    """FoW Strategic Withdrawal: platoons on the table; None where their number is not known.

    A platoon in Ambush counts, and a Transport Platoon once it has deployed (FoW ruling 54).
    """
    return _left(battle, side, battle.platoons.get(side, 0), gone(battle, side))


def platoons_fighting(state: State, battle: Battle, side: str) -> int | None:
    """FoW Company Morale Checks: platoons on the table, Transport Platoons left out (p. 119)."""
    trucks = _transports(state, battle, side)
    away = [one for one in gone(battle, side) if one not in trucks]
    return _left(battle, side, deploying(state, battle, side), away)


def _left(battle: Battle, side: str, has: int, away: Sequence[str]) -> int | None:
    waiting = off_table(battle, side)
    if waiting is None and deployment_of(battle, side).reserve == "none":
        waiting = 0
    if not has or waiting is None:
        return None
    return max(0, has - waiting - len(away))


def _no_such(state: State, battle: Battle, side: str, platoon: str) -> Refused | None:
    """A name that no platoon of the roster has, or that is a number where there is none."""
    name, known = state.sides[side], roster(state, battle, side)
    if known and platoon not in known:
        names = [called(state, battle, side, one) for one in known]
        hint = near(platoon, known) or f"; there is {listed(names)}"
        return bad_field("platoon", f"{name} has no platoon {platoon!r} in this battle{hint}")
    if not known and (platoon.isdecimal() or platoon in NUMBERS):
        text = f"{platoon} is a number, and no platoon; record each platoon by itself"
        return bad_field("platoon", text)
    return None


def unfit(state: State, battle: Battle, side: str, platoon: str) -> Refused | None:
    """A platoon that is not in the battle, or is no longer on the table."""
    name = state.sides[side]
    if refused := _no_such(state, battle, side, platoon):
        return refused
    if platoon and platoon in gone(battle, side):
        text = f"{called(state, battle, side, platoon)} is no longer on the table"
        return Refused(RECORD, f"{name}: {text}")
    has = battle.platoons.get(side)
    if has and len(gone(battle, side)) >= has:
        return Refused(RECORD, f"{name} has no platoon left on the table")
    return None


# --- FoW Turn Order: what falls due at the start of a side's own turn ---------------------------

WITHDRAWAL, OBJECTIVE, OVER = "withdrawal", "remove-objective", "game-over"
RESERVES, DELAYED, RESCUE = "reserves", "delayed-reserves", "racing-to-the-rescue"
MORALE, AMBUSH = "company-morale", "immediate-ambush"
STRATEGIC = "strategic-withdrawal"
SHIP = "naval-gunfire"
KHAMSEEN = "khamseen"
_DELAY = 2


class WithdrawalRow(msgspec.Struct, frozen=True):
    """FoW Strategic Withdrawal: what a turn of the defender brings (p. 205)."""

    own_turn: int
    withdraw_at: int = 0
    """Platoons and Delay Counters at which a platoon must go; 0 where none does."""
    objective_removed: str = ""
    """Which objective is removed."""
    game_over: bool = False


@cache
def schedule() -> dict[int, WithdrawalRow]:
    """FoW Strategic Withdrawal: the defender's turns that bring anything (p. 205)."""
    return {row.own_turn: row for row in read("withdrawal", WithdrawalRow)}


def before(rule: str) -> int:
    """FoW Delayed Reserves: own turns without a roll."""
    return _DELAY if rule == DELAYED else 0


def reserve_rule(state: State, battle: Battle, side: str) -> str:
    """FoW Reserves: how a side's platoons arrive; empty where the mission holds none back.

    Ruling 41: the defender of Breakthrough has Reserves, or Delayed Reserves.
    """
    for rule in deployment_of(battle, side).reserve_rules:
        if rule in (RESERVES, DELAYED, RESCUE):
            return rule
        if rule == "mobile-reserves":
            return RESERVES if state.rulings.breakthrough_reserves == "reserves" else DELAYED
    return ""


def waits(battle: Battle, side: str) -> bool:
    """FoW Reserves: whether platoons may still arrive; told by the deployment, else assumed."""
    waiting = off_table(battle, side)
    return waiting is None or waiting > 0


def _due(state: State, battle: Battle, side: str, number: int) -> Iterator[str]:
    """FoW Turn Order: what falls due in a side's own turn of this number, in order (p. 27)."""
    if each_turn(battle.weather):
        yield KHAMSEEN
    if _below_half(state, battle, side):
        yield MORALE
    withdraws = STRATEGIC in battle.rules and side == battle.defender
    row = schedule().get(number) if withdraws else None
    if row and row.game_over:
        yield OVER
        return
    deployment = deployment_of(battle, side)
    if (number, deployment.ambush_rule) == (1, AMBUSH) and deployment.ambush != "none":
        yield AMBUSH
    if _ship_is_near(state, battle, side):
        yield SHIP
    rule = reserve_rule(state, battle, side)
    if rule and number > before(rule) and waits(battle, side):
        yield rule
    if row and row.withdraw_at and on_table(battle, side) is not None:
        yield WITHDRAWAL
    if row and row.objective_removed:
        yield OBJECTIVE


def _below_half(state: State, battle: Battle, side: str) -> bool:
    """FoW Company Morale Checks: more platoons Destroyed than fighting; a battalion fights on."""
    fighting = platoons_fighting(state, battle, side)
    return not battle.battalion and fighting is not None and destroyed(battle, side) > fighting


def _ship_is_near(state: State, battle: Battle, side: str) -> bool:
    """FoW Anzio: whether the ship is rolled for in a side's turns (p. 233-236).

    Ruling 18: in the own turns of the side that it serves, or in every player turn.
    """
    axis = state.lines[battle.line].axis
    rule = axis.rule.get(SHIP) if axis else None
    if SHIP not in battle.rules or rule is None:
        return False
    return rule.side in ("", side) or state.rulings.naval_turns == "every"


# --- What the battle log does to a battle -------------------------------------------------------

BATTALION = "battalion"
"""In place of a company's id: the whole battalion broke."""


def _on_table(
    change: Callable[[TableTop, Any], TableTop],
) -> Callable[[State, Any], State]:
    """What an event does to a state that changes the table of its battle."""

    def evolve(state: State, event: Any) -> State:
        battle = state.battle(event.battle)
        return with_battle(state, replace(battle, table=change(battle.table, event)))

    return evolve


def without(table: TableTop, due: str) -> tuple[str, ...]:
    """What is still due in this turn, once something is done."""
    return tuple(one for one in table.due if one != due)


def lost(table: TableTop, side: str, platoon: str, how: words.Fate) -> TableTop:
    """FoW Company Morale Checks: a platoon more is gone, and how."""
    gone = (*table.gone.get(side, ()), (platoon, how))
    return replace(table, gone={**table.gone, side: gone})


def _turn(table: TableTop, event: table_top.PlayerTurnBegan) -> TableTop:
    turns = {**table.turns, event.side: event.number}
    return replace(table, turns=turns, turn_of=event.side, due=event.due)


def _counter(table: TableTop, event: table_top.DelayCounterGained) -> TableTop:
    """FoW Strategic Withdrawal: a Delay Counter more (p. 201)."""
    return replace(table, counters=event.counters, due=without(table, WITHDRAWAL))


def _withdrew(table: TableTop, event: table_top.PlatoonWithdrew) -> TableTop:
    """FoW Strategic Withdrawal: a platoon has gone, and all counters with it (p. 201)."""
    away = (*table.withdrawn.get(event.side, ()), event.platoon)
    withdrawn = {**table.withdrawn, event.side: away}
    return replace(table, withdrawn=withdrawn, counters=0, due=without(table, WITHDRAWAL))


def _broke(state: State, event: table_top.CompanyBroke) -> State:
    """FoW Company Morale Checks: a battalion outlives its companies (p. 230)."""
    battle = state.battle(event.battle)
    if battle.battalion and event.company != BATTALION:
        return state
    table = replace(battle.table, broke=(*battle.table.broke, event.side))
    return with_battle(state, replace(battle, table=table))


EVOLVE: Evolvers = {
    table_top.DeploymentRecorded: _on_table(
        lambda table, event: replace(table, deployed={**table.deployed, event.side: event})
    ),
    table_top.FortificationsBought: _on_table(
        lambda table, event: replace(table, fortifications=event)
    ),
    table_top.PlayerTurnBegan: _on_table(_turn),
    table_top.DelayCounterGained: _on_table(_counter),
    table_top.PlatoonWithdrew: _on_table(_withdrew),
    table_top.PlatoonLost: _on_table(
        lambda table, event: lost(table, event.side, event.platoon, event.how)
    ),
    table_top.CompanyBroke: _broke,
}


# --- FoW Turn Order: sides take their turns alternately, and each turn says what falls due ------

TURN_ORDER = "FoW Turn Order"


def first_side(state: State, battle: Battle) -> str:
    """FoW Turn Order: who has the first turn; empty where it is rolled for and was not (p. 27).

    FoW Infiltration: who is detected has given it to the opponent.
    """
    if battle.table.first:
        return battle.table.first
    match mission_of(battle).first_turn.who:
        case "attacker":
            return battle.attacker
        case "defender":
            return battle.defender
    return ""


def begin(state: State, command: BeginPlayerTurn, supplied: Supplied) -> Decision:
    """FoW Turn Order: nobody takes two turns in a row (p. 27).

    What must be settled first: a broken company, a withdrawal that is due, the end of the battle.
    """
    battle = fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    last = battle.table.turn_of
    coming = state.other(last) if last else first_side(state, battle)
    side = the_side(state, command.side or coming)
    if isinstance(side, Refused):
        return side
    if refused := may_act_for(state, command, battle.line, side) or _not_yet(state, battle):
        return refused
    if coming and side != coming:
        name, other = state.sides[side], state.sides[coming]
        if not last:
            return Refused(TURN_ORDER, f"{other} has the first turn, not {name}")
        return Refused(TURN_ORDER, f"{name} had the last turn; the next is that of {other}")
    number = battle.table.turns.get(side, 0) + 1
    due = tuple(_due(state, battle, side, number))
    return (table_top.PlayerTurnBegan(battle=battle.id, side=side, number=number, due=due),)


def _not_yet(state: State, battle: Battle) -> Refused | None:
    table = battle.table
    if table.broke:
        name = state.sides[table.broke[0]]
        text = f"the force of {name} has broken; report the result"
        return Refused("FoW Company Morale Checks", text)
    if OVER in table.due:
        mission = mission_of(battle)
        return Refused(mission.heading, "the last turn has begun; report the result")
    if WITHDRAWAL in table.due:
        text = f"{state.sides[battle.defender]} withdraws a platoon or gains a Delay Counter first"
        return Refused("FoW Strategic Withdrawal", text)
    return None


DECIDE: Deciders = {BeginPlayerTurn: begin}
