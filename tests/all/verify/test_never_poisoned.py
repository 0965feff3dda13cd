"""Nothing that a member may send makes a record fail its own audit, its export or its backup.

What takes longer, waits or starts something, beside `verify/test_never_poisoned.py`.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.test_never_poisoned import STORIES_TOLD, hostile

SOME = 9
"""One text in so many is tried, where it is not night."""


@pytest.mark.rotating(3)
@pytest.mark.parametrize("story", STORIES_TOLD, ids=lambda story: story.__name__)
def test_whatever_text_is_put_wrong_the_record_stays_whole(
    story: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, or the record verifies, exports, imports and is backed up."""
    asking = hostile(monkeypatch, SOME)
    story(tmp_path)
    assert asking.tally["refused"] > 10 and asking.tally["accepted"] > 10
