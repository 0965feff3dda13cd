"""A game whose campaigns name their own seats: the frame asks the campaign, not the game.

What takes longer, waits or starts something, beside `kernel/test_own_seats.py`.
"""

import json
from pathlib import Path
from typing import Any

from support.toys import Club
from tests.kernel.test_own_seats import club, known, submitted

__all__ = ["club", "known"]


def test_a_campaign_is_played_with_the_seats_that_it_named(club: Club, tmp_path: Path) -> None:
    """Assigned, shown, tabled, reported, disputed, exported, taken in and verified."""
    club("--as", "anna", "blow", "club", "able")
    shown = club.json("show", "club")
    assert isinstance(shown, dict)
    assert shown["powers"] == {"able": "anna", "baker": None}
    assert "Anna" in club("members", "club") and "House Able" in club("members", "club")
    assert "House Able" in club("status", "club")
    club("--as", "anna", "dispute", "raise", "club", "7", "no blow", "--power", "baker")
    raised = json.loads(club("log", "club", "--json").splitlines()[-1])
    assert raised["concerned"] == ["able", "baker"]
    club("report", "club", "--out", str(tmp_path / "pages"))
    assert "House Able" in (tmp_path / "pages" / "index.html").read_text()
    club("rebuild", "club")
    clean = club.json("verify", "club")
    assert isinstance(clean, dict) and clean["findings"] == []
    club("export", "club", str(tmp_path / "club.jsonl"))
    club("--store", str(tmp_path / "else.db"), "import", str(tmp_path / "club.jsonl"))
    again = club.json("--store", str(tmp_path / "else.db"), "verify", "club")
    assert isinstance(again, dict) and again["head"] == clean["head"]


def test_a_seat_that_the_campaign_has_not_is_refused(club: Club) -> None:
    """In one line, at the keyboard and from a program; a beginning will do for what it has."""
    told = club("assign", "club", "north", "ben", status=2)
    assert "'north' is not one of the choices; it is one of able, baker" in told
    asked: dict[str, Any]
    for asked in (
        {"command": "AssignPower", "power": "north", "member": "anna"},
        {"command": "ReleasePower", "power": "north"},
        {"command": "RaiseDispute", "powers": ["north"], "versions": [1], "claim": "no"},
    ):
        found = submitted(club, "club", asked)
        assert str(found["reason"]).endswith("there is no 'north'; there is able, baker")
    club("release", "club", "ab")
    assert "House Able was left without a player" in club("log", "club")
