"""The journal's sentences about the campaign, its leaders and the Promotions Board. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign import turns
from campaign.leaders_in_flames.names import Names, capital, counted, country, listed, the_country
from campaign.leaders_in_flames.reasons import ENDS, words
from events import campaign as shared
from events.base import Event
from events.lif.board import (
    Ballot,
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    LeaderDrawn,
    LeaderPromoted,
    LeaderVetoed,
    MarkersFixed,
    NextYearLeadersAdded,
    ReinforcementClosed,
    ReinforcementContinued,
    ReinforcementOpened,
    VetoPointsBought,
    VetoPointsInfused,
    VetoPointsSpent,
    Vote,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)
from events.lif.cup import (
    LeadersActivated,
    LeadersJoinedCup,
    LeadersReachedYear,
    LeadersRemoved,
    LeadersReturnedToReserve,
    LeadersSetUp,
    ReservesCalledOut,
)
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)


def _always(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: text


def _powers(powers: list[str]) -> str:
    return listed(the_country(power) for power in powers)


def _points(points: Mapping[str, int]) -> str:
    return listed(f"{the_country(power)} {number}" for power, number in points.items() if number)


# --- the campaign -------------------------------------------------------------------------------


def _opened(event: shared.CampaignOpened, names: Names) -> str:
    first, last = turns.in_words(event.first_turn), turns.in_words(event.last_turn)
    told = f"The campaign {event.campaign} was opened: scenario {event.scenario}, rulebook "
    return f"{told}{event.rulebook}, from {first} to {last}."


def _enrolled(event: shared.MemberEnrolled, names: Names) -> str:
    return f"{event.name} stands on the roll as {listed(event.roles)}."


def _assigned(event: shared.PowerAssigned, names: Names) -> str:
    return f"{names.member(event.member)} took over {the_country(event.power)}."


def _released(event: shared.PowerReleased, names: Names) -> str:
    return f"{capital(the_country(event.power))} was left without a player; the host plays it."


def _turn(event: shared.TurnBegan, names: Names) -> str:
    told = f"{turns.in_words(event.turn)} began"
    return (
        f"{told}, and the last turn’s draw seed was revealed."
        if event.seed_revealed
        else told + "."
    )


def _entropy(event: shared.EntropyAdded, names: Names) -> str:
    return (
        f"{names.member(event.by) or 'A member'} threw words into the next draw: “{event.value}”."
    )


# --- 4 Setting up -------------------------------------------------------------------------------


def _set_up(event: LeadersSetUp, names: Names) -> str:
    if not event.leaders:
        return "The table was set up without leaders."
    cup = sum(status == "cup" for status in event.leaders.values())
    if not event.active:
        return "The table was set up; the leaders wait for the war that brings them in."
    return f"{counted(cup, 'leader')} went into the cup; veto points: {_points(event.veto_points)}."


def _activated(event: LeadersActivated, names: Names) -> str:
    told = f"The leaders came into play with {counted(len(event.leaders), 'leader')} in the cup"
    return f"{told}; veto points: {_points(event.points)}."


_MARKS = {"Ge": "against Germany", "Ja": "against Japan", "Res": "at large"}


def _called_out(event: ReservesCalledOut, names: Names) -> str:
    told = f"{capital(the_country(event.power))} called out its reserves {_MARKS[event.mark]}"
    return (
        f"{told}; {names.leaders(event.leaders)} joined the cup." if event.leaders else told + "."
    )


def _returned(event: LeadersReturnedToReserve, names: Names) -> str:
    told = []
    if event.leaders:
        told.append(f"{names.leaders(event.leaders)} went back to the reserve pool")
    if event.stayed:
        told.append(f"{names.leaders(event.stayed)} stayed on the map")
    return f"The peace ended a call-out: {'; '.join(told) or 'nobody had to go'}."


def _year(event: LeadersReachedYear, names: Names) -> str:
    return f"The leaders of {event.year} joined the cup: {names.leaders(event.leaders)}."


def _next_year(event: NextYearLeadersAdded, names: Names) -> str:
    told = "The cup was empty, and took in early"
    return f"{told} the leaders of {event.year}: {names.leaders(event.leaders)}."


def _reason(reason: str) -> str:
    """A reason that begins with a country's id, with its name."""
    told = words(reason)
    first, space, rest = told.partition(" ")
    return f"{country(first)}{space}{rest}" if first.islower() else told


def _joined(event: LeadersJoinedCup, names: Names) -> str:
    return f"{names.leaders(event.leaders)} joined the cup ({_reason(event.reason)})."


def _removed(event: LeadersRemoved, names: Names) -> str:
    return f"{names.leaders(event.leaders)} left the game for good ({_reason(event.reason)})."


# --- the world around the board -----------------------------------------------------------------


def _war(event: WarDeclared, names: Names) -> str:
    return f"{capital(the_country(event.attacker))} declared war on {the_country(event.target)}."


def _peace(event: PeaceMade, names: Names) -> str:
    return f"{capital(_powers(list(event.powers)))} made peace."


def _conquest(event: ConquestChanged, names: Names) -> str:
    power = capital(the_country(event.power))
    if event.status == "free":
        return f"{power} was liberated."
    return f"{power} was {event.status}ly conquered."


def _minor(event: MinorChanged, names: Names) -> str:
    minor = capital(the_country(event.minor))
    if event.power is None:
        return f"{minor} became neutral."
    if event.status == "conquered":
        return f"{minor} was conquered by {the_country(event.power)}."
    return f"{minor} aligned with {the_country(event.power)}."


# --- 4.1 The Promotions Board -------------------------------------------------------------------


def _drawn(event: LeaderDrawn, names: Names) -> str:
    how = "at the table" if event.source == "table" else "by the ledger"
    return f"Draw {event.draw}: {names.leader(event.leader)} was drawn {how}."


def _sealed(event: BallotSealed | VoteSealed, names: Names) -> str:
    what = "veto marker" if isinstance(event, BallotSealed) else "vote"
    verb = "turned its" if isinstance(event, BallotSealed) else "laid down its"
    power = the_country(event.power)
    if event.in_name:
        host = capital(names.member(event.by) or "the host")
        return f"{host} {verb.replace('its', f'{power}’s')} {what} in its player’s name."
    where = "" if event.sealed else ", sealed on a device of its own"
    return f"{capital(power)} {verb} {what} in secret{where}."


def _fixed(event: MarkersFixed, names: Names) -> str:
    told = f"The {event.kind}s of draw {event.draw} were fixed"
    return f"{told}: nobody seals or replaces one any more."


def _revealed(event: BallotRevealed | VoteRevealed, names: Names) -> str:
    what = "ballot" if isinstance(event, BallotRevealed) else "vote"
    return f"The device of {the_country(event.power)} handed in what opens its {what}."


_HOW = {"absent": "absent", "cannot-pay": "without the points", "withheld": "withheld on a device"}
_CHOICES = {
    "veto": "veto", "no-veto": "no veto",
    "another": "for another leader", "stop": "to stop", "abstain": "abstained",
}  # fmt: skip


def _grouped(markers: Mapping[str, Ballot] | Mapping[str, Vote]) -> str:
    groups: dict[str, list[str]] = {}
    for power, marker in markers.items():
        how = _HOW.get(marker.how)
        choice = _CHOICES[marker.choice]
        if how is None:
            said = choice
        else:
            said = f"{choice}, {how}" if marker.how == "withheld" else how
        groups.setdefault(said, []).append(power)
    return "; ".join(f"{said}: {_powers(powers)}" for said, powers in groups.items())


def _ballots_opened(event: BallotsOpened, names: Names) -> str:
    if not event.ballots:
        return "There were no markers to show."
    return f"All markers were shown. {capital(_grouped(event.ballots))}."


def _spent(event: VetoPointsSpent, names: Names) -> str:
    return f"Paid in veto points: {_points(event.points) or 'nothing'}."


def _promoted(event: LeaderPromoted, names: Names) -> str:
    return f"{names.leader(event.leader)} was promoted and arrives as a reinforcement."


def _vetoed(event: LeaderVetoed, names: Names) -> str:
    return f"{names.leader(event.leader)} was vetoed and went back to the cup."


def _votes_opened(event: VotesOpened, names: Names) -> str:
    if not event.votes:
        return "There were no votes to show."
    return f"The votes were shown. {capital(_grouped(event.votes))}."


def _board_closed(event: ReinforcementClosed, names: Names) -> str:
    return ENDS[event.reason]


# --- 4.2 Veto points ----------------------------------------------------------------------------


def _infused(event: VetoPointsInfused, names: Names) -> str:
    return f"The year’s veto points came in: {_points(event.points)}."


def _bought(event: VetoPointsBought, names: Names) -> str:
    told = f"{capital(the_country(event.power))} bought {counted(event.points, 'veto point')}"
    return f"{told} with {counted(event.intelligence_points, 'intelligence point')}."


SENTENCES: dict[type[Event], Callable[[Any, Names], str]] = {
    shared.CampaignOpened: _opened, shared.MemberEnrolled: _enrolled,
    shared.PowerAssigned: _assigned, shared.PowerReleased: _released, shared.TurnBegan: _turn,
    shared.CampaignClosed: _always("The campaign was closed, and its last draw seed revealed."),
    shared.EntropyAdded: _entropy, LeadersSetUp: _set_up, LeadersActivated: _activated,
    ReservesCalledOut: _called_out, LeadersReturnedToReserve: _returned,
    LeadersReachedYear: _year, LeadersJoinedCup: _joined, LeadersRemoved: _removed,
    WarDeclared: _war, PeaceMade: _peace, ConquestChanged: _conquest,
    VichyInstalled: _always("Vichy France was installed, and Free France fights on."),
    VichyCollapsed: _always("Vichy France collapsed."), MinorChanged: _minor,
    ReinforcementOpened: _always("The Promotions Board met."),
    NextYearLeadersAdded: _next_year, LeaderDrawn: _drawn, BallotSealed: _sealed,
    MarkersFixed: _fixed, BallotRevealed: _revealed, BallotsOpened: _ballots_opened,
    VetoPointsSpent: _spent, LeaderPromoted: _promoted, LeaderVetoed: _vetoed,
    VoteSealed: _sealed, VoteRevealed: _revealed, VotesOpened: _votes_opened,
    ReinforcementContinued: _always("The board goes on to another leader."),
    ReinforcementClosed: _board_closed, VetoPointsInfused: _infused,
    VetoPointsBought: _bought,
}  # fmt: skip
"""A sentence for every event of `events/campaign.py` and of `cup`, `politics` and `board`."""
