"""The ledger, the only writer: load, decide, stamp, append, in one transaction; and the receipts it
has kept. IO.
"""

import hmac
import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.disputes import routing
from campaign.history.effective import DOES_NOT_FOLD, rewriting
from campaign.history.timeline import START
from campaign.kernel import decisions, keys, opening
from campaign.kernel.keys import ActSignature
from campaign.kernel.members import Campaign
from campaign.kernel.system import fold
from campaign.store import outlines, snapshots
from campaign.store import submission as store_submission
from campaign.store import vault as store_vault
from campaign.store.past import Past, Pasts
from campaign.store.protocol import ConflictError, StoreError, Where
from campaign.store.reader import Live, Reader
from campaign.store.submission import (
    DecidedSubmission,
    PrivateFields,
    Refusals,
    Sent,
    StoredAnswer,
    Submission,
)
from campaign.store.vault import Vault, VaultError
from campaign.systems import open_campaign
from campaign.text.json_values import JsonObject
from campaign.verify import receipts
from campaign.verify.receipts import UNREADABLE, Receipt
from campaign.verify.receipts import read as read_receipt
from campaign.world import chance, clock, threads
from campaign.world.clock import utc_now

# --- What a decision needs from the world: the vault's secrets, the log, the time ---------------

NO_PREVIEW = (
    "--dry-run can't show this: it would open, draw or seal something. Nothing was recorded"
)


def touches_secrets(needs: decisions.Needs) -> bool:
    """Whether a decision takes anything from the vault or puts anything in."""
    return bool(needs.openings or needs.seal or needs.seed or needs.chain)


def supplied(
    reader: Reader,
    pasts: Pasts,
    vault: Vault,
    name: str,
    live: Live,
    command: decisions.Command,
    now: str,
) -> decisions.Supplied:
    """What the world supplies for a command: the log for corrections, the time for terms."""
    needs = routing.needs(live.system, live.state, command)
    opened = from_vault(vault, live.state.campaign, needs)
    return _with_the_past(opened, needs, reader, pasts, name, live, command, now)


def for_trial(
    reader: Reader, pasts: Pasts, name: str, live: Live, command: decisions.Command, now: str
) -> decisions.Supplied:
    """What it supplies for a trial: nothing from the vault."""
    needs = routing.needs(live.system, live.state, command)
    bare = _with_the_past(decisions.Supplied(), needs, reader, pasts, name, live, command, now)
    return decisions.trial(bare)


def _with_the_past(
    opened: decisions.Supplied,
    needs: decisions.Needs,
    reader: Reader,
    pasts: Pasts,
    name: str,
    live: Live,
    command: decisions.Command,
    now: str,
) -> decisions.Supplied:
    last = pasts.last_act(name, live, command.by) if needs.last else None
    past, base = ((), START) if last or not needs.past else pasts.of(name, live, command)
    head = ""
    if 0 < needs.head <= live.version:
        head = next(reader.history(name, needs.head - 1, needs.head)).digest
    return replace(opened, past=past, base=base, last=last, now=now, head=head)


def from_vault(vault: Vault, campaign: Campaign, needs: decisions.Needs) -> decisions.Supplied:
    """Openings, a seal, the seed of the turn, a new chain of seeds. Raises `VaultError`."""
    openings = {
        key: vault.open(subject, ciphertext)
        for key, (subject, ciphertext) in needs.openings.items()
    }
    sealed = vault.seal(needs.seal) if needs.seal else None
    seed = ""
    if needs.seed and campaign.seed_number <= campaign.seed_links:
        links, anchor = campaign.seed_links, campaign.seed_anchor
        seed_chain = opening.SeedChain(campaign.id, anchor, links, campaign.seed_sealed)
        seed = vault.seed(seed_chain, campaign.seed_number)
    chain = vault.new_chain(campaign_id=campaign.id) if needs.chain else None
    return decisions.Supplied(openings, sealed, seed, chain=chain)


# --- Idempotency keys: a key belongs to its member and to the command that it came with ---------
#
# The same command from the same member gets the first answer again; anything else under the key is
# refused, and learns nothing about the first. A command is its type and its fields. What only its
# sender may know, such as a sealed choice, is left out: if the answer depended on the choice,
# anyone could find it out by trying both.

KEY_TAKEN = decisions.bad_field(
    "id", "this key came with another member's command or with another command; use a new one"
)


def repeated(reader: Reader, name: str, submission: Submission, first: int, last: int) -> bool:
    """Whether a submission is the one that recorded these events under its key.

    Without receipts, as in an export without them, the events tell their command.
    """
    by = next(reader.history(name, first - 1, first)).event.by
    if by != submission.by:
        return False
    for _, stored in reader.store.receipts_of(name, first, last):
        receipt = _read(stored)
        if receipt is None or receipt.versions != (first, last):
            continue
        if receipt.command != submission.command_name:
            return False
        return hmac.compare_digest(receipt.mark, submission.mark(receipt.sent))
    return _said(reader, name, first) == submission.command_name


def _read(stored: bytes) -> Receipt | None:
    try:
        return read_receipt(stored)
    except UNREADABLE:
        return None


def _said(reader: Reader, name: str, version: int) -> str:
    """The name of the command that an event keeps; empty if it keeps none."""
    act = next(reader.history(name, version - 1, version)).event.act
    return str(act.get("command", "")) if isinstance(act, dict) else ""


# --- The ledger, the only writer: load, decide, stamp, append, in one transaction ---------------
#
# After a conflict with another writer it reloads and decides again. Every submission gets a
# receipt, written with its events, or alone if it is refused.

RETRIES = 50
"""How many conflicts with other writers to accept before giving up."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""What a campaign may be called."""
Gate = Callable[[Live, decisions.Command, str], decisions.Refused | None]
"""Why a command that the rules allow is not recorded now, given the time it would be stamped."""
_TRIAL = opening.SeedChain("0" * 32, "0" * 64, 1, "")
"""A placeholder chain of seeds, to test whether a campaign can be opened at all."""


def is_open(live: Live, command: decisions.Command, at: str) -> None:
    """Lets everything through that the rules allow."""


class Ledger(Reader):
    """The campaigns of one store, to read and to write. Several threads may use it at once."""

    def __init__(
        self,
        store: Where | Reader,
        vault: Vault | None = None,
        clock: Callable[[], str] = utc_now,
        random: Callable[[int], bytes] = chance.random_bytes,
    ) -> None:
        super().__init__(store, clock)
        self.vault = vault or Vault(self.store.path.with_suffix(".vault"))
        store_vault.watch_key(self.store, self.vault)
        self._random = random
        self._refusals = Refusals(self.store, self.vault)
        self._pasts = Pasts(self)
        self._pasts_turn = threads.rlock()
        """For whoever uses the kept pasts: unlike states, they change."""

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
        now = self.plain(name)
        wanted = now.system.secrets.private_needs(now.state, member)
        if isinstance(wanted, decisions.Refused):
            return decisions.refused(wanted)
        fields = now.system.secrets.private(
            now.state, from_vault(self.vault, now.state.campaign, wanted)
        )
        return {"accepted": True, "version": now.version, "head": now.head, "private": fields}

    def begin(self) -> None:
        """Makes the store and the vault's key where there are none yet: a club without a campaign.

        Raises `StoreError` or `VaultError` where nothing can be written.
        """
        store_vault.prepare_key(self.store, self.vault)

    def open(
        self, name: str, *, before: Callable[[str], None] | None = None, **request: Any
    ) -> JsonObject:
        """Opens a campaign; the fields of `OpenCampaign` by name. Answers as `submit` does.

        `before` is told the campaign's random id before anything of it is recorded.
        """
        trial = self.foreseen_opening(name, **request)
        if isinstance(trial, decisions.Refused):
            return decisions.refused(trial)
        campaign = opening.OpenCampaign(name=name, **request)
        store_vault.prepare_key(self.store, self.vault)
        chain = self.vault.new_chain()
        decision = open_campaign(campaign, chain)
        assert isinstance(decision, tuple)
        if before is not None:
            before(chain.campaign_id)
        events, rows = store_submission.stamped(decision, 1, self._clock(), "host", "", "")
        outline = outlines.of_opening(events, rows)
        try:
            self.store.append(name, rows, outline=outline, create=True)
        except ConflictError:
            return decisions.refused(
                decisions.Refused("Record", f"there is a campaign {name} already")
            )
        return self._answer(name, 1, len(rows))

    def foreseen_opening(self, name: str, **request: Any) -> decisions.Decision:
        """How a campaign would be opened, with placeholders for what the vault draws, or why not.

        Nothing is recorded.
        """
        if not NAME.fullmatch(name):
            return decisions.bad_field(
                "name", f"{name!r} must be lower-case letters, digits and hyphens"
            )
        if self.store.exists() and self.has(name):
            return decisions.Refused("Record", f"there is a campaign {name} already")
        return open_campaign(opening.OpenCampaign(name=name, **request), _TRIAL)

    def submit(
        self,
        name: str,
        sent: Sent | PrivateFields,
        by: str | None = None,
        key: str = "",
        signature: ActSignature | None = None,
    ) -> JsonObject:
        """Decides a command and records what follows; answers as `interface.md` shapes it."""
        return self.outcome(name, sent, by, key, signature).answer

    def outcome(
        self,
        name: str,
        sent: Sent | PrivateFields,
        by: str | None = None,
        key: str = "",
        signature: ActSignature | None = None,
        gate: Gate = is_open,
    ) -> StoredAnswer:
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
            live = self.plain(name)
            commands = live.system.rules.commands
            submission = store_submission.received(sent, salt, now, commands, by, key, signature)
            handled = self._handled(name, live, submission, gate)
        return handled.noting(clock.notice(now, live.at))

    def previewed(
        self, name: str, sent: Sent | PrivateFields, by: str | None = None
    ) -> decisions.Decision:
        """What a command would record now, or why it would be refused. Nothing is recorded.

        A command that needs something secret is not previewed: what it opens or draws would be
        known before it is on record.
        """
        live = self.plain(name)
        submission = store_submission.received(
            sent, "", self._clock(), live.system.rules.commands, by
        )
        command = submission.command
        if isinstance(command, decisions.Refused):
            return command
        if touches_secrets(routing.needs(live.system, live.state, command)):
            return decisions.Refused(None, NO_PREVIEW)
        supplied = self.supplied(name, live, command, submission.at(live))
        return store_submission.decided_apart(
            live.system, live.state, command, supplied, submission.apart
        )

    def foreseen(
        self, name: str, sent: Sent | PrivateFields, by: str | None = None, gate: Gate = is_open
    ) -> decisions.Refused | None:
        """Why a command would be refused now; None if it would be accepted. Nothing is recorded.

        Raises `VaultError`.
        """
        live = self.plain(name)
        submission = store_submission.received(
            sent, "", self._clock(), live.system.rules.commands, by
        )
        command = submission.command
        if isinstance(command, decisions.Refused):
            return command
        at = submission.at(live)
        supplied = self.supplied(name, live, command, at)
        decision = store_submission.decided_apart(
            live.system, live.state, command, supplied, submission.apart
        )
        return decision if isinstance(decision, decisions.Refused) else gate(live, command, at)

    def _handled(self, name: str, live: Live, submission: Submission, gate: Gate) -> StoredAnswer:
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
                outcome = self._refused(
                    name, live, submission, decisions.Refused("Vault", str(error))
                )
                paper = outcome.answer.get("receipt", {"id": "none"})["id"]
                raise VaultError(f"{error} [receipt {paper}]") from error
            if isinstance(decision, decisions.Refused):
                return self._refused(name, live, submission, decision)
            done = store_submission.record(submission, live, decision)
            after, cost = self._after(live, name, done) if done.rows else (live, 0)
            try:
                receipt = self._keep(name, done, after)
            except ConflictError:
                live = self.plain(name)
                continue
            if done.rows:
                self._live.keep(name, self._recorded(name, live, after, cost))
            return done.outcome(receipt, submission.salt)
        raise StoreError(f"{name} is too busy: {RETRIES} other writers came first; try again")

    def _again(
        self, name: str, live: Live, submission: Submission, first: int, last: int
    ) -> StoredAnswer:
        """The answer to a used key: the first answer for the same command, else a refusal."""
        if repeated(self, name, submission, first, last):
            return StoredAnswer(
                self._answer(name, first, last)
            )  # it got its receipt the first time
        return self._refused(name, live, submission, KEY_TAKEN)

    def _refused(
        self, name: str, live: Live, submission: Submission, why: decisions.Refused
    ) -> StoredAnswer:
        submission, earlier, is_kept = self._refusals.placed(name, live, submission)
        if earlier is None and not is_kept:
            return StoredAnswer(
                {**decisions.refused(why), "no_receipt": store_submission.NO_MORE_RECEIPTS}, why
            )
        done = store_submission.record(submission, live, why)
        return done.outcome(earlier or self._keep(name, done), submission.salt)

    def _decided(
        self, name: str, live: Live, submission: Submission, gate: Gate, *, renewed: bool
    ) -> tuple[decisions.Decision, bool]:
        """The decision on a submission, and whether the vault already has a new key for it.

        The key is made only once, however often other writers come first. Raises `VaultError`.
        """
        command = submission.command
        if isinstance(command, decisions.Refused):
            return command, renewed
        campaign, signature = live.state.campaign, submission.signature
        if unsigned := keys.refused(campaign, command, submission.text, signature):
            return unsigned, renewed
        at = submission.at(live)
        supplied = self.supplied(name, live, command, at)
        decision = store_submission.decided_apart(
            live.system, live.state, command, supplied, submission.apart
        )
        if not isinstance(decision, decisions.Refused) and (shut := gate(live, command, at)):
            return shut, renewed
        if supplied.chain is None or isinstance(decision, decisions.Refused):
            return decision, renewed
        if not renewed:
            self.vault.renew()
        supplied = self.supplied(name, live, command, at)  # sealed under the new key
        return store_submission.decided_apart(
            live.system, live.state, command, supplied, submission.apart
        ), True

    def _keep(
        self, name: str, done: DecidedSubmission, after: Live | None = None
    ) -> tuple[str, bytes]:
        """Stores the record of a submission; returns its receipt's id and bytes.

        `after` is the campaign with its events, if they fold.

        Raises `ConflictError` if another writer recorded something first.
        """
        secret = done.secret
        try:
            sealed = self.vault.seal_text(secret.text, secret.label, secret.size, self._random)
        except VaultError:
            sealed = ""  # the submission counts without it
        if not done.rows:
            return self.store.keep_receipt(name, replace(done.receipt, sealed=sealed))
        outline = outlines.stored(after) if after else None
        return self.store.append(
            name, done.rows, done.keys, done.receipt, salt=sealed, outline=outline
        )

    def past(self, name: str, live: Live, command: decisions.Command) -> Past:
        """The log after a state that a correction or an undo does not touch, and that state."""
        with self._pasts_turn:
            return self._pasts.of(name, live, command)

    def tried(self, name: str, sent: Sent, by: str | None = None) -> decisions.Refused | None:
        """Why a command would be refused now, as far as can be said without a secret.

        No seed, opening or hidden value is looked at, and nothing is recorded.
        """
        live = self.plain(name)
        submission = store_submission.received(
            sent, "", self._clock(), live.system.rules.commands, by
        )
        command, at = submission.command, submission.at(live)
        if isinstance(command, decisions.Refused):
            return command
        with self._pasts_turn:
            supplied = for_trial(self, self._pasts, name, live, command, at)
        try:
            decision = routing.decide(live.system, live.state, command, supplied)
        except decisions.WithheldError:
            return None
        return decision if isinstance(decision, decisions.Refused) else None

    def supplied(
        self, name: str, live: Live, command: decisions.Command, now: str
    ) -> decisions.Supplied:
        """What the world supplies for a command. Raises `VaultError`."""
        with self._pasts_turn:
            return supplied(self, self._pasts, self.vault, name, live, command, now)

    def _after(self, live: Live, name: str, done: DecidedSubmission) -> tuple[Live | None, int]:
        """The campaign after what is about to be recorded, if that folds, and how many events a
        correction folded again.
        """
        state, cost = live.state, 0
        with self._pasts_turn:
            try:
                if any(rewriting(event) for event in done.events):
                    state, cost = self._pasts.after(name, live.version, done.events, done.head)
                else:
                    state = fold(live.system, state, done.events)
            except DOES_NOT_FOLD:
                self._pasts.forget(name)
                return None, 0
        return done.left(live, state), cost

    def _recorded(self, name: str, before: Live, now: Live | None, cost: int) -> Live:
        """The campaign after what was recorded; a snapshot is kept from time to time, and behind a
        correction if folding it again would be slow.
        """
        if now is None:
            return self._loaded(name, None)
        every = snapshots.EVERY
        if cost >= snapshots.COSTLY or now.version // every != before.version // every:
            snapshots.keep(self.store, name, now.version, now.head, now.state)
        return now

    def _answer(self, name: str, first: int, last: int) -> JsonObject:
        recorded = list(self.history(name, first - 1, last))
        return decisions.accepted([(r.version, r.event) for r in recorded], recorded[-1].digest)


# --- Receipts as they were kept, and the parts that only their sender may see -------------------


def receipt(ledger: Ledger, name: str, number: int) -> Receipt:
    """A receipt by its number. Raises `StoreError` if there is none."""
    stored = ledger.store.receipt(name, number)
    if stored is None:
        raise StoreError(f"there is no receipt {name}/{number}")
    try:
        return receipts.read(stored)
    except receipts.UNREADABLE as error:
        raise StoreError(
            f"receipt {name}/{number} cannot be read; `campaign verify {name}` shows why"
        ) from error


def refusal(
    ledger: Ledger, name: str, receipt: Receipt, member: str
) -> receipts.SealedRefusal | None:
    """The answer to a refused submission, for the member who sent it; None for others.

    Raises `VaultError` where the vault cannot open it.
    """
    if not receipt.sealed:
        return None
    label = receipts.label(ledger.live(name).state.campaign.id, receipt)
    answer = receipts.read_refusal(ledger.vault.open_text(receipt.sealed, label))
    return answer if answer.by == member else None


def salt(ledger: Ledger, name: str, number: int, member: str, hidden: frozenset[int]) -> str:
    """The salt of a member's own submission; empty while one of its events is `hidden`.

    Raises `VaultError` where the vault cannot open it.
    """
    stored = receipt(ledger, name, number)
    if stored.versions is None or stored.by != member:
        return ""
    live, (first, last) = ledger.live(name), stored.versions
    sealed = ledger.store.salt(name, number)
    if not sealed or hidden.intersection(range(first, last + 1)):
        return ""
    return ledger.vault.open_text(sealed, receipts.salt_label(live.state.campaign.id, stored))


def receipt_in_json(
    name: str, receipt: Receipt, refusal: receipts.SealedRefusal | None
) -> JsonObject:
    """A receipt for programs, under its id; with what was refused, for its sender."""
    accepted = receipt.versions is not None or bool(refusal and refusal.accepted)
    page: JsonObject = {
        "id": name,
        "at": receipt.at,
        "accepted": accepted,
        "by": receipt.by if receipt.versions else refusal.by if refusal else None,
        "command": receipt.command if receipt.versions else refusal.command if refusal else None,
        "versions": list(receipt.versions) if receipt.versions else None,
        "head": receipt.head,
        "sent": receipt.sent,
        "prev": receipt.prev,
    }
    if receipt.signature:
        page |= {"text": receipt.text, "key": receipt.key, "signature": receipt.signature}
    return page | ({"rule": refusal.rule, "reason": refusal.reason} if refusal else {})
