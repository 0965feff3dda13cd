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
from fow.battles import SIDES, sound, turns
from fow.support import War, cases, war
from support.command_line import Shell
from support.sessions import ledger_in
from support.web import NAME, WebClub, words

HERE = f"/c/{NAME}"
FACTS: dict[str, dict[str, Any]] = cases("aids_of_the_ledger")
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
@pytest.mark.parametrize(("typed", "said"), cases("aids_typed"))
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
