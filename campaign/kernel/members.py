"""What every campaign shares, whatever is played in it: members, powers and the calendar. Pure."""

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import SECRET, Command, Refused
from campaign.kernel.enrolment import AN_ADDRESS
from campaign.kernel.record import Record
from campaign.kernel.schedule import Schedule
from campaign.text.lines import A_NAME, ONE_LINE
from campaign.text.suggest import near
from events.base import Event, Slug
from events.campaign import (
    CampaignClosed,
    CampaignOpened,
    MemberEnrolled,
    PowerAssigned,
    PowerReleased,
    SeedsRenewed,
    TurnBegan,
)
from events.disputes import CampaignReopened
from events.seats import Seat

HOST = "host"
"""The member that the local user of the command line is."""

ENTROPIES = 8
"""The most lines of entropy that one member may add to one draw."""

Role = Literal["host", "player", "referee", "observer"]
ROLES: tuple[Role, ...] = get_args(Role)
"""Every role that a member may have."""


def about(text: str, choices: str = "") -> msgspec.Meta:
    """A field's meaning, as `campaign commands` prints it; `choices` names the game's options."""
    return msgspec.Meta(description=text, extra={"choices": choices} if choices else None)


Why = Annotated[
    Annotated[str, msgspec.Meta(min_length=10, max_length=120, pattern=ONE_LINE)] | None,
    about("why somebody's choice is passed over before its deadline; stays in the record"),
]
Confirmed = Annotated[Literal[True] | None, about("what is still owed may be left undone")]


class EnrolMember(Command, frozen=True, kw_only=True):
    """Members: enrols a member, or records a new name or roles; no log keeps the address."""

    verb = "enrol"
    play = False
    member: Annotated[Slug, about("id used in commands from now on")]
    name: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=80, pattern=A_NAME, description="name in reports"),
    ]
    roles: Annotated[tuple[Role, ...], msgspec.Meta(min_length=1, description="what they may do")]
    email: Annotated[
        str,
        msgspec.Meta(
            max_length=254,
            pattern=AN_ADDRESS,
            description="where their mail goes; kept beside the log, shown to nobody",
        ),
        SECRET,
    ] = ""


class AssignPower(Command, frozen=True, kw_only=True):
    """Members: hands a power or a side to a member, in mid-campaign too; what is sealed stands."""

    verb = "assign"
    play = False
    power: Annotated[Seat, about("the power or side")]
    member: Annotated[Slug, about("its new holder")]


class ReleasePower(Command, frozen=True, kw_only=True):
    """Members: takes a power or a side from its holder; the host plays it until it is assigned."""

    verb = "release"
    play = False
    power: Annotated[Seat, about("the power or side")]


class AdvanceTurn(Command, frozen=True, kw_only=True):
    """Calendar: ends the turn, reveals its draw seed and begins the next."""

    verb = "turn"
    why_field = "why"
    why: Why = None
    confirmed: Confirmed = None


class CloseCampaign(Command, frozen=True, kw_only=True):
    """Calendar: ends the campaign and reveals the last draw seed."""

    verb = "end"
    why_field = "why"
    why: Why = None
    confirmed: Confirmed = None


class AddEntropy(Command, frozen=True, kw_only=True):
    """Draws: mixes a member's own words into the next draw, so that no one else can foresee it."""

    verb = "entropy"
    who = "member"
    value: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=200, pattern=ONE_LINE, description="any one line"),
    ]


COMMANDS: tuple[type[Command], ...] = (
    EnrolMember,
    AssignPower,
    ReleasePower,
    AdvanceTurn,
    CloseCampaign,
    AddEntropy,
)


class Member(msgspec.Struct, frozen=True):
    """A member of the club."""

    name: str
    roles: tuple[str, ...]


class Campaign(msgspec.Struct, frozen=True):
    """The shared part of a campaign's state."""

    name: str
    id: str
    system: str
    rulebook: str
    scenario: str
    first_turn: str
    last_turn: str
    rulings: dict[str, str | int | bool]
    modules: tuple[str, ...]
    seed_anchor: str
    seed_links: int
    seed_sealed: str
    seats: tuple[str, ...] = ()
    """The seats that members play, in the game's order."""
    turn: str = ""
    seed_number: int = 0
    """The link of the seed chain in use: how many turns have used the chain, including this one."""
    last_revealed: str = ""
    """The newest seed published; the anchor before any was."""
    closed: bool = False
    members: dict[str, Member] = {}
    powers: dict[str, str] = {}
    """Who holds each assigned power."""
    players: dict[str, str] = {}
    """Members who play for a seat beside its holder, where a game has such."""
    record: Record = Record()
    rules: int = 0
    """Number of the rules that it follows."""
    schedule: Schedule = Schedule()
    title: str = ""
    """What it is called in reports; empty where its name serves."""
    seats_offered: tuple[str, ...] = ()
    """Members whose seat was offered again, and is not taken yet."""
    seat_kind: str = "power"
    """What the game calls a seat, for messages: a power, a side."""

    def is_host(self, member: str) -> bool:
        """Whether a member runs the campaign."""
        return member in self.members and "host" in self.members[member].roles

    def seats_of(self, member: str) -> tuple[str, ...]:
        """The seats that a member holds or plays for, in the game's order."""
        own = self.players.get(member, "")
        return tuple(seat for seat in self.seats if seat == own or self.powers.get(seat) == member)

    def who_plays(self, seat: str) -> tuple[str, ...]:
        """Those who play a seat: its holder, else all who play for it; nobody if the host does."""
        if seat in self.powers:
            return (self.powers[seat],)
        return tuple(member for member, plays in self.players.items() if plays == seat)

    def player(self, seat: str) -> str:
        """Who plays a seat, by name."""
        return self.called(self.powers[seat]) if seat in self.powers else "the host"

    def called(self, member: str) -> str:
        """A member's name; the id if none is enrolled under it."""
        return self.members[member].name if member in self.members else member


def opened(event: CampaignOpened, seats: Sequence[str], kind: str = "power") -> Campaign:
    """The shared state of a campaign just opened."""
    return Campaign(
        name=event.campaign,
        id=event.id,
        system=event.system,
        rulebook=event.rulebook,
        scenario=event.scenario,
        first_turn=event.first_turn,
        last_turn=event.last_turn,
        rulings=event.rulings,
        modules=event.modules,
        seed_anchor=event.seed_anchor,
        seed_links=event.seed_links,
        seed_sealed=event.seed_sealed,
        seats=tuple(seats),
        seat_kind=kind,
        last_revealed=event.seed_anchor,
        rules=event.rules,
        title=event.title,
    )


def evolve(state: Campaign, event: Event) -> Campaign:
    """The shared state after a shared fact; other facts leave it as it is."""
    match event:
        case MemberEnrolled():
            member = Member(event.name, event.roles)
            return replace(state, members={**state.members, event.member: member})
        case PowerAssigned():
            if event.power not in state.seats:
                raise ValueError(f"there is no {event.power!r}")
            return replace(state, powers={**state.powers, event.power: event.member})
        case PowerReleased():
            left = {power: who for power, who in state.powers.items() if power != event.power}
            return replace(state, powers=left)
        case TurnBegan():
            return replace(
                state,
                turn=event.turn,
                seed_number=state.seed_number + 1,
                last_revealed=event.seed_revealed or state.last_revealed,
            )
        case CampaignClosed():
            kept = replace(state.record, reopening=None)
            return replace(state, closed=True, last_revealed=event.seed_revealed, record=kept)
        case CampaignReopened() if state.closed:
            return replace(state, closed=False, seed_number=state.seed_number + 1)
        case SeedsRenewed():
            return replace(
                state,
                seed_anchor=event.anchor,
                seed_links=event.links,
                seed_sealed=event.sealed,
                seed_number=1,
                last_revealed=event.anchor,
            )
    return state


def enrolled(state: Campaign, command: Command) -> Refused | None:
    """Members: only an enrolled member acts."""
    if command.by not in state.members:
        hint = near(command.by, state.members)
        return Refused("Members", f"{command.by!r} is not enrolled in this campaign{hint}")
    return None


def may_act(state: Campaign, command: Command) -> Refused | None:
    """Members: only an enrolled member acts, and only in a campaign that is not over."""
    if refused := enrolled(state, command):
        return refused
    if state.closed:
        return Refused("Calendar", "the campaign has ended; nothing more can be recorded")
    return None


def host_only(state: Campaign, command: Command) -> Refused | None:
    """Members: the host alone runs the campaign."""
    if state.is_host(command.by):
        return None
    return Refused(
        "Members", f"only a host can do this, and {state.called(command.by)} is not a host"
    )


def permitted(state: Campaign, command: Command) -> Refused | None:
    """Members: whether a command's class lets this member send it. Rules check who holds a seat."""
    if refused := may_act(state, command):
        return refused
    return host_only(state, command) if command.who == "host" else None


def holder_only(
    state: Campaign, command: Command, power: str, the_power: str = ""
) -> Refused | None:
    """Members: a power is played by its holder, or by the host on their behalf.

    `the_power` is its name inside a sentence, if it is not its id.
    """
    if state.is_host(command.by) or state.powers.get(power) == command.by:
        return None
    text = (
        f"{the_power or power} is played by {state.player(power)},"
        f" not by {state.called(command.by)}"
    )
    return Refused("Members", text)


def used_up(state: Campaign) -> str:
    """Draws: why there is no further seed, and how to get new ones."""
    why = f"the campaign's {state.seed_links:,} draw seeds are used up"
    return f"{why}; `campaign vault-renew {state.name}` gives new ones"
