"""A submission, and what to store and answer once it is decided. Pure.

what a member sent ──► Submission ──► decision ──► DecidedSubmission: events, receipt, answer
"""

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from campaign.kernel import act_signatures, wire
from campaign.kernel.act_signatures import ActSignature
from campaign.kernel.decisions import Command, Decision, Refused, bad_field, secret
from campaign.kernel.state import GameState
from campaign.kernel.vocabulary import Vocabulary
from campaign.proof import receipts
from campaign.proof.receipts import Receipt
from campaign.store import clock
from campaign.store.apart import Apart
from campaign.store.protocol import Row
from campaign.store.reader import Live
from campaign.systems import of_command, title
from campaign.text.json_values import JsonFields, JsonObject
from events import chain, codec
from events.base import Event, topic

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
    command: Command | Refused
    """The command, or why there is none."""
    apart: Apart | None = None
    """How it came apart, if a part of it is kept elsewhere."""
    text: bytes = b""
    """What was sent, without the white space around it."""
    signature: ActSignature | None = None
    """Its sender's signature over the text, if one came with it."""

    @property
    def key(self) -> str:
        """Its idempotency key; empty if it has none."""
        return "" if isinstance(self.command, Refused) else self.command.id

    @property
    def command_name(self) -> str:
        """The name of its command; empty if it is malformed."""
        return "" if isinstance(self.command, Refused) else type(self.command).__name__

    def mark(self, digest: str) -> str:
        """A digest of the command without its hidden fields, salted with the digest of the bytes.

        A receipt holds it, to recognise the same command under the same key.
        """
        fields = msgspec.to_builtins(self.command)
        hidden = (
            {"id"} if isinstance(self.command, Refused) else {"id", *secret(type(self.command))}
        )
        public = {name: value for name, value in fields.items() if name not in hidden}
        text = msgspec.json.encode(public, order="deterministic")
        return hashlib.sha256(f"{REPEAT}\n{digest}\n".encode() + text).hexdigest()

    def at(self, live: Live) -> str:
        """The time to stamp: no earlier than the last event's."""
        return clock.stamp(self.now, live.at)


def received(
    handed_in: Sent | Apart,
    salt: str,
    now: str,
    commands: Vocabulary,
    by: str | None = None,
    key: str = "",
    signature: ActSignature | None = None,
) -> Submission:
    """A submission as it arrives.

    `by` is its sender, where the caller knows; `key` its idempotency key, unless it has an `id`;
    `signature` is the sender's own over the text. None of them changes the digest, which is over
    what was sent.
    """
    apart = handed_in if isinstance(handed_in, Apart) else None
    sent = handed_in.sent if isinstance(handed_in, Apart) else handed_in
    command = wire.read(apart.read if apart else sent, commands, by, key)
    if isinstance(command, Refused) and command.about.field == "command":
        command = _of_another_game(sent, command)
    if apart is not None and apart.refused is not None and not isinstance(command, Refused):
        command = apart.refused
    if by is not None:
        sender = by  # whatever a malformed text says
    else:
        sender = receipts.sender(sent) if isinstance(command, Refused) else command.by
    digest, text = receipts.digest_of(sent, salt), receipts.text_of(sent)
    return Submission(digest, salt, now, sender, command, apart, text, signature)


def _of_another_game(sent: Sent, refused: Refused) -> Refused:
    """A command that the campaign's game does not have; where another one has it, that is said."""
    try:
        fields = sent if isinstance(sent, Mapping) else msgspec.json.decode(sent)
        name = str(fields["command"])
    except (msgspec.MsgspecError, UnicodeError, KeyError, TypeError):
        return refused
    if not (system := of_command(name)):
        return refused
    text = f"{name} is a command of {title(system)}, which this campaign does not play"
    return bad_field("command", text)


class KeptAnswer(msgspec.Struct, frozen=True):
    """The outcome of a submission."""

    answer: JsonObject
    """The answer in JSON values, as `interface.md` shapes it."""
    refused: Refused | None = None
    """Why it was refused, with the field or question concerned; None if it was accepted."""

    @property
    def unkept(self) -> str:
        """Why no receipt was kept; empty if one was."""
        return str(self.answer.get("no_receipt", ""))

    def noting(self, notice: str) -> "KeptAnswer":
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
    refused: Refused | None = None
    version: int = 0
    """The campaign's version when it arrived."""

    def left(self, live: Live, state: GameState) -> Live:
        """The campaign after the events, given its state there."""
        version, _, stored = self.rows[-1]
        return Live(version, chain.head(stored), state, live.system, self.events[-1].at)

    def outcome(self, kept: tuple[str, bytes], salt: str) -> KeptAnswer:
        """The outcome, given the stored receipt's id and bytes."""
        if self.refused is not None:
            answer = wire.refused(self.refused)
        elif not self.rows:
            answer = wire.accepted_alone(self.version, self.receipt.head)
        else:
            versions = (version for version, _, _ in self.rows)
            answer = wire.accepted(
                list(zip(versions, self.events, strict=True)), chain.head(self.rows[-1][2])
            )
        answer = receipts.with_receipt(answer, kept, salt)
        return KeptAnswer(answer, self.refused)


def record(submission: Submission, live: Live, decision: Decision) -> DecidedSubmission:
    """What a decision leaves to store. Of a refusal, everybody sees only when it came.

    So it is with a command that was accepted and leaves no event: its receipt tells its sender.
    """
    bare = Receipt(submission.at(live), submission.digest, live.head)
    if isinstance(decision, Refused):
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
    if (signed := submission.signature) and act_signatures.kept(submission.command, signed):
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
    submission: Submission, live: Live, receipt: Receipt, refused: Refused | None = None
) -> Secret:
    if refused is None:
        why, accepted = Refused(None, receipts.NOTHING_FOR_THE_LOG), True
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
