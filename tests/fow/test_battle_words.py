"""The battle log and audited dice in sentences."""

import pytest

from campaign.fow.battle_log import chapter as battle_log_chapter
from campaign.fow.dice import chapter
from campaign.fow.names import Names
from events.base import Event
from events.fow import table_top as facts
from events.fow.table_top import DiceRolled

NAMES = Names(
    members={"ben": "Ben"},
    sides={"able": "Able", "baker": "Baker", "allies": "Allies"},
    lines={"linked": "Linked missions"},
    sectors={},
    forces={},
    platoons={},
)
ROLLED = {"side": "able", "battle": "linked-1", "line": "linked"}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            DiceRolled(
                aid="rally",
                inputs={"rating": "fearless", "led": True, "komissar": True},
                needed=3,
                dice=(1, 2, 1),
                outcome="failed",
                komissar="killed",
                **ROLLED,
            ),
            "Able rolled for a test to rally: Fearless 3+; 1, 2, 1; failed; "
            "the Komissar is killed too.",
        ),
        (
            DiceRolled(
                aid="air-request",
                inputs={"pool": 3},
                needed=5,
                dice=(5, 1, 1),
                left=2,
                outcome="granted",
                source="ledger",
                draw=3,
                **ROLLED,
            ),
            "Able rolled for air support: a request 5+; 5, 1, 1 by the ledger; granted; "
            "2 dice left.",
        ),
        (
            DiceRolled(
                aid="platoon-morale",
                platoon="p1",
                needed=4,
                dice=(3,),
                outcome="failed",
                inputs={"rating": "confident", "destroyed": 2, "fighting": 1, "casualties": True},
                witness="ben",
                **ROLLED,
            ),
            "Able rolled for a Platoon Morale Check (p1): Confident 4+; 3, seen by Ben; failed.",
        ),
        (
            DiceRolled(
                aid="range-in",
                inputs={"target": "trained"},
                needed=3,
                dice=(1, 3),
                outcome=2,
                **ROLLED,
            ),
            "Able rolled for ranging in: Trained 3+; 1, 3; ranged in at attempt 2.",
        ),
        (
            DiceRolled(
                aid="shooting-hits",
                inputs={"target": "trained", "count": 1},
                needed=3,
                dice=(3,),
                outcome=1,
                **ROLLED,
            ),
            "Able rolled for hits: Trained 3+; 3; 1 hit.",
        ),
        (
            DiceRolled(
                aid="weather",
                inputs={"khamseen": "threatens"},
                needed=0,
                dice=(1,),
                outcome="arrives",
                **ROLLED,
            ),
            "Able rolled for the Khamseen: on a 1 it arrives; 1; it arrives.",
        ),
        (
            DiceRolled(
                aid="weather",
                inputs={"khamseen": "arrives"},
                needed=0,
                dice=(4,),
                outcome="arrives",
                **ROLLED,
            ),
            "Able rolled for the Khamseen: on 5+ it departs; 4; nothing changes.",
        ),
        (
            DiceRolled(
                aid="first-turn",
                inputs={"one": "able", "two": "baker", "finished_first": "able"},
                needed=0,
                dice=(1, 5),
                outcome="baker",
                **ROLLED,
            ),
            "Able rolled for the first turn: 2 against 5; 1, 5; Baker begins.",
        ),
        (
            DiceRolled(
                aid="random-deployment",
                inputs={},
                needed=0,
                dice=(2,),
                outcome="quarter-2",
                **ROLLED,
            ),
            "Able rolled for Random Deployment: 1 to 4: that quarter; 5 or 6: any quarter, or "
            "Reserve; 2; quarter 2.",
        ),
        (
            DiceRolled(aid="of-tomorrow", inputs={}, needed=0, dice=(2,), outcome="odd", **ROLLED),
            "Able rolled for of-tomorrow: 2; odd.",
        ),
        (
            facts.DeploymentRecorded(
                battle="linked-1",
                side="able",
                reserve=2,
                on_table=3,
                platoons={"reserve": ("p1", "p2")},
            ),
            "Able deployed (battle 1): 2 in Reserve (p1, p2) and 3 on the table.",
        ),
        (
            facts.FortificationsBought(
                battle="linked-1",
                points=60,
                spent=12,
                width_feet=4,
                basic={"trench-line": 3},
                sections={"bunker": 2},
                pioneers={"minefield": 1},
            ),
            "Fortifications (battle 1): 12 of 60 points for 2 bunkers; 3 sections of trench "
            "beside them; 1 minefield by Pioneer Supply Vehicles.",
        ),
        (
            facts.FortificationsBought(battle="linked-1", points=0, spent=0, basic={}, sections={}),
            "Fortifications (battle 1): none.",
        ),
        (
            facts.PlayerTurnBegan(
                battle="linked-1", side="able", number=6, due=("withdrawal", "remove-objective")
            ),
            "Able began turn 6 (battle 1); due: a withdrawal and an objective to be removed.",
        ),
        (
            facts.DelayCounterGained(battle="linked-1", total=4, counters=1),
            "Battle 1: with 4 platoons and Delay Counters nobody withdrew; the defender has "
            "1 Delay Counter.",
        ),
        (
            facts.PlatoonWithdrew(battle="linked-1", side="able", total=5, platoon="p1"),
            "Able withdrew p1 (battle 1).",
        ),
        (
            facts.PlatoonLost(battle="linked-1", side="able", how="rear"),
            "Able sent a platoon to the rear (battle 1).",
        ),
        (
            facts.CompanyBroke(battle="linked-1", side="able"),
            "The company of Able broke (battle 1).",
        ),
        (
            facts.CompanyBroke(battle="linked-1", side="able", company="battalion"),
            "The battalion of Able broke (battle 1).",
        ),
    ],
)
def test_what_was_rolled_and_logged_is_told_in_a_sentence(event: Event, text: str) -> None:
    """What was needed part by part, what fell, what it brought."""
    both = {**chapter.SENTENCES, **battle_log_chapter.SENTENCES}
    assert both[type(event)](event, NAMES) == text
