"""What is owed of leaders in play; their verbs are in `cases/keyboard/leaders.txt`."""

import json
from pathlib import Path

import pytest

from support.command_line import Done, Shell

pytestmark = pytest.mark.further


def accepted(done: Done) -> str:
    """What an accepted call said."""
    assert done.status == 0, done.err
    return done.out


def gone(shell: Shell, leader: str, ability: int, counters: int, *more: str) -> str:
    """What is owed once a leader was recalled on whom units rest, so many of them on record."""
    power = {"rundstedt": "germany", "pretelat": "france"}[leader]
    shell.fine("open", "rest", "--scenario", "global-war", "--setup", "rest.json", *more)
    units = [{"id": f"unit-{n}", "power": power, "type": "INF"} for n in range(counters)]
    moved = {"command": "MoveCounter", "to": "map", "location": "E1428", "reason": "in play"}
    commands = (
        *([{"command": "AddCounters", "counters": units, "source": "the club"}] if units else []),
        *({**moved, "counter": unit["id"]} for unit in units),
        {"command": "MoveLeader", "leader": leader, "location": "E1428", "means": "rail"},
        {"command": "BeginImpulse", "side": "axis"},
        {"command": "UseAbility", "leader": leader, "ability": ability, "hex": "E1428",
         "helps": [power]},
        {"command": "BeginImpulse", "side": "allies"},
    )  # fmt: skip
    typed = "".join(json.dumps(command) + "\n" for command in commands)
    accepted(shell("submit", "rest", "-", typed=typed))
    assert owed(shell) == ""
    shell.fine("bombed", "rest", leader)
    return owed(shell)


def owed(shell: Shell) -> str:
    """The line of `status` with what is owed; empty without one."""
    lines = accepted(shell("status", "rest")).splitlines()
    return next((line for line in lines if line.startswith("Owed")), "")


@pytest.fixture
def rest(tmp_path: Path) -> Shell:
    """A store, and a set-up with two leaders on the map."""
    leaders = {"rundstedt": "map", "pretelat": "map"}
    (tmp_path / "rest.json").write_text(json.dumps({"leaders": leaders}))
    return Shell(tmp_path)


def test_ruling_62_the_excess_unit_behind_ability_48_is_owed_until_it_is_gone(rest: Shell) -> None:
    """His recall destroys the extra unit: one of the two on record there leaves the map."""
    assert gone(rest, "rundstedt", 48, 2) == (
        "Owed       Germany (host) still has to take the excess unit in E1428 off the map "
        "(Rundstedt, whose ability 48 held it, is gone)"
    )
    call = "campaign counters move rest COUNTER pool --reason destroyed"
    assert call in rest.read("status", "rest")["next"]
    done = rest("turn", "rest")
    assert done.status == 1 and "the excess unit in E1428" in done.error
    rest.fine("counters", "move", "rest", "unit-1", "pool", "--reason", "destroyed")
    assert owed(rest) == ""


def test_ruling_62_a_club_without_counters_owes_it_until_the_turn_ends(rest: Shell) -> None:
    assert "the excess unit in E1428" in gone(rest, "rundstedt", 48, 0)
    assert not any("counters move" in call for call in rest.read("status", "rest")["next"])
    rest.fine("turn", "rest", "--yes")
    assert owed(rest) == ""


def test_ruling_62_the_stack_behind_ability_25_goes_to_the_circle(rest: Shell) -> None:
    """All of it: two units, one after the other."""
    told = gone(rest, "pretelat", 25, 2)
    assert "put the stack in E1428 on the production circle (Prételat, whose ability 25" in told
    for unit in ("unit-0", "unit-1"):
        assert "the stack in E1428" in owed(rest)
        rest.fine("counters", "move", "rest", unit, "circle", "--arrives", "1939-ND")
    assert owed(rest) == ""


def test_ruling_62_the_list_edition_says_nothing_of_that_stack(rest: Shell) -> None:
    assert gone(rest, "pretelat", 25, 2, "--rulebook", "lif-list") == ""
