"""Five hundred kills (`kill -9`) at random moments lose no accepted command and leave no half act.

A nursery has the program in memory and forks a child for every life, so that a life costs no start
of the interpreter. The child opens the store afresh, plays as fast as it can and writes a line for
each answer; it is killed after some random milliseconds, in the middle of whatever it does: opening
the store, deciding, writing, keeping a snapshot, bringing the tables for reading up to date. Every
fifth time two of them play at the same store. A shorter test kills the command line itself.

What a killed process cannot show is a power cut: what it had given to the operating system stays.
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from campaign import read_model, receipts
from campaign.exchange import audit_of, keys_of
from campaign.ledger import Ledger
from campaign.record.acts import judged
from campaign.verify import compare
from events import chain
from support.command_line import ROOT, Shell

KILLS = 500
SHELL_KILLS = 20
LONGEST = 0.06
"""Seconds that a child lives at most, once it is born."""

pytestmark = [pytest.mark.slow, pytest.mark.faults]

NURSERY = """
import os, random, sys, traceback

sys.path.insert(0, {root!r})
from campaign import read_model, snapshots
from campaign.campaigns import POWERS
from campaign.ledger import Ledger
import msgspec

snapshots.EVERY = 20
WORDS = ("AddEntropy", "Board", "Board", "Board", "Board", "Refused", "War", "Read")


def board(state, choose):
    match state.board.phase:
        case "closed" if state.board.turn != state.campaign.turn:
            return {{"command": "OpenReinforcement"}}
        case "closed":
            last = state.campaign.turn == state.campaign.last_turn
            return {{"command": "CloseCampaign" if last else "AdvanceTurn"}}
        case "draw":
            return {{"command": "DrawLeader"}}
    kind = "Ballot" if state.board.phase == "ballots" else "Vote"
    absent = "no-veto" if kind == "Ballot" else "abstain"
    power = choose(POWERS)
    if choose((True, False)) and state.veto_points[power] >= 3:
        choice = choose(("veto", "no-veto") if kind == "Ballot" else ("another", "abstain"))
        return {{"command": f"Seal{{kind}}", "power": power, "choice": choice}}
    return {{"command": f"Open{{kind}}s", "absent": absent}}


def live(store, seed):
    choose = random.Random(seed).choice
    ledger, number = Ledger(store), 0
    while True:
        number += 1
        names = ledger.names() if ledger.store.exists() else []
        name = names[-1] if names else ""
        if not names or ledger.live(name).state.campaign.closed:
            ledger.open(f"club-{{len(names) + 1:03}}", scenario="global-war")
            continue
        state = ledger.live(name).state
        match choose(WORDS):
            case "Board":
                asked = board(state, choose)
            case "AddEntropy":
                asked = {{"command": "AddEntropy", "value": f"{{seed}} {{number}}"}}
            case "War":
                one, other = choose(POWERS), choose(POWERS)
                asked = {{"command": "DeclareWar", "attacker": one, "target": other}}
            case "Read":
                read_model.update(ledger, name)
                continue
            case _:
                asked = {{"command": "DrawLeader", "by": "nobody"}}
        answer = ledger.submit(name, {{**asked, "id": f"{{seed}} {{number}}"}})
        told = [name, answer["receipt"]["id"], answer["receipt"]["digest"]]
        if answer["accepted"]:
            told += [answer["events"][0]["version"], answer["version"], answer["head"]]
        os.write(1, msgspec.json.encode(told) + b"\\n")


for line in sys.stdin:
    store, *seeds = line.split()
    children = []
    for seed in seeds:
        child = os.fork()
        if not child:
            try:
                live(store, int(seed))
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        children.append(child)
    os.write(1, f"born {{' '.join(map(str, children))}}\\n".encode())
    states = [os.waitpid(child, 0)[1] for child in children]
    os.write(1, f"dead {{' '.join(map(str, states))}}\\n".encode())
"""


@contextmanager
def nursery(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that bears children."""
    text = NURSERY.format(root=str(ROOT))
    with subprocess.Popen(
        [sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=(folder / "stderr").open("w"), text=True,
        env={**os.environ, "CAMPAIGN_LOCK_TIMEOUT": "30"},
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def life(
    process: "subprocess.Popen[str]", store: Path, seeds: list[int], chance: random.Random
) -> list[list[Any]]:
    """One life: born, killed at random; the answers that came out before."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{store} {' '.join(map(str, seeds))}\n")
    process.stdin.flush()
    told: list[list[Any]] = []
    while not (line := process.stdout.readline()).startswith("born "):
        told.append(json.loads(line))
    for child in line.split()[1:]:
        time.sleep(chance.random() * LONGEST)
        os.kill(int(child), signal.SIGKILL)
    while not (line := process.stdout.readline()).startswith("dead "):
        told.append(json.loads(line))
    assert set(line.split()[1:]) == {"9"}, f"a child died of something else: {line}"
    return told


def stands(ledger: Ledger, told: list[list[Any]]) -> None:
    """Every answer is in the log and in the receipts, and the last act is there to its end."""
    for name, receipt, digest, *events in told:
        stored = ledger.store.receipt(name, int(receipt.rpartition("/")[2]))
        assert stored is not None and chain.head(stored) == digest
        if events:
            first, last, head = events
            rows = list(ledger.store.rows(name, first - 1, last))
            assert [version for version, _, _ in rows] == list(range(first, last + 1))
            assert chain.head(rows[-1][2]) == head
            assert receipts.read(stored).versions == (first, last)
    for name in ledger.names()[-2:]:
        version, number = ledger.store.ends(name)
        papers = (ledger.store.receipt(name, n) for n in range(number, 0, -1))
        ends = (receipts.read(row).versions for row in papers if row)
        opening = 5  # opened, leaders and US entry set up, host enrolled, first turn
        assert next((pair[1] for pair in ends if pair), opening) == version


def whole(ledger: Ledger, name: str) -> int:
    """The auditor finds nothing, each act is what the rules give, keys are known; its events."""
    rows = list(ledger.store.rows(name))
    audit = audit_of(ledger, name)
    assert list(audit.findings(rows)) == []
    live = Ledger(ledger.store.path).live(name)
    assert list(compare(audit, live.version, live.head, live.state)) == []
    acts = list(judged(live.system, ledger.effective(name)))
    assert all(told is None or (told.holds and not told.unread) for _, told in acts)
    with closing(sqlite3.connect(ledger.store.path)) as db:
        found = db.execute(
            "SELECT key, first_version, last_version FROM command_keys WHERE originator_id=?",
            (name,),
        ).fetchall()
    assert {key: (first, last) for key, first, last in found} == keys_of(rows)
    return len(rows)


def tables(store: Path) -> list[str]:
    """Everything in the tables for reading."""
    with closing(sqlite3.connect(read_model.path(store))) as db:
        return sorted(line for line in db.iterdump() if line.startswith("INSERT"))


def test_five_hundred_kills_lose_nothing_and_leave_nothing_half_done(tmp_path: Path) -> None:
    """Every answer that came out is on record; every act on record is whole; the rest verifies."""
    store, chance = tmp_path / "campaign.db", random.Random(1939)
    killed = answered = accepted = 0
    with nursery(tmp_path) as process, Ledger(store) as ledger:
        while killed < KILLS:
            seeds = [killed, killed + 1][: 2 if killed % 5 == 0 else 1]
            told = life(process, store, seeds, chance)
            killed += len(seeds)
            answered += len(told)
            accepted += sum(len(one) > 3 for one in told)
            if store.exists() and store.stat().st_size:
                stands(ledger, told)
            else:
                assert not told
    assert (tmp_path / "stderr").read_text() == ""
    with Ledger(store) as ledger:
        events = sum(whole(ledger, name) for name in ledger.names())
        for name in ledger.names():
            read_model.update(ledger, name)
        caught_up = tables(store)
        for name in ledger.names():
            read_model.rebuild(ledger, name)
        assert tables(store) == caught_up
    assert killed >= KILLS and accepted > KILLS and answered > accepted, (answered, accepted)
    assert events > accepted
    with closing(sqlite3.connect(store)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_killed_while_it_makes_the_store_it_leaves_one_that_can_be_made(tmp_path: Path) -> None:
    """Sixty first moments, every other one of two processes at once.

    Whatever the kill left, the club opens its campaign there and plays.
    """
    chance = random.Random(1941)
    found = set()
    with nursery(tmp_path) as process:
        for number in range(60):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            seeds = [number, number + 1_000][: 1 + number % 2]
            life(process, folder / "campaign.db", seeds, chance)
            with Ledger(folder / "campaign.db") as ledger:
                there = ledger.store.exists()
                found.add((there, bool(there and ledger.names())))
                assert ledger.open("again", scenario="global-war")["accepted"]
                for command in ("OpenReinforcement", "DrawLeader"):
                    assert ledger.submit("again", {"command": command})["accepted"]
                whole(ledger, "again")
    assert (tmp_path / "stderr").read_text() == ""
    assert {(False, False), (True, True)} <= found


def test_the_command_line_killed_in_mid_run_has_kept_what_it_answered(tmp_path: Path) -> None:
    """`campaign submit` itself, killed with commands still coming; sent again by key at the end.

    A line that came out is an answer that holds, and a repeat by its key answers the same.
    """
    shell, chance = Shell(tmp_path), random.Random(1945)
    shell.fine("open", "club", "--scenario", "global-war")
    lines = [
        json.dumps({"command": "AddEntropy", "value": f"{number}", "id": f"k{number}"})
        for number in range(SHELL_KILLS * 200)
    ]
    sent, answers = 0, []
    for _ in range(SHELL_KILLS):
        process = shell.start("submit", "club")
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("\n".join(lines[sent : sent + 200]) + "\n")
        process.stdin.flush()
        first = process.stdout.readline()
        time.sleep(chance.random() * LONGEST)
        process.kill()
        came = [first, *process.stdout.readlines()]
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
        values = [one.event.value for one in ledger.history("club") if hasattr(one.event, "value")]
        assert values == [str(number) for number in range(sent + 200)]
