"""First doors, given answers and addresses on their way, for several processes: sealed rows. IO."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

import msgspec

from campaign.desk.repeats import SALT_AGAIN, Sending
from campaign.people.codes import COUNTS, TRIES, six_digits
from campaign.store.protocol import ConflictError, StoreError
from campaign.store.vault import Vault, VaultError
from campaign.web.door.address_moves import AN_HOURS_CODES, TypedMove
from campaign.web.door.limits import Limiting
from campaign.web.given import KEPT, GivenAnswer
from campaign.web.together.limits import SharedLimit
from campaign.web.together.rows import TogetherRows

BLOCK = 1024
"""Sealed texts are padded to a multiple of so many bytes, so that their length tells nothing."""


class SealedMove(msgspec.Struct, frozen=True):
    """An address on its way, and the code that proves it."""

    address: str
    code: str


class Sealing:
    """Seals texts that one process leaves for another."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def sealed(self, value: object, label: str) -> str:
        """A value as ciphertext."""
        text = msgspec.json.encode(value)
        return self._vault.seal_text(text.decode(), label, -(-len(text) // BLOCK) * BLOCK)

    def opened(self, sealed: str, label: str) -> bytes:
        """What was sealed; empty where the key is another one now."""
        try:
            return self._vault.open_text(sealed, label).encode()
        except VaultError:
            return b""


class SharedDoors:
    """Through which door each command first came, at whichever process."""

    def __init__(self, rows: TogetherRows) -> None:
        self._rows = rows

    def note(self, sending: Sending, door: str, now: str) -> None:
        """A command is about to be handed in; a door that is known stays."""
        with self._rows.passing() as db:
            db.execute(
                "INSERT INTO first_door VALUES (?,?,?,?) ON CONFLICT (sending) DO NOTHING",
                (self._rows.mark("sending", *sending), door, now, self._rows.later(2 * SALT_AGAIN)),
            )

    def is_first(self, sending: Sending, door: str, recorded: str) -> bool:
        """Whether a command that was recorded at a time had come through this door by then."""
        with self._rows.file.reading() as db:
            row = db.execute(
                "SELECT door, time FROM first_door WHERE sending=?",
                (self._rows.mark("sending", *sending),),
            ).fetchone()
        return row is not None and row["door"] == door and row["time"] <= recorded


class SharedGiven:
    """The answers given lately at all processes."""

    def __init__(self, rows: TogetherRows, sealing: Sealing) -> None:
        self._rows = rows
        self._sealing = sealing

    def keep(self, campaign_id: str, member: str, key: str, given: GivenAnswer) -> None:
        """Keeps the answer to a command with an idempotency key."""
        mark = self._rows.mark("given", campaign_id, member, key)
        # The command is recorded, and its sender is to hear so, whatever befalls this row.
        with suppress(VaultError, StoreError, ConflictError):
            sealed = self._sealing.sealed(given, mark)
            with self._rows.passing() as db:
                db.execute(
                    "INSERT INTO given_answer VALUES (?,?,?,?) ON CONFLICT (sending) DO NOTHING",
                    (mark, given.device, sealed, self._rows.later(KEPT)),
                )

    def again(
        self, campaign_id: str, member: str, key: str, device: str, now: datetime
    ) -> GivenAnswer | None:
        """The answer for who sent the same again: None too late, or on another device."""
        mark = self._rows.mark("given", campaign_id, member, key)
        with self._rows.file.reading() as db:
            row = db.execute(
                "SELECT sealed FROM given_answer WHERE sending=? AND device=? AND until >= ?",
                (mark, device, self._rows.clock()),
            ).fetchone()
        text = self._sealing.opened(row["sealed"], mark) if row is not None else b""
        return msgspec.json.decode(text, type=GivenAnswer) if text else None


class SharedMoves:
    """The address that each person wants their mail to go to, whichever process they ask."""

    def __init__(
        self, rows: TogetherRows, sealing: Sealing, random: Callable[[], str] = six_digits
    ) -> None:
        self._rows = rows
        self._sealing = sealing
        self._random = random
        self._codes: Limiting = SharedLimit(rows, "address codes", AN_HOURS_CODES)

    def ask(self, person: str, device: str, address: str) -> str:
        """The code to send to an address; empty if the person had enough of them."""
        if self._codes.wait(person):
            return ""
        code = self._random()
        sealed = self._sealing.sealed(SealedMove(address, code), person)
        with self._rows.writing() as db:
            db.execute(
                "INSERT INTO address_move VALUES (?,?,?,0,?) ON CONFLICT (person) DO UPDATE SET"
                " device=excluded.device, sealed=excluded.sealed, tries=0, until=excluded.until",
                (person, device, sealed, self._rows.later(COUNTS)),
            )
        return code

    def awaited(self, person: str, device: str) -> str:
        """The address whose code may still be typed on a device; empty if there is none."""
        with self._rows.file.reading() as db:
            row = db.execute(
                "SELECT sealed FROM address_move WHERE person=? AND device=? AND until >= ?",
                (person, device, self._rows.clock()),
            ).fetchone()
        found = self._opened(row["sealed"], person) if row is not None else None
        return found.address if found else ""

    def typed(self, person: str, device: str, code: str) -> TypedMove:
        """Counts a try. The right code is used up.

        A try is counted before anything is compared, so that tries at several processes at the
        same moment are no more than those at one.
        """
        with self._rows.writing() as db:
            row = db.execute(
                "UPDATE address_move SET tries=tries+1 WHERE person=? AND device=? AND until >= ?"
                " RETURNING tries, sealed",
                (person, device, self._rows.clock()),
            ).fetchone()
            found = self._opened(row["sealed"], person) if row is not None else None
            is_right = found is not None and secrets.compare_digest(found.code, code)
            if is_right or (row is not None and row["tries"] >= TRIES):
                db.execute("DELETE FROM address_move WHERE person=?", (person,))
        if found is None:
            return TypedMove(is_over=True)
        return TypedMove(found.address) if is_right else TypedMove(is_over=row["tries"] >= TRIES)

    def _opened(self, sealed: str, person: str) -> SealedMove | None:
        text = self._sealing.opened(sealed, person)
        return msgspec.json.decode(text, type=SealedMove) if text else None
