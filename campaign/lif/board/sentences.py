"""The cup, the Promotions Board and veto points in sentences; nothing sealed is shown. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping

from campaign.kernel.shared_rules import because
from campaign.lif.names import ENDS, STATUSES, Names, Sentences, cause, the_countries, the_country
from campaign.lif.state import grouped
from campaign.text.english import Words, capital, counted, listed, says
from events.lif import board, cup


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
    if event.counters:
        text = f"{text}; {counted(len(event.counters), 'unit counter')} placed"
    left = len(event.left_out)
    return f"{text}. {counted(left, 'row was', 'rows were')} left out." if left else f"{text}."


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


# --- 4.1 The Promotions Board -------------------------------------------------------------------


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
    return "; ".join(f"{said}: {the_countries(powers)}" for said, powers in groups.items())


def _why(event: board.BallotsOpened | board.VotesOpened) -> str:
    """Why an opening was not waited for; why a marker was not, stands where all were fixed."""
    markers = event.ballots if isinstance(event, board.BallotsOpened) else event.votes
    return because(event.why) if any(one.how == "withheld" for one in markers.values()) else ""


def _ballots_opened(event: board.BallotsOpened, names: Names) -> str:
    if not event.ballots:
        return "There were no ballots to open."
    opened = "The deadline was over. Ballots" if event.overdue else "Ballots"
    return f"{opened} opened. {capital(_grouped(event.ballots, names.backers))}.{_why(event)}"


def _votes_opened(event: board.VotesOpened, names: Names) -> str:
    if not event.votes:
        return "There were no votes to open."
    opened = "The deadline was over. Votes" if event.overdue else "Votes"
    return f"{opened} opened. {capital(_grouped(event.votes))}.{_ended(event)}{_why(event)}"


def _ended(event: board.VotesOpened) -> str:
    """LiF 4.1(5), ruling 20: who ended the drawing; nothing where the Board goes on."""
    votes = event.votes.items()
    cast = grouped((one.choice, who) for who, one in votes if one.how in ("sealed", "device"))
    if stop := cast.get("stop"):
        return f" {capital(the_countries(stop))} ended the drawing."
    return "" if "another" in cast else " Nobody asked for another leader, which ended the drawing."


# --- 4.2 Veto points ----------------------------------------------------------------------------


def _values_set(event: board.LeaderValuesSet, names: Names) -> str:
    if not event.values:
        return "Leaders are worth what the usual convention says again, for veto advice."
    rows = counted(len(event.values), "value")
    return f"The club set what leaders are worth, for veto advice: {rows}."


WORDS: Words = {
    "points": _points,
    "paid": lambda points: _points(points) or "nothing",
    "why": cause,
    "how": {"table": "at the table", "ledger": "by the ledger"}.__getitem__,
}
SENTENCES: Sentences = {
    cup.LeadersSetUp: _set_up,
    cup.PositionStated: _stated,
    cup.LeadersActivated: says(
        "The leaders came into play with {leaders:counted leader} in the cup; "
        "veto points: {points:points}.",
        WORDS,
    ),
    cup.ReservesCalledOut: _called_out,
    cup.LeadersReturnedToReserve: _returned,
    cup.LeadersReachedYear: says("The leaders of {year} joined the cup: {leaders:leaders}."),
    cup.LeadersJoinedCup: says("{leaders:leaders} joined the cup ({reason:why}).", WORDS),
    cup.LeadersRemoved: says("{leaders:leaders} left the game for good ({reason:why}).", WORDS),
    board.ReinforcementOpened: says("The Promotions Board met."),
    board.NextYearLeadersAdded: says(
        "The cup was empty, and took in early the leaders of {year}: {leaders:leaders}."
    ),
    board.LeaderDrawn: says("Draw {draw}: {leader:leader} was drawn {source:how}.", WORDS),
    board.BallotSealed: _sealed,
    board.MarkersFixed: _fixed,
    board.BallotRevealed: says("The device of {power:the_seat} handed in what opens its ballot."),
    board.BallotsOpened: _ballots_opened,
    board.VetoPointsSpent: says("Paid in veto points: {points:paid}.", WORDS),
    board.LeaderPromoted: says("{leader:leader} was promoted and arrives as a reinforcement."),
    board.LeaderVetoed: says("{leader:leader} was vetoed and went back to the cup."),
    board.VoteSealed: _sealed,
    board.VoteRevealed: says("The device of {power:the_seat} handed in what opens its vote."),
    board.VotesOpened: _votes_opened,
    board.ReinforcementContinued: says("The board goes on to another leader."),
    board.ReinforcementClosed: lambda event, names: ENDS[event.reason],
    board.VetoPointsInfused: says("The year’s veto points came in: {points:points}.", WORDS),
    board.VetoPointsBought: says(
        "{power:^the_seat} bought {points:counted veto point} with "
        "{intelligence_points:counted intelligence point}."
    ),
    board.LeaderValuesSet: _values_set,
}
"""A sentence for every event of `cup` and `board`."""
