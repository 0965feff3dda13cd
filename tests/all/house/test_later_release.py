"""What a later release needs works today, shown by the toy game: a second form of an event, and
rules of a second number.
"""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.history.effective import newest
from campaign.plain_game import plain_opening
from events.disputes import EventsInserted
from skirmish.system import SYSTEM
from support.forged import forged
from support.toys import Club
from tests.house.test_skirmish import club, points, rolls

__all__ = ["club"]

SECOND = plain_opening("skirmish", "skirmish-1", ("meadow",), ("round-01", "round-03"), 2)
LATER = replace(
    SYSTEM,
    rules=replace(SYSTEM.rules, number=2, deciding=replace(SYSTEM.rules.deciding, open=SECOND)),
)
WHY = (
    "club follows rules 1, and this program plays skirmish by rules 2: "
    "it can be read, shown and exported, and nothing is recorded in it"
)


def first_form(version: int, event: dict[str, Any]) -> None:
    """Attacks as they were first written, also those that a correction holds."""
    if event["type"] == "skirmish.Attacked.2":
        named = {"attacker": event.pop("side"), "die": event.pop("roll")}
        event |= {"type": "skirmish.Attacked", **named}
    elif event["type"] == "campaign.EventAmended":
        first_form(version, event["event"])
        event["act"]["fields"] = {"attacker": event["act"]["fields"]["side"]}


@pytest.fixture
def old(club: Club, capsys: pytest.CaptureFixture[str]) -> Club:
    """A club of the same campaign, all of whose attacks were recorded in the first form."""
    club("attack", "club", "red")
    club("attack", "club", "blue")
    club("turn", "club")
    club("attack", "club", "red")
    club("export", "club", str(club.folder / "club.jsonl"))
    forged(club.folder / "club.jsonl", club.folder / "old.jsonl", first_form)
    (club.folder / "old").mkdir()
    old = Club(club.folder / "old", capsys)
    old("import", str(club.folder / "old.jsonl"))
    return old


def test_a_record_in_the_first_form_is_read_shown_and_proved(club: Club, old: Club) -> None:
    """Nobody can tell, but for the digests; every byte stays what it was."""
    stored = (club.folder / "old.jsonl").read_text()
    assert stored.count('"type":"skirmish.Attacked",') == 3 == stored.count('"die":')
    assert "skirmish.Attacked.2" not in stored
    assert len(rolls(club)) == 3 and rolls(old) == rolls(club)
    assert points(old) == points(club)
    assert old("log", "club") == club("log", "club")
    for verify in (("club",), ("--file", str(club.folder / "old.jsonl"))):
        assert "no findings" in old("verify", *verify)
    old("report", "club", "--out", str(old.folder / "pages"))
    assert (
        "The Red side attacked and rolled" in (old.folder / "pages" / "round-01.html").read_text()
    )
    old("export", "club", str(old.folder / "again.jsonl"))
    assert (old.folder / "again.jsonl").read_text() == stored


def test_a_record_in_the_first_form_goes_on_in_the_second(club: Club, old: Club) -> None:
    """Both stand in one record, which is proved and shown."""
    (club.folder / "club.vault").rename(old.folder / "club.vault")
    old("attack", "club", "blue")
    old("export", "club", str(old.folder / "again.jsonl"))
    lines = (old.folder / "again.jsonl").read_text()
    assert lines.count('"type":"skirmish.Attacked",') == 3
    assert lines.count('"type":"skirmish.Attacked.2",') == 1
    assert len(rolls(old)) == 4 and sum(points(old).values()) == sum(rolls(old))
    assert "no findings" in old("verify", "club")


def test_a_roll_of_the_first_form_that_the_seed_does_not_give_is_found(
    club: Club, old: Club
) -> None:
    """Upcasting takes nothing on trust."""
    club("turn", "club")

    def another(version: int, event: dict[str, Any]) -> None:
        first_form(version, event)
        if event["type"] == "skirmish.Attacked" and event["draw"] == 1:
            event["die"] = event["die"] % 6 + 1
            event["drawn"] = [str(event["die"])]

    club("export", "club", str(club.folder / "whole.jsonl"))
    false = forged(club.folder / "whole.jsonl", club.folder / "false.jsonl", another)
    assert "the seed gives" in club("verify", "--file", str(false), status=1)


def test_an_amendment_that_holds_the_first_form_is_decided_again_in_the_second(club: Club) -> None:
    """Both the event that it holds and the fields that its command names; another side is found."""
    club("attack", "club", "red")
    club("dispute", "raise", "club", "7", "Blue attacked.")
    club("--as", "ben", "dispute", "rule", "club", "d1", "upheld", "It did.")
    call = ("--as", "ben", "correct", "amend", "club", "d1", "7", '{"side":"blue"}')
    club(*call, "--seen", club(*call).rpartition("--seen ")[2].strip())
    club("turn", "club")
    assert [side for side, many in points(club).items() if many] == ["blue"]
    club("export", "club", str(club.folder / "club.jsonl"))
    old = forged(club.folder / "club.jsonl", club.folder / "old.jsonl", first_form)
    assert '"attacker":"blue","die":' in old.read_text() and "Attacked.2" not in old.read_text()
    assert club("verify", "--file", str(old)).endswith("no findings\n")

    def another(version: int, event: dict[str, Any]) -> None:
        first_form(version, event)
        if event["type"] == "campaign.EventAmended":
            event["event"]["attacker"] = "red"

    false = forged(club.folder / "club.jsonl", club.folder / "false.jsonl", another)
    assert "version 10: rules: " in club("verify", "--file", str(false), status=1)


def test_forgotten_events_of_the_first_form_are_compared_in_the_second() -> None:
    """Those of a toy that draws cannot be inserted; those of a game can."""
    said = {"type": "skirmish.Attacked", "attacker": "blue", "die": 3, "draw": 2}
    inserted = EventsInserted(dispute="d1", after=7, events=(said,))
    assert newest(SYSTEM.codec, inserted) == EventsInserted(
        dispute="d1", after=7,
        events=({"type": "skirmish.Attacked.2", "side": "blue", "roll": 3, "draw": 2},),
    )  # fmt: skip


def test_a_campaign_of_the_first_number_is_read_and_nothing_is_recorded_in_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shown, reported, exported, and its chain proved; its acts are not judged by other rules."""
    club("attack", "club", "red")
    club("export", "club", str(club.folder / "before.jsonl"))
    stood = points(club)
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", LATER)
    assert points(club) == stood and stood["red"] > 0
    assert f"{WHY[0].upper()}{WHY[1:]}." in " ".join(club("show", "club").split())
    disputed = ("dispute", "raise", "club", "7", "It was not.")
    for act in (("attack", "club", "blue"), disputed, ("undo", "club")):
        assert f"refused (Rules): {WHY}\n" in club(*act, status=1)
    club("report", "club", "--out", str(club.folder / "pages"))
    assert (club.folder / "pages" / "round-01.html").is_file()
    told = club("verify", "club", status=1)
    assert "were recorded under rules by which this program does not judge" in told
    club("verify", "club", "--allow-unjudged")
    club("verify", "--file", str(club.folder / "before.jsonl"), "--allow-unjudged")
    club("export", "club", str(club.folder / "after.jsonl"))
    events = [
        [line for line in file.read_text().splitlines() if '"event":' in line]
        for file in (club.folder / "before.jsonl", club.folder / "after.jsonl")
    ]
    assert events[0] == events[1]
    assert points(club) == stood


def test_a_new_campaign_follows_the_second_number(
    club: Club, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is played and proved beside one of the first, and an older program leaves it alone."""
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", LATER)
    club("open", "new", "--system", "skirmish", "--scenario", "meadow")
    club("attack", "new", "red")
    assert club("verify", "new").rstrip().endswith("no findings")
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SYSTEM)
    told = club("attack", "new", "blue", status=1)
    assert "new follows rules 2, and this program plays skirmish by rules 1: " in told
    club("attack", "club", "blue")
