"""Rejudging: decides every recorded act by today's rules, to show what a changed rule affects.

Pure. Changes nothing in the history.
"""

from collections.abc import Iterable, Iterator

import msgspec

from campaign.history.acts import Judgement, judged
from campaign.history.effective import Effective
from campaign.kernel.system import AnySystem


class RejudgeTally(msgspec.Struct):
    """The result of a pass over a history."""

    judged: int = 0
    """Acts that were judged."""
    differing: int = 0
    """Judged acts that do not hold."""
    unread: int = 0
    """Acts that could not be read back into a command."""
    ruled: int = 0
    """Acts that a ruling amended; they rest on the ruling and are not judged."""


def rejudge(
    system: AnySystem, history: Iterable[Effective], tally: RejudgeTally | None = None
) -> Iterator[Judgement]:
    """Acts of a history that today's rules would refuse or answer differently.

    Raises what a fold raises for events that do not follow from one another.
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
