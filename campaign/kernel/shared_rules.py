"""The commands and facts that belong to no game: decided, folded, in sentences. Pure."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from campaign.kernel import members, record
from campaign.kernel.deadlines import away_in_words, what_in_words
from campaign.kernel.decisions import BesidePlay, Command, Decision, MembersWord, Refused, filled
from campaign.kernel.members import (
    ENTROPIES,
    AddEntropy,
    AdvanceTurn,
    AssignPower,
    Campaign,
    CloseCampaign,
    EnrolMember,
    LeaveCampaign,
    Member,
    Naming,
    ReleasePower,
    about,
    doubled,
    for_a_host,
    no_seat,
    used_up,
)
from campaign.kernel.record import OF_DISPUTE, Absence, Deadline, Schedule
from campaign.text.english import capital, listed, near, says
from campaign.text.moments import ONE_LINE, in_words
from campaign.text.turns import Calendar
from events import campaign as shared
from events import club
from events.base import Digest, Event, Slug
from events.club import Algorithm, SeatOffered, SeatTaken
from events.disputes import Branched, CampaignReopened

# --- What members may ask about their keys, and how they countersign the record -----------------

Base64 = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]+={0,2}$(?!\n)", max_length=4096)]
Party = Annotated[str, msgspec.Meta(min_length=1, max_length=253, pattern=ONE_LINE)]
KeyId = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[0-9a-f]{16}$(?!\n)",
        description="the key's id, 16 hex digits",
        extra={"choices": "key"},
    ),
]


class EnrolKey(MembersWord, frozen=True, kw_only=True):
    """Keys: members make a public key of theirs known, each for themselves."""

    verb = "key enrol"
    member: Annotated[Slug, about("the member whose key it is")]
    public: Annotated[Base64, about("the public key: its 32 bytes or its SPKI form, in base64url")]
    algorithm: Annotated[Algorithm, about("ed25519; webauthn for a passkey")]
    party: Annotated[Party | None, about("the site that a passkey is bound to")] = None
    only: Annotated[
        bool, about("true: from here on commands of this member count only with a signature")
    ] = False


class RetireKey(MembersWord, frozen=True, kw_only=True):
    """Keys: members retire a key of theirs; for a lost one a host asks, and a second consents."""

    verb = "key retire MEMBER [KEY]"
    example = "campaign key retire club ben 21fe31dfa154a261"
    member: Annotated[Slug, about("the member whose key it is")]
    key: KeyId


class ConsentToRetirement(MembersWord, frozen=True, kw_only=True):
    """Keys: a second member consents to retiring a lost key, as a host asked."""

    verb = "key consent MEMBER [KEY]"
    example = "campaign key consent club ben 21fe31dfa154a261 --as anna"
    member: Annotated[Slug, about("the member whose key it is")]
    key: KeyId


class WitnessHead(MembersWord, frozen=True, kw_only=True):
    """Keys: members countersign the record up to an event, each at most once a turn."""

    verb = "countersign"
    helped = "trust countersign: Record a member's signature under the history so far."
    counts_unsigned = True
    version: Annotated[int, msgspec.Meta(ge=1, description="the event")]
    head: Annotated[Digest, about("its digest")]
    signature: Annotated[Base64, about("over the head's five lines, in base64url; or an assertion")]


KEY_COMMANDS: tuple[type[Command], ...] = (EnrolKey, RetireKey, ConsentToRetirement, WitnessHead)


# --- Seats that change their device: who comes in again as a member leaves a trace --------------
#
# The record says that it happened, and nothing of persons or devices.

HANDOVER = "Seats"


class OfferSeat(BesidePlay, frozen=True, kw_only=True):
    """Seats: the host invites a member again who had come in before; everybody sees it."""

    verb = "invite"
    helped = "serve invite: Invite a member to come in. [phone link]"
    member: Annotated[Slug, about("whose seat it is")]


class TakeSeat(MembersWord, frozen=True, kw_only=True):
    """Seats: members come in again with a new invitation; the service sends it, each for theirs."""

    verb = "invite"
    counts_unsigned = True
    member: Annotated[Slug, about("whose seat it is")]


def _offer(state: Campaign, command: OfferSeat) -> Decision:
    if command.member not in state.members:
        hint = near(command.member, state.members)
        return Refused(HANDOVER, f"{command.member!r} is not enrolled in this campaign{hint}")
    return (SeatOffered(member=command.member),)


def _take(state: Campaign, command: TakeSeat) -> Decision:
    """Seats: each for themselves, and only what was offered."""
    who = state.called(command.member)
    if command.member != command.by:
        return Refused(HANDOVER, f"only {who} can take their seat")
    if command.member not in state.seats_offered:
        return Refused(
            HANDOVER, f"nobody has offered {who}'s seat again; ask the host to invite you"
        )
    return (SeatTaken(member=command.member),)


def _offered(state: Campaign, event: SeatOffered) -> Campaign:
    if event.member in state.seats_offered:
        return state
    return replace(state, seats_offered=(*state.seats_offered, event.member))


def _taken(state: Campaign, event: SeatTaken) -> Campaign:
    left = tuple(who for who in state.seats_offered if who != event.member)
    return replace(state, seats_offered=left)


# --- Commands of every campaign that only the shared part of a state decides, and their facts ---

DECIDE: dict[type[Command], Callable[[Campaign, Any], Decision]] = {
    OfferSeat: _offer,
    TakeSeat: _take,
}
"""What follows from each. The caller has checked `permitted`."""
EVOLVE: dict[type[Event], Callable[[Campaign, Any], Campaign]] = {
    SeatOffered: _offered,
    SeatTaken: _taken,
}
"""What their facts do to the shared part."""


# --- Decides the commands that every campaign has: members, powers, turns, entropy --------------


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
    if strange := no_seat(state, _seats_named(command), "power"):
        return strange
    match command:
        case EnrolMember():
            return _enrol(state, command)
        case LeaveCampaign():
            return _leave(state, command)
        case AssignPower():
            return _assign(state, command, the_seat(command.power))
        case ReleasePower():
            return _release(state, command, the_seat(command.power))
        case AdvanceTurn():
            return _advance(state, command, calendar, seed)
        case CloseCampaign():
            return (shared.CampaignClosed(seed_revealed=seed, why=command.why or ""),)
        case AddEntropy():
            return _add_entropy(state, command, added)
    raise AssertionError(f"no shared command: {type(command).__name__}")


def _seats_named(command: Command) -> tuple[str, ...]:
    return (command.power,) if isinstance(command, AssignPower | ReleasePower) else ()


def _release(state: Campaign, command: ReleasePower, the_seat: str) -> Decision:
    """Members: a seat without a player is the host's already."""
    if command.power not in state.powers:
        return Refused("Members", f"{the_seat} has no player, so the host plays it already")
    return (shared.PowerReleased(power=command.power),)


def no_turn_left(state: Campaign, calendar: Calendar) -> Refused | None:
    """Calendar: after the last turn none begins."""
    if state.turn != state.last_turn:
        return None
    text = f"{calendar.in_words(state.turn)} is the last {calendar.noun}; end the campaign"
    return Refused("Calendar", f"{text}: `campaign end {state.name}`")


def _advance(state: Campaign, command: AdvanceTurn, calendar: Calendar, seed: str) -> Decision:
    """Calendar: a turn begins after each but the last, with the next seed."""
    if refused := no_turn_left(state, calendar):
        return refused
    if state.seed_number >= state.seed_links:
        return Refused("Draws", used_up(state))
    turn = calendar.following(state.turn)
    return (shared.TurnBegan(turn=turn, seed_revealed=seed, why=command.why or ""),)


def _add_entropy(state: Campaign, command: AddEntropy, added: int) -> Decision:
    if state.members[command.by].roles == ("observer",):
        return Refused("Members", f"{state.called(command.by)} is an observer and can't do this")
    if added >= ENTROPIES:
        why = f"{state.called(command.by)} has added {added} lines to the next draw already"
        return Refused("Draws", f"{why}; {ENTROPIES} is the most for one member")
    return (shared.EntropyAdded(value=command.value),)


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
    return (shared.MemberEnrolled(member=command.member, name=command.name, roles=command.roles),)


def _leave(state: Campaign, command: LeaveCampaign) -> Decision:
    """Members: each for themselves, or a host for them; a host and a keeper stay behind."""
    who, name = command.member, state.called(command.member)
    if who not in state.members:
        hint = near(who, state.members)
        gone = (
            "has left already" if who in state.left else f"is not enrolled in this campaign{hint}"
        )
        return Refused("Members", f"{who!r} {gone}")
    if who != command.by and (refused := for_a_host(state, command.by, "ending a membership")):
        return refused
    if not any(state.is_host(other) for other in state.members if other != who):
        way = f"`campaign enrol {state.name} MEMBER --role host`"
        return Refused("Members", f"{name} is the only host; name another first: {way}")
    if state.record.keeper == who:
        way = f"`campaign keeper {state.name}`"
        return Refused("Members", f"{name} keeps the vault; name another keeper first: {way}")
    return (shared.MemberLeft(member=who, called=command.called),)


def already(command: EnrolMember) -> Refused:
    """Members: an enrolment that says nothing new, as far as the log goes."""
    return Refused("Members", f"{command.name} is enrolled with exactly this already")


def _assign(state: Campaign, command: AssignPower, the_power: str) -> Decision:
    member = state.members.get(command.member)
    if member is None:
        way = f"; enrol them first: `campaign enrol {state.name} {command.member}`"
        hint = near(command.member, state.members) or way
        return Refused("Members", f"{command.member!r} is not enrolled in this campaign{hint}")
    called = state.called(command.member)
    if not {"player", "host"} & set(member.roles):
        return Refused("Members", f"{called} is enrolled, but not as a player")
    if state.powers.get(command.power) == command.member:
        return Refused("Members", f"{called} plays {the_power} already")
    return (shared.PowerAssigned(power=command.power, member=command.member),)


# --- Deadlines and absences, folded from the record ---------------------------------------------

SCHEDULE_FACTS: tuple[type[Event], ...] = (club.DeadlineSet, club.AbsenceTold)
"""Facts about time. They are struck, amended and undone like any fact of play."""


def evolve_schedule(schedule: Schedule, event: Event) -> Schedule:
    """Deadlines and absences after a fact; most facts leave them as they are."""
    match event:
        case club.DeadlineSet():
            deadline = Deadline(event.until, event.draw)
            return replace(schedule, deadlines={**schedule.deadlines, event.what: deadline})
        case club.AbsenceTold():
            away = filled(Absence, event)
            others = (
                absence
                for absence in schedule.absences
                if absence.member != away.member or not absence.touches(away.first, away.last)
            )
            return replace(schedule, absences=(*others, away))
        case shared.TurnBegan():
            return schedule.without(
                *(what for what in schedule.deadlines if not what.startswith(OF_DISPUTE))
            )
        case Branched():
            return Schedule()
    return schedule


# --- How shared facts, which belong to no game, change a campaign's state -----------------------
#
# A game's chapters say what else such a fact changes; `assembly` puts both together.

ABOUT_PLAY: tuple[type[Event], ...] = (
    shared.MemberEnrolled,
    shared.MemberLeft,
    shared.PowerAssigned,
    shared.PowerReleased,
    shared.TurnBegan,
    shared.CampaignClosed,
    shared.EntropyAdded,
    shared.SeedsRenewed,
)
"""Members, seats, turns and seeds."""
FACTS: tuple[type[Event], ...] = (
    *ABOUT_PLAY,
    *EVOLVE,
    *SCHEDULE_FACTS,
    *record.RECORD_FACTS,
    Branched,
)
"""Every fact of the frame except the opening, and corrections, which stop a plain fold."""


def evolve(campaign: Campaign, event: Event) -> Campaign:
    """The shared part of a state after a fact of the frame."""
    if isinstance(event, SCHEDULE_FACTS):
        return replace(campaign, schedule=evolve_schedule(campaign.schedule, event))
    if fold := EVOLVE.get(type(event)):
        return fold(campaign, event)
    if isinstance(event, shared.TurnBegan) and campaign.schedule.deadlines:
        campaign = replace(campaign, schedule=evolve_schedule(campaign.schedule, event))
    if isinstance(event, ABOUT_PLAY):
        return members.evolve(campaign, event)
    if isinstance(event, Branched):
        campaign = _branched(campaign, event)
    updated = replace(campaign, record=record.evolve_record(campaign.record, event, campaign.turn))
    return members.evolve(updated, event) if isinstance(event, CampaignReopened) else updated


def struck(campaign: Campaign, event: Event) -> Campaign:
    """Draws: what a struck fact leaves behind: a revealed seed stays revealed."""
    match event:
        case shared.TurnBegan() | shared.CampaignClosed() if event.seed_revealed:
            number = campaign.seed_number + 1
            return replace(campaign, seed_number=number, last_revealed=event.seed_revealed)
    return campaign


def _branched(campaign: Campaign, event: Branched) -> Campaign:
    """A what-if draws from its own chain. Only its maker hosts it, and they play every seat."""
    return replace(
        campaign,
        name=event.name,
        title="",
        id=event.id,
        seed_anchor=event.seed_anchor,
        seed_links=event.seed_links,
        seed_sealed=event.seed_sealed,
        seed_number=1,
        last_revealed=event.seed_anchor,
        closed=False,
        seats_offered=(),
        members={
            who: replace(member, roles=_roles(member.roles, hosts=who == event.maker))
            for who, member in campaign.members.items()
        },
        powers={},
        schedule=evolve_schedule(campaign.schedule, event),
    )


def _roles(roles: tuple[str, ...], *, hosts: bool) -> tuple[str, ...]:
    """Roles in a what-if: only its maker hosts it, so only they see what a host may see."""
    others = tuple(role for role in roles if role != "host")
    return ("host", *others) if hosts else others or ("observer",)


# --- What every campaign shares, in sentences: members, seats, turns, seeds, keys ---------------


def _opened(event: shared.CampaignOpened, names: Naming) -> str:
    first, last = names.turn(event.first_turn), names.turn(event.last_turn)
    called = f"{event.campaign}, “{event.title}”," if event.title else event.campaign
    played = names.edition(event.scenario, event.rulebook)
    return f"The campaign {called} was opened: {played}, from {first} to {last}."


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


def _renewed(event: shared.SeedsRenewed, names: Naming) -> str:
    text = "The vault was renewed, and the draws have new seeds"
    first = listed(names.draw(what, number) for what, number in event.draws.items())
    since = f"from {first} on" if first else "from here on"
    return f"{text}: {since} whoever kept the vault before foresees nothing any more."


# --- deadlines and absences ---------------------------------------------------------------------


def _deadline(event: club.DeadlineSet, names: Naming) -> str:
    about = what_in_words(event.what, names)
    return f"{_whose(event.by, names)} set a deadline for {about}: {in_words(event.until)}."


def _absence(event: club.AbsenceTold, names: Naming) -> str:
    return f"{capital(away_in_words(filled(Absence, event), names))}."


# --- keys and countersignatures -----------------------------------------------------------------


def _whose(member: str, names: Naming) -> str:
    return capital(names.member(member) or member)


def _key_enrolled(event: club.KeyEnrolled, names: Naming) -> str:
    kind = f"a passkey for {event.party}" if event.algorithm == "webauthn" else "a key"
    return f"{_whose(event.member, names)} enrolled {kind}, {event.key_id}."


def _key_retired(event: club.KeyRetired, names: Naming) -> str:
    if event.by == event.member:
        return f"{_whose(event.by, names)} retired their key {event.key_id}."
    gone = f"{_whose(event.member, names)}’s key {event.key_id} was retired"
    return f"{gone}; {names.member(event.by) or event.by} consented."


def _joined(event: shared.MemberEnrolled, names: Naming) -> str:
    """By the name that they had then; with the id where another has it too."""
    called = names.member(event.member)
    who = called if called == f"{event.name} ({event.member})" else event.name
    roles = (f"{'an' if role[:1] in 'aeiou' else 'a'} {role}" for role in event.roles)
    return f"{who} joined as {listed(roles)}."


SENTENCES: dict[type[Event], Callable[[Any, Naming], str]] = {
    shared.CampaignOpened: _opened,
    shared.MemberEnrolled: _joined,
    shared.MemberLeft: says("{member:^member} left the campaign; the host plays on for them."),
    shared.PowerAssigned: says("{member:member} took over {power:the_seat}."),
    shared.PowerReleased: says("{power:^the_seat} was left without a player; the host plays it."),
    shared.TurnBegan: _turn,
    shared.CampaignClosed: says(
        "The campaign was closed, and its last draw seed revealed.{why:because}",
        {"because": because},
    ),
    shared.EntropyAdded: _entropy,
    shared.SeedsRenewed: _renewed,
    club.DeadlineSet: _deadline,
    club.AbsenceTold: _absence,
    club.SeatOffered: says(
        "{by:^member} invited {member:member} again, who had come in on a device before."
    ),
    club.SeatTaken: says("{member:member} came in again, with a new invitation."),
    club.KeyEnrolled: _key_enrolled,
    club.KeyRetirementAsked: says(
        "{by:^member} asked to retire {member:^member}’s key {key_id}, which is lost; a second "
        "member must consent."
    ),
    club.KeyRetired: _key_retired,
    club.HeadWitnessed: says(
        "{member:^member} countersigned the record up to event {about}, with key {key_id}."
    ),
}
"""A sentence for every event of `campaign.py` and `club.py` in `events/`."""
TRUSTED: dict[type[Event], str] = {
    shared.MemberEnrolled: "members",
    shared.MemberLeft: "members",
    shared.PowerAssigned: "members",
    shared.PowerReleased: "members",
    shared.EntropyAdded: "entropy",
    club.DeadlineSet: "deadlines and absences",
    club.AbsenceTold: "deadlines and absences",
    club.SeatOffered: "seats",
    club.SeatTaken: "seats",
    club.KeyEnrolled: "keys",
    club.KeyRetirementAsked: "keys",
    club.KeyRetired: "keys",
}
"""Those of them that rest on people's word alone, by kind."""
