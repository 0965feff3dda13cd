"""Kills (`kill -9`) while a member is enrolled: their address is where the log says, or it is not.

Each life sends one command at the desk and ends before a call of a function that chance has chosen;
every fifth time two lives are at it at once. Simulated evenings show it in every run, at commits.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from campaign.accounts.addresses import settle
from campaign.accounts.people import People
from campaign.handler.command_handler import CommandHandler
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from events.campaign import MemberEnrolled
from support.command_line import ROOT
from support.enrollers import HOST, command, named
from support.sessions import NAME

pytestmark = pytest.mark.faults

KILLS = 60
FIRST, LAST = 150, 2400
"""Calls of functions: a command takes some 1,600 at the desk, and keeps its address pending behind
the first 250."""


def last_recorded(ledger: Ledger) -> int:
    """The number of the life whose event is the last that names Fay; 0 if there is none."""
    events = [entry.event for entry in ledger.history(NAME)]
    keys = [one.key for one in events if isinstance(one, MemberEnrolled) and one.member == "fay"]
    return int(keys[-1].removeprefix("k")) if keys else 0


def test_kills_leave_no_address_in_doubt(tmp_path: Path) -> None:
    """After each, one start settles what is pending.

    Whatever was answered counts; what was recorded has its address; nothing is left pending, and
    no file but the people's has any address in it.
    """
    chance, store = random.Random(1942), tmp_path / "campaign.db"
    ledger, people = Ledger(store), People(store)
    assert ledger.open(NAME, scenario="global-war")["accepted"]
    recorded = only_the_address = unanswered = 0
    script = Path(__file__).parents[1] / "support" / "enrollers.py"
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "CAMPAIGN_LOCK_TIMEOUT": "30"},
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        number, before = 0, ""
        while number < KILLS:
            lives = [number + 1, number + 2][: 2 if number % 5 == 0 else 1]
            number = lives[-1]
            calls = [f"{life}:{chance.randint(FIRST, LAST)}" for life in lives]
            process.stdin.write(f"{store} {' '.join(calls)}\n")
            process.stdin.flush()
            answered = []
            while (line := process.stdout.readline()) != "dead\n":
                answered.append(int(line.split()[1]))
            settle(people, ledger)
            assert people.pending() == []
            campaign = ledger.live(NAME).state.campaign
            now = people.all_choices(campaign)["fay"].address if "fay" in campaign.members else ""
            possible = {before, *(f"fay{life}@example.org" for life in lives)}
            assert now in possible
            last = last_recorded(ledger)
            if last in lives:
                recorded += 1
                alike = [life for life in lives if named(life) == named(last)]
                assert now in {f"fay{life}@example.org" for life in alike}
            if len(answered) == len(lives) == 1:
                assert now == f"fay{lives[0]}@example.org"
                only_the_address += last != lives[0]
            unanswered += not answered
            before = now
        process.stdin.close()
    desk = CommandHandler(ledger, is_shared=False, people=people)
    for number in (1, 2, 3):  # the same ids again bring whatever the kills kept out
        assert desk.submit(NAME, command(number), HOST).refused is None
    assert list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []
    desk.close()
    assert recorded > KILLS / 10 and unanswered > KILLS / 10
    assert only_the_address
    for file in tmp_path.iterdir():
        if "people" not in file.name:
            assert b"@example.org" not in file.read_bytes(), file
