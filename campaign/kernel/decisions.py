"""Commands, their JSON, what they need from the world, and the answers to them. Pure."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    NoReturn,
    Protocol,
    TypeVar,
)

import msgspec
from msgspec.structs import fields, replace

from campaign.text.json_values import JsonFields, JsonObject, not_written_as
from events import codec
from events.base import STAMP, Event, public_type
from events.campaign import SeedsRenewed
from events.disputes import EventAmended, EventsInserted, FigureAdjusted
from events.sealed import Opening, Subject
from events.seats import reading

if TYPE_CHECKING:
    from campaign.kernel.opening import SeedChain

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

# --- Commands, what they need from the world, and the answers to them ---------------------------
#
#     decide(state, command, supplied) -> events, or Refused
#
# What only the world can supply (an opened marker, a draw's seed, a fresh seal) is asked for in
# `Needs` and handed in as `Supplied`.


class About(msgspec.Struct, frozen=True):
    """What a refusal is about, so that no program has to parse the reason."""

    field: str = ""
    """The command's field."""
    key: str = ""
    """The key of the question, for a field that answers several."""
    prompt: str = ""
    """What is missing, as a question or request in words; empty if the field's name is enough."""
    answers: tuple[str, ...] = ()
    """The possible answers; empty if anything of the field's kind will do."""
    missing: bool = False
    """Whether supplying it would help: it is absent, or does not answer the question."""


class Refused(msgspec.Struct, frozen=True):
    """A command that the rules do not allow, with the rule and the reason in one sentence.

    `rule` is None where the command itself is malformed.
    """

    rule: str | None
    reason: str
    about: About = About()
    detail: str = ""
    """The reason as it is told in its place: beside its field, or to who sent the command."""

    @property
    def in_place(self) -> str:
        """The same, or the whole reason where no other words are needed."""
        return self.detail or self.reason


def bad_field(field: str, text: str) -> Refused:
    """A malformed command: a field has an impossible value, as the text says."""
    return Refused(None, f"{field}: {text}", About(field), text)


def missing_field(
    field: str, text: str, prompt: str = "", *, key: str = "", answers: tuple[str, ...] = ()
) -> Refused:
    """A command that lacks a field, or part of its value: what is asked, and possible answers."""
    about = About(field, key, prompt, answers, missing=True)
    return Refused(None, f"{field}: {text}", about, text)


RECORD = "Record"
"""Used in place of a rule where the record itself contradicts a command."""
DISPUTES = "Disputes"
"""The same where a dispute does, or its stage."""


Who = Literal["host", "holder", "member", "referee", "keeper"]
"""Who may send a command: a host alone, the holder of a seat concerned, anybody enrolled, whoever
rules on a dispute, the keeper of the vault. A host may do all of it; a rule may ask for more.
"""


SECRET = msgspec.Meta(extra={"kept": "apart"})
"""Marks a field that nobody but the sender may know, or not yet."""


class HoldWords(NamedTuple):
    """What is said of an act that a service holds for a moment."""

    does: str
    """What it does, behind the name of its sender: `opens the orders`."""
    undone: str = "recorded"
    """What did not come of it where it is dropped: `opened`."""
    is_always: bool = False
    """Whether it is held even where it passes over nobody and leaves nothing undone."""


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
    """The verb of the command line that speaks it, with its group before it. A class says behind it
    which fields are typed without an option: `place PIECE [WHERE]`, `show CARD…`."""
    arguments: ClassVar[tuple[str, ...]] = ()
    """Those fields as they are written there."""
    options: ClassVar[Mapping[str, str]] = {}
    """Options of the verb that are not called after their field: `{"stated": "--say"}`."""
    in_short: ClassVar[str] = ""
    """What the verb does in a few words, for a list."""
    helped: ClassVar[str] = ""
    """Its row in the list of verbs, which `support.lists` writes from it: `piece place: Put an
    arriving piece on the map. [arrived]`. Empty where another command of the same verb says it, and
    where help shows a group of verbs in one row."""
    tile: ClassVar[str] = ""
    """Its tile among what can be recorded, its title there, and what else somebody types who looks
    for it: `piece: Place a piece [arrive put]`. Empty where the tiles themselves have it."""
    repeats: ClassVar[str] = ""
    """What is offered once it is recorded, where it is often done once more: `Another roll`."""
    example: ClassVar[str] = ""
    """Lines to type into a shell; one of them calls the verb."""
    who: ClassVar[Who] = "host"
    """Who may send it."""
    module: ClassVar[str] = ""
    """The module of the game without which there is none; empty where there always is."""
    when: ClassVar[tuple[str, ...]] = ()
    """The stages of the game in which it has its time; always, where empty."""
    play: ClassVar[bool] = True
    """Whether it belongs to play, which rests while play is frozen."""
    after_end: ClassVar[bool] = False
    """Whether it may follow the campaign's end."""
    why_field: ClassVar[str] = ""
    """The field that says why somebody's choice is passed over; empty where none ever is."""
    held: ClassVar[HoldWords | None] = None
    """What is said of it while a service holds it for a moment, as nothing takes it back; None
    where it is always sent at once."""
    counts_unsigned: ClassVar[bool] = False
    """Whether it counts without a signature even of a member who signs everything: it bears its
    own proof, such as an opening that fits its seal, or only tells what has happened."""
    unseen: ClassVar[Mapping[str, object]] = {}
    """Fields that no record keeps as they were sent, and what stands for each where an act is
    decided again, until its events say more."""
    kept_whole: ClassVar[frozenset[str]] = frozenset()
    """Fields that a record keeps with the command though its event has one of the same name: that
    one says what came of it."""
    by: str = "host"
    id: Annotated[str, msgspec.Meta(max_length=200)] = ""

    def __init_subclass__(cls, **settings: Any) -> None:
        """Takes the fields from behind the words of the verb."""
        super().__init_subclass__(**settings)
        words = cls.__dict__.get("verb", "").split()
        places = tuple(word for word in words if word.strip("[]…").isupper())
        if places:
            cls.verb = " ".join(words[: -len(places)])
            cls.arguments = places

    @property
    def tells_secret(self) -> bool:
        """Whether its text holds what nobody but the sender may know, or not yet."""
        return any(getattr(self, name) not in (None, "", ()) for name in secret(type(self)))


class BesidePlay(Command, frozen=True, kw_only=True):
    """What goes on while play rests: members, deadlines, keys, the record itself."""

    play = False


class MembersWord(BesidePlay, frozen=True, kw_only=True):
    """A command beside play that any member may send."""

    who: ClassVar[Who] = "member"


@cache
def secret(kind: type[Command]) -> frozenset[str]:
    """Fields that nobody but the sender may know, or not yet; an address is one for good."""
    marked = ((one.name, getattr(one.type, "__metadata__", ())) for one in fields(kind))
    return frozenset(name for name, notes in marked if any(note is SECRET for note in notes))


class SealWish(msgspec.Struct, frozen=True):
    """A choice to be sealed in the vault."""

    subject: Subject
    choice: str
    nonce: str = ""
    """The nonce a device chose; a fresh one where empty."""


class VaultSeal(msgspec.Struct, frozen=True):
    """A choice sealed in the vault: its commitment and its ciphertext."""

    commitment: str
    ciphertext: str
    nonce: str = ""
    """For a decider that uses it at once; it is stored in no event."""


class Claim(msgspec.Struct, frozen=True):
    """A draw that everybody can check once its seed is out, with everything mixed into it."""

    number: int
    mixed: tuple[str, ...]
    candidates: tuple[str, ...]
    result: str


class Needs(msgspec.Struct, frozen=True):
    """What `decide` needs from the world for a command."""

    openings: Mapping[str, tuple[Subject, str]] = {}
    """Ciphertexts to open, by a name that the decider chooses."""
    seal: SealWish | None = None
    seed: bool = False
    """Whether the seed of the current turn is needed."""
    past: bool = False
    """Whether the whole log is needed, as for a correction."""
    last: bool = False
    """Whether the last act is enough instead of the log, for an undo of that act alone."""
    head: int = 0
    """The version whose digest is needed; 0 where none is."""
    chain: bool = False
    """Whether the vault gets a new key, and the draws a new chain of seeds under it."""


class LastAct(msgspec.Struct, frozen=True):
    """An act after which nothing counts or was settled, so an undo takes back only this one."""

    versions: tuple[int, ...]
    by: str
    before: Any
    """The state before it."""


class Supplied(msgspec.Struct, frozen=True):
    """What the world supplied for `Needs`."""

    openings: Mapping[str, Opening] = {}
    sealed: VaultSeal | None = None
    seed: str = ""
    drawn: Sequence[str] | None = None
    """The results of the draws, in order, where the record supplies them instead of a seed."""
    claims: list[Claim] = msgspec.field(default_factory=list)
    """The public draws of the decision, noted by its dice as they are made."""
    past: Sequence[tuple[int, Event]] = ()
    """The log with its versions: all of it, or only what comes after `base`."""
    base: tuple[int, Any] = (0, None)
    """A version before everything that is corrected, and the state there after corrections."""
    last: LastAct | None = None
    """The last act, for an undo of it alone: then neither the log nor a base is needed."""
    now: str = ""
    """The time, as the ledger will stamp it."""
    looked_at: bool = False
    """Whether the correction or undo is already on record: what was looked at first was checked."""
    head: str = ""
    """The digest of the event in question; empty if there is no such event."""
    chain: "SeedChain | None" = None
    """The new chain of seeds that was asked for."""
    is_trial: bool = False
    """Whether nothing secret was supplied, to see what is refused without it (`trial`)."""


class WithheldError(Exception):
    """A trial reached for something secret: what would be refused before is known by then."""


class _Withheld(Mapping[str, Opening]):
    """In place of what the vault would supply: whoever looks at it ends the trial."""

    def _reached(self, *_: object) -> NoReturn:
        raise WithheldError

    __getattr__ = __getitem__ = __iter__ = __len__ = _reached


def trial(supplied: Supplied) -> Supplied:
    """The same for a trial: no opening, seal, seed or chain. Reaching for one is an error.

    `decide` then raises `WithheldError` once the rules have allowed all that needs no secret.
    """
    withheld: Any = _Withheld()
    return replace(
        supplied, openings=withheld, sealed=withheld, chain=withheld, seed="", is_trial=True
    )


class RecordedAct(msgspec.Struct, frozen=True):
    """The command of a recorded act, and what the world supplied for it then."""

    command: Command
    supplied: Supplied = msgspec.field(default_factory=Supplied)
    state: Any = None
    """The state to decide in, if hidden parts of it had to be rebuilt; None: the state as it is."""
    veil: Callable[[Event], Event] | None = None
    """Removes from an event what can only be known from hidden values."""


NOTHING = Needs()

Decision = tuple[Event, ...] | Refused


class Finding(msgspec.Struct, frozen=True):
    """Something that differs from what the record claims."""

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

    def check(self, version: int, state: Any, event: Event) -> Iterable[Finding]:
        """What is wrong with an event, given the state before it."""

    def pending(self, state: Any) -> Mapping[str, int]:
        """How many claims cannot be checked yet, by kind, given the last state."""

    def trusted(self) -> Mapping[str, int]:
        """How many facts rest only on what people saw or said, by kind."""


# --- Defaults for a game without such rules: nothing is hidden, dealt again or adjusted ---------


def unchanged(state: Any, *_: object) -> Any:
    """The state as it is."""
    return state


def no_figure(state: object, event: FigureAdjusted) -> Any:
    """No figure is adjusted. Raises `ValueError`."""
    raise ValueError(f"there is no figure {event.figure} of {event.of}")


def no_switches(state: Any, switches: Mapping[str, str | int | bool]) -> Any:
    """Rulings: there is no switch to set."""
    if switches:
        return Refused(None, f"rulings: there is no switch {min(switches)!r}")
    return state


def always(value: T) -> Callable[..., T]:
    """What finds the same, whatever it is asked."""
    return lambda *_: value


none, empty, never = always(None), always(()), always(False)


def renewed(state: object, event: SeedsRenewed, supplied: Supplied) -> Decision:
    """Only the seeds are renewed."""
    return (event,)


# --- The commands of a game, and how their values are read --------------------------------------

_encoder = msgspec.json.Encoder()


class Vocabulary(Mapping[str, type[Command]]):
    """Every command of a game by its name. Commands may name only the game's own seats."""

    def __init__(
        self, kinds: Iterable[type[Command]], seats: Collection[str], *, own: bool = False
    ) -> None:
        """`own` if campaigns name their own seats; then the rules know which a campaign has."""
        self._kinds = {kind.__name__: kind for kind in kinds}
        self.reads = reading(seats, own=own)
        """How a seat in a command is read."""
        self._decoders: dict[type[Command], msgspec.json.Decoder[Command]] = {}

    def __getitem__(self, name: str) -> type[Command]:
        return self._kinds[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def near(self, module: str) -> Iterator[type[Command]]:
        """All of them, first those of the chapter that has a module."""
        return iter(self.values())

    def get(self, name: str, default: Any = None) -> Any:
        """A command by its name; something else where there is none."""
        if name in self._kinds:
            return self._kinds[name]
        try:
            return self[name]
        except KeyError:
            return default

    def command(self, name: str, values: JsonFields) -> Command:
        """A command from its values. Raises `msgspec.ValidationError` if they do not fit."""
        plain = values if type(values) is dict else dict(values)
        return self.read(self[name], plain)

    def read(self, kind: type[Command], values: JsonObject) -> Command:
        """The same, of a kind that is one of its own."""
        return msgspec.convert(values, kind, dec_hook=self.reads)

    def check(self, command: Command) -> None:
        """Raises `msgspec.ValidationError` if a command holds a forbidden value."""
        kind = type(command)
        if (decoder := self._decoders.get(kind)) is None:
            decoder = msgspec.json.Decoder(kind, dec_hook=self.reads)
            self._decoders[kind] = decoder
        try:
            decoder.decode(_encoder.encode(command))
        except Exception:  # whatever it is: reading the values again says it in words
            msgspec.convert(msgspec.to_builtins(command), kind, dec_hook=self.reads)


# --- Reads commands from JSON values and writes answers as JSON values --------------------------

HIDDEN = frozenset({"sealed", "seed_sealed"})
"""Fields of events that no output shows: ciphertexts."""
SHOWN_AS = {"key_id": "key"}
"""Fields of events that are shown under another name than they are stored, as `key` is taken."""

SHOWN_LETTERS = 63
"""How many letters of a wrong name a refusal repeats; no member's name is longer."""


def _raw(fields: JsonFields | bytes | str) -> JsonFields | Refused:
    """The values of a command; of a text as its JSON says."""
    try:
        text = fields if isinstance(fields, bytes | str) else msgspec.json.encode(dict(fields))
        raw = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError) as error:
        return Refused(None, not_written_as("JSON", error))
    if not isinstance(raw, dict):
        return Refused(None, "a command is a JSON object with a field `command`")
    return raw


def read(
    fields: JsonFields | bytes | str, commands: Vocabulary, by: str | None = None, key: str = ""
) -> Command | Refused:
    """A command from JSON or from its values. Refuses a malformed one, naming the field.

    `by` is the member who sends it, where the caller knows: the text may leave them out, and may
    name nobody else. `key` is its idempotency key, unless the text has an `id`.
    """
    raw = _raw(fields)
    if isinstance(raw, Refused):
        return raw
    name = raw.get("command")
    if not isinstance(name, str):
        return missing_field("command", "missing; it names what is to be done")
    if name not in commands:
        return bad_field("command", f"there is no {name!r}; see `campaign commands`")
    marks: JsonObject = {}
    if by is not None:
        marks["by"] = sender = raw.get("by", by)
        if isinstance(sender, str) and sender != by:
            return another_sender(sender, by)
    if key and raw.get("id", "") == "":
        marks["id"] = key
    try:
        return commands.command(name, {**raw, **marks})
    except msgspec.ValidationError as error:
        return _unfit(name, commands[name], error)


def _unfit(name: str, kind: type[Command], error: msgspec.ValidationError) -> Refused:
    """A refusal that names the field of which a value does not fit."""
    from campaign.text.faults import in_words

    text = in_words(error, kind, as_sent=True)
    field = re.match(r"\w+", text)
    about = About(field[0] if field and field[0] in kind.__struct_fields__ else "")
    return Refused(None, f"{name}, {text}", about, text.removeprefix(f"{about.field}: "))


def another_sender(named: str, by: str) -> Refused:
    """The refusal of a text that names somebody else than the member who sends it."""
    shown = named if len(named) <= SHOWN_LETTERS else f"{named[:SHOWN_LETTERS]}…"
    text = f"this command names {shown!r}, but you are acting as {by!r}"
    return bad_field("by", f"{text}; leave `by` out or name {by!r}")


M = TypeVar("M", bound=msgspec.Struct)
_STAMPED = frozenset((*STAMP, *Command.__struct_fields__))


@cache
def _shared(
    kind: type[msgspec.Struct], *sources: type[msgspec.Struct]
) -> tuple[tuple[str, int], ...]:
    """The fields of a kind that sources have too, each with the place of the first that has it."""
    has: dict[str, int] = {}
    for place, source in enumerate(sources):
        for name in source.__struct_fields__:
            has.setdefault(name, place)
    return tuple((n, has[n]) for n in kind.__struct_fields__ if n in has and n not in _STAMPED)


def filled(kind: type[M], /, *sources: msgspec.Struct, **own: Any) -> M:
    """A value whose other fields sources have under the same names; the first of them counts. No
    stamp is taken over, nor `by` and `id` of a command.
    """
    shared = _shared(kind, *map(type, sources))
    return kind(**{**{name: getattr(sources[at], name) for name, at in shared}, **own})


def public(version: int, event: Event) -> JsonObject:
    """An event as everybody may see it."""
    fields = _shown(codec.fields(event))
    match event:
        case EventAmended():
            fields["event"] = _shown(event.event)
        case EventsInserted():
            fields["events"] = [_shown(inserted) for inserted in event.events]
    return {"version": version, "type": public_type(event), **fields}


def _shown(fields: JsonFields) -> JsonObject:
    """The fields that are not hidden."""
    return {SHOWN_AS.get(name, name): value for name, value in fields.items() if name not in HIDDEN}


def stamped(version: int, event: Event, digest: str) -> JsonObject:
    """An event with when, by whom and its digest, as everybody may see it."""
    return {**public(version, event), "at": event.at, "by": event.by, "digest": digest}


def accepted(events: Sequence[tuple[int, Event]], head: str) -> JsonObject:
    """The answer to a command that was accepted."""
    return {
        "accepted": True,
        "version": events[-1][0],
        "head": head,
        "events": [public(version, event) for version, event in events],
    }


def accepted_alone(version: int, head: str) -> JsonObject:
    """The answer to a command that was accepted, and in which nothing was for the log."""
    return {"accepted": True, "version": version, "head": head, "events": []}


def refused(why: Refused) -> JsonObject:
    """The answer to a command that was refused."""
    return {"accepted": False, "rule": why.rule, "reason": why.reason}


def joined(parts: Iterable[Mapping[K, V]]) -> dict[K, V]:
    """Several tables merged into one. Raises `ValueError` if two have an entry for the same key."""
    whole: dict[K, V] = {}
    for part in parts:
        if doubled := whole.keys() & part.keys():
            names = ", ".join(sorted(getattr(key, "__name__", str(key)) for key in doubled))
            raise ValueError(f"two chapters claim {names}")
        whole |= part
    return whole
