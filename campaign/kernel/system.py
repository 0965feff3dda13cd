"""The decider: what a rule system is to the rest of the house. Pure.

    decide(state, command, given) -> events, or Refused
    evolve(state, event)          -> state

What only the world can supply (an opened ballot, a draw's seed, a fresh seal) is asked for in
`Wanted` and handed in as `Given`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Protocol

import msgspec

from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from events.base import Event
from events.record import CampaignReopened, FigureAdjusted
from events.sealed import Opening, Subject


class Refused(msgspec.Struct, frozen=True):
    """A command that the rules do not allow, with the rule and the reason in one sentence.

    `rule` is None where the command itself is malformed.
    """

    rule: str | None
    reason: str


RECORD = "Record"
"""Stands for the rule where the record itself contradicts a command."""


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="command",
    tag=True,
):
    """What a member asks for. `by` is the member, `id` an optional idempotency key."""

    hidden: ClassVar[frozenset[str]] = frozenset()
    """Fields that nobody but the sender may know, or not yet."""
    by: str = "host"
    id: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SealWish(msgspec.Struct, frozen=True):
    """A choice to be sealed in the vault."""

    subject: Subject
    choice: str
    nonce: str = ""
    """The nonce a device chose; a fresh one where empty."""


class Sealed(msgspec.Struct, frozen=True):
    """A choice sealed in the vault: its commitment and its ciphertext."""

    commitment: str
    ciphertext: str
    nonce: str = ""
    """For a decider that works under it at once; it goes into no event."""


class Needs(msgspec.Struct, frozen=True):
    """What `decide` needs from the world for a command."""

    openings: Mapping[str, tuple[Subject, str]] = {}
    """Ciphertexts to open, by a name of the decider's choosing."""
    seal: SealWish | None = None
    seed: bool = False
    """Whether the seed of the current turn is needed."""
    past: bool = False
    """Whether the whole log is needed, for what corrects it."""
    last: bool = False
    """Whether the last act does in place of the log, where an undo takes back it alone."""
    head: int = 0
    """The version whose digest is needed; 0 where none is."""
    chain: bool = False
    """Whether the vault is to have a new key, and the draws a new chain of seeds under it."""


class LastAct(msgspec.Struct, frozen=True):
    """An act behind which nothing counts or was settled, so that an undo takes back it alone."""

    versions: tuple[int, ...]
    by: str
    before: Any
    """The state before it."""


class Supplied(msgspec.Struct, frozen=True):
    """What the world supplied for a `Wanted`."""

    openings: Mapping[str, Opening] = {}
    sealed: Sealed | None = None
    seed: str = ""
    drawn: Sequence[str] = ()
    """What the draws came to, one after the other, where the record tells it in a seed's place."""
    past: Sequence[tuple[int, Event]] = ()
    """The log with its versions: the whole of it, or what lies behind `base`."""
    base: tuple[int, Any] = (0, None)
    """A version before whatever is corrected, and the state there as corrections leave it."""
    last: LastAct | None = None
    """The last act, where an undo takes back it alone: neither the log nor a base is needed."""
    now: str = ""
    """The time, as the ledger will stamp it."""
    looked_at: bool = False
    """Whether the record holds the correction already, so that its preview was looked at then."""
    head: str = ""
    """The digest of the event that was asked about; empty where there is no such event."""
    chain: SeedChain | None = None
    """The new chain of seeds that was asked for."""


class ReadBack(msgspec.Struct, frozen=True):
    """A command read back from the events that answered it, and what the world supplied then."""

    command: Command
    given: Supplied = Supplied()
    state: Any = None
    """The state to decide in, where what is hidden in it had to be laid anew; None: as it is."""
    veil: Callable[[Event], Event] | None = None
    """Takes from an event what only hidden things tell."""


NOTHING = Needs()

Decision = tuple[Event, ...] | Refused


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as the record claims."""

    version: int
    what: str
    """The claim that fails: chain, event, fold, seed, draw, ballot, live state …"""
    told: str

    def __str__(self) -> str:
        told = "".join(
            sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in self.told
        )
        return f"version {self.version}: {self.what}: {told}"


class Auditor(Protocol):
    """Checks what events claim to follow from: seeds, draws, sealed choices."""

    def check(self, version: int, state: Any, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""

    def pending(self, state: Any) -> Mapping[str, int]:
        """How many claims nobody can check yet, by kind, given the last state."""

    def trusted(self) -> Mapping[str, int]:
        """How much only people saw or said, by kind."""


class System(msgspec.Struct, frozen=True):
    """A rule system: its commands, its fold and what others may ask of its state."""

    name: str
    rulebooks: tuple[str, ...]
    commands: Mapping[str, type[Command]]
    state_type: type
    """Its state, for snapshots."""
    open: Callable[[OpenCampaign, SeedChain], Decision]
    """A campaign's first facts."""
    request_of: Callable[[Sequence[Event], bool], OpenCampaign | None]
    """What was asked for by a campaign's first facts, as they hold it themselves; without the
    club's set-up where so wanted. None where they do not hold it."""
    evolve: Callable[[Any, Event], Any]
    """The state after an event; None before the first."""
    evolvers: Mapping[type[Event], Callable[[Any, Any], Any]]
    """The same for each event but the first, for folds in a hurry."""
    wanted: Callable[[Any, Command], Needs]
    """What `decide` needs from the world for a command."""
    decide: Callable[[Any, Command, Supplied], Decision]
    """The events that follow from a command, or why it is refused."""
    struck: Callable[[Any, Event], Any]
    """What a struck event leaves behind: seeds that are out, draw numbers that are used up."""
    unshielded: Callable[[Any], Any]
    """The state in which a correction was made, which may have been made to steer the next draw."""
    adjust: Callable[[Any, FigureAdjusted], Any]
    """The state with a figure adjusted. Raises `ValueError` where there is no such figure."""
    faults: Callable[[Any], Iterable[Refused]]
    """What cannot be in a state, with the rules that it breaks; nothing in a sound campaign."""
    amended: Callable[[Any, Event, Event], Refused | None]
    """Why an event may not be amended so, given the state before it; None where it may."""
    numbers: Callable[[Event], frozenset[str]]
    """The numbers that an event gives out, of draws, chits or combats: none comes twice."""
    sealed: Callable[[Any, str], tuple[Subject, str] | None]
    """What is sealed under a commitment now, for the vault to open; None where nothing is."""
    rule: Callable[[Any, Mapping[str, str | int | bool]], Any | Refused]
    """The state with rulings on the rules set, or why they cannot be."""
    settles: Callable[[Event], bool]
    """Whether an event opened, drew or rolled something, so that no act before it is undone."""
    concerned: Callable[[Any, Iterable[Event]], tuple[str, ...]]
    """The powers whose things events name, besides those that they name themselves."""
    asked: Callable[[Any, Sequence[Event]], ReadBack | None]
    """The command that a run of events answered; None if unknown."""
    alike: tuple[frozenset[str], ...]
    """Names of commands that the same events can answer, so that no record tells them apart."""
    anew_wanted: Callable[[Any, Any, str], Needs]
    """What a what-if needs from the world: given the state it shares, its own first, its maker."""
    anew: Callable[[Any, Any, Supplied], tuple[Event, ...]]
    """What a what-if draws and lays anew, so that it holds nothing that its maker may not know."""
    dealt: tuple[type[Event], ...]
    """The events of that."""
    reopened_wanted: Callable[[Any], Needs]
    """What a closed campaign needs from the world to be reopened."""
    reopened: Callable[[Any, CampaignReopened, Supplied], tuple[Event, ...]]
    """What is drawn and laid anew with a reopening, in place of what the end made public."""
    unopened: Callable[[Iterable[tuple[int, Event]]], frozenset[int]]
    """The versions of a log's events that seal something which nobody has opened yet."""
    show: Callable[[Any], dict[str, Any]]
    """The state as everybody may see it, in JSON values."""
    private_wanted: Callable[[Any, str], Needs | Refused]
    """What a member's own view needs from the world, or why he has none."""
    private: Callable[[Any, Supplied], dict[str, Any]]
    """What only that member may see, in JSON values; no event, no table and no report has it."""
    claims: Callable[[], Auditor]
    """A fresh auditor of what its events claim."""


def fold(system: System, state: Any, events: Iterable[Event]) -> Any:
    """The state after a run of events."""
    evolve = system.evolve
    for event in events:
        state = evolve(state, event)
    return state
