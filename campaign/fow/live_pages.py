"""What Flames of War brings to the pages that members play on. Pure; nothing here is secret."""

from campaign.fow import names, tasks
from campaign.fow.dice.commands import AIDS
from campaign.fow.missions.card import card_of
from campaign.fow.missions.catalogue import missions
from campaign.fow.screens import decided, status
from campaign.fow.state import LineState, State, force_of
from campaign.fow.tasks import passed, passed_by
from campaign.kernel import screens
from campaign.kernel.deadlines import Awaiting
from campaign.text.english import capital, counted

# --- FoW: examples of the game's values for whoever writes programs -----------------------------

_HEAD = "5e" * 32
EXAMPLES = screens.ProgramExamples(
    asked={"showReport": {"turn": "round-01"}},
    answers={
        "listCampaigns": [
            {
                "name": "winter",
                "title": "Anzio in winter",
                "turn": "round-03",
                "version": 41,
                "head": _HEAD,
            }
        ],
        "showCampaign": {
            "campaign": "winter",
            "system": "fow",
            "rulebook": "fow-2006",
            "version": 41,
            "head": _HEAD,
            "turn": "round-03",
            "lines": {"anzio": {"sector": 3, "phase": "battle", "mission": "breakthrough"}},
        },
        "showWaiting": {
            "waiting": [
                {
                    "member": "anna",
                    "power": "allies",
                    "what": "results",
                    "until": "2026-03-09T21:00:00Z",
                }
            ]
        },
    },
    sent=(
        {"command": "RollMission", "id": "mission-3", "dice": {"allies": [5], "axis": [3]}},
        {
            "command": "ReportResult",
            "id": "result-3",
            "ended_by": "objective",
            "side": "allies",
            "turn": 6,
            "lost": {"allies": 1, "axis": 3},
        },
        {"command": "ConfirmResult", "id": "confirmed-3"},
    ),
)
"""Values of a campaign in its third round."""


# --- What Flames of War brings to the pages that members play on --------------------------------
# Pure; nothing here is secret.

# --- the table ----------------------------------------------------------------------------------


def table(state: State) -> screens.LivePage:
    """FoW Campaign Sequence: what is fought for now, and who acts next."""
    found = status(state)
    lines = list(state.lines.values())
    alone = lines[0] if len(lines) == 1 else None
    return screens.LivePage(
        title=alone.name if alone else "The lines",
        sentence=f"Waiting for {'; '.join(found.waits_for)}.",
        card=_card(state, alone) if alone and alone.mission else None,
        pips=_pips(state, alone) if alone else (),
        stamp=_stamp(state),
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
    sector = card.sector
    parts = [(rule.name, rule.text) for rule in (*card.rules, *(sector.rules if sector else ()))]
    if sector and sector.terrain:
        parts.append(("Add to the table", capital(f"{'; '.join(sector.terrain)}.")))
    return screens.TableCard(
        heading=card.name,
        group=line.attacker,
        about=capital(f"{here}battle {line.game}, {who}"),
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


def _stamp(state: State) -> str:
    return "Decided" if state.decided else ""


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
    does = screens.StageButton(
        key,
        f"{task.act.button}{about}",
        {} if _has_form(state, line, task) else tasks.sent(state, task),
        tasks.form(state, task) if _has_form(state, line, task) else "",
    )
    if task.what == "change":
        other = tasks.form(state, task, "ChangeMission")
        return (
            does,
            screens.StageButton(f"{key}:pay", f"Pay for another mission{about}", form=other),
        )
    if task.what == "confirm":
        other = tasks.form(state, task, "ContestResult")
        contest = screens.StageButton(
            f"{key}:contest", f"Contest it{about}", form=other, is_careful=True
        )
        return (does, contest)
    return (does,)


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


def words(state: State) -> dict[str, dict[str, str]]:
    """What dice aids there are."""
    return {"aid": {slug: aid.row.what for slug, aid in AIDS.items()}}


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


AWAITING = Awaiting[State](
    ("results", "confirmations"), _awaits, passed=passed, passed_by=passed_by
)
ACTS = (
    screens.ActGroup("Battles", ("BeginBattle", "ReportResult", "ConfirmResult", "AbandonBattle")),
    screens.ActGroup(
        "Sides and forces", ("JoinSide", "LeaveSide", "AssignCommanders", "EnterForce")
    ),
)
"""What a host records most often."""
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
ROOMS = screens.LivePages[State](
    table,
    stages=stages,
    words=words,
    rare=frozenset(("pre_game", "first_lost", "left_behind", "played_on", "note", "witness")),
    closed=frozenset(("aid",)),
    figures=figures,
    called=called,
    acts=ACTS,
    sheets=SHEETS,
    standing=("map", "points", "forces"),
    wall=("map",),
    examples=EXAMPLES,
)
"""The game's part of the pages that members play on."""
