"""Replay over corrections: each step is what the ledger holds there, and a board is played on.

What takes longer, waits or starts something, beside `history/test_replay_corrected.py`.
"""

from typing import Any

import pytest

from campaign.history.diff import differences
from campaign.history.replay import BY, Replay
from campaign.lif.system import SYSTEM
from support.sessions import NAME, Session
from tests.history.test_replay_corrected import every_sort

__all__ = ["every_sort"]


@pytest.mark.rotating(2)
@pytest.mark.parametrize("by", BY)
def test_the_stops_changes_add_up(every_sort: Session, by: Any) -> None:
    """Over corrections too: each stop changes what its last state has other than the one before."""
    replay = Replay(SYSTEM, every_sort.ledger.log(NAME))
    show = every_sort.ledger.show
    for span in replay.spans(by)[1:]:
        wanted = differences(show(NAME, span.first), show(NAME, span.last + 1))
        assert list(replay.changes(span)) == wanted
