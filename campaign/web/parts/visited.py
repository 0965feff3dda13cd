"""What pages say of the campaign that is visited: names, moments, sentences, what is asked. IO."""

from collections.abc import Mapping
from textwrap import shorten

import msgspec

from campaign.disputes.eligibility import named_unsigned
from campaign.handler.command_handler import Actor
from campaign.handler.tasks import Asked, place_of
from campaign.kernel.decisions import Refused
from campaign.kernel.interview.answers import Option
from campaign.kernel.members import Naming, as_called
from campaign.kernel.projections import JournalLine
from campaign.notifications.local_time import in_full, in_short, in_zone
from campaign.text.moments import in_words
from campaign.web.context import Entered, House, RequestContext
from events.disputes import ActUndone, EventsInserted


def by_when(here: Entered, until: str) -> str:
    """A deadline in the visitor's time zone and in UTC; empty where there is none."""
    return in_words(until) if here.zone == "UTC" else in_full(until, here.zone)


def by_clock(here: Entered, until: str, now: str) -> str:
    """The same in short: `22:00` on the visitor's own day, else with the day."""
    is_today = in_zone(until, here.zone).date() == in_zone(now, here.zone).date()
    return f"{in_zone(until, here.zone):%H:%M}" if is_today else in_short(until, here.zone)


def seats_called(here: Entered) -> dict[str, Mapping[str, str]]:
    """What seats are called in a campaign that names its own."""
    live = here.live
    if live.system.view.seats is None:
        return {}
    seats = live.system.seats_of(live.state)
    return {"seat_names": seats.names, "seat_codes": seats.codes}


def names(here: Entered) -> Naming:
    """What members, seats and pieces of a campaign are called."""
    return here.live.system.view.names(here.live.state)


def mine(here: Entered, now: str) -> tuple[Asked, ...]:
    """What is asked of the visitor in a campaign."""
    return tuple(part for part in here.asked(now) if here.member in part.members)


def called_in_figures(here: Entered) -> dict[str, str]:
    """What seats and pieces are called in tables of figures, by their ids."""
    called, live = names(here), here.live
    pieces = live.system.rooms.called(live.state)
    members = {who: called.member(who) for who in here.campaign.members}
    return {**members, **pieces, **{seat: called.seat(seat) for seat in here.campaign.seats}}


def href(here: Entered, part: Asked) -> str:
    """Where the visitor can do what is asked."""
    return f"/c/{here.name}{place_of(part.owed, is_host=here.is_host)}"


def sentences(visit: RequestContext, versions: list[int]) -> list[tuple[int, str]]:
    """Events by number, each in a sentence."""
    if not versions:
        return []
    here, ledger = visit.here, visit.house.ledger
    view, called = here.live.system.view, names(here)
    numbered = []
    for entry in ledger.effective(here.name, versions[0] - 1, versions[-1]):
        then = isinstance(entry.event, view.then)
        known = view.names(ledger.live(here.name, entry.version).state) if then else called
        event = as_called(entry.event, ledger.called(here.name))
        numbered.append((entry.version, view.sentence(event, known)))
    return numbered


def last_undo(visit: RequestContext) -> ActUndone | Refused:
    """What an undo of the visitor's last act would record now."""
    sent, actor = msgspec.json.encode({"command": "UndoAct"}), Actor(visit.here.member)
    decision = visit.house.desk.preview(visit.here.name, sent, actor)
    if isinstance(decision, Refused):
        return decision
    (event,) = decision
    assert isinstance(event, ActUndone)
    return event


def last_lines(house: House, here: Entered, count: int) -> list[JournalLine]:
    """The last lines of the running turn's journal, the newest first."""
    made = house.books.book(here.name)
    lines = made.whole(len(made.logs) - 1).logs[-1].lines
    return list(reversed(lines[-count:]))


CHOSEN_FROM = 40
"""So many lines of the journal are offered to be chosen."""
AT_HAND = 8
"""So many of them are seen at once; the others are folded away."""
LINE_LETTERS = 120


def lines_to_choose(house: House, here: Entered) -> tuple[Option, ...]:
    """The last lines of the journal as what a tap chooses, the newest first."""
    made = house.books.book(here.name)
    lines: list[JournalLine] = []
    for place in reversed(range(len(made.logs))):
        lines += reversed(made.whole(place).logs[place].lines)
        if len(lines) >= CHOSEN_FROM:
            break
    return tuple(
        Option(
            str(one.version),
            shorten(one.sentence, LINE_LETTERS, placeholder=" …"),
            f"{one.by or 'the tracker'}, {one.when}",
            is_far=place >= AT_HAND,
        )
        for place, one in enumerate(lines[:CHOSEN_FROM])
        if not one.struck_by
    )


def unsigned(house: House, here: Entered) -> dict[int, list[str]]:
    """The names of members who sign everything, by the correction that speaks in their name."""
    if not any(key.only for key in here.campaign.record.keys.enrolled.values()):
        return {}
    called, by_version = names(here), {}
    for entry in house.ledger.corrections(here.name):
        if isinstance(entry.event, EventsInserted):
            then = house.ledger.live(here.name, entry.version - 1).state.campaign.record.keys
            if whom := named_unsigned(entry.event, then):
                by_version[entry.version] = [called.member(who) for who in whom]
    return by_version
