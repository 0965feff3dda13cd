"""The state as everybody may see it, and how its figures are explained. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from campaign.fow.missions.catalogue import mission_name, missions
from campaign.fow.missions.chapter import SENTENCES
from campaign.fow.names import names_of
from campaign.fow.results import outcomes
from campaign.fow.results.chapter import SENTENCES as REPORTED
from campaign.fow.results.chapter import ended_in_words
from campaign.fow.results.outcomes import standings
from campaign.fow.state import Battle, Force, LineState, State, commander
from campaign.kernel.projections import Cause, Causes, Figure, FigureKind, Transition
from campaign.text.english import capital, counted
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow.battles import ResultReported, VictoryPointsWon
from events.fow.forces import ForceEntered
from events.fow.missions import MissionChosen, MissionRolled, RolesDecided, RolesRolled


def show(state: State) -> JsonObject:
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
        "free_battles": [
            {"title": one.title, "winner": one.winner, "players": dict(one.players)}
            for one in state.free_battles
        ],
        "decided": _decided_values(state),
        "draw": state.draw,
    }


def _decided_values(state: State) -> JsonObject:
    end = state.decided
    if end is None:
        return {"winner": "", "how": "", "line": ""}
    return {"winner": end.winner, "how": end.how, "line": end.line}


def _line(state: State, line: LineState) -> JsonObject:
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
            side: {
                "won": points.won,
                "spent": points.spent,
                "balance": points.balance,
                "last": points.last,
            }
            for side, points in line.points.items()
        },
        "mission": line.mission,
        "row": line.row,
        "how": line.how,
        "attacker": line.attacker,
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


def _force(force: Force) -> JsonObject:
    return {
        "side": force.side,
        "member": force.member,
        "name": force.name,
        "company": force.company,
        "type": force.company_type,
        "limit": force.limit,
        "points": force.points,
        "air": force.air.level if force.air else "none",
        "variant": force.variant.name if force.variant else "",
        "checked": force.checked,
        "platoons": {
            platoon.id: {"class": platoon.unit_class, "points": platoon.points}
            for platoon in force.platoons.values()
        },
    }


def _battle(state: State, battle: Battle) -> JsonObject:
    report = battle.report
    sides = tuple(state.sides)
    return {
        "line": battle.line,
        "round": battle.round,
        "sector": battle.sector,
        "mission": battle.mission,
        "attacker": battle.attacker,
        "defender": battle.defender,
        "state": battle.state,
        "commanders": {side: battle.commanders.get(side, "") for side in sides},
        "turns": _by_side(sides, battle.table.turns),
        "counters": battle.table.counters,
        "ended_by": battle.ended_by,
        "winner": battle.winner,
        "result": battle.result,
        "lost": _by_side(sides, report.lost if report else {}),
        "counted": _by_side(sides, battle.counted),
        "points": _by_side(sides, battle.points),
    }


def _by_side(sides: tuple[str, ...], figures: Mapping[str, int]) -> JsonObject:
    return {side: figures.get(side, 0) for side in sides}


# --- Figures that can be explained: points, sector, mission, attacker, forces, how it ended -----


def _points(state: State, of: Sequence[str]) -> Figure[State]:
    line, side = of
    title = f"Victory points of {state.sides[side]} ({state.lines[line].name})"
    return Figure(title, lambda s: s.lines[line].points[side].balance if line in s.lines else 0)


def _won(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """FoW Victory Points: what a battle brought, by the losses that counted."""
    line, side = of
    causes: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, VictoryPointsWon) and event.line == line:
            points = counted(event.points.get(side, 0), "point")
            lost = _lost(step.before or step.after, event, side)
            cause = Cause(f"{points} from {event.battle}: {lost}")
            causes[(step.record.version, VictoryPointsWon)] = cause
    return causes


def _lost(state: State, event: VictoryPointsWon, side: str) -> str:
    """FoW Victory Points: whose losses set the points."""
    if not event.winner:
        other = state.other(side)
        destroyed = counted(event.counted.get(other, 0), "enemy platoon")
        return f"nobody won a Fair Fight, and {state.sides[side]} destroyed {destroyed}"
    lost = counted(event.counted.get(event.winner, 0), "platoon")
    return f"{state.sides[event.winner]} won and lost {lost} that count"


def _sector(state: State, of: Sequence[str]) -> Figure[State]:
    (line,) = of

    def where(now: State) -> str:
        here = now.lines[line].here if line in now.lines else None
        return here.name if here else ""

    return Figure(f"Where the battle stands ({state.lines[line].name})", where)


def _mission(state: State, of: Sequence[str]) -> Figure[State]:
    (line,) = of

    def chosen(now: State) -> str:
        mission = now.lines[line].mission if line in now.lines else ""
        return mission_name(mission) if mission else "none yet"

    return Figure(f"The mission ({state.lines[line].name})", chosen)


def _attacker(state: State, of: Sequence[str]) -> Figure[State]:
    (line,) = of

    def who(now: State) -> str:
        attacker = now.lines[line].attacker if line in now.lines else ""
        return now.sides[attacker] if attacker else "nobody yet"

    return Figure(f"Who attacks ({state.lines[line].name})", who)


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


def _price(state: State, of: Sequence[str]) -> Figure[State]:
    (force,) = of
    title = f"What {names_of(state).force(force)} costs, in points"
    return Figure(title, lambda s: s.forces[force].points if force in s.forces else 0)


def _limit(state: State, of: Sequence[str]) -> Figure[State]:
    (force,) = of
    title = f"What {names_of(state).force(force)} may cost, in points"
    return Figure(title, lambda s: s.forces[force].limit if force in s.forces else 0)


def _limited(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """FoW Choosing Your Force: the points agreed on, or the number of a variant's handbook."""
    causes: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, ForceEntered) and event.force == of[0]:
            cause = Cause("the points that the campaign agreed on", "FoW Choosing Your Force")
            if event.variant and event.variant.limit:
                text = f"the handbook’s limit for {event.variant.name}"
                cause = Cause(text, "FoW Fielding Variant Forces")
            causes[(step.record.version, ForceEntered)] = cause
    return causes


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
    return f"{capital(ended_in_words(report, names))}: {who}{said}"


def _ended_by(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """FoW missions: the mission whose end it was, or Company Morale."""
    causes: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, ResultReported) and event.battle == of[0]:
            mission = missions()[step.after.battle(event.battle).mission]
            rule = outcomes.MORALE if event.ended_by == "morale" else mission.heading
            text = REPORTED[ResultReported](event, names_of(step.after))
            causes[(step.record.version, ResultReported)] = Cause(text, rule)
    return causes


def _outcome(state: State, of: Sequence[str]) -> Figure[State]:
    def decided(now: State) -> str:
        if now.decided is None:
            return "not yet"
        winner = now.decided.winner
        return f"{now.decided.how}, {now.sides[winner]}" if winner else now.decided.how

    return Figure("How the campaign is decided", decided)


def _lines(state: State) -> Collection[str]:
    return tuple(state.lines)


def _sides(state: State) -> Collection[str]:
    return tuple(state.sides)


def _forces(state: State) -> Collection[str]:
    return tuple(state.forces)


def _battles(state: State) -> Collection[str]:
    return tuple(state.battles)


def _with_sectors(state: State) -> Collection[str]:
    return tuple(line.id for line in state.lines.values() if line.axis)


KINDS: dict[str, FigureKind[State]] = {
    "points": FigureKind(
        "a side's victory points on a line", "LINE SIDE", _points, (_lines, _sides), causes=_won
    ),
    "sector": FigureKind(
        "the sector in which a line's battle stands", "LINE", _sector, (_with_sectors,)
    ),
    "mission": FigureKind("a line's mission", "LINE", _mission, (_lines,), causes=_decided_causes),
    "attacker": FigureKind(
        "who attacks on a line", "LINE", _attacker, (_lines,), causes=_decided_causes
    ),
    "price": FigureKind("what a force costs", "FORCE", _price, (_forces,)),
    "limit": FigureKind("what a force may cost", "FORCE", _limit, (_forces,), causes=_limited),
    "end": FigureKind("how a battle ended", "BATTLE", _end, (_battles,), causes=_ended_by),
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
