"""LiF 3.3: a combat reported by answering questions is the report that a file would have sent."""

import json
from pathlib import Path

import pytest

from support import front
from support.command_line import Shell, typed_at_a_terminal

SETUP = {**front.SETUP, "vichy": "installed"}
GERMAN = {
    "side": "defender", "power": "germany", "controlled_by": "germany", "type": "INF",
    "fate": "killed", "build_points": 5,
}  # fmt: skip


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign in its first combat: Zhukov has announced an ability for it, at two hexes."""
    made = Shell(tmp_path)
    (tmp_path / "front.json").write_text(json.dumps(SETUP))
    made.fine("open", "front", "--scenario", "global-war", "--module", "guards-banner",
              "--ruling", "draws=table", "--setup", "front.json")  # fmt: skip
    commands = "".join(json.dumps(command) + "\n" for command in front.TURN[:10])
    made.fine("submit", "front", "-", typed=commands)
    return made


def reported(shell: Shell) -> list[dict[str, object]]:
    """What the record says from the combat on, without times and digests."""
    lines = [json.loads(line) for line in shell.fine("log", "front", "--json").splitlines()]
    first = next(n for n, line in enumerate(lines) if line["type"] == "lif.CombatReported")
    kept = ("at", "digest", "head", "version", "by")
    return [{k: v for k, v in line.items() if k not in kept} for line in lines[first:]]


LAND = ["", "e1428"]
SIDES = ["ussr", "Germany"]
LOSSES = ["inf 3", "", "INF 5", "germany inf killed 5", ""]
LEADERS = ["stacked", "yes", "", ""]
"""Guderian in the hex, with an ability; Zhukov as the record knows him; nobody else."""
ALL = [*LAND, *SIDES, *LOSSES, *LEADERS, "", "y"]


def test_the_answers_send_what_a_file_would_have_sent(shell: Shell, tmp_path: Path) -> None:
    """10 - 3 = 7 recalls the defender's leader, in both."""
    (tmp_path / "file").mkdir()
    other = Shell(tmp_path / "file")
    shell.fine("export", "front", "front.jsonl")
    other.fine("import", str(shell.folder / "front.jsonl"))
    status, screen = typed_at_a_terminal(shell, "combat", "front", lines=ALL)
    shown = " ".join(screen.split())
    assert status == 0, screen
    assert "Counters of the attackers on the map: soviet-inf (INF)" in shown
    assert "Guderian of Germany, in E1428" in shown and "Zhukov of the USSR, in E1430" in shown
    assert "Zhukov: ability 33 (" in shown and "was announced at E1428" in shown
    assert "USSR attacked Germany (land) in E1428" in shown
    assert "defender: Germany INF, killed, 5 build points" in shown
    assert "Zhukov (attacker, from afar, ability used)" in shown
    assert "Guderian was recalled to the cup" in shown
    fields = {
        "kind": "land", "hex": "E1428", "attackers": ["ussr"], "defenders": ["germany"],
        "losses": [
            {"side": "attacker", "power": "ussr", "controlled_by": "ussr", "type": "INF",
             "fate": "killed", "build_points": 3},
            GERMAN, GERMAN,
        ],
        "leaders": [
            {"leader": "guderian", "side": "defender", "took_part": True, "stacked": True,
             "ability_used": True},
            {"leader": "zhukov", "side": "attacker", "took_part": True, "ability_used": True},
        ],
    }  # fmt: skip
    other.fine("combat", "front", "-", typed=json.dumps(fields))
    assert reported(shell) == reported(other)


def test_without_a_yes_nothing_is_recorded(shell: Shell) -> None:
    """No, and nothing at all, are no."""
    before = shell.fine("show", "front", "--json")
    for answer in ("no", ""):
        status, screen = typed_at_a_terminal(shell, "combat", "front", lines=[*ALL[:-1], answer])
        assert status == 0 and "Nothing was recorded." in screen
    assert shell.fine("show", "front", "--json") == before


def test_a_counter_on_record_needs_its_id_alone(shell: Shell) -> None:
    """Its power and type are the record's; shattered, it goes onto the production circle."""
    lines = [*LAND, *SIDES, "soviet-inf shattered", "", "", *LEADERS, "y"]
    status, screen = typed_at_a_terminal(shell, "combat", "front", lines=lines)
    assert status == 0, screen
    (lost,) = reported(shell)[0]["losses"]  # type: ignore[misc]
    assert lost["counter"] == "soviet-inf" and lost["power"] == lost["controlled_by"] == "ussr"
    assert (lost["type"], lost["fate"]) == ("INF", "shattered")
    assert "soviet-inf" in shell.fine("counters", "list", "front", "ussr", "--place", "circle")


def test_what_is_unusable_is_asked_again_with_what_would_be_right(shell: Shell) -> None:
    """A place, a country, a unit, a word behind it, a leader; and one who is listed already."""
    lines = ["land", "nowhere", "E1428", "", "ussr atlantis", "ussr", "germany",
             "germany inf 3", "panzer", "ussr", "inf 3 lost", "inf 3", "", "panzer", "",
             "no", "helped", "zhukow", "zhukov", "", "y"]  # fmt: skip
    status, screen = typed_at_a_terminal(shell, "combat", "front", lines=lines)
    shown = " ".join(screen.split())
    assert status == 0, screen
    for words in (
        "'NOWHERE' is no place; write E1429, sea:north-sea/3 or dot:canada.",
        "Name at least one power or minor country.",
        "There is no country 'atlantis'",
        "'germany' is not among the attackers; name one of ussr.",
        "Panzer is germany's, and not one of the attackers'.",
        "Name the unit's type, such as INF.",
        "Expected build points or one of killed, shattered, retreated, corps, division or hq, got"
        " 'lost'.",
        "Panzer is not on the map (circle).",
        "There is no leader 'zhukow'; did you mean zhukov? ",
        "This leader is listed already.",
    ):
        assert words in shown, words


def test_a_refusal_gives_what_was_typed_for_a_file(shell: Shell) -> None:
    """Nothing typed is lost: the fields are printed as a file has them."""
    lines = [*LAND, *SIDES, "", "", "no", "no", "", "y"]
    status, screen = typed_at_a_terminal(shell, "combat", "front", lines=lines)
    shown = " ".join(screen.split())
    assert status == 1 and "was used in this combat, and the report leaves Zhukov out" in shown
    assert '{"kind":"land","hex":"E1428","attackers":["ussr"],"defenders":["germany"]' in shown


def test_a_campaign_that_records_no_combats_asks_nothing(tmp_path: Path) -> None:
    """Before the first question; nor is one asked while the Promotions Board is open."""
    plain = Shell(tmp_path)
    plain.fine("open", "plain", "--scenario", "global-war", "--no-module", "leaders",
               "--no-module", "guards-banner")  # fmt: skip
    status, screen = typed_at_a_terminal(plain, "combat", "plain", lines=[])
    assert status == 1 and "played without leaders and Guards armies" in " ".join(screen.split())
    plain.fine("open", "club", "--scenario", "global-war")
    plain.fine("board", "club")
    status, screen = typed_at_a_terminal(plain, "combat", "club", lines=[])
    assert status == 1 and "finish the Promotions Board first" in " ".join(screen.split())


def test_the_place_and_the_host_s_choice_of_the_recalled_are_asked_for(tmp_path: Path) -> None:
    """Ruling 32: two of three stars are exposed to recall by 10 points, and the host says who goes.
    Ruling 45: the record has neither's place.
    """
    shell = Shell(tmp_path)
    leaders = {"rommel": "map", "kleist": "map"}
    (tmp_path / "two.json").write_text(json.dumps({**SETUP, "leaders": leaders}))
    shell.fine("open", "two", "--scenario", "global-war", "--setup", "two.json")
    people = ["rommel", "", "yes", "kleist", "", "yes", "", "", ""]
    asked = ["e1428", "e1428", "rommel"]
    lines = [*LAND, *SIDES, "", "arm 10", "", *people, "y", *asked]
    status, screen = typed_at_a_terminal(shell, "combat", "two", lines=lines)
    shown = " ".join(screen.split())
    assert status == 0, screen
    assert "Where is Rommel?" in shown and "Where is Kleist?" in shown
    assert "Who is recalled for the defender (kleist, rommel)" in shown
    assert "Rommel was recalled to the cup" in shown and "Kleist was recalled" not in shown


def test_every_line_is_judged_and_read_back(shell: Shell) -> None:
    """A unit that is none, a power that is none, a cost that is missing: said at once."""
    lines = [*LAND, *SIDES, "frog 3", "usr inf 3", "ussr arn 3", "inf", "inf 3", "", "INF 5",
             "germany inf killed 5", "", "st", "y", "", "", "", "y"]  # fmt: skip
    status, screen = typed_at_a_terminal(shell, "combat", "front", lines=lines)
    shown = " ".join(screen.split())
    assert status == 0, screen
    for words in (
        "'frog' is neither ussr nor a type of unit, such as INF, ARM or HQ-I",
        "'usr' is neither ussr nor a type of unit, such as INF, ARM or HQ-I; did you mean ussr?",
        "'arn' is not a type of unit, such as INF, ARM or HQ-I; did you mean ar",
        "How many build points did it cost? Add them, such as ussr INF 3.",
        "Guderian was recalled to the cup",
    ):
        assert words in shown, words
    judged, _, preview = shown.partition("USSR attacked Germany (land)")
    for part in (judged, preview):
        assert "lost attacker: USSR INF, killed, 3 build points" in part
        assert part.count("lost defender: Germany INF, killed, 5 build points") == 2
