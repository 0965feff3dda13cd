"""Turn reports: what they say, what they keep to themselves, and that they are sound pages.

What takes longer, waits or starts something, beside `reports/test_reports.py`.
"""

import json
import re
from pathlib import Path

import pytest

from campaign.reports import pages
from support import table
from support.table import NAME
from tests.reports.test_reports import TURNS, book, sound, told

__all__ = ["book"]


@pytest.mark.rotating(3)
def test_pages_of_whole_campaigns_are_sound(tmp_path: Path) -> None:
    """Both recorded campaigns; the standings of the last turn are the expected ones."""
    for which in ("lif-1998-global-war", "lif-list-global-war"):
        book, commands = table.recorded(tmp_path / which, which)
        for command in commands:
            book.submit(NAME, command)
        files = pages.write(book, NAME, tmp_path / which / "out")
        assert len([file for file in files if file.name in TURNS]) == 36
        names = {file.name for file in files}
        for file in files:
            sound(file.read_text(), file.name, names)
        expected = json.loads((table.CAMPAIGNS / which / "expected.json").read_text())
        points = told((tmp_path / which / "out/1945-JA.html").read_text(), "powers")
        germany = expected["final"]["veto_points"]["germany"]
        assert re.search(rf"Ge Germany .{{0,60}}? {germany} ", points)
