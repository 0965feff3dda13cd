"""What members are told of a turn, and what is asked of them: one letter as text and as a page.

What takes longer, waits or starts something, beside `notifications/test_letters.py`.
"""

import json
import re
from pathlib import Path
from statistics import median

import pytest

from campaign.notifications import compose
from letters import GLOBAL_WAR, IN_PLAY, US_ENTRY, of
from support import recorded
from tests.notifications.test_letters import of_turn, place, told

__all__ = ["place", "told"]


HTML_LIMIT, KILOBYTE = 90_000, 1_000


def test_entry_pools_are_counted(place: Path) -> None:
    """LiF 5.3.3: how many chits each pool holds, as the campaign was worked out from the rules."""
    book = of(US_ENTRY, place / "pools")
    expected = json.loads((recorded.HERE / US_ENTRY / "expected.json").read_text())["turns"]
    said = re.compile(r"- Against Japan: (\d+) entry chits?\b.*? and (\d+) tension chits?\b")
    told = {}
    for log in book.logs:
        if found := said.search(of_turn(book, log.turn).text.replace("\n  ", " ")):
            told[log.turn] = [int(number) for number in found.groups()]
    assert len(told) > 20
    for turn, numbers in told.items():
        pools = expected[turn]["us_entry"]["pools"]
        assert numbers == [pools["entry-japan"], pools["tension-japan"]], turn


@pytest.mark.parametrize("folder", [GLOBAL_WAR, IN_PLAY, US_ENTRY])
def test_every_turn_is_short(place: Path, folder: str) -> None:
    """10 to 22 kB of HTML where a turn had something to tell; text in 72 columns."""
    book = of(folder, place / folder)
    sizes = []
    for log in book.logs:
        found = of_turn(book, log.turn)
        sizes.append(len(found.html.encode()))
        assert max(map(len, found.text.splitlines())) <= compose.COLUMNS, log.turn
        assert sum(len(file.content) for file in found.attachments) > KILOBYTE
    assert max(sizes) < 25 * KILOBYTE < HTML_LIMIT
    assert 8 * KILOBYTE < median(sizes) < 18 * KILOBYTE
