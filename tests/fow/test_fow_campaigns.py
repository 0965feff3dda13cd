"""Two whole campaigns of Flames of War against figures that were reckoned without the tracker."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification, compare
from support.recorded import FOW, NAME, commands, opened

SIDES = ("allies", "axis")


class Played:
    """A campaign played to its end, with what was shown when each battle was booked."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        self.folder = folder
        self.ledger = ledger
        self.booked: dict[str, Any] = {}
        """What was shown just after each battle, by the battle."""
        for number, line in enumerate(commands(folder), 1):
            answer = ledger.submit(NAME, line)
            assert answer["accepted"], f"line {number}: {line}: {answer}"
            shown = ledger.show(NAME)
            for battle, told in shown["battles"].items():
                if told["state"] == "settled" and battle not in self.booked:
                    self.booked[battle] = shown

    @property
    def rows(self) -> list[dict[str, str]]:
        """The campaign, battle by battle, as it was reckoned."""
        with (self.folder / "battles.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


@pytest.fixture(scope="module", params=FOW, ids=lambda folder: folder.name)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """A campaign played to its end."""
    with opened(request.param, tmp_path_factory.mktemp("store") / "campaign.db") as ledger:
        yield Played(request.param, ledger)


def test_every_battle_ends_as_it_was_reckoned(played: Played) -> None:
    """Mission, attacker, result, points, what is left of them, and the sector after it."""
    assert [row["battle"] for row in played.rows] == list(played.booked)
    for row in played.rows:
        shown = played.booked[row["battle"]]
        battle, line = shown["battles"][row["battle"]], shown["lines"][row["line"]]
        assert battle["round"] == f"round-{int(row['round']):02}", row
        told = {key: battle[key] for key in ("mission", "attacker", "winner", "result")}
        assert told == {key: row[key] for key in told}, row
        assert battle["sector"] == int(row["sector"]), row
        assert line["sector"] == int(row["sector_after"]), row
        for side in SIDES:
            assert battle["commanders"][side] == row[f"{side}_commander"], row
            assert battle["points"][side] == int(row[f"{side}_points"]), row
            assert battle["lost"][side] == int(row[f"{side}_lost"]), row
            assert line["victory_points"][side]["balance"] == int(row[f"{side}_balance"]), row


def test_it_ends_as_it_was_reckoned(played: Played) -> None:
    """Points won and spent on every line, all results, and who won how."""
    shown = played.ledger.show(NAME)
    expected = json.loads((played.folder / "expected.json").read_text())
    assert shown["decided"] == expected["decided"] and shown["closed"]
    for line, told in expected["lines"].items():
        for key, value in told.items():
            assert shown["lines"][line][key] == value, (line, key)
    for name, told in expected["battles"].items():
        for key, value in told.items():
            assert shown["battles"][name][key] == value, (name, key)


def test_verify_is_clean_and_the_fold_is_the_live_state(played: Played) -> None:
    """Chain, seeds and every act decided again: no finding."""
    ledger = played.ledger
    audit, live = Verification(SYSTEMS), ledger.live(NAME)
    assert list(audit.findings(ledger.store.rows(NAME))) == []
    assert list(compare(audit, live.version, live.head, live.state)) == []
    assert audit.checked == live.version > len(commands(played.folder))


def test_export_then_import_gives_the_same_head(played: Played, tmp_path: Path) -> None:
    """An exported campaign comes back to the byte."""
    file = tmp_path / "export.jsonl"
    count = export(played.ledger, NAME, file)
    with Ledger(tmp_path / "other.db") as other:
        assert import_(other, file) == (NAME, count)
        assert other.live(NAME).head == played.ledger.live(NAME).head
        assert list(other.store.rows(NAME)) == list(played.ledger.store.rows(NAME))
