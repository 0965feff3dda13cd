"""The battles of a round: mission and roles, result and points, losses, dice, notes. Pure."""

from collections.abc import Iterator, Sequence

from campaign.fow import names as fow_names
from campaign.fow.battle_log.deployment import GROUPS, WORDS
from campaign.fow.dice import rolls
from campaign.fow.dice.rolls import outcome_in_words
from campaign.fow.missions.catalogue import mission_name
from campaign.fow.missions.chapter import ROWS
from campaign.fow.names import names_of
from campaign.fow.report.turn_notes import Context, GameSection, NotedEvent, Shown
from campaign.fow.results.outcomes import RESULTS
from campaign.fow.state import Battle, LineState, State, planned
from campaign.fow.terrain import charts
from campaign.text.english import capital, counted
from events.fow import missions as chosen
from events.fow import table_top, words

# --- Dice of the table that were audited, each with what was needed -----------------------------


def dice_lines(state: State, details: Sequence[NotedEvent], battle: Battle) -> tuple[Shown, ...]:
    """FoW Re-rolls: every roll of a battle that was audited, in order."""
    force = {side: state.forces.get(one) for side, one in battle.forces.items()}
    names, lines = names_of(state), []
    for note in details:
        event = note.event
        if not isinstance(event, table_top.DiceRolled) or event.battle != battle.id:
            continue
        owner = force.get(event.side)
        named = owner.platoon(event.platoon) if owner else event.platoon
        what = capital(event.aid.replace("-", " "))
        lines.append(
            Shown(
                side=event.side,
                what=f"{what}: {named}" if named else what,
                needed=f"{event.needed}+" if event.needed else "",
                score=rolls.explained(event),
                dice=event.dice,
                outcome=outcome_in_words(event, names),
                whose=_whose(state, event),
                version=note.version,
            )
        )
    return tuple(lines)


def _whose(state: State, event: table_top.DiceRolled) -> str:
    if event.source == "ledger":
        return "the ledger"
    if not event.witness:
        return "the table"
    return f"the table, {state.campaign.called(event.witness)} saw it"


# --- FoW Mission Selector: how a battle's mission came about, every die with what was added -----


def mission_dice(state: State, notes: Sequence[NotedEvent], line: str) -> Shown:
    """FoW Mission Selector: the dice and choices of a line's mission in a round."""
    events = [note.event for note in notes if getattr(note.event, "line", "") == line]
    scores: list[Shown] = []
    lines: list[str] = []
    declined: list[str] = []
    for event in events:
        match event:
            case chosen.MissionRolled():
                scores = list(_scores(state, event))
                lines.append(f"The dice pick row {ROWS.get(event.row, event.row)}.")
            case chosen.MissionChosen():
                lines.append(_chosen(event))
            case chosen.ChangeDeclined():
                declined.append(event.side)
            case chosen.RolesRolled():
                lines.append(_rolled(state, event))
            case chosen.RolesDecided() if event.attacker:
                attacks = fow_names.side_does(state, event.attacker, "attacks")
                lines.append(capital(f"{attacks}{WHY[event.how]}."))
    if len(declined) > 1:
        lines.append("Neither side pays for another.")
    elif declined:
        does = "does not pay for another."
        lines.append(capital(fow_names.side_does(state, declined[0], does)))
    return Shown(scores=tuple(scores), lines=tuple(lines))


WHY = {
    "campaign": ", as the campaign begins",
    "score": ", as their score is the higher",
    "company-types": ", as the company types have it",
    "roll": " by the dice",
}
"""Why a side attacks."""


def _chosen(event: chosen.MissionChosen) -> str:
    how = {
        "campaign": "as the campaign begins",
        "roll": "from that row",
        "paid": "paid for with victory points",
        "agreed": "agreed by both sides",
    }[event.how]
    return f"The mission is {mission_name(event.mission)}, {how}."


def _scores(state: State, event: chosen.MissionRolled) -> Iterator[Shown]:
    for side, roll in event.rolls.items():
        parts = (
            (roll.last, "last battle"),
            (roll.lead, "more points"),
            (roll.won_defending, "won as defender"),
        )
        added = tuple((f"{value:+d}".replace("-", "−"), what) for value, what in parts if value)
        yield Shown(side=side, dice=roll.dice, added=added, score=roll.score)


def _rolled(state: State, event: chosen.RolesRolled) -> str:
    thrown = ", ".join(
        f"{state.sides.get(side, side)} {' '.join(map(str, dice))}"
        for side, dice in event.dice.items()
    )
    return f"Dice for the attack: {thrown}."


# --- What the club recorded of the table in a battle, as far as it did, in sentences ------------

_WORDS = {**WORDS, "target": "as the target"}
"""Where platoons begin."""


def table_notes(state: State, battle: Battle) -> Iterator[str]:
    """FoW Turn Order: deployment, fortifications, player turns, Delay Counters, withdrawals."""
    table = battle.table
    for side, deployed in table.deployed.items():
        begins = fow_names.side_does(state, side, "begins with")
        yield capital(f"{begins} {_deployed(deployed)}.")
    if table.fortifications is not None:
        bought = table.fortifications
        yield f"Fortifications: {bought.spent} of {bought.points} points were spent."
    if table.turns:
        turns = ", ".join(f"{state.sides[side]} {count}" for side, count in table.turns.items())
        yield f"Player turns so far: {turns}." if battle.state == "running" else f"Turns: {turns}."
    if table.counters:
        yield f"Delay Counters: {table.counters}."
    for side, gone in table.withdrawn.items():
        if gone:
            have = "has" if len(gone) == 1 else "have"
            text = f"{counted(len(gone), 'platoon')} of {fow_names.the_side(state, side)}"
            yield f"{text} {have} withdrawn."


def _deployed(deployed: table_top.DeploymentRecorded) -> str:
    """`3 platoons on the table, 4 in Reserve`."""
    parts = [f"{counted(deployed.on_table, 'platoon')} on the table"]
    for group in GROUPS:
        if count := getattr(deployed, group):
            parts.append(f"{count} {_WORDS[group]}")
    return ", ".join(parts)


# --- The battles of a round: mission and roles, result and points, losses, dice -----------------

FATES: dict[words.Fate, str] = {
    "destroyed": "destroyed",
    "pre-game": "before the first turn",
    "rear": "sent to the rear",
    "left": "left the table",
}


def battles(context: Context) -> Shown | None:
    """FoW Campaign Sequence: the battle of each line in the round."""
    log = context.log
    over = any((log.end.decided, log.end.campaign.closed))
    is_open = context.place + 1 == len(context.logs) and not over
    reports = []
    for line in log.end.lines.values():
        known = log.end.known_battle(line.battle)
        battle = known if known and known.round == log.turn else None
        if battle is not None or (line.mission and is_open and line.phase != "settled"):
            reports.append(_report(context, line, battle, is_open=is_open))
    return Shown(battles=reports, marks=context.marks) if reports else None


def card_file(battle: str) -> str:
    """The page of a battle's mission card."""
    return f"card-{battle}.html"


def _report(context: Context, line: LineState, begun: Battle | None, *, is_open: bool) -> Shown:
    log = context.log
    state = log.end
    battle = begun or planned(state, line)
    sector = line.at(battle.sector)
    number = battle.id.rpartition("-")[2]
    shown = battle.state if begun else "planned"
    is_booked = battle.state == "settled"
    return Shown(
        id=battle.id,
        title=f"{line.name}, battle {number}" if len(state.lines) > 1 else f"Battle {number}",
        mission=mission_name(battle.mission),
        place=sector.name if sector else "",
        state=shown,
        stamp=STAMPS[shown],
        result=_result(state, battle),
        reckoned=tuple(_reckoned(state, battle)) if is_booked else (),
        chosen=mission_dice(state, log.notes.events, line.id),
        sides=tuple(_side(state, line, battle, side) for side in state.sides),
        is_booked=is_booked,
        dice=dice_lines(state, log.notes.details, battle),
        card=card_file(battle.id) if battle.state == "running" and is_open else "",
        notes=tuple(_notes(state, battle)),
    )


STAMPS = {
    "planned": "to be fought",
    "running": "being fought",
    "reported": "reported",
    "settled": "booked",
    "abandoned": "not played",
}


def _side(state: State, line: LineState, battle: Battle, side: str) -> Shown:
    role = "" if not battle.attacker else "attacks" if side == battle.attacker else "defends"
    report, force = battle.report, battle.forces.get(side, "")
    known = state.forces.get(force)
    gone = dict(battle.table.gone.get(side, ()))
    named = report.lost_platoons.get(side, ()) if report else ()
    fates = {platoon: gone.get(platoon, "destroyed") for platoon in (*gone, *named) if platoon}
    losses = tuple(
        f"{known.platoon(platoon) if known else platoon}, {FATES[fate]}"
        for platoon, fate in fates.items()
    )
    logged = len(battle.table.gone.get(side, ()))
    return Shown(
        side=side,
        name=state.sides[side],
        role=role,
        commander=fow_names.commander_name(state, line, side),
        force=known.called if known else force,
        platoons=battle.platoons.get(side, 0),
        lost=report.lost.get(side, 0) if report else logged,
        points=battle.points.get(side, 0),
        losses=losses,
    )


# --- the result ---------------------------------------------------------------------------------


def ended(state: State, by: words.EndedBy | str, side: str, turn: int) -> str:
    """FoW missions: how a battle ended, inside a sentence."""
    when = f" in their turn {turn}" if turn and side else ""
    if by in _OVER:
        return _OVER[by]
    return fow_names.side_does(state, side, _DOES[by]) + when


_OVER = {"last-turn": "the mission’s last turn is over", "time": "the time is up"}
_DOES = {
    "objective": "holds an objective",
    "cleared": "has no enemy left to drive off",
    "morale": "fails Company Morale",
    "conceded": "gives up",
}
"""What a side does by which a battle ends."""


_WON_BY: dict[words.EndedBy, str] = {
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
    won = fow_names.side_does(state, report.winner, "wins") if report.winner else "nobody wins"
    who = capital(won)
    if report.winner == report.side and report.ended_by in _WON_BY:
        when = f" in their turn {report.turn}" if report.turn else ""
        text = f"{who}, {_WON_BY[report.ended_by]}{when}."
    else:
        text = f"{who}: {ended(state, report.ended_by, report.side, report.turn)}."
    if battle.state == "reported":
        if battle.contested:
            by, does = battle.contested_by, "contests the report"
            contests = fow_names.side_does(state, by, does) if by else f"the host {does}"
            return f"{text} {capital(contests)}: {battle.contested}"
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
        who = fow_names.side_first(state, side)
        if not lost:
            yield f"{who} lost no platoon."
            continue
        text = f"{who} lost {counted(lost, 'platoon')}"
        if before:
            text += f", {before} of them before the first turn"
        yield f"{text}; {counts} {'counts' if counts == 1 else 'count'} for the points."


def _notes(state: State, battle: Battle) -> Iterator[str]:
    if battle.weather:
        yield f"Weather: {charts.name(battle.weather)}."
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
