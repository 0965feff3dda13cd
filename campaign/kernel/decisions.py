"""What is asked for, what it needs from the world, and what comes of it. Pure.

    decide(state, command, supplied) -> events, or Refused

What only the world can supply (an opened marker, a draw's seed, a fresh seal) is asked for in
`Needs` and handed in as `Supplied`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Protocol

import msgspec

from campaign.kernel.new_campaign import SeedChain
from events.base import Event
from events.sealed import Opening, Subject


class About(msgspec.Struct, frozen=True):
    """What a refusal is about, so that nobody has to read it out of the reason."""

    field: str = ""
    """The command's field."""
    key: str = ""
    """The key of the question that the field answers, where it answers several."""
    prompt: str = ""
    """What is wanted, as a question or a wish in words; empty where only the field says it."""
    answers: tuple[str, ...] = ()
    """What may be answered; none named: anything of the field's kind."""
    missing: bool = False
    """Whether it would help to supply it, as it is absent or does not answer what is asked."""


class Refused(msgspec.Struct, frozen=True):
    """A command that the rules do not allow, with the rule and the reason in one sentence.

    `rule` is None where the command itself is malformed.
    """

    rule: str | None
    reason: str
    about: About = About()


def bad_field(field: str, text: str) -> Refused:
    """A malformed command: its field cannot be so, as the text says."""
    return Refused(None, f"{field}: {text}", About(field))


def missing_field(field: str, text: str, prompt: str = "") -> Refused:
    """A command that lacks a field, or some of what belongs in it."""
    return Refused(None, f"{field}: {text}", About(field, prompt=prompt, missing=True))


RECORD = "Record"
"""Stands for the rule where the record itself contradicts a command."""


Who = Literal["host", "holder", "member", "referee", "keeper"]
"""Who may send a command: a host alone, the holder of a seat concerned, anybody enrolled, whoever
rules on a dispute, the keeper of the vault. A host may do all of it; a rule may ask for more.
"""


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="command",
    tag=True,
):
    """What a member asks for. `by` is the member, `id` an optional idempotency key.

    Its class says what is known of every such command.
    """

    verb: ClassVar[str]
    """The verb of the command line that speaks it, with its group before it."""
    who: ClassVar[Who] = "host"
    """Who may send it."""
    module: ClassVar[str] = ""
    """The module of the game without which there is none; empty where there always is."""
    when: ClassVar[tuple[str, ...]] = ()
    """The stages of the game in which it has its time; always, where empty."""
    play: ClassVar[bool] = True
    """Whether it belongs to play, which rests while play is frozen."""
    secret: ClassVar[frozenset[str]] = frozenset()
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
    """What the world supplied for `Needs`."""

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
    """The claim that fails: chain, event, fold, seed, draw, live state …"""
    text: str

    def __str__(self) -> str:
        text = "".join(
            sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in self.text
        )
        return f"version {self.version}: {self.what}: {text}"


class Auditor(Protocol):
    """Checks what events claim to follow from: seeds, draws, sealed choices."""

    def check(self, version: int, state: Any, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""

    def pending(self, state: Any) -> Mapping[str, int]:
        """How many claims nobody can check yet, by kind, given the last state."""

    def trusted(self) -> Mapping[str, int]:
        """How much only people saw or said, by kind."""
