"""Whole recorded campaigns, played through the ledger, against standings worked out elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification, compare
from support.recorded import FOLDERS, NAME, commands, opened

pytestmark = pytest.mark.further

UNTOLD = ("mode", "stocked")
"""What of US entry stands in `open.json`, and not in `expected.json`."""


def standings(ledger: Ledger) -> dict[str, Any]:
    """What a recorded campaign's `expected.json` tells of a turn."""
    shown, placed = ledger.show(NAME), ledger.live(NAME).state.play.counter_placements
    shown["places"] = {
        who: [leader["location"], leader["face_up"]]
        for who, leader in shown["leaders"].items()
        if leader["location"] is not None
    }
    shown["counters"] = {
        who: [held.place, held.location, held.arrives, held.face_up] for who, held in placed.items()
    }
    shown["leaders"] = {who: leader["status"] for who, leader in shown["leaders"].items()}
    return {**shown, **us_entry(ledger, shown)}


def us_entry(ledger: Ledger, shown: dict[str, Any]) -> dict[str, Any]:
    """US entry as `expected.json` has it: of each turn the options and actions taken in it."""
    state, entry = ledger.live(NAME).state, shown["us_entry"]
    if not state.entry.secret_commitment:
        return {}
    taken = {
        kind: sorted([one["number"], one["target"] or "", one["turn"] or ""] for one in entry[kind])
        for kind in ("options", "actions")
    }
    of_turn = {
        kind: [one for one in rows if one[2] == shown["turn"]] for kind, rows in taken.items()
    }
    answer = ledger.private(NAME, shown["powers"]["usa"] or "host")
    assert answer["accepted"], answer
    mine = answer["private"]
    private = {
        "pools": {
            pool: {chit["chit"]: chit["value"] for chit in held["chits"]}
            for pool, held in mine["pools"].items()
        },
        "totals": {pool: held["total"] for pool, held in mine["pools"].items()},
        "aside": {one["chit"]: [one["value"], one["until"]] for one in mine["aside"]},
        "waits": mine["waits"],
    }
    return {
        "us_entry": {key: value for key, value in (entry | of_turn).items() if key not in UNTOLD},
        "private": private,
        "taken": taken,
        "friends": sorted(list(pair) for pair in state.play.cooperating),
    }


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A campaign played to its end, with the standings at the end of every turn."""
    folder: Path = request.param
    ledger = opened(folder, tmp_path_factory.mktemp("store") / "campaign.db")
    turns: dict[str, Any] = {}
    for number, line in enumerate(commands(folder), 1):
        if json.loads(line)["command"] in ("AdvanceTurn", "CloseCampaign"):
            turns[ledger.show(NAME)["turn"]] = standings(ledger)
        answer = ledger.submit(NAME, line)
        assert answer["accepted"], f"line {number}: {line}: {answer}"
    yield folder, ledger, turns
    ledger.close()


def test_every_turn_ends_as_worked_out_independently(played: Any) -> None:
    """Points, cup and every leader's status at the end of each turn, and at the end."""
    folder, ledger, turns = played
    expected = json.loads((folder / "expected.json").read_text())
    assert list(expected["turns"]) == list(turns)
    for turn, values in expected["turns"].items():
        assert {key: turns[turn][key] for key in values} == values, turn
    final = standings(ledger)
    assert {key: final[key] for key in expected["final"]} == expected["final"]


def test_verify_is_clean_and_the_fold_is_the_live_state(played: Any) -> None:
    """Chain, seeds, ballots and state of a whole campaign: no finding, every event looked at."""
    folder, ledger, _ = played
    audit, live = Verification(SYSTEMS), ledger.live(NAME)
    assert list(audit.findings(ledger.store.rows(NAME))) == []
    assert list(compare(audit, live.version, live.head, live.state)) == []
    given = len(commands(folder))
    assert audit.checked == live.version > given
    assert sum(audit.pending.values()) == 0


def test_export_then_import_gives_the_same_head(played: Any, tmp_path: Path) -> None:
    """An exported campaign comes back to the byte."""
    _, ledger, _ = played
    file = tmp_path / "export.jsonl"
    count = export(ledger, NAME, file)
    with Ledger(tmp_path / "other.db") as other:
        assert import_(other, file) == (NAME, count)
        assert other.live(NAME).head == ledger.live(NAME).head
        assert list(other.store.rows(NAME)) == list(ledger.store.rows(NAME))
