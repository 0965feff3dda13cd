"""The command handler: takes in what members send, whatever they send it with, and answers; what
arrives twice gets its first answer again. IO.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.accounts.allowance import UNLIMITED, Allowance
from campaign.accounts.people import People
from campaign.handler.enrolment import EnrolmentHandler
from campaign.handler.writer_queue import SharedQueue, SubmitTimes, WriterQueue, timed
from campaign.kernel import decisions
from campaign.kernel.decisions import Command, Decision, Refused
from campaign.kernel.keys import ActSignature
from campaign.kernel.system import foreign
from campaign.store import ledger as store_ledger
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.submission import PrivateFields, StoredAnswer
from campaign.store.vault import VaultError
from campaign.text.json_values import JsonObject
from campaign.verify import receipts
from campaign.verify.receipts import UNREADABLE, Receipt
from campaign.world import chance, clock, threads
from events import chain

if TYPE_CHECKING:
    from campaign.diary.words import PictureShown
    from campaign.handler.filing import DispatchHandler
    from campaign.handler.writer_queue import Subscribers


# --- Who sends a command, as the door that they came in by knows them ---------------------------


class Actor(msgspec.Struct, frozen=True):
    """Somebody who sends commands."""

    member: str
    """The member in whose name they act."""
    is_local: bool = False
    """Whether they sit at the store's own machine, where they may act as any member."""


class Envelope(msgspec.Struct, frozen=True):
    """What the desk reads of a command's text; the rest is for the ledger to read."""

    by: str | None = None


def named_by(sent: bytes) -> str | None:
    """The member whom a text names as its sender; None if it names none or cannot be read."""
    try:
        return msgspec.json.decode(sent, type=Envelope).by
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def sender(actor: Actor, sent: bytes) -> str | Refused:
    """The member to record as the sender; refuses a text that names another than its actor."""
    named = named_by(sent)
    if named is None or named == actor.member:
        return actor.member
    return named if actor.is_local else decisions.another_sender(named, actor.member)


# --- The desk: takes in what members send, whatever they send it with, and answers --------------
#
# what was sent ──► Desk ──► the writer queue ──► Ledger ──► answer; the followers read on behind it
#
# No rule is here: what must hold for everybody is decided by the rules.

ID_BYTES = 8
"""How many random bytes an id has that the desk gives."""
T = TypeVar("T")
_OF_THE_DIARY = (b"FileDispatch", b"RemoveDispatch", b"RenewVault")
"""What is in a command after which words are kept, erased or sealed anew."""


def new_id() -> str:
    """An id for a command that came without one."""
    return chance.token_hex(ID_BYTES)


class CommandHandler:
    """The only way in to a store.

    `followers` are woken by whatever is recorded. With `is_shared`, callers in many threads wait
    their turn in one queue; otherwise there is one caller. `people` keeps the addresses that come
    with commands, which the log does not get; without it, the file beside the store. `allowance`
    says what the club may still use.
    """

    def __init__(
        self,
        ledger: Ledger,
        followers: "Subscribers | None" = None,
        *,
        is_shared: bool,
        ids: Callable[[], str] = new_id,
        people: People | None = None,
        allowance: Allowance = UNLIMITED,
    ) -> None:
        self.ledger = ledger
        self.people = people or People(ledger.store.place)
        self._enrolling = EnrolmentHandler(ledger, self.people)
        self._filing: DispatchHandler | None = None
        self._followers = followers
        self._queue: WriterQueue = SharedQueue() if is_shared else WriterQueue()
        self._ids = ids
        self._allowance = allowance
        self._listeners: list[Callable[[str], None]] = []
        self._beside: list[Callable[[str], None]] = []
        self.measured: Callable[[SubmitTimes], None] = lambda _: None
        """Is told how long each submission took; a monitor's."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Tells somebody at once, in whatever thread writes, that a campaign has grown."""
        self._listeners.append(heard)

    def listen_beside(self, heard: Callable[[str], None]) -> None:
        """Tells somebody that what is held or requested in a campaign has changed."""
        self._beside.append(heard)

    def stir(self, name: str) -> None:
        """Tells whoever listens that something beside a campaign's record has changed."""
        for heard in (*self._beside, *self._listeners):
            heard(name)

    def submit(
        self,
        name: str,
        sent: bytes,
        actor: Actor,
        key: str = "",
        signature: ActSignature | None = None,
        pictures: "Sequence[PictureShown]" = (),
    ) -> StoredAnswer:
        """Decides what an actor sent to a campaign, records what follows, and answers.

        A text that names another member than a distant actor is refused before the ledger sees it.
        A command without an id gets `key`, or else one of the desk's, so that it counts once,
        however often it arrives. `signature` is the actor's own over the text. `pictures` are those
        that come with a dispatch.
        """
        by = sender(actor, sent)
        if isinstance(by, Refused):
            return StoredAnswer(decisions.refused(by), by)
        over = self._allowance.command()
        if over is not None and not self._is_there(name, key):
            return StoredAnswer(decisions.refused(over), over)
        key = key or self._ids()
        outcome = timed(
            self._queue,
            lambda: self._way(sent).outcome(name, sent, by, key, signature, pictures),
            self.measured,
        )
        if outcome.refused is None:
            self._wake(name)
            return outcome
        return self._in_names(name, outcome)

    def _in_names(self, name: str, outcome: StoredAnswer) -> StoredAnswer:
        """A refusal with the names that are kept apart from the record, for its sender alone."""
        from campaign.text.name_matching import in_names, may_be_apart

        refused, campaign = outcome.refused, self.ledger.live(name).state.campaign
        if refused is None or not may_be_apart(self.ledger.plain(name).state.campaign.names):
            return outcome
        reason = in_names(refused.reason, campaign.names)
        answer = {**outcome.answer, "reason": reason}
        return replace(outcome, answer=answer, refused=replace(refused, reason=reason))

    @property
    def filing(self) -> "DispatchHandler":
        """Where words of the diary are kept beside the record."""
        if self._filing is None:
            from campaign.handler.filing import DispatchHandler

            self._filing = DispatchHandler(self.ledger, self._enrolling)
        return self._filing

    def beside(self, name: str, job: "Callable[[DispatchHandler], T]") -> T:
        """Does something with the diary in its turn; whoever reads along is told."""
        done = self._queue.run(lambda: job(self.filing))
        self._wake(name)
        return done

    def _way(self, sent: bytes) -> "EnrolmentHandler | DispatchHandler":
        """Who takes out of a command what no log gets."""
        is_concerned = any(name in sent for name in _OF_THE_DIARY)
        return self.filing if is_concerned else self._enrolling

    def foresee(self, name: str, sent: bytes, actor: Actor) -> Refused | None:
        """Why what an actor would send would be refused now; None if it would be accepted.

        Nothing is recorded, and no receipt is given.
        """
        gate = self._enrolling.gate
        return self._looked_at(
            name, sent, actor, lambda read, by: self.ledger.foreseen(name, read, by, gate)
        )

    def tried(self, name: str, sent: bytes, actor: Actor) -> Refused | None:
        """Why what an actor would send would be refused, as far as no secret decides it.

        Nothing is recorded, and nothing is opened or drawn.
        """
        by = sender(actor, sent)
        if isinstance(by, Refused):
            return by
        return self._queue.run(lambda: self._way(sent).tried(name, sent, by))

    def preview(self, name: str, sent: bytes, actor: Actor) -> Decision:
        """What a command would record now, or why it would be refused. Nothing is recorded."""
        return self._looked_at(
            name, sent, actor, lambda read, by: self.ledger.previewed(name, read, by)
        )

    def _looked_at(
        self, name: str, sent: bytes, actor: Actor, look: Callable[[bytes | PrivateFields, str], T]
    ) -> T | Refused:
        """What the ledger says of a command as it would be decided."""
        by = sender(actor, sent)
        if isinstance(by, Refused):
            return by

        def looked() -> T | Refused:
            read = self._way(sent).looked_at(name, sent, by)
            return read if isinstance(read, Refused) else look(read, by)

        return self._queue.run(looked)

    def foresee_opening(self, name: str, **request: Any) -> Decision:
        """How a campaign would be opened, or why it would be refused. Nothing is recorded."""
        if (over := self._over()) is not None:
            return over
        return self._queue.run(lambda: self._enrolling.foreseen_opening(name, **request))

    def begin(self) -> None:
        """Makes a club without a campaign. Raises `StoreError` where nothing can be written."""
        self._queue.run(self.ledger.begin)

    def open(self, name: str, **request: Any) -> JsonObject:
        """Opens a campaign; the fields of `OpenCampaign` by name. Answers as `submit` does."""
        answer = self._queue.run(lambda: self._opened(name, **request))
        if answer["accepted"]:
            self._wake(name)
        return answer

    def bring_in(self, job: Callable[[Ledger], tuple[str, int]]) -> tuple[str, int]:
        """Takes a whole campaign into the store, by import or as a branch; its name and version.

        Raises `StoreError` where the club may have no more of them.
        """

        def brought_in() -> tuple[str, int]:
            if (over := self._over()) is not None:
                raise StoreError(over.reason)
            return job(self.ledger)

        name, version = self._queue.run(brought_in)
        self._wake(name)
        return name, version

    def throw_away(self, name: str) -> None:
        """Deletes a branch. Raises `StoreError` if it is not one."""
        from campaign.store import branches

        branches.must_be_branch(self.ledger, name)
        if self._followers is not None:
            self._followers.forget(name)  # first: rows without a log would stay for ever
        self._queue.run(lambda: branches.delete(self.ledger, name))

    def noticed(self, name: str) -> None:
        """Another process recorded something: the followers read it."""
        if self._followers is not None:
            self._followers.wake(name)

    def missed(self, name: str) -> None:
        """Another process deleted a branch: the followers drop what they have of it."""
        if self._followers is not None:
            self._followers.forget(name)

    def hint(self, name: str, command: type[Command] | None) -> str:
        """The verb that comes next, after a refusal because a command came too early."""
        live = self.ledger.live(name)
        if command is None or foreign(live.system, live.state.campaign):
            return ""  # the refusal itself says that nothing comes next
        return live.system.front.screens.hint(live.state, command)

    def settle(self) -> None:
        """Returns once the followers have read everything that was recorded before."""
        if self._followers is not None:
            self._followers.settle()

    def behind(self) -> float:
        """For how many seconds something that was recorded has waited for a follower."""
        return self._followers.behind() if self._followers is not None else 0.0

    def waiting(self) -> int:
        """How many commands wait for their turn."""
        return self._queue.waiting()

    def let_go(self) -> None:
        """Closes the store until it is next asked for, once what was recorded has been read."""
        if self._followers is not None:
            self._followers.let_go()
        self._close_beside()  # first: whoever puts both back begins once the store is closed
        self._queue.run(self.ledger.store.close)

    def stop(self) -> None:
        """Takes nothing more in: who waits gets a `StoreError`, and nothing of theirs counts."""
        self._queue.stop()

    def close(self) -> None:
        """Answers who still waits, lets the followers read on, and closes the store."""
        self._queue.close()
        if self._followers is not None:
            self._followers.close()
        self._close_beside()
        self._allowance.close()
        self.ledger.close()

    def _close_beside(self) -> None:
        """Closes what is kept beside the record."""
        self._enrolling.close()
        self.people.close()
        if self._filing is not None:
            self._filing.close()

    def _opened(self, name: str, **request: Any) -> JsonObject:
        if (over := self._over()) is not None:
            return decisions.refused(over)
        return self._enrolling.open(name, **request)

    def _is_there(self, name: str, key: str) -> bool:
        """Whether a command of this id was recorded: it gets its first answer, and no event."""
        return bool(key) and self.ledger.store.versions_of(name, key) is not None

    def _over(self) -> Refused | None:
        """Why the club may have no more campaigns; None if it may."""
        if self._allowance is UNLIMITED:
            return None
        store = self.ledger.store
        return self._allowance.campaign(len(store.names()) if store.exists() else 0)

    def _wake(self, name: str) -> None:
        for heard in self._listeners:
            heard(name)
        if self._followers is not None:
            self._followers.wake(name)


# --- Commands that arrive twice: the first answer again, with its receipt -----------------------
#
# Whoever sends the same command under the same id gets the first answer, and the receipt that came
# with it. The salt comes again for a short time only, and only through the door (a device, a
# program's token) that the command first came through: it would tell a choice to whoever else acts
# for the same member.

SALT_AGAIN = timedelta(minutes=10)
"""How long the salt is given again."""
Sending = tuple[str, str, str]
"""Campaign, member and id."""


class KnownDoors(Protocol):
    """Through which door each command first came, and when. Several threads may use it at once."""

    def note(self, sending: Sending, door: str, now: str) -> None:
        """A command is about to be handed in; a door that is known stays."""

    def is_first(self, sending: Sending, door: str, recorded: str) -> bool:
        """Whether a command that was recorded at a time had come through this door by then."""


class OwnDoors:
    """The same for a service of one process: in its memory, for twice as long as a salt comes
    again.
    """

    def __init__(self) -> None:
        self._first: dict[Sending, tuple[str, str]] = {}
        self._turn = threads.lock()

    def note(self, sending: Sending, door: str, now: str) -> None:
        """A command is about to be handed in; a door that is known stays."""
        from campaign.accounts.devices import moment, stamp  # a service alone has doors

        over = stamp(moment(now) - 2 * SALT_AGAIN)
        with self._turn:
            while self._first and next(iter(self._first.values()))[1] < over:
                del self._first[next(iter(self._first))]
            self._first.setdefault(sending, (door, now))

    def is_first(self, sending: Sending, door: str, recorded: str) -> bool:
        """Whether a command that was recorded at a time had come through this door by then."""
        first = self._first.get(sending)
        return first is not None and first[0] == door and first[1] <= recorded


class Repeats:
    """Where doors hand in commands that bear an id."""

    def __init__(self, desk: CommandHandler, doors: KnownDoors) -> None:
        self._desk = desk
        self._doors = doors

    def submit(
        self,
        name: str,
        sent: bytes,
        actor: Actor,
        key: str,
        door: str,
        signature: ActSignature | None = None,
    ) -> StoredAnswer:
        """Hands a command in. A repeat gets the first answer with its receipt.

        `key` is the command's id, wherever it stands; `door` names the device or token.
        """
        sending = (name, actor.member, key)
        self._doors.note(sending, door, self._desk.ledger.now())
        outcome = self._desk.submit(name, sent, actor, key, signature)
        answer = outcome.answer
        if outcome.refused is not None or "receipt" in answer or not answer["events"]:
            return outcome
        return replace(outcome, answer=answer | self._receipt_again(sending, door, answer))

    def _receipt_again(self, sending: Sending, door: str, answer: JsonObject) -> JsonObject:
        """The receipt of an answer that was given before; nothing where none was kept."""
        name, member, _ = sending
        store = self._desk.ledger.store
        last = answer["version"]
        first = last - len(answer["events"]) + 1
        for number, stored in store.receipts_of(name, first, last):
            receipt = _read(stored)
            if receipt is not None and receipt.versions == (first, last) and receipt.by == member:
                again = {"id": receipts.receipt_id(name, number), "at": receipt.at}
                again |= self._salt_again(sending, door, number, receipt)
                return {"receipt": {**again, "digest": chain.head(stored)}}
        return {}

    def _salt_again(self, sending: Sending, door: str, number: int, receipt: Receipt) -> JsonObject:
        name, member, _ = sending
        ledger = self._desk.ledger
        age = clock.ahead(ledger.now(), receipt.at)
        if age is None or age > SALT_AGAIN or not self._doors.is_first(sending, door, receipt.at):
            return {}
        try:
            salt = store_ledger.salt(ledger, name, number, member, frozenset())
        except VaultError:
            return {}
        return {"salt": salt} if salt else {}


def _read(stored: bytes) -> Receipt | None:
    try:
        return receipts.read(stored)
    except UNREADABLE:
        return None
