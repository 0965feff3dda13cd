"""How long a run has what it took, and what becomes of it where the run has died. Pure."""

from datetime import timedelta

from msgspec.structs import replace

from campaign.notices.states import MAIL, Delivery, State
from campaign.store import clock

LEASE = 600
"""After so many seconds a claim that never reached `sending` is free again, and a mail that was
being sent is in doubt."""
UNHEARD = "the program ended before it heard the answer"
"""What is said of a message whose run died while it was being sent."""
TAKEN = ("claimed", "talking", "sending")
"""The states of a row that a run has."""


def lease_from(now: str) -> str:
    """Before which moment a run must have moved a row to be dead; empty without a time."""
    moment = clock.read(now) if now else None
    return "" if moment is None else clock.written(moment - timedelta(seconds=LEASE))


def as_it_was(row: Delivery) -> tuple[str, str]:
    """What a row must still be, so that nobody else has freed it."""
    return row.state, row.moved_at


def freed(row: Delivery, before: str) -> Delivery:
    """What a row is whose run has died; any other as it is.

    Whether a mail in doubt goes out again is for a person to say. A webhook knows a repeat by its
    id, and a browser shows the same notice once: what is in doubt there is sent again.
    """
    if not row.moved_at < before or row.state not in TAKEN:
        return row
    state: State = "later" if row.attempts else "due"
    if row.state == "sending" and row.channel == MAIL:
        state = "unknown"
    moved = clock.read(row.moved_at)
    return replace(
        row,
        state=state,
        server=UNHEARD if row.state == "sending" else row.server,
        moved_at=clock.written(moved + timedelta(seconds=LEASE)) if moved else row.moved_at,
    )
