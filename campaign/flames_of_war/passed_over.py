"""Members: the choices that a command makes for a side's own people, or drops. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war import awaited
from campaign.flames_of_war.at_the_keyboard import whose
from campaign.flames_of_war.missions import change
from campaign.flames_of_war.missions.commands import AgreeMission, DeclineChange
from campaign.flames_of_war.names import names_of
from campaign.flames_of_war.results import battle_people
from campaign.flames_of_war.results.commands import AbandonBattle
from campaign.flames_of_war.state import LineState, State, commander
from campaign.flames_of_war.who_may import speaker, the_line
from campaign.kernel.deadlines import Passed
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.kernel.members import CloseCampaign
from events.base import Event
from events.campaign import CampaignClosed
from events.fow.battles import BattleAbandoned
from events.fow.missions import ChangeDeclined, MissionAgreed


def passed(state: State, command: Command) -> Iterator[Passed]:
    """FoW rulings 7, 17, 29: another mission is a side's own choice, and so is its result."""
    match command:
        case DeclineChange():
            yield from _answered(state, change.decline(state, command, Supplied()))
        case AgreeMission():
            yield from _answered(state, change.agree(state, command, Supplied()))
        case AbandonBattle():
            line = the_line(state, command.line)
            if not isinstance(line, Refused):
                yield from dropped(state, line)
        case CloseCampaign() if state.decided is None:
            for line in state.lines.values():
                yield from dropped(state, line)


def passed_by(before: State, event: Event) -> Iterator[Passed]:
    """The same of an event on record."""
    match event:
        case ChangeDeclined() | MissionAgreed():
            yield _answer(before, event)
        case BattleAbandoned():
            yield from dropped(before, before.lines[event.line])
        case CampaignClosed() if before.decided is None:
            for line in before.lines.values():
                yield from dropped(before, line)


def _answered(state: State, decision: Decision) -> Iterator[Passed]:
    """What is answered for each side, by whoever sends it."""
    for event in decision if isinstance(decision, tuple) else ():
        if isinstance(event, ChangeDeclined | MissionAgreed):
            yield _answer(state, event)


def _answer(state: State, event: ChangeDeclined | MissionAgreed) -> Passed:
    about, counts = "choice of another mission", "declined"
    if isinstance(event, MissionAgreed):
        about, counts = f"word on {awaited.mission_name(event.mission)}", "agreed"
    title = f"{whose(awaited.the_side(state, event.side))} {about}"
    return Passed(title, deciders(state, event.line, event.side), "change", counts)


def deciders(state: State, line: str, side: str) -> tuple[str, ...]:
    """Who decides for a side on a line: its commander and its speaker."""
    return tuple(dict.fromkeys(filter(None, (commander(state, line, side), speaker(state, side)))))


def dropped(state: State, line: LineState) -> Iterator[Passed]:
    """What a line still waits for that its end makes void."""
    task = awaited.task_of(state, line)
    battle = state.battles.get(line.battle)
    for side in task.sides if task else ():
        name = whose(awaited.the_side(state, side))
        if task and task.what == "change":
            title = f"{name} choice of another mission"
            yield Passed(title, deciders(state, line.id, side), "change")
        elif task and task.what == "confirm" and battle is not None:
            title = f"{name} word on the result of {names_of(state).battle(line.battle)}"
            yield Passed(title, battle_people.speaks(state, battle, side), "confirmations")
