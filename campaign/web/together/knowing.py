"""What a process of the service knows together with others: nothing of it is in its memory. IO.

One process beside a file keeps all of this in memory, which is faster, and no other asks for it.
What is not here needs no sharing: sign-ins, codes by mail, proofs and deliveries are rows anyway;
states, books and ids of campaigns are compared with the log's head; queues, places in them and the
post of the door belong to the process that answers.
"""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from campaign.people.people import People
from campaign.people.protocol import Part
from campaign.store.ledger import Ledger
from campaign.web.door.challenges import Challenges
from campaign.web.door.limits import LimitMaker
from campaign.web.together.kept import Sealing, SharedDoors, SharedGiven, SharedMoves
from campaign.web.together.limits import shared_limits
from campaign.web.together.rows import TOGETHER, TogetherRows

KEY_BYTES = 32


class Together(NamedTuple):
    """What several processes of a service know together."""

    rows: TogetherRows
    limits: LimitMaker
    doors: SharedDoors
    given: SharedGiven
    moves: SharedMoves
    challenge_key: bytes

    def challenges(self, clock: Callable[[], str]) -> Challenges:
        """Challenges that any of them takes, once among all."""
        return Challenges(clock, self.challenge_key, used=self.rows)


def shared_parts(ledger: Ledger) -> tuple[Part, ...]:
    """The tables for it, where several processes may share a store."""
    return (TOGETHER,) if ledger.store.place.is_database else ()


def knowing(people: People, ledger: Ledger, clock: Callable[[], str]) -> Together | None:
    """What is known together with others; None beside a file, which has one service."""
    if not ledger.store.place.is_database:
        return None
    return known_together(people, ledger, clock)


def known_together(people: People, ledger: Ledger, clock: Callable[[], str]) -> Together:
    """The same, wherever the people are. Its keys come from a secret of theirs."""
    secret = people.secret()
    rows = TogetherRows(people.file, _key(secret, b"rows"), clock)
    sealing = Sealing(ledger.vault)
    return Together(
        rows,
        shared_limits(rows),
        SharedDoors(rows),
        SharedGiven(rows, sealing),
        SharedMoves(rows, sealing),
        _key(secret, b"challenges"),
    )


def _key(secret: bytes, purpose: bytes) -> bytes:
    """A key for one purpose, which says nothing of the secret."""
    return hashlib.blake2b(purpose, key=secret, digest_size=KEY_BYTES).digest()
