"""Battles and results: put together: rules, sentences, read tables, corrections. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from campaign.fow.csv_tables import read_tables
from campaign.fow.missions import catalogue
from campaign.fow.names import Names, Sentences
from campaign.fow.results import battles as results_battles
from campaign.fow.results.outcomes import RESULTS, reported_in_words, standings
from campaign.fow.state import Battle, State
from campaign.kernel import chapters, decisions, projections
from campaign.text.english import capital, counted, listed, says
from campaign.text.json_values import JsonObject
from events.fow import battles, set_up, words

_WHY = {"defender": "the defender won", "nobody": "nobody won"}
_HOW = {
    "breakthrough": "by breaking through",
    "points": "on points",
    "limit": "by holding out to the last round",
}


def _begun(event: battles.BattleBegun, names: Names) -> str:
    where = f" at {names.sector(event.line, event.sector)}" if event.sector else ""
    attacker, defender = names.the_seat(event.attacker), names.the_seat(event.defender)
    fight = f"{catalogue.mission_name(event.mission)}, {attacker} against {defender}"
    return f"{capital(names.battle(event.battle))}{where} began: {fight}."


def _won(event: battles.VictoryPointsWon, names: Names) -> str:
    battle = names.battle(event.battle)
    if not event.winner:
        points = listed(f"{names.the_seat(side)} {won}" for side, won in event.points.items())
        return f"Nobody won {battle}, a Fair Fight; points: {points}."
    winner, rest = event.points[event.winner], sum(event.points.values())
    points = f"{counted(winner, 'point')} to {rest - winner}"
    who = capital(names.the_seat(event.winner))
    return f"{who} won {battle}, a {RESULTS[event.result]}: {points}."


def _changed(event: battles.SectorChanged, names: Names) -> str:
    left, to = names.sector(event.line, event.left), names.sector(event.line, event.to)
    who = capital(names.the_seat(event.side))
    return f"{who} went forward from {left} to {to} ({names.line(event.line)})."


def _held(event: battles.SectorHeld, names: Names) -> str:
    why = _WHY.get(event.why, event.why)
    here = names.sector(event.line, event.sector)
    return f"The battle stays at {here}, as {why} ({names.line(event.line)})."


def _reached(event: battles.ObjectiveReached, names: Names) -> str:
    who, goal = capital(names.the_seat(event.side)), names.sector(event.line, event.sector)
    return f"{who} entered their objective, {goal} ({names.line(event.line)})."


def _decided(event: set_up.CampaignDecided, names: Names) -> str:
    if not event.winner:
        what = "a draw" if event.how == "draw" else "a stalemate"
        return f"The campaign ended in {what}."
    on = f" on {names.line(event.line)}" if event.line else ""
    return f"{capital(names.the_seat(event.winner))} won the campaign {_HOW[event.how]}{on}."


SENTENCES: Sentences = {
    battles.BattleBegun: _begun,
    battles.ResultReported: reported_in_words,
    battles.ResultContested: says("The report of {battle:battle} was contested: {text}"),
    battles.ResultConfirmed: says("The result of {battle:battle} stands."),
    battles.VictoryPointsWon: _won,
    battles.SectorChanged: _changed,
    battles.SectorHeld: _held,
    battles.ObjectiveReached: _reached,
    battles.BattleAbandoned: says("{battle:^battle} is not played: {reason}"),
    set_up.CampaignDecided: _decided,
}


# --- Read tables of battles and their results: what was fought, won, moved; the standings -------


_READ = read_tables()
BATTLES = _READ.table("battles")
BATTLE_SIDES = _READ.table("battle_sides")
POINTS_WON = _READ.table("points_won")
SECTOR_MOVES = _READ.table("sector_moves")
STANDINGS = _READ.table("standings")


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """FoW Victory Points: points won and sectors moved by an event."""
    if step.record.struck_by:
        return
    match step.record.event:
        case battles.VictoryPointsWon() as event:
            for side, points in event.points.items():
                left = step.after.lines[event.line].points[side].balance
                yield POINTS_WON.of(step, event, side=side, points=points, balance=left)
        case battles.SectorChanged() as event:
            yield _moved(step, event, left_place=event.left, place=event.to, why=None)
        case battles.SectorHeld() as event:
            here = event.sector
            yield _moved(step, event, left_place=here, place=here, side=None)


def _moved(
    step: projections.Transition[State], event: Any, place: int, **own: object
) -> projections.TableRow:
    sector = step.after.lines[event.line].sector_name(place)
    return SECTOR_MOVES.of(step, event, place=place, sector=sector, **own)


def current(state: State) -> projections.Current:
    """Battles, their sides and the standings as they are now."""
    battles = state.battles.values()
    yield BATTLES, [BATTLES.row(one, battle=one.id, turn=one.round) for one in battles]
    yield BATTLE_SIDES, [_side(battle, side) for battle in battles for side in state.sides]
    yield STANDINGS, [STANDINGS.row(one, member=who) for who, one in standings(state).items()]


def _side(battle: Battle, side: str) -> projections.Row:
    report = battle.report
    return BATTLE_SIDES.row(
        battle=battle.id,
        side=side,
        commander=battle.commanders.get(side),
        force=battle.forces.get(side),
        platoons=battle.platoons.get(side),
        lost=report.lost.get(side) if report else None,
        pre_game=report.pre_game.get(side, 0) if report else None,
        counted=battle.counted.get(side),
        points=battle.points.get(side),
    )


TABLES = projections.Projections[State](
    tables=(
        BATTLES,
        BATTLE_SIDES,
        POINTS_WON,
        SECTOR_MOVES,
        STANDINGS,
    ),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (
        state.earlier,
        state.fought,
        state.running,
        state.players,
        state.sides,
    ),
)


# --- Corrections of battles and results: what stays, and what is worked out again ---------------


def _here(state: State, event: Any) -> Mapping[str, object]:
    """FoW Axis of Attack: where the battle is."""
    return {"sector": state.lines[event.line].sector}


def faults(state: State) -> Iterator[decisions.Refused]:
    """FoW Axis of Attack: a battle is in one of its line's sectors."""
    for line in state.lines.values():
        if line.axis is not None and line.here is None:
            text = f"{line.name} has no sector {line.sector}"
            yield decisions.Refused("FoW Axis of Attack", text)


CORRECTED = chapters.Corrected[State](
    restated={
        battles.SectorChanged: lambda state, event: {"from": state.lines[event.line].sector},
        **dict.fromkeys((battles.BattleBegun, battles.SectorHeld, battles.ObjectiveReached), _here),
    },
    faults=faults,
)


# --- what an amendment changes of a command -----------------------------------------------------


def _reported_fields(event: battles.ResultReported) -> JsonObject:
    """FoW Victory Points: losses are told by number, or by name."""
    return {
        "turn": event.turn,
        "lost": _losses(event.lost, event.lost_platoons),
        "pre_game": _losses(event.pre_game, event.pre_game_platoons),
    }


def _losses(figures: words.BySide, named: Mapping[str, tuple[str, ...]]) -> JsonObject:
    return {side: named.get(side, figure) for side, figure in figures.items()}


# --- Battles begun, reported, booked: the chapter put together ----------------------------------


CHAPTER = chapters.of_rules(
    chapters.Chapter[State](
        name="results",
        sentences=SENTENCES,
        trusted={
            battles.ResultReported: "results of battles",
            battles.BattleAbandoned: "battles that were not played",
        },
        field_of={battles.ResultReported: _reported_fields},
        tables=TABLES,
    ),
    results_battles,
)
