"""What members are told of a turn, and what is asked of them: one letter as text and as a page.

What takes longer, waits or starts something, beside `notices/test_letters.py`.
"""

import json
import re
from pathlib import Path

from letters import US_ENTRY, of
from support import recorded
from tests.notices.test_letters import of_turn, place, told

__all__ = ["place", "told"]


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
