"""The ledger, the only writer: load, decide, stamp, append, in one transaction. IO.

After a conflict with another writer it reloads and decides again. Every submission gets a receipt,
written with its events, or alone if it is refused.
"""

import os
import re
import threading
from collections.abc import Callable
from typing import Any, Self

from msgspec.structs import replace

from campaign import dispatch
from campaign.history.effective import DOES_NOT_FOLD, rewriting
from campaign.kernel import act_signatures, wire
from campaign.kernel.act_signatures import ActSignature
from campaign.kernel.decisions import (
    Command,
    Decision,
    Refused,
    Supplied,
    WithheldError,
    bad_field,
)
from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from campaign.proof import receipts
from campaign.store import apart, clock, key_marks, refusals, repeats, snapshots, supplies
from campaign.store import submission as submissions
from campaign.store.apart import Apart
from campaign.store.clock import utc_now
from campaign.store.pasts import Past, Pasts
from campaign.store.place import Where
from campaign.store.protocol import ConflictError, StoreError
from campaign.store.reader import Live, LogEntry, Reader
from campaign.store.refusals import Refusals
from campaign.store.submission import DecidedSubmission, KeptAnswer, Sent, Submission
from campaign.store.vault import Vault, VaultError
from campaign.systems import open_campaign
from campaign.text.json_values import JsonObject

__all__ = ["Ledger", "Live", "LogEntry", "utc_now"]

RETRIES = 50
"""How many conflicts with other writers to accept before giving up."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""What a campaign may be called."""
Gate = Callable[[Live, Command, str], Refused | None]
"""Why a command that the rules allow is not recorded now, given the time it would be stamped."""
_TRIAL = SeedChain("0" * 32, "0" * 64, 1, "")
"""A placeholder chain of seeds, to test whether a campaign can be opened at all."""


def is_open(live: Live, command: Command, at: str) -> None:
    """Lets everything through that the rules allow."""


class Ledger(Reader):
    """The campaigns of one store, to read and to write. Several threads may use it at once."""

    def __init__(
        self,
        store: Where,
        vault: Vault | None = None,
        clock: Callable[[], str] = utc_now,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        super().__init__(store)
        self.vault = vault or Vault(self.store.path.with_suffix(".vault"))
        key_marks.watch(self.store, self.vault)
        self._clock = clock
        self._random = random
        self._refusals = Refusals(self.store, self.vault)
        self._pasts = Pasts(self)
        self._pasts_turn = threading.RLock()
        """For whoever uses the kept pasts: unlike states, they change."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the store."""
        self.store.close()

    def now(self) -> str:
        """The time on this computer. No event gets an earlier stamp than the one before it."""
        return self._clock()

    def about_the_clock(self, name: str) -> str:
        """One line if the clock is far from a campaign's last event; else nothing."""
        return clock.notice(self._clock(), self.live(name).at)

    def clock_is_ahead(self, name: str) -> bool:
        """Whether the clock is more than a day ahead of a campaign's last event."""
        return clock.is_ahead(self._clock(), self.live(name).at)

    def clock_is_behind(self, name: str) -> bool:
        """Whether the clock is five minutes or more behind a campaign's last event."""
        return clock.is_behind(self._clock(), self.live(name).at)

    def forget(self, name: str) -> None:
        """Deletes a campaign from the store; `branches` checks that it may."""
        self.store.forget(name)
        self._live.forget(name)
        with self._pasts_turn:
            self._pasts.forget(name)

    def private(self, name: str, member: str) -> JsonObject:
        """What only this member may see, under `private`; answers as `submit` does.

        Nothing of it is recorded or kept.
        """
        now = self.live(name)
        wanted = now.system.secrets.private_needs(now.state, member)
        if isinstance(wanted, Refused):
            return wire.refused(wanted)
        fields = now.system.secrets.private(
            now.state, supplies.from_vault(self.vault, now.state.campaign, wanted)
        )
        return {"accepted": True, "version": now.version, "head": now.head, "private": fields}

    def open(
        self, name: str, *, before: Callable[[str], None] | None = None, **request: Any
    ) -> JsonObject:
        """Opens a campaign; the fields of `OpenCampaign` by name. Answers as `submit` does.

        `before` is told the campaign's random id before anything of it is recorded.
        """
        trial = self.foreseen_opening(name, **request)
        if isinstance(trial, Refused):
            return wire.refused(trial)
        campaign = OpenCampaign(name=name, **request)
        key_marks.prepare(self.store, self.vault)
        chain = self.vault.new_chain()
        decision = open_campaign(campaign, chain)
        assert isinstance(decision, tuple)
        if before is not None:
            before(chain.campaign_id)
        _, rows = submissions.stamped(decision, 1, self._clock(), "host", "", "")
        try:
            self.store.append(name, rows, create=True)
        except ConflictError:
            return wire.refused(Refused("Record", f"there is a campaign {name} already"))
        return self._answer(name, 1, len(rows))

    def foreseen_opening(self, name: str, **request: Any) -> Decision:
        """How a campaign would be opened, with placeholders for what the vault draws, or why not.

        Nothing is recorded.
        """
        if not NAME.fullmatch(name):
            return bad_field("name", f"{name!r} must be lower-case letters, digits and hyphens")
        if self.store.exists() and self.has(name):
            return Refused("Record", f"there is a campaign {name} already")
        return open_campaign(OpenCampaign(name=name, **request), _TRIAL)

    def submit(
        self,
        name: str,
        sent: Sent | Apart,
        by: str | None = None,
        key: str = "",
        signature: ActSignature | None = None,
    ) -> JsonObject:
        """Decides a command and records what follows; answers as `interface.md` shapes it."""
        return self.outcome(name, sent, by, key, signature).answer

    def outcome(
        self,
        name: str,
        sent: Sent | Apart,
        by: str | None = None,
        key: str = "",
        signature: ActSignature | None = None,
        gate: Gate = is_open,
    ) -> KeptAnswer:
        """Decides a command and records what follows; a refusal comes with what it is about.

        `by` is the member who sends it; a text that names another is refused. Without `by`, the
        text is believed. `key` is the idempotency key of a text without an `id`. The receipt's
        digest is over what was sent, and proves nothing of either. `signature` is the sender's own
        over the text: a wrong one is refused, as is none of a member who signs everything. If the
        clock is far from the last event, a new answer says so under `clock`. What the rules allow
        may still not pass the `gate` of whoever hands it in.
        """
        now, salt = self._clock(), self._random(receipts.SALT_BYTES).hex()
        with self.store.alone(name):
            live = self.live(name)
            commands = live.system.rules.commands
            submission = submissions.received(sent, salt, now, commands, by, key, signature)
            handled = self._handled(name, live, submission, gate)
        return handled.noting(clock.notice(now, live.at))

    def previewed(self, name: str, sent: Sent | Apart, by: str | None = None) -> Decision:
        """What a command would record now, or why it would be refused. Nothing is recorded.

        A command that needs something secret is not previewed: what it opens or draws would be
        known before it is on record.
        """
        live = self.live(name)
        submission = submissions.received(sent, "", self._clock(), live.system.rules.commands, by)
        command = submission.command
        if isinstance(command, Refused):
            return command
        if supplies.touches_secrets(dispatch.needs(live.system, live.state, command)):
            return Refused(None, supplies.NO_PREVIEW)
        supplied = self.supplied(name, live, command, submission.at(live))
        return apart.decided(live.system, live.state, command, supplied, submission.apart)

    def foreseen(
        self, name: str, sent: Sent | Apart, by: str | None = None, gate: Gate = is_open
    ) -> Refused | None:
        """Why a command would be refused now; None if it would be accepted. Nothing is recorded.

        Raises `VaultError`.
        """
        live = self.live(name)
        submission = submissions.received(sent, "", self._clock(), live.system.rules.commands, by)
        command = submission.command
        if isinstance(command, Refused):
            return command
        at = submission.at(live)
        supplied = self.supplied(name, live, command, at)
        decision = apart.decided(live.system, live.state, command, supplied, submission.apart)
        return decision if isinstance(decision, Refused) else gate(live, command, at)

    def _handled(self, name: str, live: Live, submission: Submission, gate: Gate) -> KeptAnswer:
        """Decides and stores; if another writer came first, decides again after their events.

        Our own writers wait for each other before they decide. Only an older release, or one
        without the lock, can come first.
        """
        renewed = False
        for _ in range(RETRIES):
            if submission.key and (earlier := self.store.versions_of(name, submission.key)):
                return self._again(name, live, submission, *earlier)
            try:
                decision, renewed = self._decided(name, live, submission, gate, renewed=renewed)
            except VaultError as error:
                outcome = self._refused(name, live, submission, Refused("Vault", str(error)))
                paper = outcome.answer.get("receipt", {"id": "none"})["id"]
                raise VaultError(f"{error} [receipt {paper}]") from error
            if isinstance(decision, Refused):
                return self._refused(name, live, submission, decision)
            done = submissions.record(submission, live, decision)
            try:
                receipt = self._keep(name, done)
            except ConflictError:
                live = self.live(name)
                continue
            if done.rows:
                self._live.keep(name, self._after(live, name, done))
            return done.outcome(receipt, submission.salt)
        raise StoreError(f"{name} is too busy: {RETRIES} other writers came first; try again")

    def _again(
        self, name: str, live: Live, submission: Submission, first: int, last: int
    ) -> KeptAnswer:
        """The answer to a used key: the first answer for the same command, else a refusal."""
        if repeats.repeated(self, name, submission, first, last):
            return KeptAnswer(self._answer(name, first, last))  # it got its receipt the first time
        return self._refused(name, live, submission, repeats.TAKEN)

    def _refused(self, name: str, live: Live, submission: Submission, why: Refused) -> KeptAnswer:
        submission, earlier, is_kept = self._refusals.placed(name, live, submission)
        if earlier is None and not is_kept:
            return KeptAnswer({**wire.refused(why), "no_receipt": refusals.FULL}, why)
        done = submissions.record(submission, live, why)
        return done.outcome(earlier or self._keep(name, done), submission.salt)

    def _decided(
        self, name: str, live: Live, submission: Submission, gate: Gate, *, renewed: bool
    ) -> tuple[Decision, bool]:
        """The decision on a submission, and whether the vault already has a new key for it.

        The key is made only once, however often other writers come first. Raises `VaultError`.
        """
        command = submission.command
        if isinstance(command, Refused):
            return command, renewed
        campaign, signature = live.state.campaign, submission.signature
        if unsigned := act_signatures.refused(campaign, command, submission.text, signature):
            return unsigned, renewed
        at = submission.at(live)
        supplied = self.supplied(name, live, command, at)
        decision = apart.decided(live.system, live.state, command, supplied, submission.apart)
        if not isinstance(decision, Refused) and (shut := gate(live, command, at)):
            return shut, renewed
        if supplied.chain is None or isinstance(decision, Refused):
            return decision, renewed
        if not renewed:
            self.vault.renew()
        supplied = self.supplied(name, live, command, at)  # sealed under the new key
        return apart.decided(live.system, live.state, command, supplied, submission.apart), True

    def _keep(self, name: str, done: DecidedSubmission) -> tuple[str, bytes]:
        """Stores the record of a submission; returns its receipt's id and bytes.

        Raises `ConflictError` if another writer recorded something first.
        """
        secret = done.secret
        try:
            sealed = self.vault.seal_text(secret.text, secret.label, secret.size, self._random)
        except VaultError:
            sealed = ""  # the submission counts without it
        if not done.rows:
            return self.store.keep_receipt(name, replace(done.receipt, sealed=sealed))
        return self.store.append(name, done.rows, done.keys, done.receipt, salt=sealed)

    def past(self, name: str, live: Live, command: Command) -> Past:
        """The log after a state that a correction or an undo does not touch, and that state."""
        with self._pasts_turn:
            return self._pasts.of(name, live, command)

    def tried(self, name: str, sent: Sent, by: str | None = None) -> Refused | None:
        """Why a command would be refused now, as far as can be said without a secret.

        No seed, opening or hidden value is looked at, and nothing is recorded.
        """
        live = self.live(name)
        submission = submissions.received(sent, "", self._clock(), live.system.rules.commands, by)
        command, at = submission.command, submission.at(live)
        if isinstance(command, Refused):
            return command
        with self._pasts_turn:
            given = supplies.for_trial(self, self._pasts, name, live, command, at)
        try:
            decision = dispatch.decide(live.system, live.state, command, given)
        except WithheldError:
            return None
        return decision if isinstance(decision, Refused) else None

    def supplied(self, name: str, live: Live, command: Command, now: str) -> Supplied:
        """What the world supplies for a command. Raises `VaultError`."""
        with self._pasts_turn:
            return supplies.supplied(self, self._pasts, self.vault, name, live, command, now)

    def _after(self, live: Live, name: str, done: DecidedSubmission) -> Live:
        """The campaign after what was recorded; a snapshot is kept from time to time."""
        if any(rewriting(event) for event in done.events):
            return self._corrected(live, name, done)
        state = live.state
        for event in done.events:
            state = live.system.rules.evolve(state, event)
        now = done.left(live, state)
        self._keep_snapshot(name, live, now)
        return now

    def _corrected(self, live: Live, name: str, done: DecidedSubmission) -> Live:
        """The campaign after a correction; a snapshot is kept if folding it again would be slow."""
        try:
            with self._pasts_turn:
                state, cost = self._pasts.after(name, live.version, done.events)
        except DOES_NOT_FOLD:
            with self._pasts_turn:
                self._pasts.forget(name)
            return self._loaded(name, None)
        now = done.left(live, state)
        self._keep_snapshot(name, live, now, cost)
        return now

    def _keep_snapshot(self, name: str, before: Live, now: Live, cost: int = 0) -> None:
        every = snapshots.EVERY
        if cost >= snapshots.COSTLY or now.version // every != before.version // every:
            snapshots.keep(self.store, name, now.version, now.head, now.state)

    def _answer(self, name: str, first: int, last: int) -> JsonObject:
        recorded = list(self.history(name, first - 1, last))
        return wire.accepted([(r.version, r.event) for r in recorded], recorded[-1].digest)
