"""The read tables kept up to date through random play, corrections, undos and what-ifs.

A campaign is told by its seed. After every so many commands the tables are compared row by row with
those that a reading from the first event gives.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.history import timeline
from campaign.projections import database, projector, writing
from campaign.projections import rows as projections_rows
from campaign.projections.projector import TablesFollower
from campaign.store import snapshots
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from campaign.store.reader import Reader
from support.sessions import NAME
from support.spite import Spite

STEPS = 60
CORRECTED = 0.25
"""How often a step is a correction or an undo."""
COMPARED = 0.2
"""How often the tables are compared after a command."""
LET_PASS = 0.4
"""How often a command is left to the next update."""
RESTARTED = 0.3
"""How often the next update is made by a program that remembers nothing."""

ENTROPY = {"command": "AddEntropy", "by": "anna", "value": "rain"}
"""What a member may do at any time, and take back while nothing was drawn."""


CURRENT = (
    "members",
    "powers",
    "leaders",
    "cup",
    "rulings",
    "counters",
    "force_pools",
    "us_entry_before",
    "partisans",
    "supply_sources",
    "disputes",
)
"""Tables of the current state: their rows lie in the order in which a rebuild writes them."""


def rows_in(file: Path) -> dict[str, list[Any]]:
    """Every row of every table, in key order, and those of the current tables as they lie."""
    found = {}
    with closing(sqlite3.connect(file)) as db:
        for kind in database.all_tables().values():
            keys = ", ".join(f'"{key}"' for key in ("campaign", *kind.pk))
            found[kind.name] = db.execute(f'SELECT * FROM "{kind.name}" ORDER BY {keys}').fetchall()
        for name in CURRENT:
            lie = f'SELECT * FROM "{name}" WHERE campaign=? ORDER BY rowid'
            found[f"{name} as they lie"] = db.execute(lie, (NAME,)).fetchall()
    return found


class Kept:
    """A follower that now and then forgets, beside a reading of everything in another file."""

    def __init__(self, ledger: Ledger, chance: Random) -> None:
        self._ledger = ledger
        self._chance = chance
        self._reader = Reader(ledger.store.path)
        self._follower = TablesFollower(self._reader)
        self.compared = 0

    def look(self, name: str = NAME) -> None:
        """After a command: perhaps an update, perhaps a comparison."""
        chance = self._chance.random
        if chance() < LET_PASS:
            return
        if chance() < RESTARTED:
            self._follower.close()
            self._follower = TablesFollower(self._reader)
        self._follower.update(name)
        if chance() < COMPARED:
            self.compare()

    def compare(self) -> None:
        """Row by row, every campaign of the store."""
        for name in self._reader.names():
            self._follower.update(name)
        kept = database.path(self._ledger.store.path)
        there = rows_in(kept)
        aside = kept.with_name("rebuilt.db")
        with TablesFollower(self._reader, aside) as whole:
            for name in self._reader.names():
                whole.rebuild(name)
        for table, rows in rows_in(aside).items():
            assert there[table] == rows, table
        self.compared += 1

    def close(self) -> None:
        """Closes the files."""
        self._follower.close()
        self._reader.store.close()


@pytest.fixture
def spite(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Spite, Kept]]:
    """A random campaign whose every command is looked at."""
    if seed % 2:  # a short campaign, treated as if it were a long one
        monkeypatch.setattr(snapshots, "EVERY", 20)
        monkeypatch.setattr(projections_rows, "_CHECKPOINT_EVERY", 7)
        monkeypatch.setattr(timeline, "_CHECKPOINT_EVERY", 7)
        monkeypatch.setattr(writing, "PART", 5)
        monkeypatch.setattr(projector, "BATCH", 10)
    made = Spite(tmp_path, seed)
    kept = Kept(made.session.ledger, Random(f"tables {seed}"))
    ask = made.session.ask

    def looked_at(command: str, by: str = "host", **fields: Any) -> dict[str, Any]:
        answer = ask(command, by, **fields)
        if answer["accepted"]:
            kept.look()
        return answer

    monkeypatch.setattr(made.session, "ask", looked_at)
    monkeypatch.setattr(made, "whole", lambda told="": None)  # is looked at elsewhere
    yield made, kept
    kept.close()


def keep_and_compare(campaign: Spite, kept: Kept) -> None:
    """Plays a random campaign, with its tables kept, and compares them now and then."""
    for _ in range(STEPS):
        (campaign.correct if campaign.random.random() < CORRECTED else campaign.play)()
    kept.compare()
    assert kept.compared > 1


@pytest.mark.rotating(3)
@pytest.mark.parametrize("seed", range(8))
def test_tables_kept_are_tables_rebuilt(spite: tuple[Spite, Kept], seed: int) -> None:
    """Whatever was played, corrected and taken back, and however often the program began anew."""
    keep_and_compare(*spite)


@pytest.mark.parametrize("seed", range(50, 52))
def test_tables_of_a_what_if_stand_beside_those_of_its_campaign(
    spite: tuple[Spite, Kept], seed: int
) -> None:
    """Both are played on, and what was done in either is now and then taken back."""
    campaign, kept = spite
    for _ in range(STEPS // 2):
        (campaign.correct if campaign.random.random() < CORRECTED else campaign.play)()
    session = campaign.session
    behind = session.ledger.log(NAME)
    heads = [version for version, event in behind[3:] if not event.nth]
    branch(session.ledger, NAME, campaign.random.choice(heads) - 1, "host", "what-if")
    notes = 0
    for _ in range(STEPS // 2):
        if campaign.random.random() < 0.5:
            campaign.play()
            continue
        undone = campaign.random.random() < 0.4
        asked = {"command": "UndoAct", "by": "anna"} if undone else ENTROPY
        notes += session.ledger.submit("what-if", asked)["accepted"]
        kept.look("what-if")
    kept.compare()
    assert notes
