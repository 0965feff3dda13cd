"""A submission: what is kept private of it, what to store and answer once it is decided, and which
refusals get a receipt.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from campaign.disputes import routing
from campaign.history.acts import keeping
from campaign.kernel import decisions, keys, well_formed
from campaign.kernel.keys import ActSignature
from campaign.kernel.members import EnrolMember, GameState
from campaign.kernel.shared_rules import already
from campaign.kernel.system import AnySystem
from campaign.store.protocol import EventStore, Row
from campaign.store.reader import Live
from campaign.store.vault import Vault, VaultError
from campaign.systems import of_command, title
from campaign.text.json_values import JsonFields, JsonObject
from campaign.verify import receipts
from campaign.verify.receipts import Kept, Receipt, receipt_id
from campaign.world import clock
from events import chain, codec
from events.base import Event, topic

# --- What was sent, apart from what is decided: an address stays out of the log -----------------
#
# The receipt is over what was sent; the log gets what was read, which is the same without the
# address. Where the address was all that was new, nothing is recorded.


class PrivateFields(msgspec.Struct, frozen=True):
    """A command of which a part is kept elsewhere."""

    sent: bytes
    """As it came, for its receipt."""
    read: bytes
    """As it is decided."""
    is_news: bool = False
    """Whether the part that is kept elsewhere is new, so that the command may say nothing else."""
    refused: decisions.Refused | None = None
    """Why it may not be decided at all."""


def decided_apart(
    system: AnySystem,
    state: GameState,
    command: decisions.Command,
    supplied: decisions.Supplied,
    apart: PrivateFields | None,
) -> decisions.Decision:
    """The decision on a command; what an audit would find wrong is refused, not recorded.

    What follows from a command that came apart holds no address. No events at all: it was accepted,
    and the log has nothing to say of it.
    """
    supplied = replace(supplied, claims=[])
    decision = _decided(system, state, command, supplied, apart)
    if isinstance(decision, decisions.Refused) or not decision:
        return decision
    recorded = keeping(system, command, supplied, decision)
    return well_formed.refused(system.codec, recorded, command.__struct_fields__) or recorded


def _decided(
    system: AnySystem,
    state: GameState,
    command: decisions.Command,
    supplied: decisions.Supplied,
    apart: PrivateFields | None,
) -> decisions.Decision:
    decision = routing.decide(system, state, command, supplied)
    if isinstance(command, EnrolMember) and apart is not None and apart.is_news:
        return () if decision == already(command) else decision
    return decision


# --- A submission, and what to store and answer once it is decided ------------------------------
#
# what a member sent ──► Submission ──► decision ──► DecidedSubmission: events, receipt, answer

REPEAT = "campaign-tracker repeat 1"
Sent = JsonFields | bytes | str
"""What a member sends: a command's JSON, or its values."""


class Submission(msgspec.Struct, frozen=True):
    """What a member sent, when it arrived, and the command in it."""

    digest: str
    """Salted digest of the bytes, as its receipt holds it."""
    salt: str
    now: str
    """The time on the clock when it arrived."""
    by: str
    """Its sender; for a malformed submission, as far as can be made out."""
    command: decisions.Command | decisions.Refused
    """The command, or why there is none."""
    apart: PrivateFields | None = None
    """How it came apart, if a part of it is kept elsewhere."""
    text: bytes = b""
    """What was sent, without the white space around it."""
    signature: ActSignature | None = None
    """Its sender's signature over the text, if one came with it."""

    @property
    def key(self) -> str:
        """Its idempotency key; empty if it has none."""
        return "" if isinstance(self.command, decisions.Refused) else self.command.id

    @property
    def command_name(self) -> str:
        """The name of its command; empty if it is malformed."""
        return "" if isinstance(self.command, decisions.Refused) else type(self.command).__name__

    def mark(self, digest: str) -> str:
        """A digest of the command without its hidden fields, salted with the digest of the bytes.

        A receipt holds it, to recognise the same command under the same key.
        """
        fields = msgspec.to_builtins(self.command)
        hidden = (
            {"id"}
            if isinstance(self.command, decisions.Refused)
            else {"id", *decisions.secret(type(self.command))}
        )
        public = {name: value for name, value in fields.items() if name not in hidden}
        text = msgspec.json.encode(public, order="deterministic")
        return hashlib.sha256(f"{REPEAT}\n{digest}\n".encode() + text).hexdigest()

    def at(self, live: Live) -> str:
        """The time to stamp: no earlier than the last event's."""
        return clock.stamp(self.now, live.at)


def received(
    handed_in: Sent | PrivateFields,
    salt: str,
    now: str,
    commands: decisions.Vocabulary,
    by: str | None = None,
    key: str = "",
    signature: ActSignature | None = None,
) -> Submission:
    """A submission as it arrives.

    `by` is its sender, where the caller knows; `key` its idempotency key, unless it has an `id`;
    `signature` is the sender's own over the text. None of them changes the digest, which is over
    what was sent.
    """
    apart = handed_in if isinstance(handed_in, PrivateFields) else None
    sent = handed_in.sent if isinstance(handed_in, PrivateFields) else handed_in
    command = decisions.read(apart.read if apart else sent, commands, by, key)
    if not isinstance(command, decisions.Refused):
        command = apart.refused or command if apart else command
    elif command.about.field == "command":
        command = _of_another_game(sent, command)
    if by is not None:
        sender = by  # whatever a malformed text says
    else:
        sender = receipts.sender(sent) if isinstance(command, decisions.Refused) else command.by
    digest, text = receipts.digest_of(sent, salt), receipts.text_of(sent)
    return Submission(digest, salt, now, sender, command, apart, text, signature)


def _of_another_game(sent: Sent, refused: decisions.Refused) -> decisions.Refused:
    """A command that the campaign's game does not have; where another one has it, that is said."""
    try:
        fields = sent if isinstance(sent, Mapping) else msgspec.json.decode(sent)
        name = str(fields["command"])
    except (msgspec.MsgspecError, UnicodeError, KeyError, TypeError):
        return refused
    if not (system := of_command(name)):
        return refused
    text = f"{name} is a command of {title(system)}, which this campaign does not play"
    return decisions.bad_field("command", text)


class StoredAnswer(msgspec.Struct, frozen=True):
    """The outcome of a submission."""

    answer: JsonObject
    """The answer in JSON values, as `interface.md` shapes it."""
    refused: decisions.Refused | None = None
    """Why it was refused, with the field or question concerned; None if it was accepted."""

    @property
    def unkept(self) -> str:
        """Why no receipt was kept; empty if one was."""
        return str(self.answer.get("no_receipt", ""))

    def noting(self, notice: str) -> "StoredAnswer":
        """The outcome with a line about the clock, if there is one and the answer is new."""
        if not notice or "receipt" not in self.answer:
            return self
        return replace(self, answer=self.answer | {"clock": notice})


class Secret(msgspec.Struct, frozen=True):
    """What is kept beside a receipt, sealed for the sender only."""

    text: str
    label: str
    """The label to which it is bound."""
    size: int
    """How many bytes it is padded to."""


class DecidedSubmission(msgspec.Struct, frozen=True):
    """What to store of a decided submission: its events, if any, and its receipt."""

    receipt: Receipt
    secret: Secret
    """The answer, if it was refused; otherwise the salt."""
    events: tuple[Event, ...] = ()
    rows: tuple[Row, ...] = ()
    keys: Mapping[str, tuple[int, int]] = {}
    """The idempotency key, if it has one, with the first and last version recorded."""
    refused: decisions.Refused | None = None
    version: int = 0
    """The campaign's version when it arrived."""

    @property
    def head(self) -> str:
        """The digest of its last event."""
        return chain.head(self.rows[-1][2])

    def left(self, live: Live, state: GameState) -> Live:
        """The campaign after the events, given its state there."""
        return Live(self.rows[-1][0], self.head, state, live.system, self.events[-1].at)

    def outcome(self, stored: tuple[str, bytes], salt: str) -> StoredAnswer:
        """The outcome, given the stored receipt's id and bytes."""
        if self.refused is not None:
            answer = decisions.refused(self.refused)
        elif not self.rows:
            answer = decisions.accepted_alone(self.version, self.receipt.head)
        else:
            versions = (version for version, _, _ in self.rows)
            answer = decisions.accepted(list(zip(versions, self.events, strict=True)), self.head)
        answer = receipts.with_receipt(answer, stored, salt)
        return StoredAnswer(answer, self.refused)


def record(submission: Submission, live: Live, decision: decisions.Decision) -> DecidedSubmission:
    """What a decision leaves to store. Of a refusal, everybody sees only when it came.

    So it is with a command that was accepted and leaves no event: its receipt tells its sender.
    """
    bare = Receipt(submission.at(live), submission.digest, live.head)
    if isinstance(decision, decisions.Refused):
        return DecidedSubmission(bare, _answer(submission, live, bare, decision), refused=decision)
    if not decision:
        return DecidedSubmission(bare, _answer(submission, live, bare), version=live.version)
    first, last = live.version + 1, live.version + len(decision)
    events, rows = stamped(decision, first, bare.at, submission.by, submission.key, live.head)
    receipt = replace(
        bare,
        by=submission.by,
        command=submission.command_name,
        versions=(first, last),
        mark=submission.mark(submission.digest) if submission.key else "",
    )
    if (signed := submission.signature) and keys.kept(submission.command, signed):
        receipt = replace(
            receipt, text=submission.text.decode(), key=signed.key, signature=signed.value
        )
    return DecidedSubmission(
        receipt,
        _salt(submission, live, receipt),
        tuple(events),
        tuple(rows),
        {submission.key: (first, last)} if submission.key else {},
    )


def _answer(
    submission: Submission, live: Live, receipt: Receipt, refused: decisions.Refused | None = None
) -> Secret:
    if refused is None:
        why, accepted = decisions.Refused(None, receipts.NOTHING_FOR_THE_LOG), True
    else:
        why, accepted = refused, False
    answer = receipts.SealedRefusal(
        submission.by, submission.command_name, why.rule, why.reason, accepted
    )
    label = receipts.label(live.state.campaign.id, receipt)
    return Secret(receipts.in_words(answer), label, receipts.TEXT_BYTES)


def _salt(submission: Submission, live: Live, receipt: Receipt) -> Secret:
    label = receipts.salt_label(live.state.campaign.id, receipt)
    return Secret(submission.salt, label, 2 * receipts.SALT_BYTES)


def stamped(
    decision: tuple[Event, ...], first: int, at: str, by: str, key: str, head: str
) -> tuple[list[Event], list[Row]]:
    """Events with their stamps, and the rows to store for them."""
    events: list[Event] = []
    rows: list[Row] = []
    for nth, event in enumerate(decision):
        done = replace(event, at=at, by=by, key=key, nth=nth, prev=head)
        stored = chain.seal(codec.encode(done))
        head = chain.head(stored)
        events.append(done)
        rows.append((first + nth, topic(done), stored))
    return events, rows


# --- Which refused submissions get a receipt: each text once a day, and not too many a member ---
#
# A refusal costs its sender nothing, and its receipt stays for good. What was refused today is
# read from the receipts themselves, so that all processes and both kinds of store count alike.

MOST = 200
"""How many refusals a member and day get a receipt."""
NO_MORE_RECEIPTS = f"no receipt was kept; at most {MOST} refusals a member and day get one"
PAGE = 500
"""How many receipts are read at once."""
_NOBODY = ""
"""Strangers, and senders that the vault does not open, count as one."""


class RefusalsOfDay(msgspec.Struct):
    """The refusals of one day that have a receipt, as far as they have been read."""

    day: str
    read: int = 0
    """Number of the last receipt that was read."""
    numbers: dict[str, int] = {}
    """The receipt of each text, by the salted digest of it."""
    counts: Counter[str] = msgspec.field(default_factory=Counter)
    """How many each member has."""


class Refusals:
    """The refusals of today in the campaigns of a store. Nobody else writes while it is asked."""

    def __init__(self, store: EventStore, vault: Vault) -> None:
        self._store = store
        self._vault = vault
        self._days: dict[str, RefusalsOfDay] = {}

    def placed(
        self, name: str, live: Live, submission: Submission
    ) -> tuple[Submission, tuple[str, bytes] | None, bool]:
        """A refused submission with the salt of its day, its receipt where it has one already, and
        whether it may get one.

        The salt is the same for the same text, so that its digest is, too; it is as secret as any.
        """
        day, sender = submission.at(live)[:10], submission.by
        try:
            key = self._vault.derived("refusals", live.state.campaign.id)
        except VaultError:
            sender = _NOBODY  # no answer can be sealed, so nobody can tell later whose it was
        else:
            text = f"{day}\n{sender}\n".encode() + submission.text
            salt = hmac.new(key, text, hashlib.sha256).hexdigest()[: 2 * receipts.SALT_BYTES]
            digest = receipts.digest_of(submission.text, salt)
            submission = replace(submission, salt=salt, digest=digest)
        today = self._today(name, live, day)
        number = today.numbers.get(submission.digest, 0)
        stored = self._store.receipt(name, number) if number else None
        if stored is not None and receipts.read(stored).sent == submission.digest:
            return submission, (receipt_id(name, number), stored), False
        who = sender if sender in live.state.campaign.members else _NOBODY
        return submission, None, today.counts[who] < MOST

    def _today(self, name: str, live: Live, day: str) -> RefusalsOfDay:
        """What was refused today, read on from where it was read before."""
        campaign = live.state.campaign.id
        _, last = self._store.ends(name)
        today = self._days.get(campaign)
        if today is None or today.day != day or last < today.read:
            today = self._days[campaign] = RefusalsOfDay(day)
        end = last
        while end > today.read:
            first = max(today.read, end - PAGE)
            page = [
                self._read(one, day, today, live) for one in self._store.receipts(name, end, first)
            ]
            end = first if any(page) else today.read
        today.read = last
        return today

    def _read(self, stored: Kept, day: str, today: RefusalsOfDay, live: Live) -> bool:
        """Notes a receipt if it is one of a refusal of the day; whether it is of the day."""
        try:
            receipt = receipts.read(stored[1])
        except receipts.UNREADABLE:
            return True
        if receipt.at[:10] < day:
            return False
        if receipt.versions is None and (who := self._sender(receipt, live)) is not None:
            today.numbers[receipt.sent] = stored[0]
            today.counts[who] += 1
        return True

    def _sender(self, receipt: Receipt, live: Live) -> str | None:
        """Who sent what was refused; None if it was accepted."""
        try:
            label = receipts.label(live.state.campaign.id, receipt)
            refusal = receipts.read_refusal(self._vault.open_text(receipt.sealed, label))
        except (VaultError, *receipts.UNREADABLE):
            return _NOBODY
        if refusal.accepted:
            return None
        return refusal.by if refusal.by in live.state.campaign.members else _NOBODY
