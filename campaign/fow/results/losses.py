"""FoW Victory Points: what was lost in a battle, and what it brings. Pure, but for its table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from campaign.fow.csv_tables import read
from campaign.fow.state import Battle, State
from campaign.kernel.decisions import RECORD, About, Refused, bad_field
from campaign.text.english import counted, listed, near
from events.fow.battles import ResultReported
from events.fow.words import BySide, Result

# --- FoW Victory Points: what a battle brings each side, from its losses ------------------------
#
# Order of what is left out: what is no platoon, what was lost before the game, then the first
# platoon of an Intense Battle.

INTENSE = "intense-battle"
"""The special rule of missions in which the first platoon lost does not count."""


class PointsRow(msgspec.Struct, frozen=True):
    """A row of the victory points table: from how many losses on, and what they bring."""

    table: Literal["standard", "fair-fight"]
    low: int
    result: Result
    loser: int
    winner: int = 0


class SideLosses(msgspec.Struct, frozen=True):
    """What a side lost in a battle."""

    destroyed: int = 0
    """Platoons Destroyed, whenever and of whatever kind."""
    pre_game: int = 0
    """Those of them that were lost before the first turn."""
    no_platoon: int = 0
    """Those of the rest that do not count as platoons for points."""


class Award(msgspec.Struct, frozen=True):
    """What a battle brings: its result, the losses that count, the points."""

    result: Result
    counted: BySide
    points: BySide


def rows(name: Literal["standard", "fair-fight"]) -> tuple[PointsRow, ...]:
    """FoW Victory Points, FoW Fair Fight: the rows of a table, by losses (p. 195)."""
    return tuple(row for row in read("victory_points", PointsRow) if row.table == name)


def _row(name: Literal["standard", "fair-fight"], losses: int) -> PointsRow:
    """FoW Victory Points, FoW Fair Fight: the last row that begins with no more losses (p. 195)."""
    return [row for row in rows(name) if row.low <= losses][-1]


def counted_losses(losses: Mapping[str, SideLosses], *, intense: bool, first: str | None) -> BySide:
    """FoW Victory Points: each side's losses that count.

    In an Intense Battle the first platoon of each side is left out; where `first` is given, that
    of this side alone (FoW rulings 25 and 26).
    """
    figures: BySide = {}
    for side, lost in losses.items():
        rest = max(0, lost.destroyed - lost.pre_game - lost.no_platoon)
        spared = intense and (first is None or first == side)
        figures[side] = max(0, rest - 1) if spared else rest
    return figures


def award(figures: BySide, winner: str, *, passive: bool) -> Award:
    """FoW Victory Points: the points of both sides, by the winner's losses (p. 195).

    FoW Fair Fight: where nobody won, each side's by the enemy platoons that it destroyed, in the
    loser's column. `passive`: whether a side that destroyed none has points all the same.
    """
    if winner:
        row = _row("standard", figures[winner])
        points = {side: row.winner if side == winner else row.loser for side in figures}
        return Award(row.result, figures, points)
    points = {}
    for side in figures:
        destroyed = next(lost for other, lost in figures.items() if other != side)
        earned = _row("fair-fight", destroyed).loser
        points[side] = earned if destroyed or passive else 0
    return Award("fair-fight", figures, points)


# --- What was lost in a battle: as it is told, as the battle log has it, as rosters allow -------

MOST = 99
"""Platoons of a side, where nobody said how many it has."""
Stated = Mapping[str, int | tuple[str, ...]]
Named = Mapping[str, tuple[str, ...]]
Field = Literal["lost", "pre_game"]


class BattleLosses(msgspec.Struct, frozen=True):
    """The losses of both sides, as a report keeps them."""

    figures: BySide
    named: dict[str, tuple[str, ...]]


def roster(state: State, battle: Battle, side: str) -> tuple[str, ...]:
    """The platoons that a side has in a battle, where there is a roster; empty where none is."""
    return battle.rosters.get(side, ())


def losses_of(state: State, battle: Battle, field: Field, losses: Stated) -> BattleLosses | Refused:
    """The losses of each side: those told, otherwise those that the battle log has.

    Refuses a platoon that is not there or is named twice, and what contradicts the log.
    """
    if strange := next((side for side in losses if side not in state.sides), None):
        return bad_field(field, f"{strange!r} is no side{near(strange, state.sides)}")
    figures: BySide = {}
    named: dict[str, tuple[str, ...]] = {}
    for side in state.sides:
        lost = _lost_by(state, battle, field, side, losses.get(side))
        if isinstance(lost, Refused):
            return lost
        figures[side], ids = lost
        if ids is not None:
            named[side] = ids
    return BattleLosses(figures, named)


def _lost_by(
    state: State, battle: Battle, field: Field, side: str, stated: int | tuple[str, ...] | None
) -> tuple[int, tuple[str, ...] | None] | Refused:
    """How many platoons a side lost, and which, where that is known."""
    in_log = logged(battle, side, field)
    ids: tuple[str, ...] | None = tuple(one for one in in_log if one)
    if isinstance(stated, tuple):
        if refused := unknown(state, battle, side, field, stated):
            return refused
        count, ids = len(stated), stated
    else:
        count = len(in_log) if stated is None else stated
        ids = ids if ids and len(ids) == count else None
    return _impossible(state, battle, field, side, count, stated) or (count, ids)


def called(state: State, battle: Battle, side: str, platoon: str) -> str:
    """A platoon of a side in a battle by its name; its id where nobody named it."""
    force = state.forces.get(battle.forces.get(side, ""))
    return force.platoon(platoon) if force else platoon


def most(battle: Battle, side: str) -> int:
    """How many platoons a side can have lost at most: all that it began with, where known."""
    return battle.platoons.get(side, MOST)


def no_number(typed: str, highest: int | None, names: Sequence[str] = ()) -> str:
    """FoW Victory Points: what is said of losses that are no number, where a side has no roster.

    `names` are the platoons that the battle log has.
    """
    or_names = f", or {listed(names, 'or')} of the battle log" if names else ""
    return f"{typed}: give a number from 0 to {highest}{or_names}"


def _impossible(
    state: State,
    battle: Battle,
    field: Field,
    side: str,
    figure: int,
    stated: int | tuple[str, ...] | None,
) -> Refused | None:
    """Fewer losses than the battle log has, or more than there were platoons."""
    in_log = logged(battle, side, field)
    missing = [one for one in in_log if one and isinstance(stated, tuple) and one not in stated]
    if missing:
        names = listed(called(state, battle, side, one) for one in missing)
        return _contradicts(state, side, f"names {names} too")
    if figure < len(in_log):
        return _contradicts(state, side, f"has {counted(len(in_log), 'platoon')}")
    has = battle.platoons.get(side)
    if has is not None and figure > has:
        text = f"{state.sides[side]} had {counted(has, 'platoon')} and cannot lose"
        return _bad_of(side, field, f"{text} {figure}")
    return None


def before_the_game(
    state: State, battle: Battle, lost: BattleLosses, pre_game: BattleLosses
) -> Refused | None:
    """FoW Victory Points: losses before the first turn are part of all that was lost."""
    for side, early in pre_game.figures.items():
        if early > lost.figures[side]:
            name, all_of_them = state.sides[side], lost.figures[side]
            text = f"{name} lost {early} before the first turn but {all_of_them} in all"
            return bad_field("pre_game", text)
    return among_all(state, battle, lost.named, pre_game.named)


def among_all(state: State, battle: Battle, lost: Named, pre_game: Named) -> Refused | None:
    """FoW Victory Points: a platoon lost before the first turn is one of those lost in all.

    Otherwise it would take the place of another, whose loss counts.
    """
    for side, early in pre_game.items():
        others = [one for one in early if one not in lost.get(side, early)]
        if others:
            names = listed(called(state, battle, side, one) for one in others)
            text = f"{names} must be among all the platoons lost"
            return bad_field("pre_game", text)
    return None


def of_sides(state: State, battle: Battle, report: ResultReported) -> dict[str, SideLosses]:
    """FoW Victory Points: what each side lost, with what does not count (FoW ruling 27)."""
    ignored = state.rulings.transport_platoons == "ignore"
    return {
        side: SideLosses(
            report.lost.get(side, 0),
            report.pre_game.get(side, 0),
            _transports(state, battle, report, side) if ignored else 0,
        )
        for side in state.sides
    }


def _transports(state: State, battle: Battle, report: ResultReported, side: str) -> int:
    """Transport Platoons among those lost in the game itself, where they were named."""
    force = state.forces.get(battle.forces.get(side, ""))
    early = report.pre_game_platoons.get(side, ())
    known = force.platoons if force else {}
    return sum(
        one in known and known[one].transport and one not in early
        for one in report.lost_platoons.get(side, ())
    )


def logged(battle: Battle, side: str, field: Field) -> tuple[str, ...]:
    """The platoons Destroyed according to the battle log; who went to the rear or left is not."""
    fates = ("pre-game",) if field == "pre_game" else ("destroyed", "pre-game")
    return tuple(one for one, how in battle.table.gone.get(side, ()) if how in fates)


def unknown(
    state: State, battle: Battle, side: str, field: str, platoons: Iterable[str]
) -> Refused | None:
    """A name among a side's losses that is no platoon of its roster, or is there twice."""
    named, name = roster(state, battle, side), state.sides[side]
    known = named or in_the_log(battle, side)
    for one, times in Counter(platoons).items():
        if times > 1:
            who = called(state, battle, side, one)
            return _bad_of(side, field, f"{who} is named {times} times; a platoon is lost once")
        if one in known:
            continue
        if refused := headquarters(state, battle, side, field, one):
            return msgspec.structs.replace(refused, about=About(field, side))
        if not named:
            return _bad_of(side, field, no_number(one, most(battle, side), known))
        names = [called(state, battle, side, each) for each in known]
        hint = near(one, names) or f"; there is {', '.join(names)}"
        return _bad_of(side, field, f"{name}: no platoon {one!r} is in this battle{hint}")
    return None


def headquarters(
    state: State, battle: Battle, side: str, field: str, platoon: str
) -> Refused | None:
    """FoW Victory Points: a headquarters with its support weapons is no platoon (p. 195)."""
    force = state.forces.get(battle.forces.get(side, ""))
    known = force.platoons.get(platoon) if force else None
    if known is None or known.unit_class != "hq":
        return None
    name = called(state, battle, side, platoon)
    text = f"{name} is the headquarters of {state.sides[side]}, which counts as no platoon"
    return Refused("FoW Victory Points", f"{text}; leave it out", About(field))


def in_the_log(battle: Battle, side: str) -> tuple[str, ...]:
    """The platoons that the battle log names among a side's losses."""
    return tuple(one for one, _ in battle.table.gone.get(side, ()) if one)


def _bad_of(side: str, field: str, text: str) -> Refused:
    """A side's losses that cannot be so: beside the question about that side."""
    return msgspec.structs.replace(bad_field(field, text), about=About(field, side))


def _contradicts(state: State, side: str, what: str) -> Refused:
    text = f"the battle log {what} among the losses of {state.sides[side]}"
    return Refused(RECORD, text)
