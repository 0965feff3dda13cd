"""The ledger, the only writer: load, decide, stamp, append, in one transaction. IO.

A conflict with another writer reloads and decides again. Every submission gets a receipt, written
with the events that it yields, or alone where it is refused.
"""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec.structs import replace

from campaign import dispatch
from campaign.history.effective import DOES_NOT_FOLD, rewriting
from campaign.history.timeline import START
from campaign.kernel import wire
from campaign.kernel.decisions import Command, Needs, Refused, Supplied, bad_field
from campaign.kernel.members import Campaign
from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from campaign.proof import receipts
from campaign.proof.receipts import Receipt
from campaign.store import clock, repeats, snapshots
from campaign.store.clock import utc_now
from campaign.store.log import ConflictError, Row, StoreError
from campaign.store.pasts import Past, Pasts
from campaign.store.reader import Live, LogEntry, Reader
from campaign.store.submission import Outcome, stamped
from campaign.store.vault import Vault, VaultError
from campaign.systems import open_campaign
from events import chain
from events.base import Event

__all__ = ["Ledger", "Live", "LogEntry", "utc_now"]

COSTLY = 200
"""Events folded again for a correction from which on a snapshot is kept behind it."""
RETRIES = 50
"""Conflicts with other writers to bear before giving up."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""What a campaign may be called."""


class Ledger(Reader):
    """The campaigns of one store, to read and to write."""

    def __init__(
        self,
        store: Path | str,
        vault: Vault | None = None,
        clock: Callable[[], str] = utc_now,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        super().__init__(store)
        self.vault = vault or Vault(Path(store).with_suffix(".vault"))
        self._clock = clock
        self._random = random
        self._pasts = Pasts(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the store."""
        self.store.close()

    def now(self) -> str:
        """The time, as this computer has it; no event is stamped with less than the one before."""
        return self._clock()

    def about_the_clock(self, name: str) -> str:
        """One line where the clock is far from a campaign's last event; else nothing."""
        return clock.notice(self._clock(), self.live(name).at)

    def clock_is_ahead(self, name: str) -> bool:
        """Whether the clock stands more than a day ahead of a campaign's last event."""
        return clock.is_ahead(self._clock(), self.live(name).at)

    def clock_is_behind(self, name: str) -> bool:
        """Whether the clock stands five minutes or more behind a campaign's last event."""
        return clock.is_behind(self._clock(), self.live(name).at)

    def forget(self, name: str) -> None:
        """Deletes a campaign from the store; `branches` asks whether it may."""
        self.store.forget(name)
        self._live.pop(name, None)
        self._pasts.forget(name)

    def private(self, name: str, member: str) -> dict[str, Any]:
        """What only this member may see, under `private`; answers as `submit` does.

        Nothing of it is recorded or kept.
        """
        now = self.live(name)
        wanted = now.system.secrets.private_needs(now.state, member)
        if isinstance(wanted, Refused):
            return wire.refused(wanted)
        told = now.system.secrets.private(now.state, self._supplied(now, wanted))
        return {"accepted": True, "version": now.version, "head": now.head, "private": told}

    def open(self, name: str, **request: Any) -> dict[str, Any]:
        """Opens a campaign; the fields of `OpenCampaign` by name. Answers as `submit` does."""
        if not NAME.fullmatch(name):
            return wire.refused(
                bad_field("name", f"{name!r} must be lower-case letters, digits and hyphens")
            )
        asked = OpenCampaign(name=name, **request)
        fresh = not self.store.exists() or not self.names()
        if not fresh and name in self.names():
            return wire.refused(Refused("Record", f"there is a campaign {name} already"))
        trial = open_campaign(asked, _TRIAL)
        if isinstance(trial, Refused):
            return wire.refused(trial)
        if fresh:
            # The store first: a folder that cannot be written must not be left with a key alone.
            self.store.make()
            self.vault.create()
        decision = open_campaign(asked, self.vault.new_chain())
        assert isinstance(decision, tuple)
        _, rows = stamped(decision, 1, self._clock(), "host", "", "")
        try:
            self.store.append(name, rows, create=True)
        except ConflictError:
            return wire.refused(Refused("Record", f"there is a campaign {name} already"))
        return self._answer(name, 1, len(rows))

    def submit(self, name: str, asked: Mapping[str, Any] | bytes | str) -> dict[str, Any]:
        """Decides a command and records what follows; answers as `interface.md` shapes it."""
        return self.outcome(name, asked).answer

    def outcome(self, name: str, asked: Mapping[str, Any] | bytes | str) -> Outcome:
        """Decides a command and records what follows; a refusal comes with what it is about.

        Where the clock is far from the last event, a new answer says so under `clock`.
        """
        live = self.live(name)
        now, salt = self._clock(), self._random(receipts.SALT_BYTES).hex()
        notice = clock.notice(now, live.at)
        outcome = self._submit(name, live, asked, now, salt)
        if notice and "receipt" in outcome.answer:
            return replace(outcome, answer=outcome.answer | {"clock": notice})
        return outcome

    def _submit(
        self, name: str, live: Live, asked: Mapping[str, Any] | bytes | str, now: str, salt: str
    ) -> Outcome:
        sent = receipts.digest_of(asked, salt)
        command = wire.read(asked, live.system.rules.commands)
        if isinstance(command, Refused):
            by, at = receipts.sender(asked), clock.stamp(now, live.at)
            receipt = self._receipt(live, at, by, sent, command, told=None)
            return self._refused(name, command, receipt, salt)
        renewed = False
        for _ in range(RETRIES):
            at = clock.stamp(now, live.at)
            if command.id and (found := self.store.versions_of(name, command.id)):
                if repeats.repeated(self, name, command, *found):
                    # the same submission: it has its receipt
                    return Outcome(self._answer(name, *found))
                receipt = self._receipt(live, at, command.by, sent, repeats.TAKEN, told=command)
                return self._refused(name, repeats.TAKEN, receipt, salt)
            try:
                given = self._given(name, live, command, at)
                decision = dispatch.decide(live.system, live.state, command, given)
                if given.chain is not None and not isinstance(decision, Refused):
                    if not renewed:  # once, however often other writers come first
                        self.vault.renew()
                        renewed = True
                    given = self._given(name, live, command, at)  # sealed under the new key
                    decision = dispatch.decide(live.system, live.state, command, given)
            except VaultError as error:
                why = Refused("Vault", str(error))
                receipt = self._receipt(live, at, command.by, sent, why, told=command)
                kept_as, _ = self.store.keep_receipt(name, receipt)
                raise VaultError(f"{error} [receipt {kept_as}]") from error
            if isinstance(decision, Refused):
                receipt = self._receipt(live, at, command.by, sent, decision, told=command)
                return self._refused(name, decision, receipt, salt)
            first, last = live.version + 1, live.version + len(decision)
            events, rows = stamped(decision, first, at, command.by, command.id, live.head)
            keys = {command.id: (first, last)} if command.id else {}
            receipt = self._receipt(live, at, command.by, sent, (first, last), told=command)
            try:
                kept = self.store.append(
                    name, rows, keys, receipt, salt=self._sealed_salt(live, receipt, salt)
                )
            except ConflictError:
                live = self.live(name)
                continue
            self._live[name] = self._after(live, name, events, rows)
            answer = wire.accepted(list(enumerate(events, first)), self._live[name].head)
            return Outcome(receipts.with_receipt(answer, kept, salt))
        raise StoreError(f"{name} is too busy: {RETRIES} other writers came first; try again")

    def _refused(self, name: str, why: Refused, receipt: Receipt, salt: str) -> Outcome:
        kept = self.store.keep_receipt(name, receipt)
        return Outcome(receipts.with_receipt(wire.refused(why), kept, salt), why)

    def _receipt(
        self,
        live: Live,
        at: str,
        by: str,
        sent: str,
        answer: Refused | tuple[int, int],
        told: Command | None,
    ) -> Receipt:
        """What is kept of a submission; what was refused is sealed for its sender."""
        command = type(told).__name__ if told else ""
        if isinstance(answer, tuple):
            asked = repeats.mark(told, sent) if told is not None and told.id else ""
            return Receipt(at, sent, live.head, by, command, versions=answer, asked=asked)
        bare = Receipt(at, sent, live.head)
        text = receipts.in_words(receipts.Told(by, command, answer.rule, answer.reason))
        try:
            label = receipts.label(live.state.campaign.id, bare)
            sealed = self.vault.seal_text(text, label, receipts.TEXT_BYTES, self._random)
        except VaultError:
            sealed = ""
        return replace(bare, sealed=sealed)

    def _sealed_salt(self, live: Live, receipt: Receipt, salt: str) -> str:
        """A salt for the store to keep; nothing where the vault cannot seal it."""
        label = receipts.salt_label(live.state.campaign.id, receipt)
        try:
            return self.vault.seal_text(salt, label, 2 * receipts.SALT_BYTES, self._random)
        except VaultError:
            return ""

    def unopened(self, name: str) -> frozenset[int]:
        """The versions of events that seal something which nobody has opened yet."""
        return self.live(name).system.secrets.unopened(self.log(name))

    def salt(self, name: str, number: int, member: str, hidden: frozenset[int]) -> str:
        """The salt of a member's own submission; empty where one of its events is `hidden` still.

        Raises `VaultError` where the vault cannot open it.
        """
        receipt = self.receipt(name, number)
        if receipt.versions is None or receipt.by != member:
            return ""
        live, (first, last) = self.live(name), receipt.versions
        sealed = self.store.salt(name, number)
        if not sealed or hidden.intersection(range(first, last + 1)):
            return ""
        return self.vault.open_text(sealed, receipts.salt_label(live.state.campaign.id, receipt))

    def receipt(self, name: str, number: int) -> Receipt:
        """A receipt by its number. Raises `StoreError` where there is none."""
        stored = self.store.receipt(name, number)
        if stored is None:
            raise StoreError(f"there is no receipt {name}/{number}")
        try:
            return receipts.read(stored)
        except receipts.UNREADABLE as error:
            raise StoreError(f"receipt {name}/{number} cannot be read; run verify") from error

    def told(self, name: str, receipt: Receipt, member: str) -> receipts.Told | None:
        """What a refused submission was told, for the member who sent it; None for others.

        Raises `VaultError` where the vault cannot open it.
        """
        if not receipt.sealed:
            return None
        label = receipts.label(self.live(name).state.campaign.id, receipt)
        told = receipts.told(self.vault.open_text(receipt.sealed, label))
        return told if told.by == member else None

    def past(self, name: str, live: Live, command: Command) -> Past:
        """The log behind a state that a correction or an undo does not touch, and that state."""
        return self._pasts.of(name, live, command)

    def _given(self, name: str, live: Live, command: Command, now: str) -> Supplied:
        """What the world supplies for a command: for corrections the log, for terms the time."""
        wanted = dispatch.wanted(live.system, live.state, command)
        undone = self._pasts.last_act(name, live, command.by) if wanted.last else None
        past, base = ((), START) if undone or not wanted.past else self.past(name, live, command)
        head = ""
        if 0 < wanted.head <= live.version:
            head = next(self.history(name, wanted.head - 1, wanted.head)).digest
        given = self._supplied(live, wanted)
        return replace(given, past=past, base=base, last=undone, now=now, head=head)

    def _supplied(self, live: Live, wanted: Needs) -> Supplied:
        """Openings, a seal, the seed of the turn, new seeds."""
        openings = {
            key: self.vault.open(subject, ciphertext)
            for key, (subject, ciphertext) in wanted.openings.items()
        }
        sealed = self.vault.seal(wanted.seal) if wanted.seal else None
        seed = ""
        shared: Campaign = live.state.campaign
        if wanted.seed and shared.seed_number <= shared.seed_links:
            kept = SeedChain(shared.id, shared.seed_anchor, shared.seed_links, shared.seed_sealed)
            seed = self.vault.seed(kept, shared.seed_number)
        chain = self.vault.new_chain(campaign_id=shared.id) if wanted.chain else None
        return Supplied(openings, sealed, seed, chain=chain)

    def _after(self, live: Live, name: str, events: list[Event], rows: list[Row]) -> Live:
        if any(rewriting(event) for event in events):
            return self._corrected(live, name, events, rows)
        state = live.state
        for event in events:
            state = live.system.rules.evolve(state, event)
        version, _, stored = rows[-1]
        now = Live(version, chain.head(stored), state, live.system, events[-1].at)
        if version // snapshots.EVERY != live.version // snapshots.EVERY:
            snapshots.keep(self.store, name, version, now.head, state)
        return now

    def _corrected(self, live: Live, name: str, events: list[Event], rows: list[Row]) -> Live:
        """The campaign after a correction; a snapshot is kept where folding it again would cost."""
        try:
            state, cost = self._pasts.after(name, live.version, events)
        except (LookupError, *DOES_NOT_FOLD):
            self._pasts.forget(name)
            return self._loaded(name, None)
        last = rows[-1]
        now = Live(last[0], chain.head(last[2]), state, live.system, events[-1].at)
        if cost > COSTLY:
            snapshots.keep(self.store, name, now.version, now.head, state)
        return now

    def _answer(self, name: str, first: int, last: int) -> dict[str, Any]:
        recorded = list(self.history(name, first - 1, last))
        return wire.accepted([(r.version, r.event) for r in recorded], recorded[-1].digest)


_TRIAL = SeedChain("0" * 32, "0" * 64, 1, "")
