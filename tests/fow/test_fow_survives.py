"""The two recorded campaigns go through all that a record can: corrections, what-ifs, tables.

Their figures stand in `battles.csv`, reckoned without the tracker; what a correction makes of them
is worked out here by hand.
"""

import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.handler.explanations import CorrectionPreview, previewed
from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from support.command_line import Shell
from support.recorded import FOW, NAME, commands, opened, played

pytestmark = pytest.mark.further

ANZIO, TEAM = FOW
SIDES = ("allies", "axis")


@pytest.fixture
def anzio(tmp_path: Path) -> Iterator[Ledger]:
    """Anzio with a referee, played up to its close."""
    with opened(ANZIO, tmp_path / "campaign.db") as ledger:
        do(ledger, command="EnrolMember", member="ref", name="Ref", roles=["referee"])
        for line in commands(ANZIO)[:-1]:
            do(ledger, **json.loads(line))
        yield ledger


def do(ledger: Ledger, **command: Any) -> list[dict[str, Any]]:
    """A command that must be accepted; its events."""
    answer = ledger.submit(NAME, json.dumps(command))
    assert answer["accepted"], (command, answer["reason"])
    events: list[dict[str, Any]] = answer["events"]
    return events


def report_of(ledger: Ledger, battle: str) -> int:
    """The version of a battle's report."""
    for version, topic, stored in ledger.store.rows(NAME):
        if topic == "fow.ResultReported" and f'"battle":"{battle}"'.encode() in stored:
            return version
    raise AssertionError(battle)


def amended(ledger: Ledger, battle: str, **fields: Any) -> CorrectionPreview:
    """A report put right under a ruling, as its preview showed it."""
    version = report_of(ledger, battle)
    claim = {"command": "RaiseDispute", "by": "anna", "versions": [version], "claim": "It was not."}
    dispute = do(ledger, **claim)[0]["dispute"]
    ruling = {"by": "ref", "dispute": dispute, "verdict": "upheld", "text": "So it was."}
    do(ledger, command="GiveRuling", **ruling)
    asked = {"command": "AmendEvent", "by": "ref", "seen": "0" * 64, "dispute": dispute,
             "version": version, "fields": fields}  # fmt: skip
    found = previewed(ledger, NAME, msgspec.json.encode(asked), "ref")
    assert isinstance(found, CorrectionPreview), found
    sent = {key: value for key, value in msgspec.to_builtins(found.command).items() if value}
    do(ledger, **sent)
    return found


def totals(ledger: Ledger, side: str) -> tuple[int, int, int]:
    """Points won, spent and left."""
    told = ledger.show(NAME)["lines"]["anzio"]["victory_points"][side]
    return told["won"], told["spent"], told["balance"]


def test_a_first_result_is_put_right_and_all_after_it_is_judged_anew(anzio: Ledger) -> None:
    """pp. 195, 234: three platoons and not one are 4 to 3 points and not 5 to 2.

    With 4 points the Axis had nothing to pay with after it, so that what they declined goes; each
    later mission whose dice would have been added to otherwise is told.
    """
    assert (totals(anzio, "allies"), totals(anzio, "axis")) == ((34, 30, 4), (49, 25, 24))
    found = amended(anzio, "anzio-1", lost={"axis": 3})
    assert [(one.command, one.reason) for one in found.broken] == [
        ("DeclineChange", "Axis: 4 victory points are left, and a change costs 5")
    ]
    assert [one.differs for one in found.impact.otherwise] == [
        "mission rolled, rolls allies last: 3 instead of 2",
        "mission rolled, rolls axis lead: 0 instead of 1",
        "mission rolled, rolls allies lead: 1 instead of 0",
        "mission rolled, rolls allies lead: 1 instead of 0",
    ]
    assert (totals(anzio, "allies"), totals(anzio, "axis")) == ((35, 30, 5), (48, 25, 23))
    assert list(Verification(SYSTEMS).findings(anzio.store.rows(NAME))) == []


def test_purchases_that_are_no_longer_covered_are_told_and_go(anzio: Ledger) -> None:
    """p. 234: had the Axis won battle 2, it brought the Allies 1 point and not 4.

    Then they had 6 where they paid 5, and the reckoning of a later payment came short: it goes with
    what it bought, and every battle that was fought stays.
    """
    found = amended(anzio, "anzio-2", ended_by="objective", side="axis", turn=5)
    short = [one for one in found.broken if one.command in ("ChangeMission", "ReorganiseForce")]
    assert short and all("victory points are left" in one.reason for one in short)
    won, spent, left = totals(anzio, "allies")
    assert (won, left) == (31, won - spent) and spent == 30 - 5 * len(short)
    assert totals(anzio, "axis")[0] == 52
    with (ANZIO / "battles.csv").open(encoding="utf-8", newline="") as file:
        names = [row["battle"] for row in csv.DictReader(file)]
    shown = anzio.show(NAME)["battles"]
    assert [name for name in names if shown[name]["state"] == "settled"] == names
    assert list(Verification(SYSTEMS).findings(anzio.store.rows(NAME))) == []


@pytest.mark.parametrize("folder", FOW, ids=lambda folder: folder.name)
def test_read_tables_agree_with_the_reckoning_row_by_row(folder: Path, tmp_path: Path) -> None:
    """Mission, attacker, end, winner and result of each battle; losses and points by side."""
    with Ledger(played(folder, tmp_path)) as ledger, (folder / "battles.csv").open() as file:
        projector.update(ledger, NAME)
        rows = list(csv.DictReader(file))
        with closing(sqlite3.connect(database.path(ledger.store.path))) as db:
            db.row_factory = sqlite3.Row
            battles = {row["battle"]: row for row in db.execute('SELECT * FROM "battles"')}
            sides = {(row["battle"], row["side"]): row
                     for row in db.execute('SELECT * FROM "battle_sides"')}  # fmt: skip
            moves = list(db.execute('SELECT * FROM "sector_moves" ORDER BY version'))
    assert set(battles) == {row["battle"] for row in rows} and len(moves) == len(rows)
    for row, move in zip(rows, moves, strict=True):
        told = battles[row["battle"]]
        for key in ("line", "mission", "attacker", "ended_by", "winner", "result"):
            assert (told[key] or "") == row[key], (row["battle"], key)
        assert (told["turn"], told["sector"]) == (f"round-{int(row['round']):02}",
                                                  int(row["sector"]))  # fmt: skip
        assert move["place"] == int(row["sector_after"])
        for side in SIDES:
            mine = sides[row["battle"], side]
            assert mine["commander"] == row[f"{side}_commander"]
            for key in ("lost", "points"):
                assert mine[key] == int(row[f"{side}_{key}"]), (row["battle"], side, key)


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The team campaign at a keyboard, played to its end."""
    folder = tmp_path_factory.mktemp("team")
    played(TEAM, folder)
    return Shell(folder)


def test_a_what_if_is_played_on_and_compared(shell: Shell) -> None:
    """From the end of round 9, in which the campaign was not yet decided."""
    told = shell.fine("branch", NAME, "--turn", "round-09", "--name", "other-end")
    assert "A what-if of recorded" in told
    assert shell.read("show", "other-end")["decided"]["winner"] == ""
    shell.fine("turn", "other-end", "--yes")
    shell.fine("battle", "abandon", "other-end", "anzio", "--reason", "Snow.")
    told = shell.fine("diff", NAME, "other-end")
    assert told.splitlines()[0].startswith("recorded round-10")
    assert "decided winner" in told
    assert shell("verify", "other-end").status == 0 and shell("verify", NAME).status == 0
    shell.fine("branch", "other-end", "--delete")


def test_replay_and_receipts_know_every_act(shell: Shell) -> None:
    """Each event is a stop in a sentence; each command has its receipt."""
    log = shell.fine("log", NAME).splitlines()
    told = shell.fine("replay", NAME, "--text")
    assert sum(line[:5].strip().isdigit() for line in told.splitlines()) == len(log)
    receipts = shell.fine("receipts", NAME).splitlines()
    assert sum("accepted" in line for line in receipts) == len(commands(TEAM))
    assert "was recorded." not in told


def test_what_was_begun_by_mistake_is_undone(tmp_path: Path) -> None:
    """A battle begun: the mission is to be fought again, as if nothing had been."""
    with opened(ANZIO, tmp_path / "campaign.db") as ledger:
        before = ledger.show(NAME)
        do(ledger, **json.loads(commands(ANZIO)[0]))
        do(ledger, command="UndoAct")
        after = ledger.show(NAME)
        apart = {"version", "head"}
        assert {key: after[key] for key in after if key not in apart} == {
            key: before[key] for key in before if key not in apart
        }
        assert list(Verification(SYSTEMS).findings(ledger.store.rows(NAME))) == []
