"""Members, their seats and the calendar, as every campaign has them. Pure."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, Protocol, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import (
    SECRET,
    BesidePlay,
    Command,
    HoldWords,
    MembersWord,
    Refused,
    bad_field,
    filled,
)
from campaign.kernel.record import Record, Schedule
from campaign.text.english import near, told_apart
from campaign.text.moments import A_NAME, ONE_LINE
from events import campaign
from events.base import Event, Slug
from events.disputes import CampaignReopened
from events.seats import Seat

if TYPE_CHECKING:
    from campaign.kernel.terminal.steps import Unfit

# --- What a member's enrolment may hold: addresses and roles ------------------------------------

LONGEST_NAME = 80
"""How many letters a name may have."""
BOUNDS_OF_A_NAME = msgspec.Meta(min_length=1, max_length=LONGEST_NAME, pattern=A_NAME)
LONGEST = 254
"""How many characters an address may have."""
AN_ADDRESS = r"^(\S+@\S+)?$(?!\n)"
"""Nothing, or an address that mail can go to."""

_MAILABLE = r"[^\s@]+@[^\s@.]+(\.[^\s@.]+)*"


def address_fault(address: str) -> str:
    """What is wrong with an address, in words; empty if mail can go there.

    It has to be bare: a name, angle brackets or a comment would make a mail program read another.
    """
    if len(address) > LONGEST:
        return f"an address has at most {LONGEST} characters"
    if not address.isascii():
        strange = next(letter for letter in address if not letter.isascii())
        return (
            f"this address has a letter that mail servers may not take ({strange!a}); "
            "give one in plain letters, such as anna@example.org"
        )
    is_one = (
        re.fullmatch(_MAILABLE, address) and address.isprintable() and _reads_as_itself(address)
    )
    return "" if is_one else "that is no e-mail address; write it as anna@example.org"


def _reads_as_itself(address: str) -> bool:
    """Whether a mail program finds the whole text and nothing else in an address."""
    from email.errors import MessageError  # both are slow to load
    from email.headerregistry import Address

    try:
        return Address(addr_spec=address).addr_spec == address
    except (MessageError, ValueError, IndexError):
        return False


def doubled(roles: Sequence[str]) -> str:
    """The first role that is named twice; empty where each is named once."""
    return next((role for at, role in enumerate(roles) if role in roles[:at]), "")


# --- What every campaign shares, whatever is played in it: members, powers and the calendar -----

HOST = "host"
"""The member that the local user of the command line is."""

ENTROPIES = 8
"""The most lines of entropy that one member may add to one draw."""

Role = Literal["host", "player", "referee", "observer"]
ROLES: tuple[Role, ...] = get_args(Role)
"""Every role that a member may have."""


def about(text: str, choices: str = "", hint: str | None = None) -> msgspec.Meta:
    """A field's meaning, as `campaign commands` prints it; `choices` names the game's options.

    `hint` is what screens say in its place: an example or a fact, in at most 60 letters.
    """
    extra = {"choices": choices} if choices else {}
    extra |= {} if hint is None else {"hint": hint}
    return msgspec.Meta(description=text, extra=extra or None)


def is_name(text: str) -> bool:
    """Whether somebody can be called so: one visible line of at most 80 letters."""
    return 0 < len(text) <= LONGEST_NAME and re.match(A_NAME, text) is not None


LONGEST_ID = 40
"""How many letters of a name go into an id."""


def member_ids(names: Sequence[str], taken: Collection[str] = (HOST,)) -> tuple[str, ...]:
    """An id for each name, made of its letters: `Jörg Ask` is `jorg-ask`."""
    made: list[str] = []
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
        first = "-".join(words)[:LONGEST_ID].strip("-") or "member"
        number = 1
        while (candidate := first if number == 1 else f"{first}-{number}") in (*taken, *made):
            number += 1
        made.append(candidate)
    return tuple(made)


Why = Annotated[
    Annotated[str, msgspec.Meta(min_length=10, max_length=120, pattern=ONE_LINE)] | None,
    about("why somebody's choice is passed over before its deadline; stays in the record"),
]
Confirmed = Annotated[Literal[True] | None, about("what is still owed may be left undone")]


class EnrolMember(BesidePlay, frozen=True, kw_only=True):
    """Members: enrols a member, or records a new name or roles; no log keeps the address."""

    verb = "enrol"
    helped = (
        "enrol (member): Enrol a member, or record what has changed about them. "
        "[host player join newcomer]"
    )
    member: Annotated[Slug, about("id used in commands from now on")]
    name: Annotated[str, BOUNDS_OF_A_NAME, about("name in reports")]
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


FORMER = "Former member"
"""What somebody who has left is called where nobody says otherwise."""


class LeaveCampaign(MembersWord, frozen=True, kw_only=True):
    """Members: members leave, or a host says so for them; the host plays on for whoever left."""

    verb = "leave"
    helped = "member leave: Leave a campaign; the host plays on. [quit goodbye former]"
    member: Annotated[Slug, about("who leaves: the sender, or with a host anybody")]
    called: Annotated[str, BOUNDS_OF_A_NAME, about("what they are called from then on")] = FORMER


class AssignPower(BesidePlay, frozen=True, kw_only=True):
    """Members: hands a power or a side to a member, in mid-campaign too; what is sealed stands."""

    verb = "assign POWER MEMBER"
    helped = "assign (member): Hand a power to a member. [host player seat]"
    example = "campaign assign club <seat> anna\ncampaign assign club <other seat> ben"
    power: Annotated[Seat, about("the power or side")]
    member: Annotated[Slug, about("who plays it from now on")]


class ReleasePower(BesidePlay, frozen=True, kw_only=True):
    """Members: takes a power or a side from its holder; the host plays it until it is assigned."""

    verb = "release POWER"
    helped = "member release: Take a power from its player; the host plays it. [drop]"
    example = "campaign release club <other seat>"
    power: Annotated[Seat, about("the power or side")]


class AdvanceTurn(Command, frozen=True, kw_only=True):
    """Calendar: ends the turn, reveals its draw seed and begins the next."""

    verb = "turn"
    helped = "turn: End the turn and begin the next. [next month round advance]"
    why_field = "why"
    held = HoldWords("ends the turn")
    why: Why = None
    confirmed: Confirmed = None


class CloseCampaign(Command, frozen=True, kw_only=True):
    """Calendar: ends the campaign and reveals the last draw seed."""

    verb = "end"
    helped = "end (campaigns): End the campaign. [finish over]"
    why_field = "why"
    held = HoldWords("ends the campaign", is_always=True)
    why: Why = None
    confirmed: Confirmed = None


class AddEntropy(Command, frozen=True, kw_only=True):
    """Draws: mixes a member's own words into the next draw, so that no one else can foresee it."""

    verb = "entropy VALUE"
    helped = "turn entropy: Throw words of your own into the next draw."
    example = "campaign entropy club 'three grey geese, 17:42'"
    who = "member"
    value: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=200, pattern=ONE_LINE, description="any one line"),
    ]


COMMANDS: tuple[type[Command], ...] = (
    EnrolMember,
    LeaveCampaign,
    AssignPower,
    ReleasePower,
    AdvanceTurn,
    CloseCampaign,
    AddEntropy,
)


V = TypeVar("V")


class Member(msgspec.Struct, frozen=True):
    """A member of the club."""

    name: str
    roles: tuple[str, ...]
    is_renamed: bool = False  # the record's name, of which ids are made, is not to be told


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
    left: dict[str, str] = {}
    """What those are called who were members and have left."""
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
    taken_over: str = ""
    """The turn in which a campaign on paper goes on here; empty where it began here."""

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
        """A member's name, or what they are called since they left; else the id itself."""
        return self.names.get(member, member)

    @property
    def names(self) -> dict[str, str]:
        """What everybody is called who is a member, or was one; members of one name with ids."""
        names = {who: known.name for who, known in self.members.items()}
        if len(set(map(str.casefold, names.values()))) < len(names):
            names = told_apart(names, {who for who, one in self.members.items() if one.is_renamed})
        return {**self.left, **names}


def opened(event: campaign.CampaignOpened, seats: Sequence[str], kind: str = "power") -> Campaign:
    """The shared state of a campaign just opened."""
    return filled(
        Campaign,
        event,
        name=event.campaign,
        id=event.id,
        seats=tuple(seats),
        seat_kind=kind,
        last_revealed=event.seed_anchor,
        turn=event.begins,
        taken_over=event.begins,
    )


def evolve(state: Campaign, event: Event) -> Campaign:
    """The shared state after a shared fact; other facts leave it as it is."""
    match event:
        case campaign.MemberEnrolled():
            known = {**state.members, event.member: Member(event.name, event.roles)}
            return replace(state, members=known, left=without(state.left, event.member))
        case campaign.MemberLeft():
            return _left(state, event)
        case campaign.PowerAssigned():
            return _assigned(state, event)
        case campaign.PowerReleased():
            return replace(state, powers=without(state.powers, event.power))
        case campaign.TurnBegan():
            return replace(
                state,
                turn=event.turn,
                seed_number=state.seed_number + 1,
                last_revealed=event.seed_revealed or state.last_revealed,
            )
        case campaign.CampaignClosed():
            settled = replace(state.record, reopening=None)
            return replace(state, closed=True, last_revealed=event.seed_revealed, record=settled)
        case CampaignReopened() if state.closed:
            return replace(state, closed=False, seed_number=state.seed_number + 1)
        case campaign.SeedsRenewed():
            return replace(
                state,
                seed_anchor=event.anchor,
                seed_links=event.links,
                seed_sealed=event.sealed,
                seed_number=1,
                last_revealed=event.anchor,
            )
    return state


def without(held: Mapping[str, V], key: str) -> dict[str, V]:
    """What is held, but for one key."""
    return {one: value for one, value in held.items() if one != key}


def _assigned(state: Campaign, event: campaign.PowerAssigned) -> Campaign:
    if event.power not in state.seats:
        raise ValueError(f"there is no {event.power!r}")
    return replace(state, powers={**state.powers, event.power: event.member})


def _left(state: Campaign, event: campaign.MemberLeft) -> Campaign:
    """Members: roles and seats end, also what was offered, or said about days away."""
    who, schedule = event.member, state.schedule
    absences = (one for one in schedule.absences if who not in (one.member, one.substitute))
    return replace(
        state,
        members=without(state.members, who),
        left={**state.left, who: event.called},
        powers={seat: member for seat, member in state.powers.items() if member != who},
        players=without(state.players, who),
        seats_offered=tuple(member for member in state.seats_offered if member != who),
        schedule=replace(schedule, absences=tuple(absences)),
    )


def as_called(event: Event, left: Mapping[str, str]) -> Event:
    """An event as pages read it: somebody who has left was never called otherwise there."""
    if isinstance(event, campaign.MemberEnrolled) and event.member in left:
        return replace(event, name=left[event.member])
    return event


def enrolled(state: Campaign, command: Command) -> Refused | None:
    """Members: only an enrolled member acts."""
    if command.by in state.left:
        return Refused("Members", f"{command.by!r} has left; a host enrols them again")
    if command.by not in state.members:
        hint = near(command.by, state.members)
        return Refused("Members", f"{command.by!r} is not enrolled in this campaign{hint}")
    return None


def may_act(state: Campaign, command: Command) -> Refused | None:
    """Members: only an enrolled member acts, and few acts follow the end of a campaign."""
    if refused := enrolled(state, command):
        return refused
    if state.closed and not command.after_end:
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


# --- Names as readers see them: members, seats --------------------------------------------------


class Naming(Protocol):
    """What a sentence needs to call members and seats by name; a game's also knows its pieces."""

    @property
    def members(self) -> Mapping[str, str]:
        """Members' names by their ids."""

    def member(self, who: str) -> str:
        """A member's name; the id itself if the campaign does not know them."""

    def seat(self, seat: str) -> str:
        """A seat as a heading has it: `Attackers`."""

    def the_seat(self, seat: str) -> str:
        """A seat inside a sentence: `the attackers`."""

    def turn(self, turn: str) -> str:
        """A turn as a reader says it: `round 3`."""

    def draw(self, what: str, number: int) -> str:
        """A draw by its kind and number: `draw 3 of dice`."""

    def awaited(self, what: str) -> str:
        """Something that the game awaits and may have a deadline, inside a sentence; of `turn`, the
        game's word for one.
        """

    def edition(self, scenario: str, rulebook: str) -> str:
        """What is played, by which rules: `The Long Siege (second edition)`."""


# --- What the state of any game has in common ---------------------------------------------------


class GameState(Protocol):
    """The state of any game: what every campaign shares is under `campaign`."""

    @property
    def campaign(self) -> Campaign:
        """The shared part."""


S = TypeVar("S", bound=GameState)


def with_campaign(state: S, campaign: Campaign) -> S:
    """A game's state with another shared part; every game's state is a struct with that field."""
    if campaign is state.campaign:
        return state
    changed: S = replace(state, campaign=campaign)  # type: ignore[type-var]
    return changed


# --- A game's seats: who plays which, and who is a host -----------------------------------------


class Seats(msgspec.Struct, frozen=True):
    """The powers, sides or people that members play in a game."""

    kind: str
    """What a seat is called: a power, a side."""
    names: Mapping[str, str]
    """Every seat by its id, in order, with its name as a heading has it."""
    codes: Mapping[str, str]
    """A few letters for each, where there is no room for a name."""
    also: Mapping[str, str] = {}
    """Other names that people type, each with the id of its seat."""
    own: bool = False
    """Whether a campaign may name its own; these are then what it has until it does."""

    @property
    def noun(self) -> str:
        """What a seat is called in short, inside a sentence: a major power is a power."""
        return self.kind.rpartition(" ")[2]

    @property
    def ids(self) -> tuple[str, ...]:
        """The seats in their order."""
        return tuple(self.names)

    def meant(self, typed: str) -> tuple[str, ...]:
        """The seats that a typed text may mean: by id, else by code, else by how they begin.

        One if it is clear, none if it is no seat.
        """
        folded = typed.strip().lower().replace("_", "-").replace(" ", "-").removeprefix("the-")
        if folded in self.names:
            return (folded,)
        if folded in self.also:
            return (self.also[folded],)
        coded = tuple(seat for seat, code in self.codes.items() if code.lower() == folded)
        begin = tuple(seat for seat in self.names if folded and seat.startswith(folded))
        return coded or begin

    def the_one(self, typed: str) -> "str | Unfit":
        """The seat that a typed text means."""
        meant = self.meant(typed)
        return meant[0] if len(meant) == 1 else not_one(typed, meant, self.kind, self.ids)


def not_one(typed: str, meant: Sequence[str], kind: str, seats: Sequence[str]) -> "Unfit":
    """Why a typed text is not one seat: it may mean several, or none."""
    from campaign.kernel.terminal.steps import Unfit

    if meant:
        return Unfit(f"{typed!r} may be {' or '.join(meant)}")
    hint = near(typed, seats) or f"; it is one of {', '.join(seats)}"
    return Unfit(f"{typed!r} is no {kind}{hint}")


def no_seat(campaign: Campaign, typed: Iterable[str], field: str) -> Refused | None:
    """Why a text names no seat of a campaign; None where all do."""
    for seat in typed:
        if seat not in campaign.seats:
            hint = near(seat, campaign.seats) or f"; there is {', '.join(campaign.seats)}"
            return bad_field(field, f"there is no {seat!r}{hint}")
    return None


def for_a_host(campaign: Campaign, by: str, what: str) -> Refused | None:
    """Members: what only a host may do."""
    return None if campaign.is_host(by) else Refused("Members", f"{what} is for a host")


def holds(campaign: Campaign, member: str, seats: Iterable[str]) -> list[str]:
    """Which of these seats a member plays; the host plays those that nobody holds."""
    host, own = campaign.is_host(member), campaign.seats_of(member)
    return [seat for seat in seats if seat in own or (host and not campaign.who_plays(seat))]


def plays(campaign: Campaign, member: str) -> bool:
    """Whether a member plays any seat."""
    return bool(holds(campaign, member, campaign.seats))
