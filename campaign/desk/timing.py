"""How long submissions took, and how they ended: what a monitor wants to know, and no more. IO."""

import time
from collections.abc import Callable
from typing import Literal, NamedTuple

from campaign.desk.lanes import Lane
from campaign.store.submission import KeptAnswer

Ended = Literal["accepted", "refused", "failed"]


class SubmitTimes(NamedTuple):
    """One submission, without whose it was or what it said."""

    ended: Ended
    waited: float
    """Seconds in the queue."""
    took: float
    """Seconds from the first of them to the answer."""


def timed(
    lane: Lane,
    job: Callable[[], KeptAnswer],
    tell: Callable[[SubmitTimes], None],
    clock: Callable[[], float] = time.perf_counter,
) -> KeptAnswer:
    """Does a job in a lane and tells how long it took."""
    began = clock()
    started = began
    ended: Ended = "failed"

    def begun() -> KeptAnswer:
        nonlocal started
        started = clock()
        return job()

    try:
        outcome = lane.run(begun)
        ended = "accepted" if outcome.refused is None else "refused"
        return outcome
    finally:
        tell(SubmitTimes(ended, started - began, clock() - began))
