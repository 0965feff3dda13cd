"""Answers with a salt, kept for ten minutes: whoever reloads the page that gave one sees it again.

Only on the device that sent the command, for the salt is as secret as what was sent: they are in
this process's memory, or sealed where several processes answer.
"""

import threading
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from campaign.text.json_values import JsonObject

KEPT = timedelta(minutes=10)
MOST = 1_000
"""How many answers are kept at a time; the oldest go first."""


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer as its sender got it."""

    sent: str
    """What was sent, as text."""
    answer: JsonObject
    device: str
    """The digest of the device that sent it."""
    at: datetime


class KeptGiven(Protocol):
    """The answers given lately. Several threads may use them at once."""

    def keep(self, campaign_id: str, member: str, key: str, given: GivenAnswer) -> None:
        """Keeps the answer to a command with an idempotency key."""

    def again(
        self, campaign_id: str, member: str, key: str, device: str, now: datetime
    ) -> GivenAnswer | None:
        """The answer for who sent the same again: None too late, or on another device."""


class GivenAnswers:
    """The same in this process alone."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, str], GivenAnswer] = {}
        self._turn = threading.Lock()

    def keep(self, campaign_id: str, member: str, key: str, given: GivenAnswer) -> None:
        """Keeps the answer to a command with an idempotency key."""
        with self._turn:
            self._kept[campaign_id, member, key] = given
            while len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]

    def again(
        self, campaign_id: str, member: str, key: str, device: str, now: datetime
    ) -> GivenAnswer | None:
        """The answer for who sent the same again: None too late, or on another device."""
        with self._turn:
            for late in [one for one, given in self._kept.items() if now - given.at > KEPT]:
                del self._kept[late]
            found = self._kept.get((campaign_id, member, key))
        return found if found is not None and found.device == device else None
