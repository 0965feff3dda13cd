"""Dice for ground, night, air and fortifications: typed, filled in, by the ledger, forged.

What they bring stands in `cases/fow-aids.toml`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.fow.dice.commands import AIDS
from forgeries import forge
from forgeries.audited import audited
from forgeries.recorded import Record, _record
from fow.support import War, war
from fow.test_battle_log import SIDES, sound, turns
from support.command_line import Shell
from support.sessions import ledger_in
from support.web import NAME, WebClub, words

HERE = f"/c/{NAME}"
FACTS: dict[str, dict[str, Any]] = {
    "infiltration": {"dice": [2]},
    "tiger-ace": {},
    "night-visibility": {},
    "bogging": {"going": "difficult", "team": "fully-tracked", "night": True},
    "free-bogged": {"skill": "trained", "unreliable": True},
    "ice": {"armour": 6},
    "dig-in": {"skill": "conscript", "pioneers": True},
    "breach-wall": {"skill": "trained", "pioneers": True},
    "stormtrooper": {"skill": "veteran", "ace": True},
    "recce-disengage": {"skill": "veteran"},
    "komissar": {"rating": "fearless"},
    "anti-aircraft": {"skill": "veteran", "firepower": 3, "aircraft": 3, "count": 6},
    "air-range-in": {"target": "trained", "concealed": True},
    "air-hits": {"to_hit": 3, "attempt": 2, "aircraft": 3, "count": 5},
    "gun-tank": {"count": 4},
    "flame-thrower": {"skill": "trained", "armoured_tanks": True, "firepower": 5, "count": 5},
    "bunker": {"skill": "trained", "firepower": 4},
    "barbed-wire": {"skill": "trained", "pioneers": True, "count": 4},
    "minefield": {"team": "infantry", "skill": "trained", "rating": "confident", "count": 4},
    "anti-tank-obstacle": {"skill": "veteran", "successes": 2, "count": 3},
    "tank-pit": {},
}
"""Facts of the aids that either side may roll in Hold the Line; the ledger rolls, but for one."""
OTHERS = ("wind", "dawn", "sewers")
ALL = (*FACTS, *OTHERS)


def infantry(folder: Path) -> War:
    """Hold the Line between two infantry companies, begun; Able attacks."""
    types = dict.fromkeys(SIDES, "infantry")
    rulings = {"dice": "either", "agreed_missions": "any"}
    own = war(folder, "linked", sides=SIDES, games=4, company_types=types, rulings=rulings)
    own.do("RollMission", dice={"able": [3, 3], "baker": [1, 1]})
    return own


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A battle in which the ledger rolled all of them but one."""
    folder = tmp_path_factory.mktemp("ground")
    with infantry(folder) as own:
        own.do("RollRoles", dice={"able": [6], "baker": [1]})
        own.do("BeginBattle")
        for aid, facts in FACTS.items():
            own.do("RollDice", aid=aid, side="able", **facts)
        own.do("RollDice", aid="wind", side="baker")
        own.do("RollDice", aid="wind", side="able", reroll=True)
        turns(own, *["able", "baker"] * 3)
        own.do("RollDice", aid="dawn", side="baker")
        own.do("AbandonBattle", reason="The lights went out.")
        own.do("AdvanceTurn")
        own.do("RollMission", dice={"able": [3, 3], "baker": [1, 1]})
        own.do("AgreeMission", mission="not-one-step-back")
        own.do("RollRoles", dice={"able": [6], "baker": [1]})
        own.do("BeginBattle")
        own.do("RollDice", aid="sewers", side="able")
        sound(own)
        yield _record("ground", own._ledger, {})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("aid", ALL)
def test_a_forged_outcome_is_found(record: Record, aid: str) -> None:
    """Another outcome, or other dice of the ledger, than the rules and the seed give."""
    found = 0
    for number, act in enumerate(record.acts):
        if act.events[0].get("aid") != aid:
            continue
        forged = [*forge._distinct(record, number, 0, "outcome")][:1]
        for one, finding in audited(record, forged):
            assert finding, one
            found += 1
    assert found == (2 if aid == "wind" else 1)


def test_these_are_the_aids_that_followed() -> None:
    """All 61 are there, and each of these has its facts above."""
    assert len(AIDS) == 61 and set(ALL) <= set(AIDS) and len(ALL) == 24


def anzio(folder: Path) -> Shell:
    """Anzio as the book opens it: two players, nobody else."""
    shell = Shell(folder)
    (folder / "anzio.toml").write_text('players = {anna = "allies", ben = "axis"}\n')
    shell.fine("start", "winter", "--system", "fow", "--scenario", "anzio", "--setup", "anzio.toml")
    return shell


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Anzio at the keyboard with its battle begun; the Allies attack."""
    own = anzio(tmp_path_factory.mktemp("typed"))
    own.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    return own


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("infiltration concealed nearest_enemy_in=9 dice=2", "undetected"),
        ("tiger-ace side=axis dice=6,3,6", "clever hans; commander: choice"),
        ("night-visibility dice=3", "12 inches or 30 cm"),
        ("bogging going=difficult team=gun dice=1", "it is Bogged Down"),
        ("free-bogged skill=trained unreliable dice=1", "it has broken down"),
        ("ice armour=6 dice=2", "2 + 3 = 5 against 6; 2; the vehicle is lost"),
        ("dig-in skill=trained pioneers dice=3,4", "they are dug in"),
        ("breach-wall skill=veteran dice=2", "no opening yet"),
        ("stormtrooper skill=veteran dice=3", "it moves again"),
        ("recce-disengage skill=veteran dice=3", "it gets away"),
        ("komissar rating=fearless dice=1", "failed; the Komissar is killed too"),
        ("wind side=axis dice=4", "direction 4 of your chart"),
        (
            "anti-aircraft skill=veteran firepower=5 aircraft=2 dice=3,6 firepower_dice=5,6",
            "Veteran 3+, 2 hits, then Firepower 5+; 3, 6, 5, 6; 2 aircraft shot down",
        ),
        ("air-range-in target=trained concealed dice=1,6", "ranged in at attempt 2"),
        ("air-hits to_hit=4 attempt=3 aircraft=3 dice=6,5 again=6", "2 hits"),
        ("gun-tank dice=3,5,2,6", "2 hits on the model picked"),
        ("flame-thrower skill=veteran dice=3,2", "Veteran 3+, 1 hit; 3, 2; 1 team Destroyed"),
        ("bunker skill=trained firepower=4 dice=4,4", "the bunker is Pinned Down"),
        ("barbed-wire skill=trained dice=4,3,1", "1 team got through"),
        (
            "minefield team=armoured skill=veteran top=1 count=2 dice=2,1,4,3",
            "Veteran 3+, 2 hits, 1 Bailed Out; 2, 1, 4, 3; 1 team lost",
        ),
        ("anti-tank-obstacle skill=veteran successes=5 dice=3", "6 successes in all"),
        ("tank-pit dice=3", "not saved"),
    ],
)
def test_they_are_typed_at_a_terminal(shell: Shell, typed: str, said: str) -> None:
    """The aid, its facts, its dice; the answer says what they brought."""
    aid, *facts = typed.split()
    side = () if "side=axis" in facts else ("side=allies",)
    assert said in shell.fine("dice", "winter", aid, *side, *facts)


def test_they_are_filled_in_on_the_web(tmp_path: Path) -> None:
    """The page has every aid of this battle to tap, and takes the facts of the new ones."""
    club = WebClub.on(ledger_in(tmp_path))
    setup = {"players": {"anna": "allies", "ben": "axis"}}
    assert club.house.desk.open(NAME, system="fow", scenario="anzio", setup=setup)["accepted"]
    begins = {"command": "BeginBattle", "platoons": {"allies": 5, "axis": 5}}
    assert club.house.ledger.submit(NAME, begins)["accepted"]
    anna = club.browser("anna")
    form = anna.get(f"{HERE}/do/RollDice").text
    assert all(f'value="{slug}"' in form for slug in ("minefield", "bogging", "wind", "bunker"))
    assert 'value="sewers"' not in form and "has no sewers" in form
    typed = {"aid": "minefield", "team": "infantry", "skill": "trained", "count": "2"}
    anna.fill(f"{HERE}/do/RollDice", **typed, dice="4 3 3")
    assert "a minefield: Trained 4+, 1 hit; 4, 3, 3; 0 teams lost" in words(
        anna.get(f"{HERE}/journal")
    )
    club.close()
