"""The state as everybody may see it, and how its figures are explained. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from campaign.fow.missions.catalogue import mission_name, missions
from campaign.fow.missions.chapter import SENTENCES
from campaign.fow.names import names_of
from campaign.fow.results import outcomes
from campaign.fow.results.chapter import SENTENCES as REPORTED
from campaign.fow.results.outcomes import ended_in_words, standings
from campaign.fow.state import Battle, Force, LineState, State, commander
from campaign.kernel.projections import Cause, Causes, Figure, FigureKind, Transition
from campaign.text import english, json_values
from events.base import Event
from events.fow import battles, forces
from events.fow.missions import MissionChosen, MissionRolled, RolesDecided, RolesRolled


def show(state: State) -> json_values.JsonObject:
    """The game's part: sides, lines, forces, battles, standings, and how it was decided."""
    powers = state.campaign.powers
    return {
        "kind": state.kind,
        "limits": {"games": state.games, "points": state.limit},
        "units": state.units,
        "sides": {
            side: {
                "name": name,
                "speaker": powers.get(side, ""),
                "players": sorted(who for who, plays in state.players.items() if plays == side),
            }
            for side, name in state.sides.items()
        },
        "lines": {line.id: _line(state, line) for line in state.lines.values()},
        "forces": {force.id: _force(force) for force in state.forces.values()},
        "battles": {battle.id: _battle(state, battle) for battle in state.battles.values()},
        "standings": {who: msgspec.to_builtins(one) for who, one in standings(state).items()},
        "free_battles": [_fields(one, "title winner players") for one in state.free_battles],
        "decided": _fields(state.decided, "winner how line") if state.decided else _UNDECIDED,
        "draw": state.draw,
    }


_UNDECIDED = {"winner": "", "how": "", "line": ""}


def _fields(of: object, names: str) -> json_values.JsonObject:
    """Some fields of a value by their names."""
    return {name: getattr(of, name) for name in names.split()}


def _line(state: State, line: LineState) -> json_values.JsonObject:
    here = line.here
    battle = state.known_battle(line.battle)
    return {
        "name": line.name,
        "sectors": len(line.axis.sector) if line.axis else 0,
        "sector": line.sector,
        "sector_id": here.id if here else "",
        "phase": line.phase,
        "game": line.game,
        "victory_points": {
            side: _fields(points, "won spent balance last") for side, points in line.points.items()
        },
        **_fields(line, "mission row how attacker"),
        "defender": state.other(line.attacker) if line.attacker else "",
        "roles_how": line.roles_how,
        "change": {
            "offered_to": line.change.offered_to,
            "declined": list(line.change.declined),
            "paid_by": line.change.paid_by,
        },
        "commanders": {side: commander(state, line.id, side) for side in state.sides},
        "battle": battle.id if battle and battle.state in ("running", "reported") else "",
        "weather": line.battlefield.weather,
        "battlefield": {
            "squares": {
                square: lies.feature or lies.category
                for square, lies in line.battlefield.squares.items()
            },
            "of": line.battlefield.of,
        },
        "broken_by": line.broken_by,
    }


def _force(force: Force) -> json_values.JsonObject:
    return {
        **_fields(force, "side member name company"),
        "type": force.company_type,
        **_fields(force, "limit points"),
        "air": force.air.level if force.air else "none",
        "variant": force.variant.name if force.variant else "",
        "checked": force.checked,
        "platoons": {
            platoon.id: {"class": platoon.unit_class, "points": platoon.points}
            for platoon in force.platoons.values()
        },
    }


def _battle(state: State, battle: Battle) -> json_values.JsonObject:
    report = battle.report
    sides = tuple(state.sides)
    return {
        **_fields(battle, "line round sector mission attacker defender state"),
        "commanders": {side: battle.commanders.get(side, "") for side in sides},
        "turns": _by_side(sides, battle.table.turns),
        "counters": battle.table.counters,
        **_fields(battle, "ended_by winner result"),
        "lost": _by_side(sides, report.lost if report else {}),
        "counted": _by_side(sides, battle.counted),
        "points": _by_side(sides, battle.points),
    }


def _by_side(sides: tuple[str, ...], figures: Mapping[str, int]) -> json_values.JsonObject:
    return {side: figures.get(side, 0) for side in sides}


# --- Figures that can be explained: points, sector, mission, attacker, forces, how it ended -----


def _points(state: State, of: Sequence[str]) -> Figure[State]:
    line, side = of
    title = f"Victory points of {state.sides[side]} ({state.lines[line].name})"
    return Figure(title, lambda s: s.lines[line].points[side].balance if line in s.lines else 0)


def _causes(
    cause_of: Callable[[Transition[State], Any, Sequence[str]], Cause | None],
) -> Callable[[Iterable[Transition[State]], Sequence[str]], Causes]:
    """What events did to a figure, each by itself."""

    def causes(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
        made = ((step.record, cause_of(step, step.record.event, of)) for step in steps)
        return {(record.version, type(record.event)): cause for record, cause in made if cause}

    return causes


@_causes
def _won(step: Transition[State], event: Any, of: Sequence[str]) -> Cause | None:
    """FoW Victory Points: what a battle brought, by the losses that counted."""
    line, side = of
    if not isinstance(event, battles.VictoryPointsWon) or event.line != line:
        return None
    points = english.counted(event.points.get(side, 0), "point")
    lost = _lost(step.before or step.after, event, side)
    return Cause(f"{points} from {event.battle}: {lost}")


def _lost(state: State, event: battles.VictoryPointsWon, side: str) -> str:
    """FoW Victory Points: whose losses set the points."""
    if not event.winner:
        other = state.other(side)
        destroyed = english.counted(event.counted.get(other, 0), "enemy platoon")
        return f"nobody won a Fair Fight, and {state.sides[side]} destroyed {destroyed}"
    lost = english.counted(event.counted.get(event.winner, 0), "platoon")
    return f"{state.sides[event.winner]} won and lost {lost} that count"


def _of_line(
    title: str, value: Callable[[State, LineState], str], otherwise: str
) -> Callable[[State, Sequence[str]], Figure[State]]:
    """A figure of a line; `otherwise` where it has none."""

    def figure(state: State, of: Sequence[str]) -> Figure[State]:
        (line,) = of
        return Figure(
            f"{title} ({state.lines[line].name})",
            lambda now: (value(now, now.lines[line]) if line in now.lines else "") or otherwise,
        )

    return figure


_sector = _of_line("Where the battle stands", lambda now, on: on.here.name if on.here else "", "")
_mission = _of_line("The mission", lambda now, line: mission_name(line.mission), "none yet")
_attacker = _of_line("Who attacks", lambda now, on: now.sides.get(on.attacker, ""), "nobody yet")


def _decided_causes(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """FoW Linked Missions, FoW Defensive Battle: the dice and scores behind a mission and its
    attacker.
    """
    (line,) = of
    causes: dict[tuple[int, type[Event]], Cause] = {}
    rolls: dict[type[Event], str] = {}
    for step in steps:
        event, version = step.record.event, step.record.version
        if getattr(event, "line", "") != line:
            continue
        if isinstance(event, MissionRolled | RolesRolled):
            rolls[type(event)] = SENTENCES[type(event)](event, names_of(step.after))
        elif isinstance(event, MissionChosen) and event.how == "roll" and MissionRolled in rolls:
            causes[(version, MissionChosen)] = Cause(rolls[MissionRolled])
        elif isinstance(event, RolesDecided) and event.attacker:
            by_score = event.how == "score"
            text = SENTENCES[RolesDecided](event, names_of(step.after))
            roll = rolls.get(MissionRolled if by_score else RolesRolled, "")
            rule = "FoW Linked Missions" if by_score else ""
            causes[(version, RolesDecided)] = Cause(f"{roll} {text}".strip(), rule)
    return causes


def _of_force(does: str, field: str) -> Callable[[State, Sequence[str]], Figure[State]]:
    """Points of a force."""

    def figure(state: State, of: Sequence[str]) -> Figure[State]:
        (force,) = of
        title = f"What {names_of(state).force(force)} {does}, in points"
        return Figure(title, lambda now: getattr(now.forces.get(force), field, 0))

    return figure


_price, _limit = _of_force("costs", "points"), _of_force("may cost", "limit")


@_causes
def _limited(step: Transition[State], event: Any, of: Sequence[str]) -> Cause | None:
    """FoW Choosing Your Force: the points agreed on, or the number of a variant's handbook."""
    if not isinstance(event, forces.ForceEntered) or event.force != of[0]:
        return None
    if event.variant and event.variant.limit:
        text = f"the handbook’s limit for {event.variant.name}"
        return Cause(text, "FoW Fielding Variant Forces")
    return Cause("the points that the campaign agreed on", "FoW Choosing Your Force")


def _end(state: State, of: Sequence[str]) -> Figure[State]:
    (name,) = of
    return Figure(
        f"How {names_of(state).battle(name)} ended", lambda s: _ended(s, s.known_battle(name))
    )


def _ended(state: State, battle: Battle | None) -> str:
    if battle is not None and battle.state == "abandoned":
        return "not played"
    if battle is None or battle.report is None or battle.state == "running":
        return "not yet"
    names, report = names_of(state), battle.report
    who = f"{names.the_seat(report.winner)} won" if report.winner else "nobody won"
    said = "" if battle.state == "settled" else ", to be confirmed"
    return f"{english.capital(ended_in_words(report, names))}: {who}{said}"


@_causes
def _ended_by(step: Transition[State], event: Any, of: Sequence[str]) -> Cause | None:
    """FoW missions: the mission whose end it was, or Company Morale."""
    if not isinstance(event, battles.ResultReported) or event.battle != of[0]:
        return None
    mission = missions()[step.after.battle(event.battle).mission]
    rule = outcomes.MORALE if event.ended_by == "morale" else mission.heading
    return Cause(REPORTED[battles.ResultReported](event, names_of(step.after)), rule)


def _outcome(state: State, of: Sequence[str]) -> Figure[State]:
    def decided(now: State) -> str:
        if now.decided is None:
            return "not yet"
        winner = now.decided.winner
        return f"{now.decided.how}, {now.sides[winner]}" if winner else now.decided.how

    return Figure("How the campaign is decided", decided)


_LINE = (lambda state: tuple(state.lines),)
_SIDE = (lambda state: tuple(state.sides),)
_FORCE = (lambda state: tuple(state.forces),)
_BATTLE = (lambda state: tuple(state.battles),)
_OF_SECTORS = (lambda state: tuple(line.id for line in state.lines.values() if line.axis),)


KINDS: dict[str, FigureKind[State]] = {
    "points": FigureKind(
        "a side's victory points on a line", "LINE SIDE", _points, _LINE + _SIDE, causes=_won
    ),
    "sector": FigureKind(
        "the sector in which a line's battle stands", "LINE", _sector, _OF_SECTORS
    ),
    "mission": FigureKind("a line's mission", "LINE", _mission, _LINE, causes=_decided_causes),
    "attacker": FigureKind(
        "who attacks on a line", "LINE", _attacker, _LINE, causes=_decided_causes
    ),
    "price": FigureKind("what a force costs", "FORCE", _price, _FORCE),
    "limit": FigureKind("what a force may cost", "FORCE", _limit, _FORCE, causes=_limited),
    "end": FigureKind("how a battle ended", "BATTLE", _end, _BATTLE, causes=_ended_by),
    "outcome": FigureKind("how the campaign is decided", "", _outcome),
}
"""Every kind of figure by its name."""


# --- Words of the figures that corrections change, for a reader ---------------------------------

MARKED = ("lines", "battles")
"""Figures that bear a mark where a ruling has corrected them."""
_KEYS = {
    "lines": "line",
    "battles": "battle",
    "forces": "force",
    "victory_points": "points",
    "balance": "left",
    "last": "of the last battle",
    "lost": "platoons lost",
    "counted": "losses that count",
    "sector_id": "name of the sector",
    "ended_by": "ended by",
}


def figure_word(state: State, name: str) -> str:
    """A word of a figure's path: a side, a line, a battle or a mission by name."""
    names = names_of(state)
    if name in state.sides:
        return state.sides[name]
    if name in state.lines:
        return names.line(name)
    if state.has_begun(name):
        return names.battle(name)
    if name in state.forces:
        return names.force(name)
    if name in missions():
        return mission_name(name)
    return _KEYS.get(name, name.replace("_", " "))
