"""Commands that arrive twice: the first answer again, with its receipt. IO.

Whoever sends the same command under the same id gets the first answer, and the receipt that came
with it. The salt comes again for a short time only, and only through the door (a device, a
program's token) that the command first came through: it would tell a choice to whoever else acts
for the same member.
"""

import threading
from datetime import timedelta
from typing import Protocol

from msgspec.structs import replace

from campaign.desk.actor import Actor
from campaign.desk.desk import Desk
from campaign.kernel.act_signatures import ActSignature
from campaign.proof import receipts
from campaign.proof.receipts import UNREADABLE, Receipt
from campaign.store import clock, kept_receipts
from campaign.store.submission import KeptAnswer
from campaign.store.vault import VaultError
from campaign.text.json_values import JsonObject
from events import chain

SALT_AGAIN = timedelta(minutes=10)
"""How long the salt is given again."""
MOST = 10_000
"""How many commands are remembered with their doors; the oldest are forgotten first."""
Sending = tuple[str, str, str]
"""Campaign, member and id."""


class KnownDoors(Protocol):
    """Through which door each command first came, and when. Several threads may use it at once."""

    def note(self, sending: Sending, door: str, now: str) -> None:
        """A command is about to be handed in; a door that is known stays."""

    def is_first(self, sending: Sending, door: str, recorded: str) -> bool:
        """Whether a command that was recorded at a time had come through this door by then."""


class FirstDoors:
    """The same in memory. It is lost when the program ends."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._doors: dict[Sending, tuple[str, str]] = {}
        self._turn = threading.Lock()

    def note(self, sending: Sending, door: str, now: str) -> None:
        """A command is about to be handed in; a door that is known stays."""
        with self._turn:
            self._doors.setdefault(sending, (door, now))
            if len(self._doors) > self._most:
                del self._doors[next(iter(self._doors))]

    def is_first(self, sending: Sending, door: str, recorded: str) -> bool:
        """Whether a command that was recorded at a time had come through this door by then."""
        with self._turn:
            first, since = self._doors.get(sending, ("", ""))
        return first == door and since <= recorded


class Repeats:
    """Where doors hand in commands that bear an id."""

    def __init__(self, desk: Desk, doors: KnownDoors | None = None) -> None:
        self._desk = desk
        self._doors: KnownDoors = doors or FirstDoors()

    def submit(
        self,
        name: str,
        sent: bytes,
        actor: Actor,
        key: str,
        door: str,
        signature: ActSignature | None = None,
    ) -> KeptAnswer:
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
            found = _read(stored)
            if found is not None and found.versions == (first, last) and found.by == member:
                told = {
                    "id": receipts.receipt_id(name, number),
                    "at": found.at,
                    **self._salt_again(sending, door, number, found),
                    "digest": chain.head(stored),
                }
                return {"receipt": told}
        return {}

    def _salt_again(self, sending: Sending, door: str, number: int, found: Receipt) -> JsonObject:
        name, member, _ = sending
        ledger = self._desk.ledger
        age = clock.ahead(ledger.now(), found.at)
        if age is None or age > SALT_AGAIN or not self._doors.is_first(sending, door, found.at):
            return {}
        try:
            salt = kept_receipts.salt(ledger, name, number, member, frozenset())
        except VaultError:
            return {}
        return {"salt": salt} if salt else {}


def _read(stored: bytes) -> Receipt | None:
    try:
        return receipts.read(stored)
    except UNREADABLE:
        return None
