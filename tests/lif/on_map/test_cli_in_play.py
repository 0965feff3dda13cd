"""The verbs of leaders in play, as a club types them."""

import json
from pathlib import Path

import pytest

from support import front
from support.command_line import Done, Shell

pytestmark = pytest.mark.further

SETUP = {**front.SETUP, "vichy": "installed"}
MINUS_BY = {key: value for key, value in front.COMBAT.items() if key != "command"}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with a campaign that has leaders to place."""
    made = Shell(tmp_path)
    (tmp_path / "front.json").write_text(json.dumps(SETUP))
    opened = made("open", "front", "--scenario", "global-war", "--module", "guards-banner",
                  "--ruling", "draws=table", "--setup", "front.json")  # fmt: skip
    assert opened.status == 0, opened.err
    return made


def accepted(done: Done) -> str:
    """What an accepted call said."""
    assert done.status == 0, done.err
    return done.out


def test_lif_3_1_a_leader_is_placed_moved_turned_and_sent_home(shell: Shell) -> None:
    """Hexes may be typed in small letters, leaders by name."""
    assert "Rommel was placed at E1429." in accepted(shell("place", "front", "Rommel", "e1429"))
    told = accepted(shell("move", "front", "rommel", "E1430", "--means", "rail"))
    assert "Rommel went by rail to E1430." in told
    assert "face-down" in accepted(shell("flip", "front", "rommel", "down"))
    told = accepted(shell("circle", "front", "rommel", "1940-JF", "--reason", "flown home"))
    assert "to arrive in January/February 1940 (flown home)" in told


def test_a_refusal_names_its_rule_and_a_stranger_his_neighbour(shell: Shell) -> None:
    """One line, exit status 1 for the rules and 2 for what cannot be meant."""
    refused = shell("place", "front", "guderian", "E1429")
    assert refused.status == 1
    assert refused.error.startswith("refused (LiF 3.1): only an arriving leader is placed")
    assert shell("place", "front", "romel", "E1429").error.endswith("did you mean rommel?")
    wrong = shell("place", "front", "rommel", "somewhere")
    assert wrong.status == 2


def test_lif_2_range_in_words_and_a_picture(shell: Shell) -> None:
    """Three stars are three hexes: 37 in all, seven rows of them."""
    told = accepted(shell("range", "rommel", "E1429"))
    lines = told.splitlines()
    assert lines[0] == "★★★ from E1429: 3 hexes of its map"
    rows = [line.strip() for line in lines if line.startswith("  E")]
    assert [row.split()[0] for row in rows] == [f"E{number}" for number in range(11, 18)]
    assert sum(row.count("o") for row in rows) == 36
    assert sum(row.count("L") for row in rows) == 1


def test_lif_2_range_from_where_he_is_and_ruling_28_across_maps(shell: Shell) -> None:
    """A way across is counted by the club: 1 on E and 1 on A at 2 make 3."""
    accepted(shell("place", "front", "rommel", "E1429"))
    assert "3 hexes from E1429 to E1432" in accepted(shell("range", "front", "rommel", "E1432"))
    far = json.loads(accepted(shell("range", "front", "rommel", "E1433", "--json")))
    assert (far["within"], far["cost"], far["stars"]) == (False, 4, 3)
    asked = shell("range", "front", "rommel", "A0101")
    assert asked.status == 1 and asked.error.startswith("refused (Ruling 28)")
    across = accepted(shell("range", "front", "rommel", "A0101", "--entered", "E=1,A=1"))
    assert "make 3" in across and "in range" in across
    assert shell("range", "front", "rommel", "A0101", "--entered", "one").status == 2
    assert shell("range", "rommel", "nowhere").error.endswith(
        "write E1429, sea:north-sea/3 or dot:canada"
    )


def test_lif_3_2_the_turn_s_course_and_a_use(shell: Shell) -> None:
    """He helps his own power's units where nobody else is named, and once a step."""
    accepted(shell("place", "front", "rommel", "E1429"))
    accepted(shell("stage", "front", "reinforcement"))
    accepted(shell("impulse", "front", "axis"))
    accepted(shell("step", "front", "advance-after-combat"))
    told = accepted(shell("use", "front", "rommel", "39", "E1429"))
    assert "for Germany" in told
    again = shell("use", "front", "rommel", "39", "E1429")
    assert again.status == 1 and again.error.startswith("refused (LiF 3.2)")
    assert "co-operate" in accepted(shell("cooperate", "front", "commonwealth", "france"))
    ended = accepted(shell("cooperate", "front", "commonwealth", "france", "--end"))
    assert "no longer co-operate" in ended


def test_lif_3_3_a_combat_from_a_file_or_a_pipe(shell: Shell) -> None:
    """10 − 3 = 7 recalls the defender's leader."""
    for who, where in (("zhukov", "E1430"), ("guderian", "E1428")):
        accepted(shell("move", "front", who, where))
    told = accepted(shell("combat", "front", "-", typed=json.dumps(MINUS_BY)))
    assert "Combat 1939-SO-1 (land) at E1428" in told
    assert "Guderian was recalled to the cup" in told
    options = ("--recall", "Rommel", "--place", "guderian=e1429")
    wrong = shell("combat", "front", "-", *options, typed=json.dumps(MINUS_BY))
    assert wrong.status == 1 and "Guderian is at E1429, not in E1428" in wrong.error
    assert shell("combat", "front", "-", typed="[]").status == 2
    assert shell("combat", "front", "-", typed="{").status == 2
    strange = shell("combat", "front", "-", typed=json.dumps({**MINUS_BY, "dice": 4}))
    assert strange.status == 2 and "dice" in strange.error


def test_lif_3_3_a_combat_by_options(shell: Shell) -> None:
    """A line for each loss and leader; sides and controllers are those of the record."""
    for who, where in (("zhukov", "E1430"), ("guderian", "E1428")):
        accepted(shell("move", "front", who, where))
    told = accepted(
        shell("combat", "front", "--kind", "land", "--hex", "e1428", "--attacker", "ussr",
              "--defender", "germany", "--loss", "ussr inf 3", "--loss", "germany inf killed 5",
              "--loss", "germany inf 5", "--leader", "guderian stacked used")
    )  # fmt: skip
    assert "Combat 1939-SO-1 (land) at E1428" in told
    assert "Guderian was recalled to the cup" in told


def test_lif_3_3_strike_bombing_and_loss(shell: Shell) -> None:
    """A 3 is under half of 7; the pilot's death is the leader's."""
    assert "recalled" in accepted(shell("ground-strike", "front", "guderian", "3", "7"))
    assert "recalled" in accepted(shell("bombed", "front", "raeder"))
    assert "killed" in accepted(shell("lost", "front", "timoshenko", "pilot"))
    assert shell("ground-strike", "front", "zhukov", "4", "7").out.count("recalled") == 0


def test_lif_5_1_a_promotion(shell: Shell) -> None:
    """6 and 3 for 8."""
    commands = "".join(json.dumps(command) + "\n" for command in front.TURN[:11])
    accepted(shell("submit", "front", "-", typed=commands))
    told = accepted(shell("promote", "front", "1939-SO-1", "soviet-inf", "guards-7th"))
    assert "6 + 3 = 9, and 8 were needed" in told


def test_status_tells_who_waits_to_be_placed_and_what_is_on_its_way(shell: Shell) -> None:
    """And leaves the lines out where nobody does."""
    told = accepted(shell("status", "front"))
    assert "To place   Manstein and Rommel: campaign leader place front manstein HEX" in told
    assert "Circle " not in told and "Vichy " not in told
    for who in ("rommel", "manstein"):
        accepted(shell("place", "front", who, "E1429"))
    accepted(shell("circle", "front", "rommel", "1940-JF"))
    told = accepted(shell("status", "front"))
    assert "To place" not in told
    assert "Circle     Rommel in January/February 1940" in told
    shown = json.loads(accepted(shell("status", "front", "--json")))
    assert shown["leaders_on_circle"] == {"1940-JF": ["rommel"]}
    assert shown["to_place"] == shown["vichy_moves"] == []


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


def test_lif_4_1_status_tells_whom_vichy_s_installation_has_to_move(tmp_path: Path) -> None:
    """A Vichy leader on the map goes to a hex of his own France."""
    shell = Shell(tmp_path)
    (tmp_path / "v.json").write_text(json.dumps({"leaders": {"darlan": "arriving"}}))
    accepted(shell("open", "v", "--scenario", "global-war", "--setup", "v.json"))
    accepted(shell("place", "v", "darlan", "W1010"))
    wrong = shell("vichy", "v", "collapse", "--move", "darlan=W1010")
    assert wrong.status == 2 and "--move goes with install" in wrong.error
    accepted(shell("vichy", "v", "install"))
    hint = "Vichy      Darlan still to be moved: campaign leader move v darlan HEX --means vichy"
    assert hint in accepted(shell("status", "v"))
    accepted(shell("move", "v", "darlan", "W1111", "--means", "vichy"))
    assert "still to be moved" not in accepted(shell("status", "v"))


def test_the_examples_print_as_json_with_a_schema(shell: Shell) -> None:
    """A combat to change into one's own, and what it may say."""
    assert json.loads(accepted(shell("combat", "--template")))["kind"] == "land"
    assert "$defs" in json.loads(accepted(shell("combat", "--schema")))
    assert shell("combat").status == 2


def test_lif_3_2_a_stage_is_one_of_the_turn_s(shell: Shell) -> None:
    """A mistyped one gets a suggestion; nothing is recorded."""
    before = shell.fine("log", "front")
    refused = shell("stage", "front", "foo")
    assert refused.status == 2
    assert refused.error == (
        "campaign: STAGE: 'foo' is not one of the choices; it is one of reinforcement,"
        " lend-lease, initiative, action, end-of-turn, production, peace"
    )
    near = shell("stage", "front", "reinforcment")
    assert "did you mean reinforcement?" in near.error
    assert shell.fine("log", "front") == before
    assert "The end of turn stage began." in shell.fine("stage", "front", "End_of_turn")
    own = '{"command": "BeginStage", "stage": "partisans"}'
    assert '"accepted":true' in shell.fine("submit", "front", "-", typed=own).replace(" ", "")
