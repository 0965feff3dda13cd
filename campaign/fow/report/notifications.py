"""What mail and other notices say of a Flames of War campaign. Pure; nothing here is secret."""

from typing import Any

from campaign.fow import tasks
from campaign.fow.missions.catalogue import mission_name
from campaign.fow.names import names_of, the_side
from campaign.fow.results.outcomes import standings
from campaign.fow.state import Battle, State, seats_of
from campaign.kernel import pages
from campaign.text.english import capital, counted
from events.base import Event
from events.fow import missions, set_up
from events.fow.battles import ResultConfirmed, ResultContested, SectorChanged

# --- FoW Campaign Sequence: a round in short, for a mail: battles, lines, players ---------------

_STAMPS = {"running": "Being fought", "reported": "Reported", "abandoned": "Not played"}


def turn_in_short(
    context: pages.PageContext[State, Any], seats: frozenset[str]
) -> tuple[pages.NoticeBlock, ...]:
    """A round in short, for a reader who plays on these sides."""
    state, turn = context.log.end, context.log.turn
    cards = tuple(_card(state, one) for one in state.battles.values() if one.round == turn)
    battles = pages.NoticeCards("Battles", cards) if cards else None
    parts = (battles, _points(state, seats), _players(state, seats))
    return tuple(part for part in parts if part is not None)


def _card(state: State, battle: Battle) -> pages.NoticeCard:
    line = state.lines[battle.line]
    sector = line.at(battle.sector)
    where = f"{line.name} · {sector.name}" if sector else line.name
    if battle.state == "settled":
        stamp = f"{state.sides[battle.winner]} won" if battle.winner else "Nobody won"
        brought = ", ".join(
            f"{state.sides[side]} {counted(points, 'point')}"
            for side, points in battle.points.items()
        )
        text = f"{brought}."
    else:
        stamp, text = _STAMPS[battle.state], battle.reason
    return pages.NoticeCard(
        heading=mission_name(battle.mission),
        code=seats_of(state).codes.get(battle.winner or battle.attacker, ""),
        about=where,
        stamp=stamp,
        is_good=battle.state == "settled",
        text=text,
    )


def _points(state: State, seats: frozenset[str]) -> pages.NoticeTable:
    """FoW Axis of Attack: where each line stands, and what both sides have left to spend."""
    sides = sorted(state.sides, key=lambda side: side not in seats)
    rows = tuple(
        (
            line.name,
            capital(tasks.place(line)),
            *(str(line.points[side].balance) for side in sides),
        )
        for line in state.lines.values()
    )
    return pages.NoticeTable(
        "The lines", ("Line", "Now at", *(state.sides[side] for side in sides)), rows
    )


def _players(state: State, seats: frozenset[str]) -> pages.NoticeTable | None:
    """How the players stand; those of the reader's side first."""
    scores = standings(state)
    if not any(one.battles for one in scores.values()):
        return None
    order = sorted(
        scores, key=lambda who: (state.players.get(who) not in seats, -scores[who].points, who)
    )
    rows = tuple(
        (
            state.campaign.called(who),
            state.sides.get(state.players.get(who, ""), "–"),
            str(scores[who].battles),
            str(scores[who].won),
            str(scores[who].points),
        )
        for who in order
    )
    own = tuple(place for place, who in enumerate(order) if state.players.get(who) in seats)
    return pages.NoticeTable("Players", ("Player", "Side", "Battles", "Won", "Points"), rows, own)


# --- What mail and other notices say of a Flames of War campaign --------------------------------
# Pure; nothing here is secret.


def owed(state: State) -> tuple[pages.Task, ...]:
    """FoW Campaign Sequence: whom each line waits for; nothing once the campaign is decided."""
    return tuple(part for task in tasks.tasks(state) for part in _owed_for(state, task))


def _owed_for(state: State, task: tasks.AwaitedAct) -> list[pages.Task]:
    """A notice for each side that may do it; both are told, and either does it for both."""
    battle, known = names_of(state).battle(task.battle), state.known_battle(task.battle)
    again = ":again" if task.what == "result" and known and known.contested else ""
    return [
        pages.Task(
            what=task.act.deadline or task.what,
            occasion=f"{task.what}:{task.battle}:{side}{again}",
            title=task.act.title.format(battle),
            does=f"{task.act.does}: {battle}" if len(state.lines) > 1 else task.act.does,
            seat=side,
            member=_asked(state, task, side),
            command=tasks.sent(state, task),
            tap=task.act.button if task.act.is_tap else "",
            verb=tasks.call(state, task),
            act=task.act.command,
            given=tasks.known(state, task),
            ways=tuple(tasks.ways(state, task)),
        )
        for side in task.sides
    ]


def _asked(state: State, task: tasks.AwaitedAct, side: str) -> str:
    """Who is asked for a side, where that is not its speaker."""
    who = tasks.acting(state, task, side)
    return who if who != state.campaign.powers.get(side, "") else ""


def happened(state: State, event: Event) -> pages.Occurrence | None:
    """What members may want to hear of at once: a mission, a booked result, a decision."""
    names = names_of(state)
    match event:
        case missions.MissionChosen(how="roll" | "paid" | "agreed"):
            text = f"{capital(names.battle(event.battle))}: {mission_name(event.mission)}."
            return pages.Occurrence(
                f"mission:{event.battle}:{event.how}:{event.mission}", "draws", text
            )
        case ResultContested():
            text = f"{capital(names.battle(event.battle))}: the result is contested."
            return pages.Occurrence(f"contested:{event.battle}:{event.by}", "votes", text)
        case ResultConfirmed():
            battle = state.battle(event.battle)
            won = f"{the_side(state, battle.winner)} won" if battle.winner else "nobody won"
            text = f"{capital(names.battle(event.battle))}: {won}."
            return pages.Occurrence(f"booked:{event.battle}", "draws", text)
        case SectorChanged():
            line = state.lines[event.line]
            text = f"{line.name}: the battle moves to {names.sector(line.id, event.to)}."
            return pages.Occurrence(f"sector:{line.battle}", "draws", text)
        case set_up.CampaignDecided():
            winner = the_side(state, event.winner) if event.winner else "nobody"
            return pages.Occurrence("decided", "draws", f"The campaign is decided: {winner} won.")
    return None


NOTICES = pages.Notices(owed=owed, happened=happened, turn=turn_in_short)
"""The game's part of mail and other notices."""
