"""The journal's sentences about members' keys and countersignatures. Pure."""

from collections.abc import Callable
from typing import Any

from campaign.leaders_in_flames.names import Names, capital
from events import witnesses as told
from events.base import Event


def _whose(member: str, names: Names) -> str:
    return capital(names.member(member) or member)


def _key_enrolled(event: told.KeyEnrolled, names: Names) -> str:
    kind = f"a passkey for {event.party}" if event.algorithm == "webauthn" else "a key"
    return f"{_whose(event.member, names)} enrolled {kind}, {event.key_id}."


def _retirement_asked(event: told.KeyRetirementAsked, names: Names) -> str:
    lost = f"{_whose(event.member, names)}’s key {event.key_id}, which is lost"
    return f"{_whose(event.by, names)} asked to retire {lost}; a second member must consent."


def _key_retired(event: told.KeyRetired, names: Names) -> str:
    if event.by == event.member:
        return f"{_whose(event.by, names)} retired their key {event.key_id}."
    gone = f"{_whose(event.member, names)}’s key {event.key_id} was retired"
    return f"{gone}; {names.member(event.by) or event.by} consented."


def _witnessed(event: told.HeadWitnessed, names: Names) -> str:
    said = f"{_whose(event.member, names)} countersigned the record up to event {event.about}"
    return f"{said}, with key {event.key_id}."


SENTENCES: dict[type[Event], Callable[[Any, Names], str]] = {
    told.KeyEnrolled: _key_enrolled,
    told.KeyRetirementAsked: _retirement_asked,
    told.KeyRetired: _key_retired,
    told.HeadWitnessed: _witnessed,
}
