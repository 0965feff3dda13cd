"""LiF 3.3: combats, recalls and deaths where the cases under `cases/` do not reach."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.kernel.draws import pick
from campaign.lif.on_map import battles, fold
from campaign.lif.rulings import LIF_1998, LIF_LIST
from campaign.store.ledger import Ledger
from events.lif.on_map import CombatReported, Involved, LeaderKilled, LeaderRecalled, Loss
from support.driver import NAME
from support.front import failed_attack, lost
from support.thorough import Record, found_in

Json = dict[str, Any]
THREE = ("guderian", "rommel", "rundstedt")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty store."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        yield ledger


def opened(ledger: Ledger, rulebook: str, *on_map: str, **rulings: str) -> None:
    """A campaign with some leaders on the map."""
    answer = ledger.open(
        NAME,
        scenario="global-war",
        rulebook=rulebook,
        rulings=rulings,
        setup={"leaders": dict.fromkeys(on_map, "map")},
    )
    assert answer["accepted"], answer


def done(ledger: Ledger, name: str, **fields: Any) -> list[Json]:
    """The events of a command that must be accepted."""
    answer = ledger.submit(NAME, {"command": name, **fields})
    assert answer["accepted"], answer
    events: list[Json] = answer["events"]
    return events


def told(ledger: Ledger, version: int = 0, **change: Any) -> tuple[list[str], int]:
    """What the auditor says of the record, with an event changed, and how many claims nobody can
    check yet.
    """
    record = Record(ledger.store.rows(NAME))
    if version:
        record[version - 1].update(change)
    said, audit = found_in(record)
    return said, audit.pending.get("draws", 0)


def recalled(ledger: Ledger) -> tuple[int, LeaderRecalled]:
    """The last recall on record, with its version."""
    found = [one for one in ledger.history(NAME) if isinstance(one.event, LeaderRecalled)]
    event = found[-1].event
    assert isinstance(event, LeaderRecalled)
    return found[-1].version, event


def test_lif_3_3_nobody_on_the_map_means_nobody_recalled(ledger: Ledger) -> None:
    """The dead of this very combat are out of the reckoning before ranks are compared."""
    opened(ledger, LIF_1998, "rommel", "rundstedt")
    state = ledger.live(NAME).state
    combat = CombatReported(
        combat="1939-SO-1",
        kind="land",
        hex="E1429",
        attackers=("germany",),
        defenders=("ussr",),
        losses=(Loss("attacker", "germany", "germany", "INF", "killed", 9),),
        leaders=tuple(Involved(who, "attacker", ability_used=True) for who in THREE[1:]),
    )
    assert battles.candidates(state, combat, "attacker") == ["rundstedt"]
    dead = fold.EVOLVE[LeaderKilled](state, LeaderKilled(leader="rundstedt", reason="overrun"))
    assert battles.candidates(dead, combat, "attacker") == ["rommel"]
    assert battles.candidates(state, combat, "defender") == []


# --- the list edition's draw --------------------------------------------------------------------


def test_lif_3_3_the_drawn_recall_is_proved_by_the_seed_of_its_turn(ledger: Ledger) -> None:
    """Ruling 32: HMAC over draw 1 of the turn's seed, once the next turn has revealed it."""
    opened(ledger, LIF_LIST, *THREE)
    done(ledger, "AddEntropy", value="rain over the Dnepr")
    done(ledger, "ReportCombat", **failed_attack(*THREE))
    _, event = recalled(ledger)
    assert told(ledger) == ([], 1)
    (began, *_) = done(ledger, "AdvanceTurn")
    assert told(ledger) == ([], 0)
    campaign_id = ledger.live(NAME).state.campaign.id
    mixed = ("entropy host rain over the Dnepr",)
    assert event.leader == pick(began["seed_revealed"], campaign_id, 1, mixed, THREE)


def test_lif_3_3_another_leader_than_the_drawn_one_is_found_out(ledger: Ledger) -> None:
    """A host who records his favourite's escape is contradicted by the seed."""
    opened(ledger, LIF_LIST, *THREE)
    done(ledger, "ReportCombat", **failed_attack(*THREE))
    version, event = recalled(ledger)
    done(ledger, "AdvanceTurn")
    other = next(who for who in THREE if who != event.leader)
    said, _ = told(ledger, version, leader=other)
    assert said == [f"draw: the seed gives {event.leader}, the record has {other}"]


def test_lif_3_3_draws_of_recalls_and_of_the_cup_count_on_together(ledger: Ledger) -> None:
    """Two recalls are draws 1 and 2, the Promotions Board's next is 3; a rule's recall is none."""
    opened(ledger, LIF_LIST, *THREE, "kleist", "manstein", "zhukov")
    done(ledger, "ReportCombat", **failed_attack("guderian", "rommel"))
    done(ledger, "ReportCombat", **failed_attack("kleist"))
    done(ledger, "ReportCombat", **failed_attack("manstein", "rundstedt"))
    assert recalled(ledger)[1].draw == 2
    done(ledger, "OpenReinforcement")
    (drawn,) = done(ledger, "DrawLeader")
    assert drawn["draw"] == 3
    done(ledger, "OpenBallots", absent="no-veto")
    done(ledger, "OpenVotes", absent="abstain")
    done(ledger, "AdvanceTurn")
    assert told(ledger) == ([], 0)


def test_lif_3_3_a_guess_at_the_ledgers_draw_is_refused_whoever_it_names(ledger: Ledger) -> None:
    """An answer that depended on the name would tell the draw before it is recorded."""
    opened(ledger, LIF_LIST, *THREE)
    answers = [
        ledger.submit(NAME, {"command": "ReportCombat", **failed_attack(*THREE), "recall": [who]})
        for who in THREE
    ]
    assert [answer["rule"] for answer in answers] == ["LiF 3.3"] * 3
    assert len({answer["reason"] for answer in answers}) == 1


def test_lif_3_3_a_recall_takes_the_shield_off_the_next_draw(ledger: Ledger) -> None:
    """The cup has changed after the openings that shielded it came in."""
    opened(ledger, LIF_1998, "rommel")
    state = replace(ledger.live(NAME).state, shielded=True, mixed=("ballot ussr 00",))
    event = LeaderRecalled(leader="rommel", reason="carpet bombed")
    after = fold.EVOLVE[LeaderRecalled](state, event)
    assert (after.shielded, after.mixed, after.draw) == (False, ("ballot ussr 00",), 0)


# --- both sides, places, turns ------------------------------------------------------------------


def test_lif_3_3_both_sides_may_lose_a_leader_in_one_battle(ledger: Ledger) -> None:
    """Ruling 33: the Soviets' five count for their own recall, the Germans' seven for theirs."""
    opened(ledger, LIF_1998, "koniev", "manstein")
    fought = {
        "kind": "land",
        "hex": "E1429",
        "attackers": ["ussr"],
        "defenders": ["germany"],
        "losses": [
            lost("attacker", "ussr", 5, counts_for_defender=False),
            lost("defender", "germany", 7, counts_for_attacker=False),
        ],
        "leaders": [
            {"leader": "manstein", "side": "defender", "ability_used": True},
            {"leader": "koniev", "side": "attacker", "ability_used": True},
        ],
    }
    events = done(ledger, "ReportCombat", **fought)
    assert [event.get("leader") for event in events] == [None, "koniev", "manstein"]
    assert told(ledger) == ([], 0)


@pytest.mark.parametrize(("place", "cause"), [("sea:north-sea/3", "overrun"), ("E1429", "sea-box")])
def test_lif_3_3_ships_are_lost_at_sea_and_leaders_overrun_ashore(
    ledger: Ledger, place: str, cause: str
) -> None:
    """No tank overruns a sea box, and no hex has a section's ships."""
    opened(ledger, LIF_1998, "raeder")
    done(ledger, "MoveLeader", leader="raeder", location=place)
    lost_so = {"command": "ReportLeaderLost", "leader": "raeder", "cause": cause}
    answer = ledger.submit(NAME, lost_so)
    assert (answer["accepted"], answer["rule"]) == (False, "LiF 3.3")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"leader": "manstein"}, "manstein could not be drawn"),
        ({"combat": "1939-SO-9"}, "combat: the record has 1939-SO-9, and the rules give 1939-SO-1"),
        ({"chosen_by": "rule"}, "chosen by: the record has rule, and the rules give draw"),
        (
            {"candidates": ["guderian", "rommel"]},
            'the rules give ["guderian","rommel","rundstedt"]',
        ),
        ({"draw": 7}, "draw: the record has 7, and the rules give 1"),
        ({"source": "table"}, "source: the record has table, and the rules give ledger"),
    ],
)
def test_lif_3_3_a_recall_that_does_not_follow_from_its_combat_is_found_out(
    ledger: Ledger, change: dict[str, Any], word: str
) -> None:
    """Who, after which combat, between whom, by which draw: all of it is checked."""
    opened(ledger, LIF_LIST, *THREE, "manstein")
    done(ledger, "ReportCombat", **failed_attack(*THREE))
    version, _ = recalled(ledger)
    said, _ = told(ledger, version, **change)
    assert said and word in said[0]


# --- what was lost ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "branch"),
    [
        ("FTR", "air"), ("ftr-2", "air"), ("LND4", "air"), ("NAV 3", "air"), ("CVP", "air"),
        ("ATR", "air"), ("CV", "sea"), ("CVL", "sea"), ("BB", "sea"), ("sub", "sea"),
        ("TRS", "sea"), ("CB", "sea"), ("CONV", "sea"),
        ("INF", "land"), ("HQ-A", "land"), ("MECH", "land"), ("", "land"),
    ],
)  # fmt: skip
def test_lif_3_3_a_type_is_of_the_air_the_sea_or_the_land(kind: str, branch: str) -> None:
    """A carrier's plane is no carrier; a type's digits and case do not matter."""
    assert battles.branch(kind) == branch
