"""Interviews of Flames of War: the next question, given the answers so far."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.disputes import routing
from campaign.fow.state import State
from campaign.fow.system import SYSTEM
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused, Supplied, WithheldError, trial
from campaign.kernel.interview.pages import (
    Complete,
    Confirm,
    NextPage,
    Outcome,
    Page,
    Thorough,
    first_key,
)
from campaign.kernel.interview.runner import Setting, interviewed
from fow.support import FORCES, cases, war
from support.driver import NAME


def tried(state: State, command: str, fields: Mapping[str, Any]) -> Refused | None:
    """Why the rules would refuse, without anything secret at hand."""
    sent = msgspec.json.encode({"command": command, "by": "host", **fields})
    read = decisions.read(sent, SYSTEM.rules.commands)
    if isinstance(read, Refused):
        return read
    try:
        found = routing.decide(SYSTEM, state, read, trial(Supplied()))
    except WithheldError:
        return None
    return found if isinstance(found, Refused) else None


def asked(
    state: State, command: str, answers: Mapping[str, str], asks: Thorough = "people"
) -> Outcome:
    """What is asked next."""
    setting = Setting("host", lambda fields: tried(state, command, fields))
    return interviewed(SYSTEM, state, SYSTEM.rules.commands[command], answers, setting, asks=asks)


def state_of(folder: Path, stage: str) -> State:
    """A campaign of linked missions, with dice of the table, at some stage."""
    setup: dict[str, Any] = {"games": 4, "rulings": {"dice": "table"}}
    if stage == "forces":
        setup = {"players": {"anna": "allies", "ben": "axis"}, "forces": FORCES}
    with war(folder, "anzio" if stage == "forces" else "linked", **setup) as club:
        if stage in ("roles", "begun"):
            club.do("RollMission", dice={"allies": [2, 3], "axis": [1, 1]})
        if stage == "begun":
            club.do("RollRoles", dice={"allies": [5], "axis": [2]})
            club.do("BeginBattle", platoons={"allies": 5, "axis": 5})
        found = club._ledger.live(NAME).state
        assert isinstance(found, State)
        return found


@pytest.mark.parametrize("case", cases("next_questions"))
def test_the_next_question(tmp_path: Path, case: dict[str, Any]) -> None:
    """The first key of the page that is asked, what is wrong with it, or the fields."""
    found = case["found"]
    outcome = asked(state_of(tmp_path, case["stage"]), case["command"], case["answers"])
    if isinstance(outcome, NextPage):
        assert isinstance(outcome.page, Page)
        said = outcome.fields if outcome.fields is not None else outcome.errors
        assert found in (plain(said), first_key(outcome.page))
    else:
        fields = outcome.fields
        assert fields is not None and found == plain(
            {name: value for name, value in fields.items() if value is not None}
        )
        assert isinstance(outcome, Complete) or outcome.refused.rule


def plain(values: object) -> object:
    """Values as JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(values))


def test_a_roll_is_read_back_before_it_is_recorded(tmp_path: Path) -> None:
    """FoW: a 3 fails a Confident test, which needs 4, and the leader's second die passes it. What
    the ledger rolls nobody hears before.
    """
    told = {"aid": "rally", "side": "allies", "rating": "confident", "led": "yes"}
    state = state_of(tmp_path, "begun")
    found = asked(state, "RollDice", {**told, "dice": "3 4"})
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm)
    (line,) = found.page.lines
    assert line == "The Allies rolled for a test to rally: Confident 4+; 3, 4; passed."
    rulings = msgspec.structs.replace(state.rulings, dice="ledger")
    found = asked(msgspec.structs.replace(state, rulings=rulings), "RollDice", told)
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm)
    line, score = found.page.lines
    assert line.startswith("The ledger rolls for a test to rally;")
    assert score == "Needed: Confident 4+. With the roll again: 75 in 100."
