"""What the game shows on the screens and pages of every campaign, and at a replay's stop. Pure.

Nothing here is secret.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.fow import csv_tables, names, tasks
from campaign.fow.missions.card import card_of
from campaign.fow.missions.catalogue import mission_name, missions
from campaign.fow.results.outcomes import reported_in_words
from campaign.fow.results.outcomes import standings as of_players
from campaign.fow.state import LineState, State, commander, force_of
from campaign.fow.tasks import passed, passed_by
from campaign.kernel import deadlines, decisions, pages
from campaign.kernel.terminal import screens
from campaign.text.english import capital, counted, listed, signed
from campaign.text.json_values import JsonFields

# --- The position at a stop of a replay: round, lines, sectors and points -----------------------


def panel(before: JsonFields, after: JsonFields) -> tuple[screens.StyledLine, ...]:
    """The position after a stop, with changes marked."""
    return tuple(_panel_lines(before, after))


def _panel_lines(before: JsonFields, after: JsonFields) -> Iterator[screens.StyledLine]:
    turn = after["turn"]
    yield ((names.round_in_words(turn) if turn else "before the first round", "strong"),)
    for name, line in after["lines"].items():
        yield ()
        yield from _line(before["lines"].get(name, line), line, after["sides"])
    if after["decided"]["how"]:
        yield ()
        yield _row("decided", after["decided"]["how"])
    if after["closed"]:
        yield _row("campaign", "closed")


def _line(before: JsonFields, line: JsonFields, sides: JsonFields) -> Iterator[screens.StyledLine]:
    yield ((line["name"], "dim"),)
    if line["sectors"]:
        moved: screens.Style = "strong" if line["sector"] != before["sector"] else ""
        place = f"{line['sector']} of {line['sectors']}"
        yield ((f"{'sector':<11}", "dim"), (place, moved))
    yield _row("battle", line["game"])
    if line["mission"]:
        yield _row("mission", line["mission"])
    if line["attacker"]:
        yield _row("attacker", sides[line["attacker"]]["name"])
    yield _row("phase", line["phase"])
    for side, points in line["victory_points"].items():
        held = points["balance"]
        had = before["victory_points"].get(side, points)["balance"]
        text = f"{sides[side]['name']:<11}{held:>3}"
        if held == had:
            yield ((text, ""),)
        else:
            change: screens.Style = "up" if held > had else "down"
            yield ((text, "strong"), (f"  {signed(held - had)}", change))


def _row(label: str, value: object) -> screens.StyledLine:
    return ((f"{label:<11}", "dim"), (str(value), ""))


# --- What the game shows on the screens that every campaign has ---------------------------------

_ENDED = {
    "breakthrough": "{} broke through",
    "points": "{} won on points",
    "limit": "{} held out to the end",
    "draw": "a draw",
    "stalemate": "a stalemate",
}
"""How a campaign was decided."""

_PHASES: dict[str, tuple[str, ...]] = {
    "RollMission": ("mission",),
    "ChangeMission": ("change",),
    "DeclineChange": ("change",),
    "AgreeMission": ("change", "preparation"),
    "RollRoles": ("preparation",),
    "BeginBattle": ("preparation",),
    "ReportResult": ("battle", "reported"),
    "ConfirmResult": ("reported",),
    "ContestResult": ("reported",),
    "RecordDeployment": ("battle",),
    "BuyFortifications": ("battle",),
    "BeginPlayerTurn": ("battle",),
    "WithdrawPlatoon": ("battle",),
    "LosePlatoon": ("battle",),
    "RollDice": ("battle",),
}
"""When a command has its time on a line."""


def status(state: State) -> screens.Status:
    """What each line waits for and who may do it; once all are booked, the end of the round."""
    awaited = tasks.tasks(state)
    otherwise = f"the host, to end the {'campaign' if state.decided else 'round'}"
    ends = screens.NextStep(f"end {state.campaign.name}", "end the campaign: it is decided")
    return screens.Status(
        now=tuple(_lines(state)),
        waits_for=tuple(_waits(state, task) for task in awaited) or (otherwise,),
        json={
            "kind": state.kind,
            "lines": {line.id: line.phase for line in state.lines.values()},
            "waits_for": [
                {
                    "line": task.line,
                    "battle": task.battle,
                    "what": task.what,
                    "does": task.act.does,
                    "sides": list(task.sides),
                    "members": list(tasks.members(state, task)),
                    "call": f"campaign {tasks.call(state, task)}",
                }
                for task in awaited
            ],
            "decided": msgspec.to_builtins(state.decided) if state.decided else None,
        },
        owed=(("Decided", decided(state)),)
        if state.decided
        else (*_cards(state), *_nobody(state), *_no_force(state)),
        seats=points(state),
        steps=(ends,) if state.decided else (),
        may_end=state.decided is None and not awaited,
        unfinished=tuple(
            screens.Unfinished(
                f"{state.lines[task.line].name} waits for {tasks.awaits(state, task)}",
                tasks.step(state, task),
                waits=_waits(state, task),
                does=task.act.does,
                seat=task.sides[0] if len(task.sides) == 1 else "",
            )
            for task in awaited
        ),
    )


def _lines(state: State) -> list[screens.Labelled]:
    """Where each line stands."""
    alone = len(state.lines) == 1
    texts = [
        tasks.where(state, line) if alone else f"{line.name}: {tasks.where(state, line)}"
        for line in state.lines.values()
    ]
    return [
        ("" if number else "Line" if alone else "Lines", text) for number, text in enumerate(texts)
    ]


def _cards(state: State) -> Iterator[screens.Labelled]:
    """FoW missions: where each battle's card is: its set-up, its rules, and how it is won."""
    for line in state.lines.values():
        if line.mission and line.phase != "settled":
            call = f"campaign card {state.campaign.name}"
            call += f" {line.id}" if len(state.lines) > 1 else ""
            yield "Card", f"{mission_name(line.mission)}: {call}"


def _nobody(state: State) -> Iterator[screens.Labelled]:
    """FoW Multi-player Campaigns: where a team has not said who fights."""
    if len(state.lines) == 1:
        return
    for line in state.lines.values():
        free = [side for side in state.sides if not commander(state, line.id, side)]
        if free and line.phase in ("mission", "change", "preparation"):
            call = f"campaign commanders {state.campaign.name} {free[0]} {line.id}=…"
            who = listed(names.the_side(state, side) for side in free)
            yield "Commanders", f"{line.name}: nobody fights for {who} yet ({call})"


def _no_force(state: State) -> Iterator[screens.Labelled]:
    """FoW Choosing Your Force: who is about to fight without a roster, though their side has some.

    Forces go with their players, so a line that was handed over may have been left without one.
    """
    for line in state.lines.values():
        if line.phase not in ("mission", "change", "preparation") or line.broken_by:
            continue
        for side in state.sides:
            who = commander(state, line.id, side)
            has = any(force.side == side for force in state.forces.values())
            if who and has and force_of(state, line.id, side) is None:
                text = f"{line.name}: {state.campaign.called(who)} has no force yet"
                yield "Forces", f"{text}; without one this battle has no roster"


def _waits(state: State, task: tasks.AwaitedAct) -> str:
    """`Anzio: Anna or Ben, to report the result`."""
    battle = state.known_battle(task.battle)
    line = f"{state.lines[task.line].name}: " if len(state.lines) > 1 else ""
    contested = ""
    if task.what == "result" and battle is not None and battle.contested:
        contested = f" (the last report was contested: “{battle.contested}”)"
    return f"{line}{tasks.awaits(state, task)}{contested}"


def decided(state: State) -> str:
    """FoW Ending the Campaign: how it ended, in words."""
    if (end := state.decided) is None:
        return ""
    text = _ENDED[end.how].format(names.the_side(state, end.winner))
    line = f" ({state.lines[end.line].name})" if end.line and len(state.lines) > 1 else ""
    return f"{text[:1].upper()}{text[1:]}{line}"


def points(state: State) -> screens.Grid:
    """Victory points of each side on each line, and who commands."""
    rows = tuple(
        (
            line.name,
            state.sides[side],
            names.fights_for(state, line.id, side),
            points.won,
            points.spent,
            points.balance,
        )
        for line in state.lines.values()
        for side, points in line.points.items()
    )
    return screens.Grid(
        ("line", "side", "commander", "won", "spent", "left"), rows, "won spent left"
    )


def overview(state: State) -> screens.Overview:
    """The whole state as everybody may see it."""
    now = tuple((label.lower(), text) for label, text in _lines(state))
    return screens.Overview(now=now, seats=points(state), rest=tuple(_rest(state)))


def _rest(state: State) -> list[screens.Labelled]:
    lines: list[screens.Labelled] = []
    for side, name in state.sides.items():
        speaker = state.campaign.powers.get(side, "")
        who = [
            state.campaign.called(one) + (" (speaker)" if one == speaker else "")
            for one, plays in state.players.items()
            if plays == side
        ]
        lines.append((name, ", ".join(who) or "nobody yet"))
    for force in state.forces.values():
        text = (
            f"{state.sides[force.side]}, {force.company_type}, {force.points} of {force.limit} "
            f"points, {len(force.platoons)} platoons"
        )
        lines.append(("force", f"{force.called}: {text}"))
    if state.decided is not None:
        lines.append(("decided", decided(state)))
    return lines


def standings(state: State) -> screens.Standings:
    """Points and sectors by line, and how each player stands."""
    return screens.Standings(
        points(state),
        {
            "points": {
                line.id: {side: held.balance for side, held in line.points.items()}
                for line in state.lines.values()
            },
            "sectors": {line.id: line.sector for line in state.lines.values()},
            "players": {who: msgspec.to_builtins(one) for who, one in of_players(state).items()},
        },
    )


def hint(state: State, kind: type[decisions.Command]) -> str:
    """What comes next, where a command came too early."""
    line = next(iter(state.lines.values())) if len(state.lines) == 1 else None
    if line is None or line.phase in _PHASES.get(kind.__name__, (line.phase,)):
        return ""
    for task in tasks.tasks(state):
        return f"next: `campaign {tasks.call(state, task)}`"
    return f"next: `campaign {'end' if state.decided else 'turn'} {state.campaign.name}`"


SCREENS = screens.Screens(status, overview, standings, panel, hint)


# --- FoW: examples of the game's values for whoever writes programs -----------------------------

EXAMPLES = msgspec.json.decode(
    csv_tables.table("examples/programs.json"), type=screens.ProgramExamples
)
"""Values of a campaign in its third round."""


# --- the table ----------------------------------------------------------------------------------


def table(state: State) -> screens.LivePage:
    """FoW Campaign Sequence: what is fought for now, and who acts next."""
    current = status(state)
    lines = list(state.lines.values())
    alone = lines[0] if len(lines) == 1 else None
    return screens.LivePage(
        title=alone.name if alone else "The lines",
        sentence=f"Waiting for {'; '.join(current.waits_for)}.",
        card=_card(state, alone) if alone and alone.mission else None,
        pips=_pips(state, alone) if alone else (),
        stamp="Decided" if state.decided else "",
    )


def _card(state: State, line: LineState) -> screens.TableCard:
    """FoW missions: the mission of a line, with its rules to unfold."""
    card = card_of(state, line)
    here = f"{line.here.name}, " if line.here else ""
    who = (
        f"attack by {names.the_side(state, line.attacker)}"
        if line.attacker
        else "nobody attacks yet"
    )
    battle = state.known_battle(line.battle)
    reported = (
        f". {reported_in_words(battle.report, names.names_of(state))}"
        if line.phase == "reported" and battle and battle.report
        else ""
    )
    sector = card.sector
    parts = [(rule.name, rule.text) for rule in (*card.rules, *(sector.rules if sector else ()))]
    if sector and sector.terrain:
        parts.append(("Add to the table", capital(f"{'; '.join(sector.terrain)}.")))
    return screens.TableCard(
        heading=card.name,
        group=line.attacker,
        about=capital(f"{here}battle {line.game}, {who}{reported}"),
        parts=tuple(parts),
    )


def _pips(state: State, line: LineState) -> tuple[screens.Pip, ...]:
    """Whether each side has done its part."""
    task = tasks.task_of(state, line)
    if task is None or task.what not in ("confirm", "change"):
        return ()
    return tuple(
        screens.Pip(side, side not in task.sides, "awaited" if side in task.sides else "in")
        for side in state.sides
    )


# --- the stages of a round ----------------------------------------------------------------------


def stages(state: State) -> tuple[screens.TurnStage, ...]:
    """FoW Campaign Sequence: a stage for each line, with what the host can do there now."""
    if state.decided is not None:
        end = screens.StageButton(
            "end:decided", "End the campaign", form="CloseCampaign", is_careful=True
        )
        return (screens.TurnStage(decided(state), "now", buttons=(end,)),)
    return tuple(_stage(state, line) for line in state.lines.values())


def _stage(state: State, line: LineState) -> screens.TurnStage:
    where = tasks.where(state, line)
    title = f"{line.name}: {where}" if len(state.lines) > 1 else capital(where)
    task = tasks.task_of(state, line)
    if task is None:
        return screens.TurnStage(title, "done")
    note = f"Waiting for {tasks.awaits(state, task)}."
    return screens.TurnStage(title, "now", note, _buttons(state, line, task))


def _buttons(
    state: State, line: LineState, task: tasks.AwaitedAct
) -> tuple[screens.StageButton, ...]:
    """What the host can do for a line: at once, or by a form with something to fill in."""
    key = f"{task.what}:{task.battle}:{task.sides[0]}"
    about = f": {line.name}" if len(state.lines) > 1 else ""
    button = screens.StageButton(key, f"{task.act.button}{about}")
    if _has_form(state, line, task):
        does = replace(button, form=tasks.form(state, task))
    else:
        does = replace(button, command=tasks.sent(state, task))
    if task.what not in _INSTEAD:
        return (does,)
    name, text, command = _INSTEAD[task.what]
    form, is_careful = tasks.form(state, task, command), task.what == "confirm"
    other = screens.StageButton(f"{key}:{name}", f"{text}{about}", {}, form, is_careful)
    return (does, other)


_INSTEAD = {
    "change": ("pay", "Pay for another mission", "ChangeMission"),
    "confirm": ("contest", "Contest it", "ContestResult"),
}
"""What the host can do instead: the end of its key, its words, its command."""


def _has_form(state: State, line: LineState, task: tasks.AwaitedAct) -> bool:
    """Whether there is something to fill in: dice of the table, platoons, a result."""
    match task.what:
        case "mission" | "roles":
            return state.rulings.dice != "ledger"
        case "begin":
            return any(force_of(state, line.id, side) is None for side in state.sides)
        case "result":
            return True
    return False


# --- forms and figures --------------------------------------------------------------------------


def figures(state: State) -> tuple[screens.SeatFigure, ...]:
    """FoW Victory Points: what each side has left to spend, on all lines together."""
    held = {
        side: sum(line.points[side].balance for line in state.lines.values() if side in line.points)
        for side in state.sides
    }
    return tuple(
        screens.SeatFigure(side, number, counted(number, "victory point"))
        for side, number in held.items()
    )


def called(state: State) -> dict[str, str]:
    """Lines, forces and missions by name."""
    return {
        **{slug: mission.name for slug, mission in missions().items()},
        **{force.id: force.called for force in state.forces.values()},
        **{line.id: line.name for line in state.lines.values()},
    }


# --- deadlines ----------------------------------------------------------------------------------


def _awaits(state: State) -> dict[str, int]:
    """What may have a deadline now: results, and confirmations."""
    whats = {task.what for task in tasks.tasks(state)}
    return {
        name: 0
        for name, its in (("results", {"begin", "result"}), ("confirmations", {"confirm"}))
        if its & whats
    }


AWAITING = deadlines.Awaiting[State](
    ("results", "confirmations"), _awaits, passed=passed, passed_by=passed_by
)
SHEETS = (
    screens.MetricSheet(
        "lines", "The lines", ("map", "possible"), ("sector", "mission", "attacker")
    ),
    screens.MetricSheet(
        "points",
        "Victory points",
        ("points",),
        ("points",),
        "points.html",
        "Every point won and spent, with its reason",
    ),
    screens.MetricSheet(
        "battles", "Battles and cards", ("battles", "battlefields"), ("end", "outcome")
    ),
    screens.MetricSheet("forces", "Forces", ("forces",), ("price", "limit")),
    screens.MetricSheet("players", "Players", ("players", "history")),
)
"""The figures of the campaign by subject."""


def _war(context: pages.PageContext[State, Any], chosen: str) -> screens.WarPicture:
    from campaign.fow.report.lines import STRIP

    return screens.WarPicture(STRIP.template, STRIP.view(context), NO_LINE)


NO_LINE = "No line has begun yet. The host begins the campaign."
ROOMS = screens.LivePages[State](
    table,
    stages=stages,
    figures=figures,
    called=called,
    sheets=SHEETS,
    standing=("map", "points", "forces"),
    wall=("map",),
    war=_war,
    examples=EXAMPLES,
)
"""The game's part of the pages that members play on."""
