"""A toy game, given to the house, is played through its ordinary front doors.

Nothing outside `packages/skirmish` and the list of systems knows of it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign import systems
from skirmish.system import SYSTEM
from support.forged import forged
from support.toys import Club

pytestmark = pytest.mark.further


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
        if event["type"] == "skirmish.Attacked.2":
            event["roll"] = event["roll"] % 6 + 1
            event["drawn"] = [str(event["roll"])]

    false = forged(tmp_path / "club.jsonl", tmp_path / "false.jsonl", another)
    assert "the seed gives" in club("verify", "--file", str(false), status=1)


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
    assert "'green' is not one of the choices; it is one of red, blue" in told
    told = club("assign", "club", "germany", "anna", status=2)
    assert "'germany' is not one of the choices; it is one of red, blue" in told
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


def test_its_verbs_stand_under_its_own_heading(club: Club) -> None:
    """And none of another game's is played in it."""
    assert "\n  skirmish    attack\n" in club("--help")
    assert "attack" in club("skirmish") and "Attack with a side." in club("skirmish")
    before = len(club("log", "club").splitlines())
    assert "Leaders in Flames" in club("draw", "club", status=2)
    assert len(club("log", "club").splitlines()) == before
