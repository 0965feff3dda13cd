"""Replay: every event with what it changed, forwards and backwards, as it was and as it counts.

What takes longer, waits or starts something, beside `history/test_replay.py`.
"""

import random

import pytest

from campaign.history import timeline
from support.sessions import NAME
from tests.history.test_replay import Corrected, corrected, walk

__all__ = ["corrected"]


@pytest.mark.parametrize("every", [1, 7, timeline.STATE_EVERY])
def test_every_state_is_what_the_record_held_then(
    corrected: Corrected, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """However few states are kept, in any order, between, before and at corrections."""
    monkeypatch.setattr(timeline, "STATE_EVERY", every)
    ledger = corrected.session.ledger
    replay = walk(corrected.session)
    for place in random.Random(every).sample(range(len(replay)), len(replay)):
        assert replay.state(place) == ledger.live(NAME, place + 1).state, place
