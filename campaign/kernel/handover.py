"""Seats that change their device: who comes in again as a member leaves a trace. Pure.

The record says that it happened, and nothing of persons or devices.
"""

from typing import Annotated

from msgspec.structs import replace

from campaign.kernel.decisions import Command, Decision, Refused
from campaign.kernel.members import Campaign, about
from campaign.text.suggest import near
from events.base import Event, Slug
from events.handover import SeatOffered, SeatTaken

RULE = "Seats"


class OfferSeat(Command, frozen=True, kw_only=True):
    """Seats: the host invites a member again who had come in before; everybody sees it."""

    verb = "invite"
    play = False
    member: Annotated[Slug, about("whose seat it is")]


class TakeSeat(Command, frozen=True, kw_only=True):
    """Seats: members come in again with a new invitation; the service sends it, each for theirs."""

    verb = "invite"
    who = "member"
    play = False
    counts_unsigned = True
    member: Annotated[Slug, about("whose seat it is")]


COMMANDS: tuple[type[Command], ...] = (OfferSeat, TakeSeat)
FACTS: tuple[type[Event], ...] = (SeatOffered, SeatTaken)


def decide(state: Campaign, command: Command) -> Decision:
    """The fact that follows from such a command. The caller has checked `permitted`."""
    match command:
        case OfferSeat():
            return _offer(state, command)
        case TakeSeat():
            return _take(state, command)
    raise AssertionError(f"no command about a seat: {type(command).__name__}")


def _offer(state: Campaign, command: OfferSeat) -> Decision:
    if command.member not in state.members:
        hint = near(command.member, state.members)
        return Refused(RULE, f"{command.member!r} is not enrolled in this campaign{hint}")
    return (SeatOffered(member=command.member),)


def _take(state: Campaign, command: TakeSeat) -> Decision:
    """Seats: each for themselves, and only what was offered."""
    who = state.called(command.member)
    if command.member != command.by:
        return Refused(RULE, f"only {who} can take their seat")
    if command.member not in state.seats_offered:
        return Refused(RULE, f"nobody has offered {who}'s seat again; ask the host to invite you")
    return (SeatTaken(member=command.member),)


def evolve(state: Campaign, event: Event) -> Campaign:
    """Which seats are offered after such a fact."""
    match event:
        case SeatOffered() if event.member not in state.seats_offered:
            return replace(state, seats_offered=(*state.seats_offered, event.member))
        case SeatTaken():
            left = tuple(who for who in state.seats_offered if who != event.member)
            return replace(state, seats_offered=left)
    return state
