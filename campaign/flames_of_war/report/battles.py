"""The battles of a round: mission and roles, result and points, losses, dice. Pure."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.report.audited_dice import DiceLine, dice_lines
from campaign.flames_of_war.report.mission_dice import MissionDice, mission_dice
from campaign.flames_of_war.report.points import RESULTS
from campaign.flames_of_war.report.table_notes import table_notes
from campaign.flames_of_war.state import Battle, LineState, State, commander
from campaign.flames_of_war.terrain import weather
from campaign.flames_of_war.turn_notes import Context, GameSection
from campaign.kernel.pages import CorrectionMark
from campaign.text.english import capital, counted
from events.fow.words import EndedBy, Fate

FATES: dict[Fate, str] = {
    "destroyed": "destroyed",
    "pre-game": "before the first turn",
    "rear": "sent to the rear",
    "left": "left the table",
}


class BattleSide(msgspec.Struct, frozen=True):
    """A side in a battle."""

    side: str
    mark: str
    name: str
    role: str
    commander: str
    force: str
    platoons: int
    lost: int
    counted: int
    points: int
    losses: tuple[str, ...]
    """Platoons lost, each with how, where somebody named them."""


class BattleReport(msgspec.Struct, frozen=True):
    """A battle of the round, or what will be one."""

    id: str
    line: str
    title: str
    mission: str
    place: str
    state: str
    stamp: str
    result: str
    """In a sentence or two: how it ended, and what it brought."""
    reckoned: tuple[str, ...]
    """How the points come about."""
    chosen: MissionDice
    sides: tuple[BattleSide, ...]
    is_booked: bool
    dice: tuple[DiceLine, ...]
    card: str
    """The page of its mission card; empty once it is fought."""
    notes: tuple[str, ...]


class BattlesView(msgspec.Struct, frozen=True):
    """The section."""

    battles: tuple[BattleReport, ...]
    folded: bool
    """Whether the choice of the missions stands in folds, as there are several."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]
    """Battles to the rulings that corrected their figures."""


def battles(context: Context) -> BattlesView | None:
    """FoW Campaign Sequence: the battle of each line in the round."""
    log = context.log
    over = log.end.decided or log.end.campaign.closed
    is_open = context.place + 1 == len(context.logs) and not over
    found = []
    for line in log.end.lines.values():
        battle = _of_round(log.end, line, log.turn)
        if battle is not None or (line.mission and is_open and line.phase != "settled"):
            found.append(_report(context, line, battle, is_open=is_open))
    return BattlesView(tuple(found), len(found) > 1, context.marks) if found else None


def _of_round(state: State, line: LineState, turn: str) -> Battle | None:
    battle = state.battles.get(line.battle)
    return battle if battle and battle.round == turn else None


def card_file(battle: str) -> str:
    """The page of a battle's mission card."""
    return f"card-{battle}.html"


def _report(
    context: Context, line: LineState, battle: Battle | None, *, is_open: bool
) -> BattleReport:
    log = context.log
    state = log.end
    id = battle.id if battle else line.battle
    slug = battle.mission if battle else line.mission
    mission = missions().get(slug)
    place = battle.sector if battle else line.sector
    sector = line.at(place)
    going_on = battle is None or battle.state == "running"
    shown = battle.state if battle else "planned"
    return BattleReport(
        id,
        line.name,
        f"{line.name}, battle {id.rpartition('-')[2]}"
        if len(state.lines) > 1
        else f"Battle {id.rpartition('-')[2]}",
        mission.name if mission else slug,
        sector.name if sector else "",
        shown,
        STAMPS[shown],
        _result(state, battle) if battle else "",
        tuple(_reckoned(state, battle)) if battle and battle.state == "settled" else (),
        mission_dice(state, log.notes.told, line.id),
        tuple(_side(state, line, battle, side) for side in state.sides),
        bool(battle and battle.state == "settled"),
        dice_lines(state, log.notes.details, id, battle),
        card_file(id) if going_on and is_open else "",
        tuple(_notes(state, battle)) if battle else (),
    )


STAMPS = {
    "planned": "to be fought",
    "running": "being fought",
    "reported": "reported",
    "settled": "booked",
    "abandoned": "not played",
}


def _side(state: State, line: LineState, battle: Battle | None, side: str) -> BattleSide:
    who = battle.commanders.get(side, "") if battle else commander(state, line.id, side)
    attacker = battle.attacker if battle else line.attacker
    role = "" if not attacker else "attacks" if side == attacker else "defends"
    report = battle.report if battle else None
    force = battle.forces.get(side, "") if battle else ""
    known = state.forces.get(force)
    name = (known.name or known.company or known.id) if known else force
    gone = dict(battle.table.gone.get(side, ())) if battle else {}
    named = report.lost_platoons.get(side, ()) if report else ()
    fates = {platoon: gone.get(platoon, "destroyed") for platoon in (*gone, *named) if platoon}
    losses = tuple(
        f"{_platoon(state, force, platoon)}, {FATES[fate]}" for platoon, fate in fates.items()
    )
    return BattleSide(
        side,
        side_words.mark(state, side),
        state.sides[side],
        role,
        state.campaign.called(who) if who else "",
        name,
        battle.platoons.get(side, 0) if battle else 0,
        _lost(battle, side),
        battle.counted.get(side, 0) if battle else 0,
        battle.points.get(side, 0) if battle else 0,
        losses,
    )


def _lost(battle: Battle | None, side: str) -> int:
    if battle is None:
        return 0
    if battle.report is not None:
        return battle.report.lost.get(side, 0)
    return len(battle.table.gone.get(side, ()))


def _platoon(state: State, force: str, platoon: str) -> str:
    known = state.forces.get(force)
    found = known.platoons.get(platoon) if known else None
    return (found.name if found else "") or platoon


# --- the result ---------------------------------------------------------------------------------


def ended(state: State, by: EndedBy | str, side: str, turn: int) -> str:
    """FoW missions: how a battle ended, inside a sentence."""
    who = side_words.the(state, side)
    when = f" in their turn {turn}" if turn and side else ""
    match by:
        case "objective":
            held = side_words.verb(side, "holds", "hold")
            return f"{who} {held} an objective{when}"
        case "cleared":
            has = side_words.verb(side, "has", "have")
            return f"{who} {has} no enemy left to drive off{when}"
        case "last-turn":
            return "the mission’s last turn is over"
        case "time":
            return "the time is up"
        case "morale":
            fails = side_words.verb(side, "fails", "fail")
            return f"{who} {fails} Company Morale{when}"
    gives = side_words.verb(side, "gives up", "give up")
    return f"{who} {gives}{when}"


_WON_BY: dict[EndedBy, str] = {
    "objective": "holding an objective",
    "cleared": "with no enemy left to drive off",
}
"""How a side wins by what it did itself."""


def _result(state: State, battle: Battle) -> str:
    if battle.state == "abandoned":
        return f"The battle was not played: {battle.reason}"
    report = battle.report
    if report is None:
        return ""
    won = side_words.verb(report.winner, "wins", "win")
    who = f"{side_words.first(state, report.winner)} {won}" if report.winner else "Nobody wins"
    if report.winner == report.side and report.ended_by in _WON_BY:
        when = f" in their turn {report.turn}" if report.turn else ""
        text = f"{who}, {_WON_BY[report.ended_by]}{when}."
    else:
        text = f"{who}: {ended(state, report.ended_by, report.side, report.turn)}."
    if battle.state == "reported":
        if battle.contested:
            by = side_words.first(state, battle.contested_by) if battle.contested_by else "The host"
            contests = side_words.verb(battle.contested_by, "contests", "contest")
            return f"{text} {by} {contests} the report: {battle.contested}"
        return f"{text} The report waits to be confirmed."
    points = " to ".join(
        str(battle.points.get(side, 0))
        for side in sorted(state.sides, key=lambda one: one != (battle.winner or one))
    )
    return f"{text} {capital(RESULTS[battle.result or 'fair-fight'])}, {points}."


def _reckoned(state: State, battle: Battle) -> Iterator[str]:
    """FoW Victory Points: which losses make the score, and which do not count."""
    sides: Sequence[str] = [battle.winner] if battle.winner else list(state.sides)
    for side in sides:
        lost = battle.report.lost.get(side, 0) if battle.report else 0
        before = battle.report.pre_game.get(side, 0) if battle.report else 0
        counts = battle.counted.get(side, 0)
        who = side_words.first(state, side)
        if not lost:
            yield f"{who} lost no platoon."
            continue
        text = f"{who} lost {counted(lost, 'platoon')}"
        if before:
            text += f", {before} of them before the first turn"
        yield f"{text}; {counts} {'counts' if counts == 1 else 'count'} for the points."


def _notes(state: State, battle: Battle) -> Iterator[str]:
    if battle.weather:
        yield f"Weather: {weather.name(battle.weather)}."
    yield from table_notes(state, battle)
    if battle.report is None:
        return
    if battle.report.played_on:
        yield f"Played on {battle.report.played_on}."
    if battle.report.left_behind:
        yield f"Left behind: {battle.report.left_behind}"
    if battle.report.note:
        yield battle.report.note


BATTLES = GameSection("battles", "Battles", "templates/battles.html", battles)
