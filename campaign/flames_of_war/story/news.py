"""The news of a round: battles, advances, points spent, players come and gone. Pure."""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import Any

import msgspec

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.report.points import RESULTS, paid_for
from campaign.flames_of_war.report.strip import sector_name
from campaign.flames_of_war.state import State
from campaign.flames_of_war.turn_notes import Log
from campaign.text.english import capital, counted
from events.base import Event
from events.fow.battles import (
    BattleAbandoned,
    ObjectiveReached,
    ResultContested,
    SectorChanged,
    VictoryPointsWon,
)
from events.fow.missions import VictoryPointsSpent
from events.fow.set_up import CampaignDecided
from events.fow.sides import FreeBattleRecorded, PlayerJoined, PlayerLeft


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
    told = [one.event for one in log.notes.told]
    moved = {event.line: event for event in told if isinstance(event, SectorChanged)}
    items: list[Item] = []
    for event in told:
        if isinstance(event, VictoryPointsWon):
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
    wins = side_words.verb(best, "wins", "win")
    whole = len(battles)
    count = (
        f"{won[best]} of {whole}" if won[best] < whole else "both" if whole == 2 else f"all {whole}"
    )
    return f"{side_words.first(state, best)} {wins} {count} battles."


# --- battles ------------------------------------------------------------------------------------


def _battle(state: State, event: VictoryPointsWon, moved: SectorChanged | None) -> Item:
    """A battle with its result, its points and where it left the line."""
    line = state.lines[event.line]
    known = state.battles.get(event.battle)
    mission = missions().get(known.mission) if known else None
    place = sector_name(line, known.sector) if known and line.axis else ""
    at = f" at {place}" if place else f" {mission.name}" if mission else ""
    on = f"{line.name}: " if len(state.lines) > 1 else ""
    if not event.winner:
        text = f"{on}Nobody won{at}: {_points(state, event)}."
        return Item(Weight.DRAWN, text, f"Nobody wins{at}.")
    who = side_words.first(state, event.winner)
    won = f"{who} won{at}, a {RESULTS[event.result]}: {_points(state, event)}."
    win = f"{who} {side_words.verb(event.winner, 'wins', 'win')}{at}"
    if moved is None:
        stays = " The line stays." if line.axis else ""
        return Item(Weight.BATTLE, f"{on}{won}{stays}", f"{win}.", event.winner)
    to = sector_name(line, moved.to)
    advance = side_words.verb(moved.side, "advances", "advance")
    text = f"{on}{won} {side_words.first(state, moved.side)} {advance} to {to}."
    if moved.side == event.winner:
        return Item(Weight.ADVANCE, text, f"{win} and {advance} to {to}.", event.winner)
    return Item(Weight.ADVANCE, text, f"{win}.", event.winner)


def _points(state: State, event: VictoryPointsWon) -> str:
    return ", ".join(
        f"{state.sides.get(side, side)} {counted(points, 'point')}"
        for side, points in event.points.items()
    )


# --- everything else ----------------------------------------------------------------------------

Tell = Callable[[State, Any], Iterator[Item]]


def decided(state: State, event: CampaignDecided) -> str:
    """FoW Ending the Campaign: who has won the campaign, and how."""
    if not event.winner:
        return f"The campaign {'is a draw' if event.how == 'draw' else 'ends in a stalemate'}."
    wins = side_words.verb(event.winner, "wins", "win")
    how = {
        "breakthrough": "by a breakthrough",
        "points": "on points",
        "limit": "by holding out to the last round",
    }.get(event.how, "")
    where = f" on {state.lines[event.line].name}" if event.line and len(state.lines) > 1 else ""
    return f"{side_words.first(state, event.winner)} {wins} the campaign {how}{where}."


def _decided(state: State, event: CampaignDecided) -> Iterator[Item]:
    text = decided(state, event)
    yield Item(Weight.DECIDED, text, text)


def _reached(state: State, event: ObjectiveReached) -> Iterator[Item]:
    line = state.lines[event.line]
    enters = side_words.verb(event.side, "enters its", "enter their")
    place = sector_name(line, event.sector)
    text = f"{side_words.first(state, event.side)} {enters} objective, {place}."
    yield Item(Weight.OBJECTIVE, text, text)


def _spent(state: State, event: VictoryPointsSpent) -> Iterator[Item]:
    on = f" on {state.lines[event.line].name}" if len(state.lines) > 1 else ""
    who = side_words.first(state, event.side)
    points = counted(event.points, "victory point")
    yield Item(Weight.SPENT, f"{who} paid {points} for {paid_for(event)}{on}.")


def _abandoned(state: State, event: BattleAbandoned) -> Iterator[Item]:
    name = state.lines[event.line].name
    reason = event.reason.rstrip(".")
    text = f"Battle {event.battle.rpartition('-')[2]} on {name} was not played: {reason}."
    yield Item(Weight.ABANDONED, text, "A battle is not played.")


def _contested(state: State, event: ResultContested) -> Iterator[Item]:
    known = state.battles.get(event.battle)
    if known is not None and known.contested:
        text = f"{state.campaign.called(event.by)} contests a result: {event.text}"
        yield Item(Weight.CONTESTED, capital(text), "A result is contested.")


def _free(state: State, event: FreeBattleRecorded) -> Iterator[Item]:
    won = f"{side_words.the(state, event.winner)} won" if event.winner else "nobody won"
    yield Item(Weight.FREE, f"Beside the campaign: {event.title}, {won}.")


def _joined(state: State, event: PlayerJoined) -> Iterator[Item]:
    who, side = state.campaign.called(event.member), side_words.the(state, event.side)
    yield Item(Weight.PLAYER, f"{who} plays for {side}.")


def _left(state: State, event: PlayerLeft) -> Iterator[Item]:
    yield Item(Weight.PLAYER, f"{state.campaign.called(event.member)} has left their side.")


_TELLERS: Mapping[type[Event], Tell] = {
    CampaignDecided: _decided,
    ObjectiveReached: _reached,
    VictoryPointsSpent: _spent,
    BattleAbandoned: _abandoned,
    ResultContested: _contested,
    FreeBattleRecorded: _free,
    PlayerJoined: _joined,
    PlayerLeft: _left,
}
"""News of each kind of event, given the state at the round's end."""
