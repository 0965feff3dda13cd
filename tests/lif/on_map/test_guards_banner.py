"""LiF 5.1: Guards Banner armies, with the rulebook's example event by event."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.lif.force_pools import kit
from campaign.lif.on_map import combats
from campaign.lif.rulings import LIF_1998, RULEBOOKS
from campaign.store.ledger import Ledger
from events.lif.on_map import CombatReported, Loss
from support.driver import NAME
from support.thorough import Record, found_in

Json = dict[str, Any]

ARMIES = [
    {"id": "mech-5-6", "power": "ussr", "type": "MECH", "combat": 5, "movement": 6},
    {"id": "inf-6-3", "power": "ussr", "type": "INF", "combat": 6, "movement": 3},
]
RUMANIANS = {
    "side": "attacker", "power": "rumania", "controlled_by": "germany", "type": "INF",
    "fate": "killed", "build_points": 3,
}  # fmt: skip
GERMAN_DIVISION = {
    "side": "attacker", "power": "germany", "controlled_by": "germany", "type": "MOT",
    "fate": "killed", "build_points": 1, "size": "division",
}  # fmt: skip
SOVIET_MECH = {
    "side": "defender", "power": "ussr", "controlled_by": "ussr", "type": "MECH",
    "fate": "killed", "build_points": 5, "counter": "mech-5-6",
}  # fmt: skip


@pytest.fixture(params=RULEBOOKS)
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    """The Dnepr bend before the attack: two Soviet armies in E1429, the 9-4 Guards elsewhere."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        answer = ledger.open(NAME, scenario="global-war", rulebook=request.param)
        assert answer["accepted"], answer
        guards = msgspec.to_builtins(kit.guards())
        done(ledger, "AddCounters", counters=[*guards, *ARMIES])
        for counter, place in (
            ("mech-5-6", "E1429"),
            ("inf-6-3", "E1429"),
            ("guards-inf-9-4", "E1512"),
        ):
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


def test_lif_5_1_dnepr_had_the_mech_been_kept(ledger: Ledger) -> None:
    """5 and 3 are 8, and the only MECH army needs 11."""
    infantry = {**SOVIET_MECH, "type": "INF", "counter": "inf-6-3"}
    attack(ledger, RUMANIANS, RUMANIANS, infantry)
    assert "3 and 5 are 8; guards-mech needs 11" in refused(ledger, "mech-5-6", "guards-mech")


def test_lif_5_1_dnepr_with_the_division(ledger: Ledger) -> None:
    """3 and 1.5 less 3 is 1.5, which counts as 2; 6 and 2 are still 8 (ruling 34)."""
    attack(ledger, RUMANIANS, GERMAN_DIVISION, SOVIET_MECH)
    state = ledger.live(NAME).state
    tally = combats.tally(state.play.combats["1939-SO-1"])
    assert tally is not None and str(tally) == "4.5 - 3 = 2"
    promotion = {"combat": "1939-SO-1", "unit": "inf-6-3", "army": "guards-7th"}
    assert done(ledger, "PromoteGuards", **promotion) == [
        {
            "type": "lif.GuardsPromoted",
            **promotion,
            "score": 2,
            "factors": 6,
            "needed": 8,
            "place": "E1429",
            "stated": False,
        },
        moved("inf-6-3", "pool", "promoted-to:guards-7th"),
        moved("guards-7th", "map", "promoted-from:inf-6-3", "E1429"),
    ]


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
    ("fate", "hq", "size", "halves"),
    [
        ("killed", False, "corps", 6),
        ("shattered", False, "corps", 4),
        ("retreated", False, "corps", 2),
        ("killed", True, "corps", 12),
        ("shattered", True, "corps", 8),
        ("retreated", True, "corps", 4),
        ("killed", False, "division", 3),
        ("shattered", False, "division", 2),
        ("retreated", False, "division", 1),
        ("killed", True, "division", 6),
    ],
)
def test_lif_5_1_what_a_loss_counts(fate: Any, hq: bool, size: Any, halves: int) -> None:
    """3, 2 and 1; an HQ double, a division half. In halves."""
    loss = Loss("attacker", "germany", "germany", "INF", fate, hq=hq, size=size)
    assert combats.worth(loss) == halves


@pytest.mark.parametrize(
    ("german", "soviet", "score"),
    [(9, 6, 2), (6, 3, 2), (1, 0, 1), (0, 1, 0), (3, 4, 0), (0, 3, -1), (6, 6, 0), (2, 0, 1)],
)
def test_lif_5_1_the_score_is_rounded_once_half_up(german: int, soviet: int, score: int) -> None:
    """Ruling 34, in halves: 4.5 less 3 is 2, a half is 1, half below nothing is nothing."""
    assert combats.PromotionScore(german, soviet).score == score


def test_lif_5_1_germans_beside_the_soviets_score_nothing() -> None:
    """Only losses of the other side count for, and only those of one's own against."""
    combat = CombatReported(
        combat="1940-JF-1",
        kind="land",
        hex="E1429",
        attackers=("germany", "ussr"),
        defenders=("poland",),
        losses=(
            Loss("attacker", "germany", "germany", "INF", "killed", 3),
            Loss("defender", "poland", "commonwealth", "INF", "killed", 3),
        ),
        leaders=(),
    )
    assert combats.tally(combat) == combats.PromotionScore(0, 0)


# --- at once (ruling 60) ------------------------------------------------------------------------

PROMOTION = {"combat": "1939-SO-1", "unit": "inf-6-3", "army": "guards-7th"}


def fought(ledger: Ledger, where: str) -> None:
    """A later combat without losses, between Japan and China."""
    sides = {"attackers": ["japan"], "defenders": ["china"], "losses": []}
    done(ledger, "ReportCombat", kind="land", hex=where, **sides)


def offered(ledger: Ledger) -> list[tuple[str, str, str]]:
    """The promotions that may be made now."""
    found = combats.open_promotions(ledger.live(NAME).state)
    return [(one.combat, one.unit, one.army) for one in found]


def test_lif_5_1_a_promotion_waits_for_what_is_no_next_combat(ledger: Ledger) -> None:
    """A combat on another map and a new step of the impulse leave it open."""
    attack(ledger, RUMANIANS, RUMANIANS, SOVIET_MECH)
    fought(ledger, "P1429")
    done(ledger, "BeginStep", step="reorganisation")
    assert offered(ledger) == [("1939-SO-1", "inf-6-3", "guards-7th")]
    done(ledger, "PromoteGuards", **PROMOTION)
    assert told(ledger, {}) == [] == offered(ledger)


@pytest.mark.parametrize("next_", ["combat", "impulse"])
def test_lif_5_1_a_promotion_is_refused_once_play_has_gone_on(ledger: Ledger, next_: str) -> None:
    """Immediately means before the next combat of the map and before the next impulse."""
    attack(ledger, RUMANIANS, RUMANIANS, SOVIET_MECH)
    if next_ == "combat":
        fought(ledger, "E0101")
    else:
        done(ledger, "BeginImpulse", side="allies")
    assert offered(ledger) == []
    assert refused(ledger, "inf-6-3", "guards-7th") == (
        "a promotion follows its combat at once; another combat on that map or an impulse has "
        "been recorded since 1939-SO-1"
    )


def test_lif_5_1_a_club_may_wait_for_the_turn_s_end(tmp_path: Path) -> None:
    """Ruling 60, `promote_until=turn`: the auditor finds such a promotion late without it."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        rulings = {"promote_until": "turn"}
        ledger.open(NAME, scenario="global-war", rulebook=LIF_1998, rulings=rulings)
        done(ledger, "AddCounters", counters=[*msgspec.to_builtins(kit.guards()), *ARMIES])
        done(ledger, "MoveCounter", counter="inf-6-3", to="map", location="E1429", reason="set up")
        attack(ledger, RUMANIANS, RUMANIANS, {**SOVIET_MECH, "counter": ""})
        fought(ledger, "E0101")
        done(ledger, "BeginImpulse", side="allies")
        assert ("1939-SO-1", "inf-6-3", "guards-7th") in offered(ledger)
        done(ledger, "PromoteGuards", **PROMOTION)
        record = Record(ledger.store.rows(NAME))
    assert found_in(record)[0] == []
    record[0]["rulings"]["promote_until"] = "next"
    (line,) = found_in(record)[0]
    assert "would be refused (LiF 5.1): a promotion follows its combat at once" in line


# --- the auditor --------------------------------------------------------------------------------


def told(ledger: Ledger, change: dict[str, Any]) -> list[str]:
    """What the auditor says when the promotion on record reads differently."""
    record = Record(ledger.store.rows(NAME))
    next(body for body in record if body["type"] == "lif.GuardsPromoted").update(change)
    return found_in(record)[0]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"score": 4}, "score: the record has 4, and the rules give 3"),
        (
            {"combat": "1939-SO-2"},
            "would be refused (LiF 5.1): there is no combat '1939-SO-2' in this turn",
        ),
        ({"unit": "mech-5-6"}, "did not survive"),
        ({"army": "guards-inf-9-4"}, "not in reserve"),
    ],
)
def test_lif_5_1_a_promotion_that_was_not_earned_is_found_out(
    ledger: Ledger, change: dict[str, Any], word: str
) -> None:
    """Score, combat, unit and army are checked against the record."""
    attack(ledger, RUMANIANS, RUMANIANS, SOVIET_MECH)
    promotion = {"combat": "1939-SO-1", "unit": "inf-6-3", "army": "guards-7th"}
    done(ledger, "PromoteGuards", **promotion)
    assert told(ledger, {}) == []
    assert word in told(ledger, change)[0]


def test_lif_5_1_a_defeat_promotes_nobody(tmp_path: Path) -> None:
    """The refusal shows the arithmetic."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        ledger.open(NAME, scenario="global-war", rulebook=LIF_1998)
        done(ledger, "AddCounters", counters=ARMIES)
        attack(ledger, {**RUMANIANS, "fate": "retreated", "build_points": 0}, {
            **SOVIET_MECH, "counter": "",
        })  # fmt: skip
        assert "1 - 3 = -2" in refused(ledger, "inf-6-3", "mech-5-6")
