"""FoW Turn Order: what falls due at the start of a side's own turn. Pure."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from campaign.flames_of_war.battle_log import platoons
from campaign.flames_of_war.state import Battle, State
from campaign.flames_of_war.terrain.weather import each_turn

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
    withdraw_at: int
    """Platoons and Delay Counters at which a platoon must go; 0 where none does."""
    objective: bool
    over: bool


@cache
def schedule() -> dict[int, WithdrawalRow]:
    """FoW Strategic Withdrawal: the defender's turns that bring anything (p. 205)."""
    text = files("campaign.flames_of_war").joinpath("tables/withdrawal.csv").read_text("utf-8")
    header, *lines = (line.split(",") for line in text.splitlines())
    rows = [dict(zip(header, line, strict=False)) for line in lines]
    return {
        int(row["own_turn"]): WithdrawalRow(
            int(row["own_turn"]),
            int(row["withdraw_at"] or 0),
            bool(row["objective_removed"]),
            bool(row["game_over"]),
        )
        for row in rows
    }


def before(rule: str) -> int:
    """FoW Delayed Reserves: own turns without a roll."""
    return _DELAY if rule == DELAYED else 0


def reserve_rule(state: State, battle: Battle, side: str) -> str:
    """FoW Reserves: how a side's platoons arrive; empty where the mission holds none back.

    Ruling 41: the defender of Breakthrough has Reserves, or Delayed Reserves.
    """
    for rule in platoons.deployment_of(battle, side).reserve_rules:
        if rule in (RESERVES, DELAYED, RESCUE):
            return rule
        if rule == "mobile-reserves":
            return RESERVES if state.rulings.breakthrough_reserves == "reserves" else DELAYED
    return ""


def waits(battle: Battle, side: str) -> bool:
    """FoW Reserves: whether platoons may still arrive; told by the deployment, else assumed."""
    waiting = platoons.off_table(battle, side)
    return waiting is None or waiting > 0


def due(state: State, battle: Battle, side: str, number: int) -> tuple[str, ...]:
    """FoW Turn Order: what falls due in a side's own turn of this number, in order (p. 27)."""
    return tuple(_due(state, battle, side, number))


def _due(state: State, battle: Battle, side: str, number: int) -> Iterator[str]:
    if each_turn(battle.weather):
        yield KHAMSEEN
    fighting = platoons.fighting(state, battle, side)
    lost = platoons.destroyed(battle, side)
    if not battle.battalion and fighting is not None and lost > fighting:
        yield MORALE
    row = schedule().get(number) if _withdraws(battle, side) else None
    if row and row.over:
        yield OVER
        return
    deployment = platoons.deployment_of(battle, side)
    if number == 1 and deployment.ambush_rule == AMBUSH and deployment.ambush != "none":
        yield AMBUSH
    if _ship_is_near(state, battle, side):
        yield SHIP
    rule = reserve_rule(state, battle, side)
    if rule and number > before(rule) and waits(battle, side):
        yield rule
    if row and row.withdraw_at and platoons.on_table(battle, side) is not None:
        yield WITHDRAWAL
    if row and row.objective:
        yield OBJECTIVE


def _withdraws(battle: Battle, side: str) -> bool:
    return STRATEGIC in battle.rules and side == battle.defender


def _ship_is_near(state: State, battle: Battle, side: str) -> bool:
    """FoW Anzio: whether the ship is rolled for in a side's turns (p. 233-236).

    Ruling 18: in the own turns of the side that it serves, or in every player turn.
    """
    axis = state.lines[battle.line].axis
    rule = axis.rule.get(SHIP) if axis else None
    if SHIP not in battle.rules or rule is None:
        return False
    return rule.side in ("", side) or state.rulings.naval_turns == "every"
