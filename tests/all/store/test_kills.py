"""Kills (`kill -9`) lose no accepted command and leave no half act; `support/kills.py` tells how.

Here are first moments of a store and the command line. Simulated evenings crash in every run;
`nightly/` kills processes at any moment, five hundred times.
"""

import json
import random
from pathlib import Path

import pytest

from campaign.store.ledger import Ledger
from support.command_line import Shell
from support.kills import make, stands, whole

SHELL_KILLS = 6

pytestmark = [pytest.mark.rotating(3), pytest.mark.slow, pytest.mark.faults]


def test_killed_while_it_makes_the_store_it_leaves_one_that_can_be_made(tmp_path: Path) -> None:
    """Whatever the kill left, the club opens its campaign there and plays."""
    make(tmp_path, 4)


def test_the_command_line_killed_in_mid_run_has_kept_what_it_answered(tmp_path: Path) -> None:
    """`campaign submit` itself, killed with commands still coming; sent again by key at the end.

    A line that came out is an answer that holds, and a repeat by its key answers the same.
    """
    shell, chance = Shell(tmp_path), random.Random(1945)
    shell.fine("open", "club", "--scenario", "global-war")
    lines = [
        json.dumps(
            {"command": "SetBookmark", "version": 1, "note": f"{number}", "id": f"k{number}"}
        )
        for number in range(SHELL_KILLS * 200)
    ]
    sent, answers = 0, []
    for _ in range(SHELL_KILLS):
        process = shell.start("submit", "club")
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("\n".join(lines[sent : sent + 200]) + "\n")
        process.stdin.flush()
        came = [process.stdout.readline() for _ in range(chance.randint(1, 40))]
        process.kill()
        came += process.stdout.readlines()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()
        answers += [json.loads(line) for line in came if line.endswith("\n")]
        sent = len(answers)
    assert sent > SHELL_KILLS
    shell.fine("submit", "club", typed="\n".join(lines[: sent + 200]))
    with Ledger(shell.store) as ledger:
        stands(ledger, [
            [*one["receipt"]["id"].rpartition("/")[:1], one["receipt"]["id"],
             one["receipt"]["digest"], one["version"], one["version"], one["head"]]
            for one in answers if "receipt" in one
        ])  # fmt: skip
        assert whole(ledger, "club") == 5 + sent + 200
        notes = [one.event.note for one in ledger.history("club") if hasattr(one.event, "note")]
        assert notes == [str(number) for number in range(sent + 200)]
