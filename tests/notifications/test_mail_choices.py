"""`mail-choices` and `mail-stop`: what a member wants to be told, and when their mail rests."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.accounts.choices import (
    Choices,
    Wrong,
    hours_of,
    kinds_of,
    last_ended_turn,
    time_of,
    zone_of,
)
from campaign.accounts.people import People
from campaign.store.ledger import Ledger
from support.command_line import Shell
from support.sessions import NAME

ANNA = "anna-by-mail@example.org"
USUAL = {
    "campaign": "club", "member": "anna", "address": "", "zone": "UTC",
    "send": "each",
    "kinds": {"turns": True, "asked": True, "draws": False, "votes": False, "disputes": True,
              "corrections": True, "talk": False, "mentions": True, "diary": False,
              "failures": True},
    "digest_at": "19:00", "quiet": "22-08", "stopped": False, "campaign_stopped": False,
    "turns_after": "",
}  # fmt: skip
"""What the design gives everybody: turns, requests, disputes, corrections, and being named at the
table; draws, votes and other talk off;
nothing at night, from 22 to 8."""


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A store with a campaign and Anna in it."""
    found = Shell(tmp_path_factory.mktemp("ready"))
    found.fine("start", "club", "--system", "lif", "--scenario", "global-war")
    found.fine("enrol", "club", "anna")
    found.fine("enrol", "club", "ben")
    return found


@pytest.fixture
def shell(ready: Shell, tmp_path: Path) -> Shell:
    """A copy of it."""
    return ready.copied(tmp_path)


def choices(shell: Shell, *options: str, member: str = "anna") -> dict[str, Any]:
    """A member's choices, after the options changed them."""
    found: dict[str, Any] = json.loads(
        shell.fine("mail-choices", "club", member, *options, "--json")
    )
    return found


def test_everybody_begins_with_the_usual(shell: Shell) -> None:
    """To look makes no file."""
    assert choices(shell) == USUAL
    assert not (shell.folder / "campaign.people.db").exists()


def test_what_is_not_named_stays(shell: Shell) -> None:
    """Each option changes its own; nothing is recorded in the log."""
    before = shell.fine("log", "club")
    choices(shell, "--address", ANNA, "--zone", "europe/berlin")
    choices(shell, "--kind", "draws=on", "--kind", "DISPUTES=off", "--send", "digest")
    found = choices(shell, "--digest-at", "7:30", "--quiet", "21-9")
    kinds = {**USUAL["kinds"], "draws": True, "disputes": False}  # type: ignore[dict-item]
    assert found == {
        **USUAL, "address": ANNA, "zone": "Europe/Berlin", "kinds": kinds, "send": "digest",
        "digest_at": "07:30", "quiet": "21-09",
    }  # fmt: skip
    assert choices(shell, "--kind", "draws=off")["kinds"]["disputes"] is False
    assert choices(shell, member="ben") == {**USUAL, "member": "ben"}
    assert shell.fine("log", "club") == before


def test_an_address_is_forgotten(shell: Shell) -> None:
    """From every byte of the file, and whatever lies beside it."""
    choices(shell, "--address", ANNA)
    assert choices(shell, "--address", "")["address"] == ""
    for file in shell.folder.iterdir():
        assert ANNA.encode() not in file.read_bytes(), file


def test_all_mail_rests_and_goes_on(shell: Shell) -> None:
    """A member's own rest is apart from it."""
    told = shell.fine("mail-stop", "club")
    assert told == "Mail of club rests until `campaign mail-stop club --resume`\n"
    found = choices(shell, "--zone", "Europe/Rome")
    assert (found["stopped"], found["campaign_stopped"]) == (False, True)
    with Ledger(shell.store) as ledger:
        campaign = ledger.live(NAME).state.campaign
    people = People(shell.store)
    assert all(chosen.is_stopped for chosen in people.all_choices(campaign).values())
    people.close()
    told = shell.fine("mail-stop", "club", "anna", "--resume")
    assert told == "Mail to Anna goes on once all mail does: `campaign mail-stop club --resume`\n"
    assert shell.fine("mail-stop", "club", "--resume") == "Mail of club goes on.\n"
    assert choices(shell) == {**USUAL, "zone": "Europe/Rome"}


# --- pure ---------------------------------------------------------------------------------------


def test_what_is_typed_is_read_leniently() -> None:
    """Upper and lower case, a zero in front or none."""
    assert zone_of("EUROPE/BERLIN") == "Europe/Berlin" and zone_of("utc") == "UTC"
    assert zone_of("america/new york") == "America/New_York"
    assert time_of("7:05") == "07:05" and hours_of("22-8") == hours_of("22-08") == (22, 8)
    assert kinds_of(["Draws=ON", "votes=no"]) == {"draws": True, "votes": False}
    assert isinstance(zone_of(""), Wrong) and isinstance(time_of("7"), Wrong)


def test_the_last_turn_that_ended() -> None:
    """The running turn has not; in a campaign that is over, the last one has."""
    assert last_ended_turn([], is_over=False) == last_ended_turn(["1939-SO"], is_over=False) == ""
    assert last_ended_turn(["1939-SO", "1939-ND"], is_over=False) == "1939-SO"
    assert last_ended_turn(["1939-SO", "1939-ND"], is_over=True) == "1939-ND"


def test_turns_only_leaves_out_everything_else() -> None:
    """Corrections belong to turns."""
    wanted = [kind for kind in USUAL["kinds"] if Choices(sending="turns").wants(kind)]  # type: ignore[attr-defined, arg-type]
    assert wanted == ["turns", "corrections"]
