"""LiF 5.3.2: the facts of chits whose values everybody has seen. Pure.

A value is read where the record makes it public, and nowhere else: from a chit that was turned
face-up, and from the secret that the campaign's end opens.
"""

import re
from collections.abc import Iterator

from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.facts import ChitSeen, Fact, Finders
from campaign.leaders_in_flames.us_entry import chit_secret
from events.lif.us_entry import EntryChitsShown, EntrySecretOpened

_SECRET = re.compile("[0-9a-f]{64}")
"""A secret as the vault makes it; anything else is of a record that was tampered with."""


def _shown(version: int, turn: str, state: State, event: EntryChitsShown) -> Iterator[Fact]:
    count, total = _pool(state, turn)
    for chit, shown in event.chits.items():
        yield ChitSeen(version, turn, chit, shown.value, count, total)


def _end(version: int, turn: str, state: State, event: EntrySecretOpened) -> Iterator[Fact]:
    """LiF 5.3: with the secrets open, each chit on the table is the value that fits its seal."""
    count, total = _pool(state, turn)
    secrets = [secret for secret in (event.secret, *event.former) if _SECRET.fullmatch(secret)]
    for who, chit in state.entry.chits.items():
        for secret in secrets:
            value = chit_secret.value_of(secret, state.campaign.id, who, chit.commitment)
            if value is not None:
                yield ChitSeen(version, turn, who, value, count, total, is_end=True)
                break


def _pool(state: State, turn: str) -> tuple[int, int]:
    """LiF 5.3: the chits of the club's chart up to a turn: how many, and their sum."""
    stocked = chit_secret.stocked(state.entry, turn)
    return stocked.total(), sum(value * count for value, count in stocked.items())


CHITS: Finders = {EntryChitsShown: _shown, EntrySecretOpened: _end}
