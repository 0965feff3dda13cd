"""What every campaign shares, in sentences: members, seats, turns, seeds, keys. Pure."""

from collections.abc import Callable
from typing import Any

from campaign.kernel.deadlines import away_in_words, what_in_words
from campaign.kernel.names import Naming
from campaign.kernel.schedule import Absence
from campaign.text.english import capital, listed
from campaign.text.moments import in_words
from events import campaign as shared
from events import handover, schedule, witnesses
from events.base import Event

# --- the campaign -------------------------------------------------------------------------------


def _opened(event: shared.CampaignOpened, names: Naming) -> str:
    first, last = names.turn(event.first_turn), names.turn(event.last_turn)
    called = f"{event.campaign}, “{event.title}”," if event.title else event.campaign
    text = f"The campaign {called} was opened: scenario {event.scenario}, rulebook "
    return f"{text}{event.rulebook}, from {first} to {last}."


def with_article(role: str) -> str:
    """A role as a sentence names it: `a player`, `an observer`."""
    return f"{'an' if role[:1] in 'aeiou' else 'a'} {role}"


def _enrolled(event: shared.MemberEnrolled, names: Naming) -> str:
    return f"{event.name} joined as {listed(with_article(role) for role in event.roles)}."


def _assigned(event: shared.PowerAssigned, names: Naming) -> str:
    return f"{names.member(event.member)} took over {names.the_seat(event.power)}."


def _released(event: shared.PowerReleased, names: Naming) -> str:
    return f"{capital(names.the_seat(event.power))} was left without a player; the host plays it."


def because(why: str) -> str:
    """Why somebody was not waited for, behind a sentence; nothing where nobody said."""
    return f" Not waited for: “{why}”." if why else ""


def _turn(event: shared.TurnBegan, names: Naming) -> str:
    text = f"{names.turn(event.turn)} began"
    shown = ", and the last turn’s draw seed was revealed" if event.seed_revealed else ""
    return f"{text}{shown}.{because(event.why)}"


def _entropy(event: shared.EntropyAdded, names: Naming) -> str:
    return (
        f"{names.member(event.by) or 'A member'} threw words into the next draw: “{event.value}”."
    )


def _closed(event: shared.CampaignClosed, names: Naming) -> str:
    return f"The campaign was closed, and its last draw seed revealed.{because(event.why)}"


def _renewed(event: shared.SeedsRenewed, names: Naming) -> str:
    text = "The vault was renewed, and the draws have new seeds"
    first = listed(names.draw(what, number) for what, number in event.draws.items())
    since = f"from {first} on" if first else "from here on"
    return f"{text}: {since} whoever kept the vault before foresees nothing any more."


# --- deadlines and absences ---------------------------------------------------------------------


def _deadline(event: schedule.DeadlineSet, names: Naming) -> str:
    about = what_in_words(event.what, names)
    return f"{_whose(event.by, names)} set a deadline for {about}: {in_words(event.until)}."


def _absence(event: schedule.AbsenceTold, names: Naming) -> str:
    return f"{capital(away_in_words(_away(event), names))}."


def _away(event: schedule.AbsenceTold) -> Absence:
    return Absence(event.member, event.first, event.last, event.wish)


# --- seats --------------------------------------------------------------------------------------


def _offered(event: handover.SeatOffered, names: Naming) -> str:
    who = names.member(event.member)
    return f"{_whose(event.by, names)} invited {who} again, who had come in on a device before."


def _taken(event: handover.SeatTaken, names: Naming) -> str:
    return f"{names.member(event.member)} came in again, with a new invitation."


# --- keys and countersignatures -----------------------------------------------------------------


def _whose(member: str, names: Naming) -> str:
    return capital(names.member(member) or member)


def _key_enrolled(event: witnesses.KeyEnrolled, names: Naming) -> str:
    kind = f"a passkey for {event.party}" if event.algorithm == "webauthn" else "a key"
    return f"{_whose(event.member, names)} enrolled {kind}, {event.key_id}."


def _retirement_asked(event: witnesses.KeyRetirementAsked, names: Naming) -> str:
    lost = f"{_whose(event.member, names)}’s key {event.key_id}, which is lost"
    return f"{_whose(event.by, names)} asked to retire {lost}; a second member must consent."


def _key_retired(event: witnesses.KeyRetired, names: Naming) -> str:
    if event.by == event.member:
        return f"{_whose(event.by, names)} retired their key {event.key_id}."
    gone = f"{_whose(event.member, names)}’s key {event.key_id} was retired"
    return f"{gone}; {names.member(event.by) or event.by} consented."


def _witnessed(event: witnesses.HeadWitnessed, names: Naming) -> str:
    said = f"{_whose(event.member, names)} countersigned the record up to event {event.about}"
    return f"{said}, with key {event.key_id}."


SENTENCES: dict[type[Event], Callable[[Any, Naming], str]] = {
    shared.CampaignOpened: _opened,
    shared.MemberEnrolled: _enrolled,
    shared.PowerAssigned: _assigned,
    shared.PowerReleased: _released,
    shared.TurnBegan: _turn,
    shared.CampaignClosed: _closed,
    shared.EntropyAdded: _entropy,
    shared.SeedsRenewed: _renewed,
    schedule.DeadlineSet: _deadline,
    schedule.AbsenceTold: _absence,
    handover.SeatOffered: _offered,
    handover.SeatTaken: _taken,
    witnesses.KeyEnrolled: _key_enrolled,
    witnesses.KeyRetirementAsked: _retirement_asked,
    witnesses.KeyRetired: _key_retired,
    witnesses.HeadWitnessed: _witnessed,
}
"""A sentence for every event of `campaign.py`, `schedule.py` and `witnesses.py` in `events/`."""
