"""Battles and their results in sentences. Pure."""

from campaign.flames_of_war.missions.sentences import mission_name
from campaign.flames_of_war.names import Names, Sentences
from campaign.text.english import capital, counted, listed
from events.fow.battles import (
    BattleAbandoned,
    BattleBegun,
    ObjectiveReached,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    SectorChanged,
    SectorHeld,
    VictoryPointsWon,
)
from events.fow.set_up import CampaignDecided
from events.fow.words import EndedBy

VICTORIES = {
    "stunning": "a stunning victory",
    "major": "a major victory",
    "minor": "a minor victory",
}
_ENDED: dict[EndedBy, str] = {
    "objective": "{side} held an objective at the start of {turn}",
    "cleared": "{side} began {turn} with no enemy left where it matters",
    "last-turn": "{side} began {turn}, the last",
    "time": "time ran out",
    "morale": "{side} failed Company Morale",
    "conceded": "{side} gave the battle up",
}
_WHY = {"defender": "the defender won", "nobody": "nobody won"}
_HOW = {
    "breakthrough": "by breaking through",
    "points": "on points",
    "limit": "by holding out to the last round",
}


def ended_in_words(event: ResultReported, names: Names) -> str:
    """How a battle ended, inside a sentence: `the Allies held an objective …`."""
    turn = f"their turn {event.turn}" if event.turn else "a turn"
    side = names.the_seat(event.side) if event.side else ""
    return _ENDED[event.ended_by].format(side=side, turn=turn)


def _begun(event: BattleBegun, names: Names) -> str:
    where = f" at {names.sector(event.line, event.sector)}" if event.sector else ""
    attacker, defender = names.the_seat(event.attacker), names.the_seat(event.defender)
    fight = f"{mission_name(event.mission)}, {attacker} against {defender}"
    return f"{capital(names.battle(event.battle))}{where} began: {fight}."


def _reported(event: ResultReported, names: Names) -> str:
    won = f"{names.the_seat(event.winner)} won" if event.winner else "nobody won"
    lost = listed(
        f"{names.the_seat(side)} {counted(figure, 'platoon') if figure else 'nothing'}"
        for side, figure in event.lost.items()
    )
    ended = ended_in_words(event, names)
    text = f"{capital(names.battle(event.battle))} is reported: {ended}, so {won}."
    return f"{text} Lost: {lost}." if lost else text


def _contested(event: ResultContested, names: Names) -> str:
    return f"The report of {names.battle(event.battle)} was contested: {event.text}"


def _confirmed(event: ResultConfirmed, names: Names) -> str:
    return f"The result of {names.battle(event.battle)} stands."


def _won(event: VictoryPointsWon, names: Names) -> str:
    battle = names.battle(event.battle)
    if not event.winner:
        points = listed(f"{names.the_seat(side)} {won}" for side, won in event.points.items())
        return f"Nobody won {battle}, a Fair Fight; points: {points}."
    winner, rest = event.points[event.winner], sum(event.points.values())
    points = f"{counted(winner, 'point')} to {rest - winner}"
    who = capital(names.the_seat(event.winner))
    return f"{who} won {battle}, {VICTORIES[event.result]}: {points}."


def _changed(event: SectorChanged, names: Names) -> str:
    left, to = names.sector(event.line, event.left), names.sector(event.line, event.to)
    who = capital(names.the_seat(event.side))
    return f"{who} went forward from {left} to {to} ({names.line(event.line)})."


def _held(event: SectorHeld, names: Names) -> str:
    why = _WHY.get(event.why, event.why)
    here = names.sector(event.line, event.sector)
    return f"The battle stays at {here}, as {why} ({names.line(event.line)})."


def _reached(event: ObjectiveReached, names: Names) -> str:
    who, goal = capital(names.the_seat(event.side)), names.sector(event.line, event.sector)
    return f"{who} entered their objective, {goal} ({names.line(event.line)})."


def _abandoned(event: BattleAbandoned, names: Names) -> str:
    return f"{capital(names.battle(event.battle))} is not played: {event.reason}"


def _decided(event: CampaignDecided, names: Names) -> str:
    if not event.winner:
        what = "a draw" if event.how == "draw" else "a stalemate"
        return f"The campaign ended in {what}."
    on = f" on {names.line(event.line)}" if event.line else ""
    return f"{capital(names.the_seat(event.winner))} won the campaign {_HOW[event.how]}{on}."


SENTENCES: Sentences = {
    BattleBegun: _begun,
    ResultReported: _reported,
    ResultContested: _contested,
    ResultConfirmed: _confirmed,
    VictoryPointsWon: _won,
    SectorChanged: _changed,
    SectorHeld: _held,
    ObjectiveReached: _reached,
    BattleAbandoned: _abandoned,
    CampaignDecided: _decided,
}
