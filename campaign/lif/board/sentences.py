"""The cup, the Promotions Board and veto points in sentences; nothing sealed is shown. Pure."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping

from campaign.kernel.shared_rules import because
from campaign.lif.names import ENDS, STATUSES, Names, Sentences, country, the_country, words
from campaign.text.english import capital, counted, listed
from events.base import Event
from events.lif import board, cup


def _always(text: str) -> Callable[[Event, Names], str]:
    return lambda event, names: text


def _powers(powers: list[str]) -> str:
    return listed(the_country(power) for power in powers)


def _points(points: Mapping[str, int]) -> str:
    return listed(f"{the_country(power)} {number}" for power, number in points.items() if number)


# --- 4 Setting up -------------------------------------------------------------------------------


def _set_up(event: cup.LeadersSetUp, names: Names) -> str:
    if not event.leaders:
        return "The table was set up without leaders."
    cup = sum(status == "cup" for status in event.leaders.values())
    if not event.active:
        return "The table was set up; the leaders wait for the war that brings them in."
    return f"{counted(cup, 'leader')} went into the cup; veto points: {_points(event.veto_points)}."


def _stated(event: cup.PositionStated, names: Names) -> str:
    turn = f"Position of {names.turn(event.turn)} taken over, on the club’s word"
    points = _points(event.veto_points)
    counts = Counter(event.leaders.values())
    more = [f"{count} more {STATUSES[status]}" for status, count in counts.items()]
    text = f"{turn}; leaders: {listed(more)}" if more else turn
    text = f"{text}; veto points: {points}" if points else text
    left = len(event.left_out)
    return f"{text}. {counted(left, 'row was', 'rows were')} left out." if left else f"{text}."


def _activated(event: cup.LeadersActivated, names: Names) -> str:
    text = f"The leaders came into play with {counted(len(event.leaders), 'leader')} in the cup"
    return f"{text}; veto points: {_points(event.points)}."


_MARKS = {"Ge": "against Germany", "Ja": "against Japan", "Res": "at large"}


def _called_out(event: cup.ReservesCalledOut, names: Names) -> str:
    text = f"{capital(the_country(event.power))} called out its reserves {_MARKS[event.mark]}"
    return (
        f"{text}; {names.leaders(event.leaders)} joined the cup." if event.leaders else text + "."
    )


def _returned(event: cup.LeadersReturnedToReserve, names: Names) -> str:
    text = []
    if event.leaders:
        text.append(f"{names.leaders(event.leaders)} went back to the reserve pool")
    if event.stayed:
        text.append(f"{names.leaders(event.stayed)} stayed on the map")
    return f"The peace ended a call-out: {'; '.join(text) or 'nobody had to go'}."


def _year(event: cup.LeadersReachedYear, names: Names) -> str:
    return f"The leaders of {event.year} joined the cup: {names.leaders(event.leaders)}."


def _next_year(event: board.NextYearLeadersAdded, names: Names) -> str:
    text = "The cup was empty, and took in early"
    return f"{text} the leaders of {event.year}: {names.leaders(event.leaders)}."


def _reason(reason: str) -> str:
    """A reason that begins with a country's id, with its name."""
    text = words(reason)
    first, space, rest = text.partition(" ")
    return f"{country(first)}{space}{rest}" if first.islower() else text


def _joined(event: cup.LeadersJoinedCup, names: Names) -> str:
    return f"{names.leaders(event.leaders)} joined the cup ({_reason(event.reason)})."


def _removed(event: cup.LeadersRemoved, names: Names) -> str:
    return f"{names.leaders(event.leaders)} left the game for good ({_reason(event.reason)})."


# --- 4.1 The Promotions Board -------------------------------------------------------------------


def _drawn(event: board.LeaderDrawn, names: Names) -> str:
    how = "at the table" if event.source == "table" else "by the ledger"
    return f"Draw {event.draw}: {names.leader(event.leader)} was drawn {how}."


def _sealed(event: board.BallotSealed | board.VoteSealed, names: Names) -> str:
    what = "ballot" if isinstance(event, board.BallotSealed) else "vote"
    power = the_country(event.power)
    if event.in_name:
        host = capital(names.member(event.by) or "the host")
        return f"{host} sealed {power}’s {what} in its player’s name."
    where = "" if event.sealed else " on a device of its own"
    return f"{capital(power)} sealed its {what}{where}."


def _fixed(event: board.MarkersFixed, names: Names) -> str:
    text = f"The {event.kind}s of draw {event.draw} were fixed"
    if event.overdue:
        text = f"The deadline was over, and the {event.kind}s of draw {event.draw} were fixed"
    return f"{text}: nobody seals or replaces one any more.{because(event.why)}"


def _revealed(event: board.BallotRevealed | board.VoteRevealed, names: Names) -> str:
    what = "ballot" if isinstance(event, board.BallotRevealed) else "vote"
    return f"The device of {the_country(event.power)} handed in what opens its {what}."


_HOW = {
    "absent": "not in",
    "cannot-pay": "could not afford one",
    "withheld": "withheld on a device",
}
_CHOICES = {
    "veto": "veto",
    "no-veto": "no veto",
    "another": "for another leader",
    "stop": "to stop",
    "abstain": "abstained",
}


def _grouped(
    markers: Mapping[str, board.Ballot] | Mapping[str, board.Vote], backers: Collection[str] = ()
) -> str:
    """The powers by what they chose; a veto by one of the backers is support (LiF 4.1(2))."""
    groups: dict[str, list[str]] = {}
    for power, marker in markers.items():
        how = _HOW.get(marker.how)
        backs = marker.choice == "veto" and power in backers
        choice = "support" if backs else _CHOICES[marker.choice]
        if how is None:
            said = choice
        else:
            said = f"{choice}, {how}" if marker.how == "withheld" else how
        groups.setdefault(said, []).append(power)
    return "; ".join(f"{said}: {_powers(powers)}" for said, powers in groups.items())


def _kept(event: board.BallotsOpened | board.VotesOpened) -> str:
    """Why an opening was not waited for; why a marker was not, stands where all were fixed."""
    markers = event.ballots if isinstance(event, board.BallotsOpened) else event.votes
    return because(event.why) if any(one.how == "withheld" for one in markers.values()) else ""


def _ballots_opened(event: board.BallotsOpened, names: Names) -> str:
    if not event.ballots:
        return "There were no ballots to open."
    opened = "The deadline was over. Ballots" if event.overdue else "Ballots"
    return f"{opened} opened. {capital(_grouped(event.ballots, names.backers))}.{_kept(event)}"


def _spent(event: board.VetoPointsSpent, names: Names) -> str:
    return f"Paid in veto points: {_points(event.points) or 'nothing'}."


def _promoted(event: board.LeaderPromoted, names: Names) -> str:
    return f"{names.leader(event.leader)} was promoted and arrives as a reinforcement."


def _vetoed(event: board.LeaderVetoed, names: Names) -> str:
    return f"{names.leader(event.leader)} was vetoed and went back to the cup."


def _votes_opened(event: board.VotesOpened, names: Names) -> str:
    if not event.votes:
        return "There were no votes to open."
    opened = "The deadline was over. Votes" if event.overdue else "Votes"
    return f"{opened} opened. {capital(_grouped(event.votes))}.{_ended(event)}{_kept(event)}"


def _ended(event: board.VotesOpened) -> str:
    """LiF 4.1(5), ruling 20: who ended the drawing; nothing where the Board goes on."""
    cast: dict[str, list[str]] = {}
    for power, vote in event.votes.items():
        if vote.how in ("sealed", "device"):
            cast.setdefault(vote.choice, []).append(power)
    if stop := cast.get("stop"):
        return f" {capital(_powers(stop))} ended the drawing."
    return "" if "another" in cast else " Nobody asked for another leader, which ended the drawing."


def _board_closed(event: board.ReinforcementClosed, names: Names) -> str:
    return ENDS[event.reason]


# --- 4.2 Veto points ----------------------------------------------------------------------------


def _infused(event: board.VetoPointsInfused, names: Names) -> str:
    return f"The year’s veto points came in: {_points(event.points)}."


def _bought(event: board.VetoPointsBought, names: Names) -> str:
    text = f"{capital(the_country(event.power))} bought {counted(event.points, 'veto point')}"
    return f"{text} with {counted(event.intelligence_points, 'intelligence point')}."


def _values_set(event: board.LeaderValuesSet, names: Names) -> str:
    if not event.values:
        return "Leaders are worth what the usual convention says again, for veto advice."
    rows = counted(len(event.values), "value")
    return f"The club set what leaders are worth, for veto advice: {rows}."


SENTENCES: Sentences = {
    cup.LeadersSetUp: _set_up,
    cup.PositionStated: _stated,
    cup.LeadersActivated: _activated,
    cup.ReservesCalledOut: _called_out,
    cup.LeadersReturnedToReserve: _returned,
    cup.LeadersReachedYear: _year,
    cup.LeadersJoinedCup: _joined,
    cup.LeadersRemoved: _removed,
    board.ReinforcementOpened: _always("The Promotions Board met."),
    board.NextYearLeadersAdded: _next_year,
    board.LeaderDrawn: _drawn,
    board.BallotSealed: _sealed,
    board.MarkersFixed: _fixed,
    board.BallotRevealed: _revealed,
    board.BallotsOpened: _ballots_opened,
    board.VetoPointsSpent: _spent,
    board.LeaderPromoted: _promoted,
    board.LeaderVetoed: _vetoed,
    board.VoteSealed: _sealed,
    board.VoteRevealed: _revealed,
    board.VotesOpened: _votes_opened,
    board.ReinforcementContinued: _always("The board goes on to another leader."),
    board.ReinforcementClosed: _board_closed,
    board.VetoPointsInfused: _infused,
    board.VetoPointsBought: _bought,
    board.LeaderValuesSet: _values_set,
}
"""A sentence for every event of `cup` and `board`."""
