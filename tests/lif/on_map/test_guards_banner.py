"""LiF 5.1: Guards Banner armies, with the rulebook's example event by event."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.lif.force_pools import kit
from campaign.lif.on_map import combats
from campaign.lif.rulings import RULEBOOKS
from campaign.store.ledger import Ledger
from support.driver import NAME
from support.front import lost

Json = dict[str, Any]

ARMIES = [
    {"id": "mech-5-6", "power": "ussr", "type": "MECH", "combat": 5, "movement": 6},
    {"id": "inf-6-3", "power": "ussr", "type": "INF", "combat": 6, "movement": 3},
]
RUMANIANS = lost("attacker", "rumania", 3, controlled_by="germany")
SOVIET_MECH = lost("defender", "ussr", 5, type="MECH", counter="mech-5-6")


@pytest.fixture(params=RULEBOOKS)
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    """The Dnepr bend before the attack: two Soviet armies in E1429, the 9-4 Guards elsewhere."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        answer = ledger.open(NAME, scenario="global-war", rulebook=request.param)
        assert answer["accepted"], answer
        guards = msgspec.to_builtins(kit.guards())
        done(ledger, "AddCounters", counters=[*guards, *ARMIES])
        places = {"mech-5-6": "E1429", "inf-6-3": "E1429", "guards-inf-9-4": "E1512"}
        for counter, place in places.items():
            on_map = {"to": "map", "location": place, "reason": "set up"}
            done(ledger, "MoveCounter", counter=counter, **on_map)
        yield ledger


def done(ledger: Ledger, name: str, **fields: Any) -> list[Json]:
    """The events of a command that must be accepted, without their versions."""
    answer = ledger.submit(NAME, {"command": name, **fields})
    assert answer["accepted"], answer
    return [{k: v for k, v in event.items() if k != "version"} for event in answer["events"]]


def refused(ledger: Ledger, unit: str, army: str) -> str:
    """Why a promotion after the first combat is refused under 5.1."""
    asked = {"command": "PromoteGuards", "combat": "1939-SO-1", "unit": unit, "army": army}
    answer = ledger.submit(NAME, asked)
    assert (answer["accepted"], answer["rule"]) == (False, "LiF 5.1")
    return str(answer["reason"])


def attack(ledger: Ledger, *losses: Json) -> list[Json]:
    """The Axis attack against the Dnepr bend."""
    powers = sorted({loss["power"] for loss in losses if loss["side"] == "attacker"})
    return done(
        ledger,
        "ReportCombat",
        kind="land",
        hex="E1429",
        attackers=powers,
        defenders=["ussr"],
        losses=list(losses),
    )


def moved(counter: str, to: str, reason: str, location: str = "") -> Json:
    """A counter's move, face-up."""
    return {
        "type": "lif.CounterMoved", "counter": counter, "to": to, "reason": reason,
        "arrives": "", "location": location, "face_up": True,
    }  # fmt: skip


def place_of(ledger: Ledger, counter: str) -> str:
    """Where a counter is."""
    place: str = ledger.live(NAME).state.play.counter_placements[counter].place
    return place


def test_lif_5_1_dnepr_event_by_event(ledger: Ledger) -> None:
    """Two Rumanian armies less one Soviet is 3; the 6-3 becomes the 8-4 in E1429."""
    combat, mech_lost = attack(ledger, RUMANIANS, RUMANIANS, SOVIET_MECH)
    assert (combat["type"], combat["combat"]) == ("lif.CombatReported", "1939-SO-1")
    assert mech_lost == moved("mech-5-6", "pool", "destroyed:1939-SO-1")
    state = ledger.live(NAME).state
    tally = combats.tally(state.play.combats["1939-SO-1"])
    assert tally is not None and str(tally) == "6 - 3 = 3"
    assert [
        (option.unit, option.army, option.score, option.factors, option.needed)
        for option in combats.open_promotions(state)
    ] == [("inf-6-3", "guards-7th", 3, 6, 8)]
    assert "did not survive" in refused(ledger, "mech-5-6", "guards-mech")
    assert "not in reserve" in refused(ledger, "inf-6-3", "guards-inf-9-4")
    promotion = {"combat": "1939-SO-1", "unit": "inf-6-3", "army": "guards-7th"}
    assert done(ledger, "PromoteGuards", **promotion) == [
        {
            "type": "lif.GuardsPromoted",
            **promotion,
            "score": 3,
            "factors": 6,
            "needed": 8,
            "place": "E1429",
            "stated": False,
        },
        moved("inf-6-3", "pool", "promoted-to:guards-7th"),
        moved("guards-7th", "map", "promoted-from:inf-6-3", "E1429"),
    ]
    assert place_of(ledger, "inf-6-3") == "pool"
    state = ledger.live(NAME).state
    assert combats.open_promotions(state) == []


def test_lif_5_1_the_sources_name_three_of_the_eight_armies() -> None:
    """A MECH of 11, the 9-4 and the 8-4 7th, both INF; of five we know neither type nor factors."""
    armies = kit.guards()
    named = {(one.type, one.combat, one.movement) for one in armies if one.combat}
    assert len(armies) == 8
    assert named == {("MECH", 11, None), ("INF", 9, 4), ("INF", 8, 4)}
    assert [one.type for one in armies if not one.combat] == [""] * 5
    assert {(one.power, one.starts, one.guards_banner) for one in armies} == {
        ("ussr", "reserve", True)
    }


@pytest.mark.parametrize(
    ("german", "soviet", "score"),
    [(9, 6, 2), (6, 3, 2), (1, 0, 1), (0, 1, 0), (3, 4, 0), (0, 3, -1), (6, 6, 0), (2, 0, 1)],
)
def test_lif_5_1_the_score_is_rounded_once_half_up(german: int, soviet: int, score: int) -> None:
    """Ruling 34, in halves: 4.5 less 3 is 2, a half is 1, half below nothing is nothing."""
    assert combats.PromotionScore((german,), (soviet,)).score == score
