"""What is on record of sealed choices, hidden values and addresses: nothing, in any byte.

Nonces and addresses are looked for as they are, before openings and at the end. Choices and values
of chits have few forms: there a campaign is played twice, with others sealed, and keeps the same.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.projections import projector
from campaign.store import export
from campaign.store.ledger import Ledger
from campaign.store.sqlite import backup
from campaign.store.vault import Vault
from events import chain
from support import recorded
from support.recorded import FOLDERS, NAME
from support.sessions import Clock, Dice
from support.walked import OPENING, Walk

LOOKS = 4
ADDRESS = re.compile(rb"[\w.]+@example\.org")
SHOWING = (*OPENING, "ShowEntryChits", "PickEntryOption", "ReturnAsideChits", "CloseCampaign")
SEALED = ("commitment", "sealed", "prev", "secret_sealed", "chits", "seed_sealed")
"""Fields of an event in which what is sealed may differ."""


def texts(file: Path) -> Iterator[bytes]:
    """Every value of a database's tables, read as a database: no page's end splits one."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as db:
        for (table,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall():
            for row in db.execute(f'SELECT * FROM "{table}"'):
                yield from (one if isinstance(one, bytes) else str(one).encode() for one in row)


def everything(walk: Walk, place: Path) -> Iterator[tuple[str, bytes]]:
    """Store and snapshots, read tables, an export and a backup, value by value."""
    store = walk.ledger.store.path
    projector.update(walk.ledger, NAME)
    export.export(walk.ledger, NAME, place / "club.jsonl")
    backup.backup(store, place / "backup.db", over=True)
    for file in (*store.parent.glob("*.db"), place / "backup.db"):
        if "people" not in file.name:
            yield from ((file.name, text) for text in texts(file))
    yield "export", (place / "club.jsonl").read_bytes()
    (place / "club.jsonl").unlink()


@pytest.mark.rotating(3)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_nonce_and_no_address_is_kept(folder: Path, tmp_path: Path) -> None:
    """Before openings, where most is sealed, and in the end."""
    place = tmp_path / "out"
    place.mkdir()
    walk, found = Walk(folder, tmp_path), 0
    try:
        stops = [n for n, line in enumerate(walk.lines) if line["command"] in OPENING]
        wanted = {*stops[:: max(1, len(stops) // LOOKS)], len(walk.lines)}
        for number in range(len(walk.lines) + 1):
            if number in wanted:
                hidden = {one.encode() for one in walk.secrets()}
                hidden |= {
                    line["nonce"].encode() for line in walk.lines[number:] if "nonce" in line
                }
                for where, text in everything(walk, place):
                    assert not [one for one in hidden if one in text], (number, where)
                    assert not ADDRESS.search(text), (number, where)
                found += len(hidden)
            if number < len(walk.lines):
                assert walk.ledger.submit(NAME, walk.lines[number])["accepted"]
    finally:
        walk.close()
    assert found or not stops


def other(line: dict[str, Any]) -> dict[str, Any]:
    """The same command with something else sealed, which costs no more."""
    turned = {"veto": "no-veto", "another": "abstain", "stop": "abstain"}
    if line["command"] in ("SealBallot", "SealVote") and line.get("choice") in turned:
        return {**line, "choice": turned[line["choice"]]}
    if line["command"] in ("DrawEntryChits", "EnterEntryChits") and line.get("values"):
        return {**line, "values": [(value + 1) % 10 for value in line["values"]]}
    return line


def bodies(folder: Path, place: Path, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that some commands lead to, what is sealed left out."""
    place.mkdir()
    store, told = place / "campaign.db", json.loads((folder / "open.json").read_text())
    vault = Vault(store.with_suffix(".vault"), random=Dice(told.get("vault", "dice")))
    with Ledger(store, vault, Clock(), random=Dice("salt")) as ledger:
        opening = {name: told[name] for name in recorded.WANTED if name in told}
        assert ledger.open(NAME, **opening)["accepted"]
        for line in lines:
            assert ledger.submit(NAME, line)["accepted"], line
        rows = [json.loads(chain.body(stored)) for _, _, stored in ledger.store.rows(NAME)]
    return [{name: row[name] for name in row if name not in SEALED} for row in rows]


@pytest.mark.rotating(3)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_is_sealed_changes_nothing_that_is_kept_of_a_command(
    folder: Path, tmp_path: Path
) -> None:
    """Acts, draws and all other fields are the same, whatever was sealed."""
    lines = [json.loads(text) for text in recorded.commands(folder)]
    first = next((n for n, line in enumerate(lines) if other(line) != line), 0)
    shown = (n for n, line in enumerate(lines) if line["command"] in SHOWING and n > first)
    lines = lines[: next(shown)]
    turned = [*lines[:first], *map(other, lines[first:])]
    assert (lines != turned) == bool(first)
    usual, others = (
        bodies(folder, tmp_path / str(n), one) for n, one in enumerate((lines, turned))
    )
    assert usual == others
