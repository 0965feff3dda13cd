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
from fow.support import FORCES, war
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


BOTH = {"dice/allies": "5,5", "dice/axis": "5 2"}
SQUADS = {"force": "rifles", "squads.0": "rifle-1 add 280"}


@pytest.mark.parametrize(
    ("stage", "command", "answers", "found"),
    [
        ("mission", "RollMission", {}, "dice/allies"),
        ("mission", "RollMission", {"dice/allies": "5", "dice/axis": "5"},
         {"dice/allies": "that is 1 die, not 2", "dice/axis": "that is 1 die, not 2"}),
        ("mission", "RollMission", {"_words.0": "allies=5,5", "_words.1": "axis=5,2"},
         {"dice": {"allies": (5, 5), "axis": (5, 2)}}),
        ("roles", "RollRoles", BOTH, "types/allies"),
        ("roles", "RollRoles", {"types/allies": "tank", "types/axis": "infantry"},
         {"types": {"allies": "tank", "axis": "infantry"}}),
        ("roles", "RollRoles", BOTH | {"types/allies": ""},
         {"dice": {"allies": (5, 5), "axis": (5, 2)}}),
        ("begun", "ReportResult", {}, "ended_by"),
        ("begun", "ReportResult", {"ended_by": "conceded"}, "side"),
        ("begun", "ReportResult", {"ended_by": "time"}, "lost/allies"),
        ("begun", "ReportResult", {"ended_by": "time", "lost/allies": "two"},
         {"lost/allies": "two: give a number from 0 to 5"}),
        ("begun", "ReportResult", {"ended_by": "time", "lost/allies": "6"},
         {"lost/allies": "6: give a number from 0 to 5"}),
        ("begun", "ReportResult", {"ended_by": "conceded", "lost/allies": "1", "lost/axis": ""},
         "side"),
        ("begun", "ReportResult",
         {"_words.0": "conceded", "_words.1": "axis", "lost/allies": "1", "lost/axis": "2",
          "confirmed": "yes"},
         {"ended_by": "conceded", "side": "axis", "lost": {"allies": 1, "axis": 2}}),
        ("begun", "RollDice", {"aid": "rally", "side": "allies"}, "rating"),
        ("begun", "RollDice", {"aid": "rally", "side": "allies", "rating": "brave"},
         {"rating": "'brave' is not one of the choices; it is one of reluctant, confident, "
          "fearless"}),
        ("begun", "RollDice",
         {"aid": "rally", "side": "allies", "rating": "confident", "led": "yes", "dice": "3 4",
          "confirmed": "yes"},
         {"aid": "rally", "side": "allies", "rating": "confident", "led": True, "dice": (3, 4)}),
        ("forces", "ReorganiseForce", SQUADS,
         {"force": "rifles", "squads": [{"platoon": "rifle-1", "change": "add", "points": 280}]}),
        ("forces", "ReorganiseForce",
         {"force": "rifles", "support_out": "tanks", "support.0": "guns 200",
          "core.0.out": "mortars", "core.0.id": "mortars-b", "core.0.points": "130",
          "core.1.out": "rifle-2"},
         {"force": "rifles",
          "support": {"remove": ["tanks"], "add": [{"class": "support", "id": "guns",
                                                    "points": 200}]},
          "core": [{"swap": {"out": "mortars", "in": {"class": "weapons", "id": "mortars-b",
                                                       "points": 130}}},
                   {"remove": "rifle-2"}]}),
        ("forces", "OrganiseForce",
         {"side": "axis", "kampfgruppe/id": "kg", "squads.0": "gren-1 1", "squads.1": "gren-2 1"},
         {"side": "axis", "kampfgruppe": {"id": "kg", "squads": {"gren-1": 1, "gren-2": 1}}}),
        ("forces", "EnterForce", {"force": "tigers", "side": "axis", "type": "tank"}, "platoons"),
    ],
)  # fmt: skip
def test_the_next_question(
    tmp_path: Path, stage: str, command: str, answers: dict[str, str], found: object
) -> None:
    """The first key of the page that is asked, what is wrong with it, or the fields."""
    outcome = asked(state_of(tmp_path, stage), command, answers)
    if isinstance(outcome, NextPage):
        assert isinstance(outcome.page, Page)
        said = outcome.fields if outcome.fields is not None else outcome.errors
        assert found in (said, first_key(outcome.page))
    else:
        fields = outcome.fields
        assert fields is not None and found == {
            name: value for name, value in fields.items() if value is not None
        }
        assert isinstance(outcome, Complete) or outcome.refused.rule


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
