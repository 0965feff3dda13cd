"""Figures that can be explained: points, sector, mission, attacker, forces, how it ended. Pure."""

from collections.abc import Collection, Iterable, Sequence

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.missions.sentences import SENTENCES, mission_name
from campaign.flames_of_war.names import names_of
from campaign.flames_of_war.results import ends
from campaign.flames_of_war.results.sentences import SENTENCES as REPORTED
from campaign.flames_of_war.results.sentences import ended_in_words
from campaign.flames_of_war.state import Battle, State
from campaign.kernel.figures import Cause, Causes, Figure, FigureKind
from campaign.kernel.transition import Transition
from campaign.text.english import capital, counted
from events.base import Event
from events.fow.battles import ResultReported, VictoryPointsWon
from events.fow.forces import ForceEntered
from events.fow.missions import MissionChosen, MissionRolled, RolesDecided, RolesRolled


def _points(state: State, of: Sequence[str]) -> Figure[State]:
    line, side = of
    title = f"Victory points of {state.sides[side]} ({state.lines[line].name})"
    return Figure(title, lambda s: s.lines[line].points[side].balance if line in s.lines else 0)


def _won(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """FoW Victory Points: what a battle brought, by the losses that counted."""
    line, side = of
    found: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, VictoryPointsWon) and event.line == line:
            points = counted(event.points.get(side, 0), "point")
            lost = _lost(step.before or step.after, event, side)
            cause = Cause(f"{points} from {event.battle}: {lost}")
            found[(step.record.version, VictoryPointsWon)] = cause
    return found


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


def _decided(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """FoW Linked Missions, FoW Defensive Battle: the dice and scores behind a mission and its
    attacker.
    """
    (line,) = of
    found: dict[tuple[int, type[Event]], Cause] = {}
    rolls: dict[type[Event], str] = {}
    for step in steps:
        event, version = step.record.event, step.record.version
        if getattr(event, "line", "") != line:
            continue
        if isinstance(event, MissionRolled | RolesRolled):
            rolls[type(event)] = SENTENCES[type(event)](event, names_of(step.after))
        elif isinstance(event, MissionChosen) and event.how == "roll" and MissionRolled in rolls:
            found[(version, MissionChosen)] = Cause(rolls[MissionRolled])
        elif isinstance(event, RolesDecided) and event.attacker:
            by_score = event.how == "score"
            text = SENTENCES[RolesDecided](event, names_of(step.after))
            roll = rolls.get(MissionRolled if by_score else RolesRolled, "")
            rule = "FoW Linked Missions" if by_score else ""
            found[(version, RolesDecided)] = Cause(f"{roll} {text}".strip(), rule)
    return found


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
    found: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, ForceEntered) and event.force == of[0]:
            cause = Cause("the points that the campaign agreed on", "FoW Choosing Your Force")
            if event.variant and event.variant.limit:
                text = f"the handbook’s limit for {event.variant.name}"
                cause = Cause(text, "FoW Fielding Variant Forces")
            found[(step.record.version, ForceEntered)] = cause
    return found


def _end(state: State, of: Sequence[str]) -> Figure[State]:
    (name,) = of
    return Figure(f"How {name} ended", lambda s: _ended(s, s.battles.get(name)))


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
    found: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, ResultReported) and event.battle == of[0]:
            mission = missions()[step.after.battles[event.battle].mission]
            rule = ends.MORALE if event.ended_by == "morale" else mission.heading
            text = REPORTED[ResultReported](event, names_of(step.after))
            found[(step.record.version, ResultReported)] = Cause(text, rule)
    return found


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
    "mission": FigureKind("a line's mission", "LINE", _mission, (_lines,), causes=_decided),
    "attacker": FigureKind("who attacks on a line", "LINE", _attacker, (_lines,), causes=_decided),
    "price": FigureKind("what a force costs", "FORCE", _price, (_forces,)),
    "limit": FigureKind("what a force may cost", "FORCE", _limit, (_forces,), causes=_limited),
    "end": FigureKind("how a battle ended", "BATTLE", _end, (_battles,), causes=_ended_by),
    "outcome": FigureKind("how the campaign is decided", "", _outcome),
}
"""Every kind of figure by its name."""
