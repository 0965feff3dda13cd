"""Kills (`kill -9`) of the program, and what must be found afterwards.

A life (`nursery.py`) ends in one of two ways. It ends before a call of a function that chance has
chosen by its number, which a busy machine does not change: opening the store, deciding, writing,
keeping a snapshot, bringing the tables for reading up to date. Or it is killed from outside when
so many answers have come out, wherever it has got to meanwhile, in the midst of a write or a flush
too. Every fifth time two play at the same store.

What a killed process cannot show is a power cut: what it had given to the operating system stays.
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from campaign.history.acts import judged
from campaign.projections import database, projector
from campaign.store.export import audit_of, keys_of
from campaign.store.ledger import Ledger
from campaign.verify import receipts
from campaign.verify.audit import compare
from events import chain

SOON, LATER, LONG = 1_000, 8_000, 30_000
"""Calls of functions: opening a store takes some 6,000, or 26,000 where there is none; a command
some 600; the tables for reading 16,000 and more."""
ANSWERS = 12
"""A life that is killed from outside has given fewer."""


@contextmanager
def nursery(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that bears children."""
    script = Path(__file__).with_name("nursery.py")
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
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
    """Born, killed at a moment of chance; the answers that came out before."""
    assert process.stdin is not None and process.stdout is not None
    by_itself = chance.random() < 0.5
    longest = chance.choice((SOON, LATER, LONG))
    calls = [str(chance.randint(1, longest)) if by_itself else "" for _ in seeds]
    lives = [f"{seed}:{call}" for seed, call in zip(seeds, calls, strict=True)]
    wanted = 0 if by_itself else chance.randrange(ANSWERS)
    process.stdin.write(f"{store} {' '.join(lives)}\n")
    process.stdin.flush()
    told: list[list[Any]] = []
    children: list[int] = []
    while not children or len(told) < wanted:
        line = process.stdout.readline()
        assert not line.startswith("dead "), f"a child died before it was killed: {line}"
        if line.startswith("born "):
            children = [int(child) for child in line.split()[1:]]
        else:
            told.append(json.loads(line))
    for child in () if by_itself else children:
        os.kill(child, signal.SIGKILL)
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
    with closing(sqlite3.connect(database.path(store))) as db:
        return sorted(line for line in db.iterdump() if line.startswith("INSERT"))


def survive(folder: Path, kills: int) -> None:
    """Every answer that came out is on record; every act on record is whole; the rest verifies."""
    store, chance = folder / "campaign.db", random.Random(1939)
    killed = answered = accepted = 0
    with nursery(folder) as process, Ledger(store) as ledger:
        while killed < kills:
            seeds = [killed, killed + 1][: 2 if killed % 5 == 0 else 1]
            told = life(process, store, seeds, chance)
            killed += len(seeds)
            answered += len(told)
            accepted += sum(len(one) > 3 for one in told)
            if store.exists() and store.stat().st_size:
                stands(ledger, told)
            else:
                assert not told
    assert (folder / "stderr").read_text() == ""
    with Ledger(store) as ledger:
        events = sum(whole(ledger, name) for name in ledger.names())
        for name in ledger.names():
            projector.update(ledger, name)
        caught_up = tables(store)
        for name in ledger.names():
            projector.rebuild(ledger, name)
        assert tables(store) == caught_up
    assert killed >= kills and answered > accepted > kills, (answered, accepted)
    assert events > accepted
    with closing(sqlite3.connect(store)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def make(folder: Path, kills: int) -> None:
    """Kills in the first moments of a store, every other one of two processes at once.

    Whatever the kill left, the club opens its campaign there and plays.
    """
    chance = random.Random(1941)
    found = set()
    with nursery(folder) as process:
        for number in range(kills):
            place = folder / f"{number}"
            place.mkdir()
            seeds = [number, number + 1_000][: 1 + number % 2]
            life(process, place / "campaign.db", seeds, chance)
            with Ledger(place / "campaign.db") as ledger:
                there = ledger.store.exists()
                found.add((there, bool(there and ledger.names())))
                assert ledger.open("again", scenario="global-war")["accepted"]
                for command in ("OpenReinforcement", "DrawLeader"):
                    assert ledger.submit("again", {"command": command})["accepted"]
                whole(ledger, "again")
    assert (folder / "stderr").read_text() == ""
    assert {(False, False), (True, True)} <= found
