"""A campaign of a game that the program does not have: one clear line, and the others go on.

What takes longer, waits or starts something, beside `house/test_lacking_game.py`.
"""

import json
from pathlib import Path

from support.toys import Club
from tests.house.test_lacking_game import LACKS, club

__all__ = ["club"]


def test_the_other_campaigns_of_the_store_go_on(club: Club, tmp_path: Path) -> None:
    """Listed, played, tabled, backed up, and told well by the doctor."""
    listed = club("list").splitlines()
    assert "cannot be read; campaign verify club" in listed[1] and "global-war" in listed[2]
    rows = json.loads(club("list", "--json"))
    assert rows[0] == {"campaign": "club", "error": f"club {LACKS}"}
    club("enrol", "east", "zoe")
    club("rebuild", "east")
    assert club.json("verify", "east")["findings"] == []  # type: ignore[index]
    assert f"look  club       club {LACKS}" in club("doctor")
    club("backup", str(tmp_path / "copy.db"))
    club("restore", str(tmp_path / "copy.db"), "--force")
    assert "zoe" in club("members", "east")
