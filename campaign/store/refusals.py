"""Which refused submissions get a receipt: each text once a day, and not too many a member. IO.

A refusal costs its sender nothing, and its receipt stays for good. What was refused today is read
from the receipts themselves, so that all processes and both kinds of store count alike.
"""

import hashlib
import hmac
from collections import Counter

import msgspec
from msgspec.structs import replace

from campaign.proof import receipts
from campaign.proof.receipts import Kept, Receipt, receipt_id
from campaign.store.protocol import EventStore
from campaign.store.reader import Live
from campaign.store.submission import Submission
from campaign.store.vault import Vault, VaultError

MOST = 200
"""How many refusals a member and day get a receipt."""
FULL = f"no receipt was kept; at most {MOST} refusals a member and day get one"
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

    def _read(self, kept: Kept, day: str, today: RefusalsOfDay, live: Live) -> bool:
        """Notes a receipt if it is one of a refusal of the day; whether it is of the day."""
        try:
            receipt = receipts.read(kept[1])
        except receipts.UNREADABLE:
            return True
        if receipt.at[:10] < day:
            return False
        if receipt.versions is None and (who := self._sender(receipt, live)) is not None:
            today.numbers[receipt.sent] = kept[0]
            today.counts[who] += 1
        return True

    def _sender(self, receipt: Receipt, live: Live) -> str | None:
        """Who sent what was refused; None if it was accepted."""
        try:
            label = receipts.label(live.state.campaign.id, receipt)
            told = receipts.read_refusal(self._vault.open_text(receipt.sealed, label))
        except (VaultError, *receipts.UNREADABLE):
            return _NOBODY
        if told.accepted:
            return None
        return told.by if told.by in live.state.campaign.members else _NOBODY
