"""LiF 3.3, 5.1, rulings 48, 50 and 51: what the record knows of a lost counter, in words; and
reports and promotions that were recorded before these rulings.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.history.acts import judged
from campaign.history.effective import Effective, effective
from campaign.lif.names import names_of
from campaign.lif.on_map.sentences import SENTENCES
from campaign.lif.system import SYSTEM
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from events.lif.on_map import GuardsPromoted
from support.driver import NAME

Json = dict[str, Any]

COUNTERS = [
    {"id": "ge-div", "power": "germany", "type": "INF", "cost": 1, "size": "division"},
    {"id": "ge-hq", "power": "germany", "type": "HQ-I", "cost": 5},
    {"id": "ge-new", "power": "germany", "type": "ARM"},
    {"id": "su-inf", "power": "ussr", "type": "INF", "combat": 6},
    {"id": "guards-7th", "power": "ussr", "type": "INF", "combat": 8, "guards_banner": True},
]


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "campaign.db") as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        on_map = [{"starts": "map", **one} for one in COUNTERS[:-1]]
        done(ledger, "AddCounters", counters=[*on_map, COUNTERS[-1]])
        yield ledger


def done(ledger: Ledger, name: str, **fields: Any) -> None:
    answer = ledger.submit(NAME, {"command": name, **fields})
    assert answer["accepted"], answer


def fought(ledger: Ledger, *losses: Json, **more: Any) -> str:
    """Why a German attack is refused; empty where it is recorded."""
    german = {"side": "attacker", "power": "germany", "controlled_by": "germany"}
    report = {
        "command": "ReportCombat", "kind": "land", "hex": "E1429", "attackers": ["germany"],
        "defenders": ["ussr"], "losses": [{**german, **loss} for loss in losses], **more,
    }  # fmt: skip
    answer = ledger.submit(NAME, report)
    return "" if answer["accepted"] else f"{answer['rule']}: {answer['reason']}"


SAY_WHY = "; if the record is wrong, say why with `contradicts`"


@pytest.mark.parametrize(
    ("loss", "words"),
    [
        ({"type": "INF", "fate": "killed", "size": "corps", "counter": "ge-div"},
         "LiF 3.3: on record ge-div is a division, and the report says corps" + SAY_WHY),
        ({"type": "INF", "fate": "killed", "build_points": 2, "counter": "ge-div"},
         "LiF 3.3: on record ge-div costs 1 build point, and the report says 2" + SAY_WHY),
        ({"type": "HQ-I", "fate": "killed", "hq": False, "counter": "ge-hq"},
         "LiF 3.3: on record ge-hq is an HQ, and the report says it is none" + SAY_WHY),
        ({"type": "INF", "fate": "killed", "hq": True, "counter": "ge-div"},
         "LiF 3.3: on record ge-div is no HQ, and the report says it is" + SAY_WHY),
        ({"type": "ARM", "fate": "killed", "counter": "ge-new"},
         "LiF 3.3: losses: ge-new: how many build points did it cost? "
         "The record does not know them"),
        ({"type": "ARM", "fate": "killed"},
         "LiF 3.3: losses: germany ARM: how many build points did it cost? "
         "The record does not know them"),
        ({"type": "INF", "fate": "shattered", "counter": "ge-div", "arrives": "1939-SO"},
         "LiF 5.1: ge-div must arrive after September/October 1939; "
         "September/October 1939 is too early"),
        ({"type": "INF", "fate": "shattered", "arrives": "1940-JF"},
         "None: losses: germany INF: only a shattered counter arrives again"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_counter_or_is_not_known(
    ledger: Ledger, loss: Json, words: str
) -> None:
    assert fought(ledger, loss) == words


def test_a_shattered_counter_costs_nothing_and_may_be_told_so(ledger: Ledger) -> None:
    """Ruling 48: neither its cost nor 0 goes against the record; any other number does."""
    shattered = {"type": "INF", "fate": "shattered", "counter": "ge-div"}
    assert fought(ledger, {**shattered, "build_points": 4}).startswith("LiF 3.3: on record ge-div")
    assert fought(ledger, {**shattered, "build_points": 0}) == ""


def test_the_place_of_a_promoted_unit_is_asked_for_and_told(ledger: Ledger) -> None:
    assert fought(ledger, {"type": "INF", "fate": "killed", "build_points": 3}) == ""
    asked = {"command": "PromoteGuards", "combat": "1939-SO-1", "unit": "su-inf",
             "army": "guards-7th"}  # fmt: skip
    answer = ledger.submit(NAME, asked)
    text = "at: the record does not know where su-inf was; state its hex with `at`"
    assert (answer["accepted"], answer["reason"]) == (False, text)
    answer = ledger.submit(NAME, {**asked, "at": "E1428"})
    text = "su-inf is in E1428; 1939-SO-1 was fought over E1429"
    assert (answer["accepted"], answer["reason"]) == (False, text)
    assert ledger.submit(NAME, {**asked, "at": "E1429"})["accepted"]
    (event,) = promotions(ledger)
    told = SENTENCES[GuardsPromoted](event, names_of(ledger.live(NAME).state))
    assert told.endswith("and 8 were needed. The club states that it was at E1429.")


def promotions(ledger: Ledger) -> list[GuardsPromoted]:
    events = [one.event for one in ledger.history(NAME)]
    return [event for event in events if isinstance(event, GuardsPromoted)]


def test_a_known_place_is_not_stated_otherwise(ledger: Ledger) -> None:
    done(ledger, "MoveCounter", counter="su-inf", to="map", location="E1429", reason="set up")
    assert fought(ledger, {"type": "INF", "fate": "killed", "build_points": 3}) == ""
    asked = {"command": "PromoteGuards", "combat": "1939-SO-1", "unit": "su-inf",
             "army": "guards-7th", "at": "E1428"}  # fmt: skip
    assert ledger.submit(NAME, asked)["reason"] == "on record su-inf is in E1429, not in E1428"
    assert ledger.submit(NAME, {**asked, "at": "E1429"})["accepted"]
    (event,) = promotions(ledger)
    assert (event.place, event.stated) == ("E1429", False)


def _faults(history: list[Effective]) -> list[str]:
    told = [judgement for _, judgement in judged(SYSTEM, history) if judgement]
    return [f"{one.reason}{one.differs}" for one in told if not one.holds]


def test_replacements_are_judged_by_what_they_brought(ledger: Ledger) -> None:
    """LiF 5.2: a counter linked when it joins, and one of the kit linked later."""
    old = [
        {"id": "old-1", "power": "germany", "type": "FTR", "combat": 6, "available": 1938},
        {"id": "old-2", "power": "germany", "type": "LND", "combat": 3, "available": 1941},
    ]
    kit = [
        {"id": f"german-aircraft-0{n}", "power": "germany", "type": "", "starts": "future"}
        for n in (1, 2)
    ]
    done(ledger, "AddCounters", counters=[*old, kit[0]])
    done(ledger, "AddCounters", counters=[
        {**kit[0], "replaces": "old-1"}, {**kit[1], "replaces": "old-2"},
    ])  # fmt: skip
    placed = ledger.live(NAME).state.play.counter_placements
    assert [placed[one["id"]].place for one in (*old, *kit)] == [
        "removed", "removed", "pool", "future",
    ]  # fmt: skip
    assert _faults(effective(SYSTEMS.codec, ledger.log(NAME))) == []
