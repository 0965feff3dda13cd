"""Campaigns with leaders and counters in play: what happened in them, and what was forbidden."""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.store.ledger import Ledger
from events.campaign import TurnBegan
from events.lif.on_map import CombatReported, GuardsPromoted, LeaderKilled, LeaderRecalled

pytestmark = pytest.mark.further

NAME = "recorded"
FOLDERS = sorted((Path(__file__).parents[2] / "campaigns").glob("*-leaders-in-play"))


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    """The lines of one of a campaign's files."""
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A campaign played to its end, with the answers to what was forbidden on the way."""
    folder: Path = request.param
    told = json.loads((folder / "open.json").read_text())
    opening = {key: value for key, value in told.items() if key not in ("name", "title")}
    refused: dict[int, list[dict[str, Any]]] = {}
    for line in lines(folder, "forbidden.jsonl"):
        refused.setdefault(line["after"], []).append(line)
    answers: list[tuple[dict[str, Any], dict[str, Any]]] = []
    with Ledger(tmp_path_factory.mktemp("store") / "campaign.db") as ledger:
        assert ledger.open(NAME, **opening)["accepted"]
        for number, command in enumerate(lines(folder, "commands.jsonl"), 1):
            answer = ledger.submit(NAME, command)
            assert answer["accepted"], f"line {number}: {command}: {answer}"
            for line in refused.get(number, ()):
                before = ledger.live(NAME).version
                answers.append((line, ledger.submit(NAME, line["command"])))
                assert ledger.live(NAME).version == before, line
        yield folder, ledger, answers


def happened(ledger: Ledger) -> Iterator[dict[str, Any]]:
    """Combats with their build points, recalls, deaths and promotions, as the events tell them."""
    turn = ""
    row: dict[str, Any] = {}
    for event in (recorded.event for recorded in ledger.history(NAME)):
        match event:
            case TurnBegan():
                turn = event.turn
            case CombatReported():
                total = Counter({"attacker": 0, "defender": 0})
                for loss in event.losses:
                    total[loss.side] += loss.build_points
                row = {"combat": event.combat, **total, "recalled": [], "killed": []}
                yield row
            case LeaderRecalled() if event.combat:
                row["recalled"].append(event.leader)
            case LeaderKilled() if event.combat:
                row["killed"].append(event.leader)
            case LeaderRecalled():
                yield {"recalled": event.leader, "turn": turn}
            case LeaderKilled():
                yield {"killed": event.leader, "turn": turn}
            case GuardsPromoted():
                told = {"promoted": event.army, "from": event.unit}
                yield {**told, "combat": event.combat, "score": event.score}


def test_lif_3_3_and_5_1_combats_recalls_deaths_and_promotions_as_reckoned(played: Any) -> None:
    """Each combat's build points, who was recalled or died and which army was earned, in order."""
    folder, ledger, _ = played
    expected = json.loads((folder / "expected.json").read_text())["happened"]
    assert list(happened(ledger)) == expected


def test_lif_3_3_and_5_1_every_sum_is_the_one_done_by_hand(played: Any) -> None:
    """`by_hand.csv`: losses added up, recalls, deaths and scores as pencil and paper had them."""
    folder, ledger, _ = played
    with (folder / "by_hand.csv").open(encoding="utf-8") as file:
        by_hand = list(csv.DictReader(file))
    assert [in_hand(row) for row in list(happened(ledger))] == by_hand


def in_hand(row: dict[str, Any]) -> dict[str, str]:
    """A row of what happened, as `by_hand.csv` has it."""
    blank = dict.fromkeys(
        ("combat", "attacker", "defender", "recalled", "killed", "promoted", "score"), ""
    )
    if "attacker" in row:
        return {key: text(row.get(key, "")) for key in blank}
    if "promoted" in row:
        return blank | {key: text(row[key]) for key in ("combat", "promoted", "score")}
    told = {"combat": row["turn"], "attacker": "0", "defender": "0"}
    return blank | told | {key: row[key] for key in ("recalled", "killed") if key in row}


def text(value: Any) -> str:
    """A cell."""
    return " ".join(value) if isinstance(value, list) else str(value)


def test_lif_3_3_and_5_1_the_campaign_is_as_long_as_promised(played: Any) -> None:
    """The tally of what was reckoned; the longer campaign has something of everything."""
    folder, ledger, _ = played
    tally = json.loads((folder / "expected.json").read_text())["tally"]
    rows = list(happened(ledger))
    assert sum("attacker" in row for row in rows) == tally["combats"]
    assert sum("promoted" in row for row in rows) == tally["promotions"]
    if folder.name.startswith("lif-1998"):
        assert tally["combats"] >= 60 and tally["recalls"] >= 20
        assert tally["deaths"] >= 6 and tally["promotions"] >= 12
        assert sum(row.get("from", "").startswith("guards-") for row in rows) >= 2


def test_lif_2_3_and_5_1_what_the_rules_forbid_is_refused_by_its_rule(played: Any) -> None:
    """Every line of `forbidden.jsonl` at its moment: refused, with its rule, without a change."""
    _, _, answers = played
    assert answers
    for line, answer in answers:
        told = f"{line}: {answer}"
        assert not answer["accepted"], told
        assert answer["rule"] == line["rule"], told


def test_lif_5_1_force_pools_show_every_counter_once(played: Any) -> None:
    """What the state shows of the pools is where the second reckoning has the counters."""
    folder, ledger, _ = played
    final = json.loads((folder / "expected.json").read_text())["final"]
    shown = [
        (counter, place)
        for kinds in ledger.show(NAME)["force_pools"].values()
        for places in kinds.values()
        for place, counters in places.items()
        for counter in counters
    ]
    assert sorted(shown) == sorted((who, held[0]) for who, held in final["counters"].items())
