"""What verbs only show, the same as text, as JSON and on a page: of the longest campaigns.

What takes longer, beside `handler/test_looking.py`.
"""

from pathlib import Path

import pytest

from support import recorded
from tests.handler import test_looking as first


@pytest.mark.parametrize(
    "folder", [one for one in recorded.FOLDERS if one not in first.GAMES], ids=lambda one: one.name
)
def test_each_public_view_of_a_long_campaign_says_the_same(folder: Path, tmp_path: Path) -> None:
    """Thirty-six turns of the Promotions Board."""
    with first.played(folder, tmp_path) as ledger:
        first.check_each_view(ledger)
