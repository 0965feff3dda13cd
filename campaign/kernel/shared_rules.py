"""Decides the commands that every campaign has: members, powers, turns, entropy. Pure."""

from collections.abc import Callable

from campaign.kernel.calendar import Calendar
from campaign.kernel.decisions import Command, Decision, Refused
from campaign.kernel.enrolment import doubled
from campaign.kernel.members import (
    ENTROPIES,
    AddEntropy,
    AdvanceTurn,
    AssignPower,
    Campaign,
    CloseCampaign,
    EnrolMember,
    Member,
    ReleasePower,
    used_up,
)
from campaign.kernel.seats import no_seat
from campaign.text.suggest import near
from events.campaign import (
    CampaignClosed,
    EntropyAdded,
    MemberEnrolled,
    PowerAssigned,
    PowerReleased,
    TurnBegan,
)


def decide(
    state: Campaign,
    command: Command,
    calendar: Calendar,
    seed: str,
    added: int = 0,
    *,
    the_seat: Callable[[str], str] = str,
) -> Decision:
    """The facts that follow from a shared command. The caller has checked `permitted`.

    `added` is how often the member has added entropy to the next draw; `the_seat` is a seat's name
    inside a sentence.
    """
    named = (command.power,) if isinstance(command, AssignPower | ReleasePower) else ()
    if strange := no_seat(state, named, "power"):
        return strange
    match command:
        case EnrolMember():
            return _enrol(state, command)
        case AssignPower():
            return _assign(state, command, the_seat(command.power))
        case ReleasePower():
            if command.power not in state.powers:
                text = f"{the_seat(command.power)} has no player, so the host plays it already"
                return Refused("Members", text)
            return (PowerReleased(power=command.power),)
        case AdvanceTurn():
            if state.turn == state.last_turn:
                text = f"{calendar.in_words(state.turn)} is the last turn; end the campaign"
                return Refused("Calendar", f"{text}: `campaign end {state.name}`")
            if state.seed_number >= state.seed_links:
                return Refused("Draws", used_up(state))
            return (
                TurnBegan(
                    turn=calendar.following(state.turn), seed_revealed=seed, why=command.why or ""
                ),
            )
        case CloseCampaign():
            return (CampaignClosed(seed_revealed=seed, why=command.why or ""),)
        case AddEntropy():
            return _add_entropy(state, command, added)
    raise AssertionError(f"no shared command: {type(command).__name__}")


def _add_entropy(state: Campaign, command: AddEntropy, added: int) -> Decision:
    if state.members[command.by].roles == ("observer",):
        return Refused("Members", f"{state.called(command.by)} is an observer and can't do this")
    if added >= ENTROPIES:
        why = f"{state.called(command.by)} has added {added} lines to the next draw already"
        return Refused("Draws", f"{why}; {ENTROPIES} is the most for one member")
    return (EntropyAdded(value=command.value),)


def _enrol(state: Campaign, command: EnrolMember) -> Decision:
    if twice := doubled(command.roles):
        return Refused("Members", f"roles: {twice} is named twice; once is enough")
    if state.members.get(command.member) == Member(command.name, command.roles):
        return already(command)
    others = (who for who in state.members if who != command.member and state.is_host(who))
    if "host" not in command.roles and not any(others):
        return Refused("Members", "the campaign would be left without a host")
    if not {"player", "host"} & set(command.roles) and command.member in state.powers.values():
        text = f"{state.called(command.member)} plays a {state.seat_kind}; release it first"
        return Refused("Members", text)
    return (MemberEnrolled(member=command.member, name=command.name, roles=command.roles),)


def already(command: EnrolMember) -> Refused:
    """Members: an enrolment that says nothing new, as far as the log goes."""
    return Refused("Members", f"{command.name} is enrolled with exactly this already")


def _assign(state: Campaign, command: AssignPower, the_power: str) -> Decision:
    member = state.members.get(command.member)
    if member is None:
        hint = near(command.member, state.members)
        return Refused("Members", f"{command.member!r} is not enrolled in this campaign{hint}")
    if not {"player", "host"} & set(member.roles):
        return Refused("Members", f"{member.name} is enrolled, but not as a player")
    if state.powers.get(command.power) == command.member:
        return Refused("Members", f"{member.name} plays {the_power} already")
    return (PowerAssigned(power=command.power, member=command.member),)
