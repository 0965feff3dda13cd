"""LiF 5.3 in a replay: chits, options and actions as they come, and no value before its time.

What takes longer, waits or starts something, beside `lif/us_entry/test_replay_us_entry.py`.
"""

from contextlib import closing
from pathlib import Path

import pytest

from campaign.history.replay import Replay
from events.lif import us_entry as facts
from tests.lif.us_entry.test_replay_us_entry import (
    Swap,
    as_it_is,
    ledger,
    places,
    read_out,
    recorded,
    replay,
)

__all__ = ["as_it_is", "ledger", "replay"]


def naming(replay: Replay, swap: Swap) -> int:
    """Where the first of two chits is shown; behind the last event where neither ever is."""
    return next(
        (
            place
            for place in places(replay, facts.EntryChitsShown)
            if {*replay.entry(place).event.chits} & {*swap}  # type: ignore[attr-defined]
        ),
        len(replay),
    )


@pytest.mark.rotating(2)
@pytest.mark.parametrize("swap", [("c1", "c2"), ("c24", "c26"), ("c35", "c39"), ("c50", "c51")])
def test_no_byte_tells_a_value_before_it_is_shown(
    as_it_is: tuple[Replay, list[bytes]], tmp_path: Path, swap: Swap
) -> None:
    """LiF 5.3: two values swapped change nothing that a replay tells until one of them is shown."""
    replay, one = as_it_is
    with closing(recorded(tmp_path / "swapped", [swap])) as other:
        _, two = read_out(other)
    shown = naming(replay, swap)
    assert 0 < shown < len(one) == len(two)
    assert one[:shown] == two[:shown]
    assert one[shown] != two[shown]


def test_no_byte_ever_tells_the_value_of_a_chit_that_is_never_shown(
    as_it_is: tuple[Replay, list[bytes]], tmp_path: Path
) -> None:
    """LiF 5.3: from the first event to the last, though the secret is open at the end."""
    swaps = [("c7", "c8"), ("c30", "c36"), ("c41", "c42"), ("c44", "c45"), ("c88", "c90")]
    replay, one = as_it_is
    assert all(naming(replay, swap) == len(replay) for swap in swaps)
    with closing(recorded(tmp_path / "swapped", swaps)) as other:
        assert read_out(other)[1] == one
