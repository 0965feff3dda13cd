"""Whole campaigns, told as they were played: runs of the mail at any moments of their record.

What takes longer, waits or starts something, beside `handler/test_notices_in_time.py`.
"""

import pytest
from hypothesis import given, settings

from campaign.store.reader import LogEntry
from events.lif.board import LeaderDrawn
from support.sessions import played
from tests.handler.test_notices_in_time import PARTS, everything_was_told, whole


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> list[LogEntry]:
    """Nine turns with boards, sealed by vault and devices; closed."""
    return whole(played(tmp_path_factory.mktemp("plain")))


@settings(max_examples=8)
@given(PARTS)
def test_of_a_campaign_without_corrections(plain: list[LogEntry], parts: list[float]) -> None:
    sent = everything_was_told(plain, parts)
    assert not [one for _, one in sent if one.occasion.kind == "corrections"]


@pytest.mark.rotating(3)
def test_told_after_each_command_nothing_that_anna_is_asked_is_left_out(
    plain: list[LogEntry],
) -> None:
    """Of each draw on which she could vote she was asked once, and heard how it ended once."""
    every = [place / len(plain) for place in range(len(plain) + 1)]
    sent = everything_was_told(plain, every)
    anna = [one.occasion.key for _, one in sent if one.member == "anna"]
    opened = [entry.event.draw for entry in plain if isinstance(entry.event, LeaderDrawn)]
    assert [key for key in anna if key.startswith("opened:")] == [
        f"opened:{draw}" for draw in opened
    ]
    asked = [key for key in anna if key.startswith("ballot:")]
    assert len(asked) == len(set(asked)) and set(asked) <= {f"ballot:{draw}" for draw in opened}
    assert asked
