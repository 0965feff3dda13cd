"""What mail and other notices say of a Flames of War campaign. Pure; nothing here is secret."""

from campaign.flames_of_war import awaited
from campaign.flames_of_war.names import names_of
from campaign.flames_of_war.notices_turn import turn_in_short
from campaign.flames_of_war.state import State
from campaign.kernel.notices import Happened, Notices, Owed
from campaign.text.english import capital
from events.base import Event
from events.fow.battles import ResultConfirmed, ResultContested, SectorChanged
from events.fow.missions import MissionChosen
from events.fow.set_up import CampaignDecided

_TITLES: dict[awaited.What, str] = {
    "mission": "mission of {}",
    "change": "choice of another mission for {}",
    "roles": "roll for the attack in {}",
    "begin": "beginning of {}",
    "result": "result of {}",
    "confirm": "confirmation of the result of {}",
}
"""Without an article: letters put `your` before it."""
_KINDS: dict[awaited.What, str] = {"result": "results", "confirm": "confirmations"}
"""What may have a deadline, by its name there."""

_TAPS: dict[awaited.What, str] = {"confirm": "Confirm the result", "change": "Keep the mission"}
"""What one tap does, where nothing has to be filled in."""


def owed(state: State) -> tuple[Owed, ...]:
    """FoW Campaign Sequence: whom each line waits for; nothing once the campaign is decided."""
    return tuple(part for task in awaited.tasks(state) for part in _owed_for(state, task))


def _owed_for(state: State, task: awaited.Task) -> list[Owed]:
    """A notice for each side that may do it; both are told, and either does it for both."""
    battle = names_of(state).battle(task.battle)
    return [
        Owed(
            what=_KINDS.get(task.what, task.what),
            occasion=f"{task.what}:{task.battle}:{side}{_again(state, task)}",
            title=_TITLES[task.what].format(battle),
            does=f"{task.does}: {battle}" if len(state.lines) > 1 else task.does,
            seat=side,
            member=_asked(state, task, side),
            command=awaited.sent(state, task),
            tap=_TAPS.get(task.what, ""),
            verb=awaited.call(state, task),
        )
        for side in task.sides
    ]


def _asked(state: State, task: awaited.Task, side: str) -> str:
    """Who is asked for a side, where that is not its speaker."""
    who = awaited.acting(state, task, side)
    return who if who != state.campaign.powers.get(side, "") else ""


def _again(state: State, task: awaited.Task) -> str:
    """A contested report is asked for again."""
    battle = state.battles.get(task.battle)
    return ":again" if task.what == "result" and battle and battle.contested else ""


def happened(state: State, event: Event) -> Happened | None:
    """What members may want to hear of at once: a mission, a booked result, a decision."""
    names = names_of(state)
    match event:
        case MissionChosen(how="roll" | "paid" | "agreed"):
            text = f"{capital(names.battle(event.battle))}: {awaited.mission_name(event.mission)}."
            return Happened(f"mission:{event.battle}:{event.how}:{event.mission}", "draws", text)
        case ResultContested():
            text = f"{capital(names.battle(event.battle))}: the result is contested."
            return Happened(f"contested:{event.battle}:{event.by}", "votes", text)
        case ResultConfirmed():
            battle = state.battles[event.battle]
            won = f"{awaited.the_side(state, battle.winner)} won" if battle.winner else "nobody won"
            text = f"{capital(names.battle(event.battle))}: {won}."
            return Happened(f"booked:{event.battle}", "draws", text)
        case SectorChanged():
            line = state.lines[event.line]
            text = f"{line.name}: the battle moves to {names.sector(line.id, event.to)}."
            return Happened(f"sector:{line.battle}", "draws", text)
        case CampaignDecided():
            winner = awaited.the_side(state, event.winner) if event.winner else "nobody"
            return Happened("decided", "draws", f"The campaign is decided: {winner} won.")
    return None


NOTICES = Notices(owed=owed, happened=happened, turn=turn_in_short)
"""The game's part of mail and other notices."""
