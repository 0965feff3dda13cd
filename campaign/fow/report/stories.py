"""The news of a round, and what its page and that of the whole campaign say first. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any

import msgspec

from campaign.fow import names
from campaign.fow import tasks as fow_tasks
from campaign.fow.missions.catalogue import mission_name, missions
from campaign.fow.report.points import paid_for
from campaign.fow.report.turn_notes import Context, Log, Notes
from campaign.fow.results.outcomes import RESULTS
from campaign.fow.state import State
from campaign.kernel.pages import CampaignStory, NewsLine, Stories, TurnStory
from campaign.text.english import capital, counted, listed
from events.base import Event
from events.fow import battles, set_up
from events.fow.missions import VictoryPointsSpent

# --- The news of a round: battles, advances, points spent, players come and gone ----------------


class Weight(IntEnum):
    """How important a piece of news is: the greatest makes the headline."""

    DECIDED = 100
    OBJECTIVE = 90
    ADVANCE = 60
    BATTLE = 50
    DRAWN = 40
    CONTESTED = 30
    SPENT = 20
    ABANDONED = 18
    FREE = 14
    PLAYER = 10


class Item(msgspec.Struct, frozen=True):
    """One piece of news."""

    weight: Weight
    text: str
    headline: str = ""
    """In a short sentence; empty where it makes no headline."""
    winner: str = ""
    """The side that won the battle it tells of."""


def news(log: Log) -> list[Item]:
    """FoW Campaign Sequence: what happened in a round, most important first."""
    events = [one.event for one in log.notes.events]
    moved = {event.line: event for event in events if isinstance(event, battles.SectorChanged)}
    items: list[Item] = []
    for event in events:
        if isinstance(event, battles.VictoryPointsWon):
            items.append(_battle(log.end, event, moved.get(event.line)))
        elif (tell := _TELLERS.get(type(event))) is not None:
            items += tell(log.end, event)
    return sorted(items, key=lambda item: -item.weight)


def headline(items: list[Item], state: State) -> str:
    """FoW Campaign Sequence: the most important news; several battles together."""
    top = next((item for item in items if item.headline), None)
    if top is None:
        return ""
    battles = [item for item in items if Weight.DRAWN <= item.weight <= Weight.ADVANCE]
    if top.weight > Weight.ADVANCE or len(battles) < 2:
        return top.headline
    won = {side: sum(item.winner == side for item in battles) for side in state.sides}
    best = max(won, key=lambda side: won[side])
    if list(won.values()).count(won[best]) > 1:
        each = f"{won[best]} battles each" if won[best] > 1 else "a battle each"
        return f"Both sides win {each}." if won[best] else "Nobody wins a battle."
    whole = len(battles)
    count = "both" if whole == 2 else f"all {whole}"
    count = f"{won[best]} of {whole}" if won[best] < whole else count
    return capital(names.side_does(state, best, f"wins {count} battles."))


# --- battles ------------------------------------------------------------------------------------


def _battle(
    state: State, event: battles.VictoryPointsWon, moved: battles.SectorChanged | None
) -> Item:
    """A battle with its result, its points and where it left the line."""
    line = state.lines[event.line]
    known = state.known_battle(event.battle)
    place = line.sector_name(known.sector) if known and line.axis else ""
    at = f" at {place}" if place else f" {mission_name(known.mission)}" if known else ""
    on = f"{line.name}: " if len(state.lines) > 1 else ""
    if not event.winner:
        text = f"{on}Nobody won{at}: {_points(state, event)}."
        return Item(Weight.DRAWN, text, f"Nobody wins{at}.")
    who = names.side_first(state, event.winner)
    won = f"{who} won{at}, a {RESULTS[event.result]}: {_points(state, event)}."
    win = f"{capital(names.side_does(state, event.winner, 'wins'))}{at}"
    if moved is None:
        stays = " The line stays." if line.axis else ""
        return Item(Weight.BATTLE, f"{on}{won}{stays}", f"{win}.", event.winner)
    to = line.sector_name(moved.to)
    advance = names.side_verb(moved.side, "advances")
    text = f"{on}{won} {names.side_first(state, moved.side)} {advance} to {to}."
    more = f" and {advance} to {to}" if moved.side == event.winner else ""
    return Item(Weight.ADVANCE, text, f"{win}{more}.", event.winner)


def _points(state: State, event: battles.VictoryPointsWon) -> str:
    return ", ".join(
        f"{state.sides.get(side, side)} {counted(points, 'point')}"
        for side, points in event.points.items()
    )


# --- everything else ----------------------------------------------------------------------------

Tell = Callable[[State, Any], Iterator[Item]]


def decided(state: State, event: set_up.CampaignDecided) -> str:
    """FoW Ending the Campaign: who has won the campaign, and how."""
    if not event.winner:
        return f"The campaign {'is a draw' if event.how == 'draw' else 'ends in a stalemate'}."
    how = {
        "breakthrough": "by a breakthrough",
        "points": "on points",
        "limit": "by holding out to the last round",
    }.get(event.how, "")
    where = f" on {state.lines[event.line].name}" if event.line and len(state.lines) > 1 else ""
    return capital(f"{names.side_does(state, event.winner, 'wins')} the campaign {how}{where}.")


def _decided(state: State, event: set_up.CampaignDecided) -> Iterator[Item]:
    text = decided(state, event)
    yield Item(Weight.DECIDED, text, text)


def _reached(state: State, event: battles.ObjectiveReached) -> Iterator[Item]:
    line = state.lines[event.line]
    enters = capital(names.side_does(state, event.side, "enters its objective"))
    text = f"{enters}, {line.sector_name(event.sector)}."
    yield Item(Weight.OBJECTIVE, text, text)


def _spent(state: State, event: VictoryPointsSpent) -> Iterator[Item]:
    on = f" on {state.lines[event.line].name}" if len(state.lines) > 1 else ""
    who = names.side_first(state, event.side)
    points = counted(event.points, "victory point")
    yield Item(Weight.SPENT, f"{who} paid {points} for {paid_for(event)}{on}.")


def _abandoned(state: State, event: battles.BattleAbandoned) -> Iterator[Item]:
    name = state.lines[event.line].name
    reason = event.reason.rstrip(".")
    text = f"Battle {event.battle.rpartition('-')[2]} on {name} was not played: {reason}."
    yield Item(Weight.ABANDONED, text, "A battle is not played.")


def _contested(state: State, event: battles.ResultContested) -> Iterator[Item]:
    known = state.known_battle(event.battle)
    if known is not None and known.contested:
        text = f"{state.campaign.called(event.by)} contests a result: {event.text}"
        yield Item(Weight.CONTESTED, capital(text), "A result is contested.")


def _free(state: State, event: set_up.FreeBattleRecorded) -> Iterator[Item]:
    won = f"{names.the_side(state, event.winner)} won" if event.winner else "nobody won"
    yield Item(Weight.FREE, f"Beside the campaign: {event.title}, {won}.")


def _joined(state: State, event: set_up.PlayerJoined) -> Iterator[Item]:
    who, side = state.campaign.called(event.member), names.the_side(state, event.side)
    yield Item(Weight.PLAYER, f"{who} plays for {side}.")


def _left(state: State, event: set_up.PlayerLeft) -> Iterator[Item]:
    yield Item(Weight.PLAYER, f"{state.campaign.called(event.member)} has left their side.")


_TELLERS: Mapping[type[Event], Tell] = {
    set_up.CampaignDecided: _decided,
    battles.ObjectiveReached: _reached,
    VictoryPointsSpent: _spent,
    battles.BattleAbandoned: _abandoned,
    battles.ResultContested: _contested,
    set_up.FreeBattleRecorded: _free,
    set_up.PlayerJoined: _joined,
    set_up.PlayerLeft: _left,
}
"""News of each kind of event, given the state at the round's end."""


# --- Who may do what next, by name, a sentence for each line: the same as `status` finds --------

OVER = "The campaign is decided: the host closes it."


def asked(state: State) -> tuple[str, ...]:
    """FoW Campaign Sequence: who may do what next, each in a sentence."""
    if state.campaign.closed:
        return ()
    if state.decided:
        return (OVER,)
    tasks = fow_tasks.tasks(state)
    if not tasks:
        is_last = state.campaign.turn == state.campaign.last_turn
        ends = "the host closes the campaign" if is_last else "the host begins the next round"
        return (f"Every battle of the round is over: {ends}.",)
    return tuple(_sentence(state, task) for task in tasks)


def _sentence(state: State, task: fow_tasks.AwaitedAct) -> str:
    """`Anzio: Anna for the Allies can begin the battle.`"""
    side = f" for {names.the_side(state, task.sides[0])}" if len(task.sides) == 1 else ""
    text = f"{fow_tasks.who(state, task)}{side} can {task.act.does}."
    return f"{state.lines[task.line].name}: {text}" if len(state.lines) > 1 else capital(text)


# --- What a round's page and that of the whole campaign say first -------------------------------

WORDS = 25
"""The line below a headline has at most so many words."""


def round_story(context: Context) -> TurnStory:
    """FoW Campaign Sequence: a round: its news, and while it is played whom it waits for."""
    log = context.log
    is_open = context.place + 1 == len(context.logs) and not log.end.campaign.closed
    items = news(log)
    first = headline(items, log.end)
    by_itself = next((item for item in items if item.headline == first), None)
    rest = [item for item in items if item is not by_itself]
    if not context.place:
        rest = [item for item in rest if item.weight != Weight.PLAYER]
    return TurnStory(
        headline=first or ("" if is_open else "A quiet round."),
        lede=_lede(log.end, rest, first, is_open=is_open),
        news=tuple(
            NewsLine(item.text, item.weight, in_headline=item.text == first)
            for item in items
            if item is by_itself or item in rest
        ),
        asked=asked(log.end) if is_open else (),
        foreseeing=foreseeing(log.end),
    )


def _lede(state: State, rest: Sequence[Item], first: str, *, is_open: bool) -> str:
    """As much of the other news as fits; before there is any, what the battles will be."""
    said, words = [], 0
    for item in rest:
        words += len(item.text.split())
        if words > WORDS:
            break
        said.append(item.text)
    if said:
        return " ".join(said)
    if first or not is_open:
        return "" if first else "No battle was booked."
    return _coming(state)


def _coming(state: State) -> str:
    """The missions of the lines' battles, as far as they are known."""
    known = [line for line in state.lines.values() if line.mission in missions()]
    if not known:
        return "The missions are still to be rolled for."
    if len(state.lines) == 1:
        line = known[0]
        at = f" at {line.sector_name(line.sector)}" if line.axis else ""
        text = f"{mission_name(line.mission)}{at}"
        if line.attacker:
            text += f": {names.side_does(state, line.attacker, 'attacks')}"
        return f"{text}."
    if len(known) > 4:
        return f"{counted(len(known), 'mission')} of {len(state.lines)} are settled."
    named = [f"{mission_name(line.mission)} on {line.name}" for line in known]
    return f"{listed(named)}."


def campaign_story(context: Context) -> CampaignStory:
    """FoW Ending the Campaign: how the whole campaign stands."""
    return CampaignStory(verdict(context), foreseeing=foreseeing(context.log.end))


def verdict(context: Context) -> str:
    """FoW Ending the Campaign: rounds, how it stands or was decided, and who has more points."""
    state = context.log.end
    played = sum(battle.state == "settled" for battle in state.battles.values())
    if state.decided:
        return f"{_decision(context)} {_fought(played)}"
    if state.campaign.closed:
        return f"The campaign is over. {_fought(played)} {_ahead(state)}".strip()
    number = names.round_number(state.campaign.turn)
    most = names.round_number(state.campaign.last_turn)
    text = f"Round {number} of {most} is being played. {_fought(played)}"
    return f"{text} {_where(state)} {_ahead(state)}".replace("  ", " ").strip()


def _decision(context: Context) -> str:
    """FoW Ending the Campaign: how it was decided, in the words of the round that did it."""
    for log in reversed(context.logs):
        for note in reversed(log.notes.events):
            if isinstance(note.event, set_up.CampaignDecided):
                return decided(log.end, note.event)
    return "The campaign is decided."


def _fought(played: int) -> str:
    if not played:
        return "No battle has been booked yet."
    return f"{counted(played, 'battle')} {'has' if played == 1 else 'have'} been fought."


def _where(state: State) -> str:
    """FoW Axis of Attack: where the lines stand; in words where there are few."""
    lines = [line for line in state.lines.values() if line.axis]
    if len(lines) != 1:
        return ""
    return f"The battle is for {lines[0].sector_name(lines[0].sector)}."


def _ahead(state: State) -> str:
    """FoW Victory Points: the points of each side, over all lines."""
    won = {
        side: sum(line.points[side].won for line in state.lines.values()) for side in state.sides
    }
    if not any(won.values()):
        return ""
    first, second = sorted(won, key=lambda side: -won[side])
    if won[first] == won[second]:
        return f"Both sides have won {won[first]} points."
    has = capital(names.side_does(state, first, "has"))
    return f"{has} won {won[first]} points, {names.the_side(state, second)} {won[second]}."


def foreseeing(state: State) -> str:
    """FoW ruling 63: whether anybody could have foreseen a roll of the ledger."""
    if state.rulings.dice == "table" or not state.draw:
        return ""
    return "The keeper of the vault could have foreseen dice of the ledger that nobody added to."


STORIES = Stories[State, Notes](turn=round_story, index=campaign_story)
