"""A toy game, given to the house, is played through its ordinary front doors.

What takes longer, waits or starts something, beside `house/test_skirmish.py`.
"""

import json
import sqlite3
from pathlib import Path

import pytest

from support.toys import Club
from tests.house.test_skirmish import club, points, rolls

__all__ = ["club"]


def test_it_is_corrected_replayed_explained_and_branched(club: Club, tmp_path: Path) -> None:
    """What belongs to every game asks this one."""
    club("attack", "club", "red")
    club("turn", "club")
    club("attack", "club", "red")
    club("attack", "club", "blue")
    _, second, blue = rolls(club)
    attack = next(
        event["version"]
        for event in map(json.loads, club("log", "club", "--json").splitlines())
        if event["type"] == "skirmish.Attacked"
    )
    club("dispute", "raise", "club", str(attack), "that was out of range")
    club("--as", "ben", "dispute", "rule", "club", "d1", "upheld", "it was")
    preview = club.json("--as", "ben", "correct", "strike-out", "club", "d1", str(attack))
    assert isinstance(preview, dict)
    seen = str(preview["preview"]["digest"])
    struck = club("--as", "ben", "correct", "strike-out", "club", "d1", str(attack), "--seen", seen)
    assert points(club) == {"red": second, "blue": blue}, struck
    clean = club.json("verify", "club")
    assert isinstance(clean, dict) and clean["findings"] == []
    assert "rolled" in club("replay", "club", "--by", "turn", "--text")
    club("branch", "club", "--name", "what-if")
    assert "what-if" in club("list")
    report = tmp_path / "pages"
    club("report", "club", "--out", str(report))
    page = (report / "round-02.html").read_text()
    assert "Score" in page and f">{blue}<" in page and "Skirmish" in page
    assert "Leaders" not in page


def corrected(club: Club, *arguments: str) -> None:
    """A correction by the referee, as its preview showed it."""
    preview = club.json("--as", "ben", "correct", *arguments)
    assert isinstance(preview, dict)
    club("--as", "ben", "correct", *arguments, "--seen", preview["preview"]["digest"])


def test_a_figure_is_explained_and_what_was_amended_or_rewound_counts(club: Club) -> None:
    """Every kind of correction, and the events behind a side's points."""
    club("--as", "anna", "attack", "club", "red")
    club("entropy", "club", "tails")
    club("turn", "club")
    club("--as", "anna", "attack", "club", "red")
    first, second = rolls(club)
    told = club("explain", "club", "points", "red")
    assert f"Points of the Red side: {first + second}" in told and "attacked" in told
    assert "there is no figure 'cup'; it is written points red" in club(
        "explain", "club", "cup", status=2
    )
    assert "side: there is no 'green'" in club("explain", "club", "points", "green", status=2)
    club("--as", "anna", "dispute", "raise", "club", "7", "8", "it was another, and heads")
    club("--as", "ben", "dispute", "rule", "club", "d1", "upheld", "so it was")
    right = first % 6 + 1
    corrected(club, "amend", "club", "d1", "7", f'{{"roll": {right}}}')
    corrected(club, "amend", "club", "d1", "8", '{"value": "heads"}')
    assert points(club) == {"red": right + second, "blue": 0}
    forgotten = '{"command": "Attack", "side": "blue"}'
    told = club("--as", "ben", "correct", "insert", "club", "d1", "7", forgotten, status=1)
    assert "draws, seals or opens" in told
    corrected(club, "rewind", "club", "d1", "8")
    assert points(club) == {"red": right, "blue": 0}
    clean = club.json("verify", "club")
    assert isinstance(clean, dict) and clean["findings"] == []


def test_it_is_signed_branched_backed_up_and_taken_in(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys, what-ifs, backups and exports hold whatever is played."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    club("--as", "anna", "attack", "club", "red")
    club("--as", "anna", "identity")
    club("--as", "anna", "key", "enrol", "club")
    club("--as", "anna", "countersign", "club")
    assert "first head" in club("--as", "anna", "witness", "club")
    club("branch", "club", "--at", "6", "--name", "what-if")
    assert "points red" in club("diff", "club", "what-if")
    club("bookmark", "club", "7", "the first attack")
    assert "the first attack" in club("bookmarks", "club")
    club("keeper", "club", "ben")
    assert "seals nothing" in club("opening", "ask", "club", "7", "--reason", "x", status=2)
    assert "accepted" in club("receipts", "club")
    assert "skirmish.Attacked" in club("events") and "Attack  " in club("commands")
    assert "good" in club("doctor")
    club("rebuild", "club")
    club("backup", str(tmp_path / "copy.db"))
    club("restore", str(tmp_path / "copy.db"), "--force")
    club("report", "club", "--out", str(tmp_path / "pages"))
    same = club("verify", "club", "--standings", "--reports", str(tmp_path / "pages"))
    assert "differs" not in same and "Red side" in same and "no findings" in same
    club("export", "club", str(tmp_path / "club.jsonl"))
    elsewhere = str(tmp_path / "elsewhere.db")
    club("--store", elsewhere, "import", str(tmp_path / "club.jsonl"))
    assert "no findings" in club("--store", elsewhere, "verify", "club")


def test_it_is_tabled_adjusted_undone_closed_and_reopened(club: Club, tmp_path: Path) -> None:
    """Read tables, figures, the vault and the end are no game's own."""
    club("attack", "club", "blue")
    (roll,) = rolls(club)
    with sqlite3.connect(tmp_path / "club-tables.db") as tables:
        found = tables.execute("SELECT turn, side, roll FROM skirmish_attacks").fetchall()
    assert found == [("round-01", "blue", roll)]
    assert "Descriptions and 1 saved query: " in club("datasette", "club")
    assert "Skirmish" not in club("undo", "club", status=1)  # a roll is not undone
    club("--as", "anna", "dispute", "raise", "club", "5", "two points are missing")
    club("--as", "ben", "dispute", "rule", "club", "d1", "upheld", "so they are")
    change = ("correct", "adjust", "club", "d1", "points", "red", "2")
    preview = club.json("--as", "ben", *change)
    assert isinstance(preview, dict)
    club("--as", "ben", *change, "--seen", preview["preview"]["digest"])
    assert points(club) == {"red": 2, "blue": roll}
    club("vault-renew", "club")
    club("turn", "club")
    club("end", "club", "--yes")
    club("reopen", "club", "--reason", "one more round")
    club("--as", "anna", "reopen", "club", "--consent")
    club("--as", "anna", "attack", "club", "red")
    assert points(club)["red"] == 2 + rolls(club)[-1]
    assert "attacked and rolled" in club("log", "club")
    clean = club.json("verify", "club")
    assert isinstance(clean, dict) and clean["findings"] == []
