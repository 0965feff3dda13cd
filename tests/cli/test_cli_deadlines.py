"""The verbs for deadlines and absences, as a user types them."""

import json
import re
import time
from datetime import datetime
from pathlib import Path

import pytest

from campaign.cli.shared_verbs import turns
from support.command_line import Shell

pytestmark = pytest.mark.further

SUCH_AS = "write it as 21:00, tomorrow 20:00, 2100-01-31T21:00Z or 2100-01-31T22:00+01:00"


@pytest.fixture
def club(tmp_path: Path) -> Shell:
    """A club with Anna and Ben."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    for member in ("anna", "ben"):
        shell.fine("enrol", "club", member)
    return shell


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2100-01-31T21:00Z", "31 January 2100, 21:00 UTC"),
        ("2100-01-31T22:00+01:00", "31 January 2100, 21:00 UTC"),
        ("2100-01-31 16:00:30-05:00", "31 January 2100, 21:00:30 UTC"),
    ],
)
def test_a_deadline_is_typed_with_its_zone_and_said_back_in_utc(
    club: Shell, typed: str, said: str
) -> None:
    out = club.fine("deadline", "club", "turn", typed)
    assert f"Host set a deadline for the turn: {said}." in out
    assert f"deadline  the turn: {said}\n" in club.fine("show", "club")


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("2100-01-31T21:00", f"'2100-01-31T21:00' names no zone; {SUCH_AS}"),
        ("2100-01-31", f"'2100-01-31' names no zone; {SUCH_AS}"),
        ("Sunday", f"'Sunday' is no time; {SUCH_AS}"),
        ("0001-01-01T00:00+01:00", f"'0001-01-01T00:00+01:00' is no time; {SUCH_AS}"),
    ],
)
def test_a_time_without_its_zone_is_no_deadline(club: Shell, typed: str, error: str) -> None:
    """Whoever reads it may live elsewhere."""
    done = club("deadline", "club", "turn", typed)
    assert (done.status, done.error) == (2, f"campaign: {error}")


def test_what_has_no_deadline_brings_the_list(club: Shell) -> None:
    done = club("deadline", "club", "lunch", "2100-01-31T21:00Z")
    assert done.status == 2
    assert done.error == (
        "campaign: WHAT: 'lunch' has no deadline; "
        "there is turn, dispute:ID, ballots, votes, openings"
    )


def test_members_say_when_they_are_away(club: Shell) -> None:
    """With the wish to be waited for, where they name none."""
    out = club.fine("--as", "anna", "absent", "club", "2100-01-03", "2100-01-17")
    away = "Anna is away from 3 January 2100 to 17 January 2100"
    assert f"{away}, and asks to be waited for." in out
    out = club.fine(
        "--as", "ben", "absent", "club", "2100-01-05", "2100-01-05", "--wish", "substitute:anna"
    )
    assert "Ben is away on 5 January 2100, and asks that Anna stands in." in out
    shown = club.fine("show", "club")
    assert f"absent    {away}, and asks to be waited for\n" in shown
    assert "absent    Ben is away on 5 January 2100, and asks that Anna stands in\n" in shown


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("2100-01-03", "2100-01-02"), "LAST: 2100-01-02 comes before 2100-01-03"),
        (("soon", "2100-01-02"), "FIRST: expected a day like 2100-01-31"),
        (("2100-01-03", "2100-01-05", "--wish", "maybe"),
         "--wish: expected wait, count-as-absent or substitute:MEMBER"),
    ],
)  # fmt: skip
def test_an_absence_that_is_none_is_refused(
    club: Shell, words: tuple[str, ...], error: str
) -> None:
    done = club("--as", "anna", "absent", "club", *words)
    assert (done.status, done.error) == (2, f"campaign: {error}")


def test_status_says_by_when_and_who_is_away(club: Shell) -> None:
    """For people and for programs; nothing where nobody said anything."""
    page = json.loads(club.fine("status", "club", "--json"))
    assert (page["deadlines"], page["absences"]) == ([], [])
    assert "Deadline" not in club.fine("status", "club")
    club.fine("deadline", "club", "turn", "2100-01-31T21:00Z")
    club.fine("--as", "ben", "absent", "club", "2100-01-05", "2100-01-05")
    club.fine("--as", "anna", "absent", "club", "2100-01-03", "2100-01-17", "--wish", "wait")
    club.fine("--as", "anna", "absent", "club", "2001-01-03", "2001-01-17")
    screen = club.fine("status", "club")
    assert "Deadline   for the turn: 31 January 2100, 21:00 UTC\n" in screen
    away = "Away       Anna is away from 3 January 2100 to 17 January 2100, and asks to be waited "
    assert screen.index(away) < screen.index("Away       Ben is away on 5 January 2100")
    assert "2001" not in screen
    page = json.loads(club.fine("status", "club", "--json"))
    assert page["deadlines"] == [
        {"what": "turn", "until": "2100-01-31T21:00:00Z", "draw": None, "passed": False}
    ]
    assert page["absences"] == [
        {"member": "anna", "first": "2100-01-03", "last": "2100-01-17", "wish": "wait"},
        {"member": "ben", "first": "2100-01-05", "last": "2100-01-05", "wish": "wait"},
    ]


@pytest.mark.parametrize(
    ("typed", "now", "there"),
    [
        ("21:00", "2026-11-22T20:30:00Z", "2026-11-23T21:00+01:00"),
        ("21:45", "2026-11-22T20:30:00Z", "2026-11-22T21:45+01:00"),
        ("tomorrow 20:00", "2026-11-22T20:30:00Z", "2026-11-23T20:00+01:00"),
        ("Tomorrow 20:00", "2026-11-22T23:30:00Z", "2026-11-24T20:00+01:00"),
    ],
)
def test_a_short_time_is_the_next_by_this_computer_s_clock(
    typed: str, now: str, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The zone is an hour ahead of UTC: at 23:30 in UTC the next day has begun there."""
    monkeypatch.setenv("TZ", "CLB-1")
    time.tzset()
    try:
        assert turns._by_this_clock(typed, now) == datetime.fromisoformat(there)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_short_time_is_read_back_with_its_zone(tmp_path: Path) -> None:
    """A host at half past nine types 21:00; whoever reads it may live elsewhere."""
    shell = Shell(tmp_path, TZ="CLB-1")
    shell.fine("open", "club", "--scenario", "global-war")
    out = shell.fine("deadline", "club", "turn", "tomorrow", "20:00")
    assert re.search(r"set a deadline for the turn: [^.]*, 19:00 UTC\.", out)
    assert re.search(r"By this computer's clock: [0-9-]{10} 20:00, UTC\+01:00\.\n$", out)
    json.loads(shell.fine("deadline", "club", "turn", "21:00", "--json"))
