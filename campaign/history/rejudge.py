"""Rejudging: every recorded act by today's rules, so that a changed rule shows what it touches.

Pure. History stays as it is.
"""

from collections.abc import Iterable, Iterator

import msgspec

from campaign.history.acts import Judgement, judged
from campaign.history.effective import Effective
from campaign.kernel.system import AnySystem


class RejudgeTally(msgspec.Struct):
    """What a pass over a history came to."""

    judged: int = 0
    """Acts that were judged."""
    differing: int = 0
    """Those of them that do not hold."""
    unread: int = 0
    """Acts that could not be read back into a command."""
    ruled: int = 0
    """Acts that a ruling amended; they stand on its word and are not judged."""


def rejudge(
    system: AnySystem, history: Iterable[Effective], tally: RejudgeTally | None = None
) -> Iterator[Judgement]:
    """Acts of a history that today's rules would refuse or answer otherwise.

    Raises what a fold raises over events that do not follow from one another.
    """
    tally = tally or RejudgeTally()
    for act, judgement in judged(system, history):
        if judgement is None:
            continue
        if any(entry.struck_by or entry.amended_by for entry in act.placed):
            tally.ruled += 1
        elif judgement.unread:
            tally.unread += 1
        else:
            tally.judged += 1
            if not judgement.holds:
                tally.differing += 1
                yield judgement
