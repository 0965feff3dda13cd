"""Submissions: what came of one, and the rows that its events are stored in. Pure."""

from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.store.log import Row
from events import chain, codec
from events.base import Event, topic


class Outcome(msgspec.Struct, frozen=True):
    """What came of a submission."""

    answer: dict[str, Any]
    """The answer in JSON values, as `interface.md` shapes it."""
    refused: Refused | None = None
    """Why it was refused, with the field or question concerned; None where it was accepted."""


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
