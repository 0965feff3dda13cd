"""A toy game, given to the house, is played through its ordinary front doors.

Nothing outside `support/skirmish` and the list of systems knows of it.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from campaign import systems
from support.forged import forged
from support.skirmish import SYSTEM
from support.toys import Club


@pytest.fixture
def club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Club:
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SYSTEM)
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    club = Club(tmp_path, capsys)
    club("open", "club", "--system", "skirmish", "--scenario", "meadow")
    club("enrol", "club", "anna", "--name", "Anna")
    club("enrol", "club", "ben", "--role", "referee")
    club("assign", "club", "red", "anna")
    return club


def points(club: Club) -> dict[str, int]:
    """How the sides stand."""
    shown = club.json("show", "club")
    assert isinstance(shown, dict)
    found: dict[str, int] = shown["points"]
    return found


def rolls(club: Club) -> list[int]:
    """Every roll on record, struck or not."""
    lines = club("log", "club", "--json").splitlines()
    events = [json.loads(line) for line in lines]
    return [event["roll"] for event in events if event["type"] == "skirmish.Attacked"]


def test_it_is_played_and_its_rules_hold(club: Club) -> None:
    """A side attacks once a round, and the roll is its points."""
    club("--as", "anna", "attack", "club", "red")
    (roll,) = rolls(club)
    assert 1 <= roll <= 6 and points(club) == {"red": roll, "blue": 0}
    told = club("--as", "anna", "attack", "club", "red", status=1)
    assert told == "refused (Skirmish 1): the Red side attacked in this round\n" or (
        "refused (Skirmish 1): the Red side attacked in this round" in told
    )
    assert "green" in club("attack", "club", "green", status=2)
    assert "only a host" in club("--as", "anna", "turn", "club", status=1)
    club("turn", "club")
    club("--as", "anna", "attack", "club", "red")
    assert points(club)["red"] == sum(rolls(club))
    assert "Round 2 (round-02), 2 of 3" in club("status", "club")


def test_it_is_verified_exported_and_taken_in_again(club: Club, tmp_path: Path) -> None:
    """Rolls are held against the seeds, also from the exported file alone."""
    club("attack", "club", "red")
    club("attack", "club", "blue")
    club("turn", "club")
    clean = club.json("verify", "club")
    assert isinstance(clean, dict) and clean["findings"] == []
    file = tmp_path / "club.jsonl"
    club("export", "club", str(file))
    again = club.json("verify", "--file", str(file))
    assert isinstance(again, dict) and again["findings"] == [] and again["head"] == clean["head"]


def test_a_roll_changed_in_the_record_is_found(club: Club, tmp_path: Path) -> None:
    """Under the seed of the round the die fell otherwise, whoever seals the chain anew."""
    club("attack", "club", "red")
    club("turn", "club")
    club("export", "club", str(tmp_path / "club.jsonl"))

    def another(version: int, event: dict[str, Any]) -> None:
        if event["type"] == "skirmish.Attacked":
            event["roll"] = event["roll"] % 6 + 1

    false = forged(tmp_path / "club.jsonl", tmp_path / "false.jsonl", another)
    assert "the seed gives" in club("verify", "--file", str(false), status=1)


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
    preview = club.json("--as", "ben", "correct", "strike", "club", "d1", str(attack))
    assert isinstance(preview, dict)
    seen = str(preview["preview"]["digest"])
    struck = club("--as", "ben", "correct", "strike", "club", "d1", str(attack), "--seen", seen)
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
    assert "there is no figure 'cup'; there is points" in club("explain", "club", "cup", status=2)
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


def test_what_it_does_not_offer_is_refused(club: Club) -> None:
    """Nothing that was chosen is passed over when a campaign is opened."""
    opening = ("open", "other", "--system", "skirmish", "--scenario")
    for choice in (
        ("global-war",),
        ("custom", "--first-turn", "round-01", "--last-turn", "round-02"),
        ("meadow", "--rulebook", "lif-1998"),
        ("meadow", "--ruling", "a=b"),
        ("meadow", "--module", "leaders"),
        ("meadow", "--last-turn", "round-02"),
    ):
        club(*opening, *choice, status=2)
    assert "other" not in club("list")
    club(*opening, "meadow", "--rulebook", "skirmish-1")


def test_its_screens_say_nothing_twice_and_nothing_of_another_game(club: Club) -> None:
    """Status names one next step; a stranger to its seats is told what they are."""
    assert club.json("status", "club")["next"] == ["campaign turn club"]  # type: ignore[index]
    told = club("assign", "club", "green", "anna", status=2)
    assert "'green' is no side; it is one of red, blue" in told
    told = club("assign", "club", "germany", "anna", status=2)
    assert "'germany' is no side; it is one of red, blue" in told
    club("turn", "club")
    club("turn", "club")
    assert club.json("status", "club")["next"] == ["campaign end club"]  # type: ignore[index]


def test_its_deadlines_are_for_what_it_awaits(club: Club) -> None:
    """And for its turn; they go when both sides have attacked."""
    until = "2100-01-31T21:00Z"
    told = club("deadline", "club", "lunch", until, status=2)
    assert "'lunch' has no deadline; there is turn, dispute:ID, attacks" in told
    club("deadline", "club", "attacks", until)
    assert "for attacks: 31 January 2100, 21:00 UTC" in club("status", "club")
    club("attack", "club", "red")
    club("attack", "club", "blue")
    assert club.json("status", "club")["deadlines"] == []  # type: ignore[index]
    told = club("deadline", "club", "attacks", until, status=1)
    assert "'attacks' is not awaited now" in told


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
    assert "byte by byte" in same and "Red side" in same and "no findings" in same
    club("export", "club", str(tmp_path / "club.jsonl"))
    elsewhere = str(tmp_path / "elsewhere.db")
    club("--store", elsewhere, "import", str(tmp_path / "club.jsonl"))
    assert "no findings" in club("--store", elsewhere, "verify", "club")


def test_it_is_tabled_adjusted_undone_closed_and_reopened(club: Club, tmp_path: Path) -> None:
    """Read tables, figures, the vault and the end are no game's own."""
    club("attack", "club", "blue")
    (roll,) = rolls(club)
    with sqlite3.connect(tmp_path / "club-tables.db") as tables:
        found = tables.execute("SELECT turn, side, roll FROM attacks").fetchall()
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


def test_its_verbs_stand_under_its_own_heading(club: Club) -> None:
    """And none of another game's is played in it."""
    assert "\n  skirmish    attack\n" in club("--help")
    assert "attack" in club("skirmish") and "Attack with a side." in club("skirmish")
    before = len(club("log", "club").splitlines())
    assert "Leaders in Flames" in club("draw", "club", status=2)
    assert len(club("log", "club").splitlines()) == before
