"""Every text of every command, put wrong in every way."""

from collections.abc import Callable
from pathlib import Path

import pytest

from support.hostile import EVERY
from tests.verify.test_never_poisoned import STORIES_TOLD, hostile


@pytest.mark.parametrize("story", STORIES_TOLD, ids=lambda story: story.__name__)
def test_whatever_text_is_put_wrong_the_record_stays_whole(
    story: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, or the record verifies, exports, imports and is backed up."""
    asking = hostile(monkeypatch, 1)
    story(tmp_path)
    assert asking.tally["refused"] > 100 and asking.tally["accepted"] > 100


def test_every_command_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of both games and of the frame."""
    asking = hostile(monkeypatch, 1_000_000)
    for story in STORIES_TOLD:
        (tmp_path / story.__name__).mkdir()
        story(tmp_path / story.__name__)
    assert EVERY - asking.seen == set()
