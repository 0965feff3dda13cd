"""FoW Campaign Sequence: what each line waits for, who may do it, and what is passed over. Pure."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from campaign.fow.members import permissions
from campaign.fow.members.permissions import may_act_for, speaker, the_line
from campaign.fow.missions import catalogue, commands, selection
from campaign.fow.names import names_of, the_side, whose
from campaign.fow.results.commands import AbandonBattle
from campaign.fow.state import LineState, State, commander
from campaign.kernel.deadlines import PassedSeat
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.kernel.members import HOST, AdvanceTurn, CloseCampaign
from campaign.kernel.pages import Way
from campaign.kernel.terminal.screens import NextStep
from campaign.text import english, json_values
from events.base import Event
from events.campaign import CampaignClosed
from events.fow import battles, missions

What = Literal["mission", "change", "roles", "begin", "result", "confirm"]


class AwaitedAct(msgspec.Struct, frozen=True):
    """What a line waits for."""

    line: str
    battle: str
    what: What
    sides: tuple[str, ...]
    """Those who may do it; a commander of any of them can."""

    @property
    def act(self) -> "ActWords":
        """What it is called."""
        return ACTS[self.what]


class ActWords(msgspec.Struct, frozen=True):
    """What an act is called on every front end."""

    does: str
    """In the infinitive: `roll for the mission`."""
    verb: str
    """What to type."""
    command: str
    button: str
    title: str
    """Behind `your`, with the battle in place of the braces."""
    deadline: str = ""
    """By what name it may have a deadline."""
    is_tap: bool = False
    """Whether the button does it at once, as nothing has to be filled in."""


ACTS: dict[What, ActWords] = {
    "mission": ActWords(
        "roll for the mission", "mission", "RollMission", "Roll for the mission", "mission of {}"
    ),
    "change": ActWords(
        "pay for another mission, or decline", "decline", "DeclineChange", "Keep the mission",
        "choice of another mission for {}", is_tap=True,
    ),
    "roles": ActWords(
        "roll for who attacks", "roles", "RollRoles", "Roll for who attacks",
        "roll for the attack in {}",
    ),
    "begin": ActWords(
        "begin the battle", "battle begin", "BeginBattle", "Begin the battle", "beginning of {}"
    ),
    "result": ActWords(
        "report the result", "result", "ReportResult", "Report the result", "result of {}",
        "results",
    ),
    "confirm": ActWords(
        "confirm or contest the result", "confirm", "ConfirmResult", "Confirm the result",
        "confirmation of the result of {}", "confirmations", is_tap=True,
    ),
}  # fmt: skip
"""In the order of a round."""
_FOR_BOTH = ("mission", "roles")
"""What any host may do, since it is for both sides."""


def tasks(state: State) -> tuple[AwaitedAct, ...]:
    """What the lines wait for, one thing each; nothing once the campaign is decided."""
    if state.decided is not None or state.campaign.closed or not state.campaign.turn:
        return ()
    awaited = (task_of(state, line) for line in state.lines.values())
    return tuple(task for task in awaited if task is not None)


def task_of(state: State, line: LineState) -> AwaitedAct | None:
    """What a line waits for; None where its battle is booked."""
    if line.phase == "settled":
        return None
    what: What = _WHAT[line.phase] if line.phase != "preparation" or line.attacker else "roles"
    sides, battle = tuple(state.sides), state.known_battle(line.battle)
    if what == "change":
        sides = (line.change.offered_to,)
    elif what == "confirm" and battle and battle.report and battle.report.by_side:
        sides = (state.other(battle.report.by_side),)  # FoW ruling 29: the one that did not report
    return AwaitedAct(line.id, line.battle, what, sides)


_WHAT: dict[str, What] = {
    "mission": "mission",
    "change": "change",
    "preparation": "begin",
    "battle": "result",
    "reported": "confirm",
}
"""What each phase of a line waits for, once it is settled who attacks."""


# --- who, and what they type --------------------------------------------------------------------


def members(state: State, task: AwaitedAct) -> tuple[str, ...]:
    """Members: those who may do it: commanders, else speakers; empty where only a host may."""
    return tuple(who for side in task.sides if (who := acting(state, task, side)))


def acting(state: State, task: AwaitedAct, side: str) -> str:
    """Who acts for a side: its commander, else its speaker; empty where it has neither."""
    battle = state.known_battle(task.battle)
    if battle is not None:
        return next(iter(permissions.speaks(state, battle, side)), "")
    return commander(state, task.line, side) or state.campaign.powers.get(side, "")


def who(state: State, task: AwaitedAct) -> str:
    """The same by name: `Anna or Ben`."""
    names = [state.campaign.called(one) for one in dict.fromkeys(members(state, task))]
    if len(names) < len(task.sides):
        names.append("the host")
    return english.listed(names, "or")


def awaits(state: State, task: AwaitedAct) -> str:
    """Whom a line waits for, and for what: `Anna or Ben, to report the result`."""
    return f"{who(state, task)}, to {task.act.does}"


def call(state: State, task: AwaitedAct) -> str:
    """What to type at the host's keyboard, in the name of somebody who may do it."""
    able = members(state, task)
    line = f" {task.line}" if len(state.lines) > 1 else ""
    by = "" if _host_may(state, task) or not able else f" --as {able[0]}"
    return f"{task.act.verb} {state.campaign.name}{line}{by}"


def _host_may(state: State, task: AwaitedAct) -> bool:
    """Members: whether the host at the keyboard may do it in their own name."""
    battle = state.known_battle(task.battle)
    if task.what in _FOR_BOTH or HOST in members(state, task):
        return True
    if task.what == "change" and members(state, task):
        return False  # it is their own choice
    if battle is not None and battle.state in ("running", "reported"):
        return permissions.impartial(state, battle, HOST)
    acts = AdvanceTurn(by=HOST)
    return any(may_act_for(state, acts, task.line, side) is None for side in task.sides)


def step(state: State, task: AwaitedAct) -> NextStep:
    """The same as a next step."""
    line = f"{state.lines[task.line].name}: " if len(state.lines) > 1 else ""
    return NextStep(call(state, task), f"{line}{task.act.does} ({who(state, task)})")


def sent(state: State, task: AwaitedAct) -> json_values.JsonFields:
    """The command that does it, as far as it is known."""
    return {"command": task.act.command, **known(state, task)}


def known(state: State, task: AwaitedAct) -> dict[str, str]:
    """What is known of the act: its line, where there are several."""
    return {"line": task.line} if len(state.lines) > 1 else {}


WAYS: dict[What, tuple[tuple[str, str], ...]] = {
    "change": (
        ("Play this mission", "DeclineChange"),
        ("Pay for another mission", "ChangeMission"),
    ),
    "confirm": (("Confirm the result", "ConfirmResult"), ("It is wrong", "ContestResult")),
}
"""FoW rulings 7, 29: acts of which either will do, each with what a button says."""


def ways(state: State, task: AwaitedAct) -> Iterator[Way]:
    """The acts of which either does what a line waits for; nothing where only one does."""
    for text, act in WAYS.get(task.what, ()):
        yield Way(text, act, known(state, task))


def form(state: State, task: AwaitedAct, command: str = "") -> str:
    """The form of a command for a task, with the line filled in."""
    about = f"?line={task.line}" if len(state.lines) > 1 else ""
    return f"{command or task.act.command}{about}"


# --- a line in words ----------------------------------------------------------------------------


def place(line: LineState) -> str:
    """Where a line stands: its sector, or the how manyth game it is."""
    if line.here is None or line.axis is None:
        return f"battle {line.game}"
    return f"{line.here.name} ({line.sector} of {len(line.axis.sector)})"


def where(state: State, line: LineState) -> str:
    """Where a line stands and what is fought there: a sentence without its full stop."""
    parts = [f"battle {line.game}"]
    if line.here is not None and line.axis is not None:
        here = place(line)
        if line.phase == "settled":
            over = f"{parts[0]} is over; next {here}"
            return f"{here} is taken" if line.broken_by else over
        parts = [here, *parts]
    if line.phase == "settled":
        return f"{parts[0]} is over"
    if line.mission:
        parts.append(catalogue.mission_name(line.mission))
    if line.attacker:
        parts.append(f"attack by {the_side(state, line.attacker)}")
    return ", ".join(parts)


def points(state: State, line: LineState) -> str:
    """Victory points of a line that can be spent: `Allies 6, Axis 1`."""
    return ", ".join(
        f"{name} {line.points[side].balance}"
        for side, name in state.sides.items()
        if side in line.points
    )


# --- Members: the choices that a command makes for a side's own people, or drops ----------------


def passed(state: State, command: Command) -> Iterator[PassedSeat]:
    """FoW rulings 7, 17, 29: another mission is a side's own choice, and so is its result."""
    match command:
        case commands.DeclineChange():
            yield from _answered(state, selection.decline(state, command, Supplied()))
        case commands.AgreeMission():
            yield from _answered(state, selection.agree(state, command, Supplied()))
        case AbandonBattle():
            line = the_line(state, command.line)
            if not isinstance(line, Refused):
                yield from dropped(state, line)
        case CloseCampaign() if state.decided is None:
            for line in state.lines.values():
                yield from dropped(state, line)


def passed_by(before: State, event: Event) -> Iterator[PassedSeat]:
    """The same of an event on record."""
    match event:
        case missions.ChangeDeclined() | missions.MissionAgreed():
            yield _answer(before, event)
        case battles.BattleAbandoned():
            yield from dropped(before, before.lines[event.line])
        case CampaignClosed() if before.decided is None:
            for line in before.lines.values():
                yield from dropped(before, line)


def _answered(state: State, decision: Decision) -> Iterator[PassedSeat]:
    """What is answered for each side, by whoever sends it."""
    for event in decision if isinstance(decision, tuple) else ():
        if isinstance(event, missions.ChangeDeclined | missions.MissionAgreed):
            yield _answer(state, event)


def _answer(state: State, event: missions.ChangeDeclined | missions.MissionAgreed) -> PassedSeat:
    about, counts = "choice of another mission", "declined"
    if isinstance(event, missions.MissionAgreed):
        about, counts = f"word on {catalogue.mission_name(event.mission)}", "agreed"
    title = f"{whose(the_side(state, event.side))} {about}"
    return PassedSeat(title, deciders(state, event.line, event.side), "change", counts)


def deciders(state: State, line: str, side: str) -> tuple[str, ...]:
    """Who decides for a side on a line: its commander and its speaker."""
    return tuple(dict.fromkeys(filter(None, (commander(state, line, side), speaker(state, side)))))


def dropped(state: State, line: LineState) -> Iterator[PassedSeat]:
    """What a line still waits for that its end makes void."""
    task = task_of(state, line)
    battle = state.known_battle(line.battle)
    for side in task.sides if task else ():
        name = whose(the_side(state, side))
        if task and task.what == "change":
            title = f"{name} choice of another mission"
            yield PassedSeat(title, deciders(state, line.id, side), "change")
        elif task and task.what == "confirm" and battle is not None:
            title = f"{name} word on the result of {names_of(state).battle(line.battle)}"
            yield PassedSeat(title, permissions.speaks(state, battle, side), "confirmations")
