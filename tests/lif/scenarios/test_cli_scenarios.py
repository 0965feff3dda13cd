"""The verb `scenario`, and campaigns opened from a scenario file of the club's own."""

import json
import tomllib
from pathlib import Path

import pytest

from campaign.lif.scenarios import catalogue
from support.command_line import Shell

THE_END = "end-of-the-beginning"
GOOD = 'id = "summer"\ntitle = "A summer"\nfirst_turn = "1941-MJ"\nlast_turn = "1941-JA"\n'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder of its own, without a store yet."""
    return Shell(tmp_path)


def file(shell: Shell, text: str, name: str = "summer.toml") -> str:
    """A file in the shell's folder."""
    (shell.folder / name).write_text(text)
    return name


def test_the_list_has_the_kits_scenarios(shell: Shell) -> None:
    """36 turns from September of 1939, 31 from July of 1940."""
    rows = [line.split() for line in shell.fine("scenario", "list").splitlines()]
    assert [row[0] for row in rows[1:-1]] == ["global-war", THE_END, "custom"]
    assert "36" in rows[1] and "31" in rows[2] and rows[3][-3:] == ["any", "LiF", "4"]
    known = json.loads(shell.fine("scenario", "list", "--json"))
    assert known[THE_END]["turns"] == 31


def test_what_is_shown_in_a_pipe_is_a_line_each(shell: Shell) -> None:
    """For `grep` and `cut`; and as JSON for programs, with numbers as numbers."""
    lines = shell.fine("scenario", "show", THE_END).splitlines()
    (objectives,) = [line for line in lines if "Historical objectives" in line]
    assert objectives.split()[2:4] == ["Germany", "0,"] and "USSR 19" in objectives
    shown = json.loads(shell.fine("scenario", "show", THE_END, "--json"))
    assert shown["setup"]["us_entry"]["options"] == [1, 4, 11, 18]
    assert shown["facts"][-1]["powers"]["ussr"] == 19
    assert "--first-turn" in shell.fine("scenario", "show", "custom")


def test_a_scenario_that_is_not_there(shell: Shell) -> None:
    """A near miss is told its neighbour; `show` tells the kit's alone."""
    done = shell("scenario", "show", "end-of-the-begining")
    assert done.status == 2 and f"did you mean {THE_END}?" in done.error
    assert shell("scenario", "show").status == 2


def test_a_good_file_is_told_by_what_it_sets_up(shell: Shell) -> None:
    """Status 0; as JSON the scenario stands beside the empty list of faults."""
    told = shell.fine("scenario", "check", file(shell, GOOD + "[setup.us_entry]\noptions = [5]\n"))
    assert "A summer (summer)\n" in told
    assert "May/June 1941 (1941-MJ) to July/August 1941 (1941-JA): 2 turns" in told
    assert "note: setup.us_entry.options: option 5 is not in the kit's chart" in told
    assert told.endswith("no faults; campaign start NAME --scenario summer.toml starts it\n")
    judged = json.loads(shell.fine("scenario", "check", "summer.toml", "--json"))
    assert judged["accepted"] is True and judged["faults"] == []
    assert judged["scenario"]["id"] == "summer" and len(judged["notes"]) == 1


def test_a_bad_file_is_told_fault_by_fault(shell: Shell) -> None:
    """Status 1, a line each on standard output and how many on standard error."""
    name = file(shell, GOOD + 'turns = 3\n[setup]\nvichy = "now"\n')
    done = shell("scenario", "check", name)
    assert done.status == 1
    assert done.out.splitlines() == [
        "summer.toml, turns: 1941-MJ to 1941-JA are 2 turns, not 3",
        "summer.toml, setup.vichy: expected one of collapsed, installed, none, got 'now'",
    ]
    assert done.error == "campaign: 2 faults in summer.toml"
    done = shell("scenario", "check", name, "--json")
    judged = json.loads(done.out)
    assert done.status == 1 and judged["accepted"] is False and judged["scenario"] is None
    assert judged["faults"][0] == {
        "where": "turns", "told": "1941-MJ to 1941-JA are 2 turns, not 3",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('id = "x', "bad.toml, not TOML: see line 1, column 8"),
        ("[]", "bad.toml, not TOML: see line 1, column 2"),
        ("", "bad.toml, id: is missing; write lower-case letters, digits and hyphens"),
    ],
)
def test_a_file_that_is_no_toml_has_a_fault_as_well(shell: Shell, text: str, told: str) -> None:
    """With the line, as TOML tells it."""
    done = shell("scenario", "check", file(shell, f"{text}\n" if text else "", "bad.toml"))
    assert done.status == 1 and done.out.splitlines()[0] == told


def test_a_file_in_json_is_judged_as_well(shell: Shell) -> None:
    """JSON where its name or its first letter says so."""
    scenario = json.dumps(tomllib.loads(GOOD))
    assert "no faults" in shell.fine("scenario", "check", file(shell, scenario, "summer.json"))
    done = shell("scenario", "check", file(shell, "[1]", "list.json"))
    assert done.status == 1
    assert done.out == 'list.json, needs names with values, such as vichy = "installed"\n'
    deep = "[" * 100_000
    assert "nested too deeply" in shell("scenario", "check", file(shell, deep, "deep.json")).out


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("sumer.toml", "; did you mean summer.toml?"),
        ("globalwar.toml", "; did you mean global-war?"),
        ("x.toml", "; `campaign scenario list` has the scenarios that come with the program"),
    ],
)
def test_a_file_that_is_not_there_names_what_is_called_alike(
    shell: Shell, typed: str, hint: str
) -> None:
    """Files in the same place, and the kit's scenarios."""
    file(shell, GOOD, "summer.toml")
    done = shell("start", "new", "--scenario", typed)
    assert (done.status, done.error) == (2, f"campaign: there is no file {typed}{hint}")


def test_a_file_that_cannot_be_read_is_wrong_usage(shell: Shell) -> None:
    """Status 2 and one line: not there, no text; a leader sheet that is none."""
    done = shell("scenario", "check", "none.toml")
    assert (done.status, done.error) == (
        2, "campaign: cannot read none.toml: No such file or directory",
    )  # fmt: skip
    (shell.folder / "odd.toml").write_bytes(b"\xff\xfe")
    assert shell("scenario", "check", "odd.toml").error == "campaign: odd.toml is not text in UTF-8"
    sheet = file(shell, "id\n", "sheet.csv")
    done = shell("scenario", "check", file(shell, GOOD), "--leaders", sheet)
    assert done.status == 2 and "the first line must read" in done.error


def test_leaders_are_held_against_a_sheet_of_the_clubs_own(shell: Shell) -> None:
    """As with `open --ruling leaders=FILE`."""
    sheet = file(
        shell,
        "id,name,power,rank,year,mark,allegiance,abilities\n"
        "lumsden,Lumsden,commonwealth,4,1939,,,1\n",
        "sheet.csv",
    )
    name = file(shell, GOOD + '[setup.leaders]\nlumsden = "map"\n')
    assert shell("scenario", "check", name).status == 1
    assert "1 on the map" in shell.fine("scenario", "check", name, "--leaders", sheet)
    shell.fine("open", "club", "--scenario", name, "--ruling", f"leaders={sheet}")


def test_the_template_explains_itself_and_opens(shell: Shell) -> None:
    """To a file or to the screen; a file that is there is not written over unasked."""
    assert shell.fine("scenario", "template") == catalogue.text("template")
    assert shell.fine("scenario", "template", "own.toml") == "own.toml\n"
    done = shell("scenario", "template", "own.toml")
    assert done.status == 2 and "is there already; --force writes over it" in done.error
    shell.fine("scenario", "template", "own.toml", "--force")
    assert (shell.folder / "own.toml").read_text() == catalogue.text("template")
    done = shell("scenario", "template", "no/own.toml")
    assert done.status == 2 and "cannot write no/own.toml" in done.error
    assert "no faults" in shell.fine("scenario", "check", "own.toml")
    shell.fine("open", "club", "--scenario", "own.toml")


def test_a_file_with_faults_opens_nothing(shell: Shell) -> None:
    """One line with the first fault, and no store."""
    done = shell("open", "club", "--scenario", file(shell, GOOD + "turns = 3\n"))
    assert done.status == 2 and "scenario file: turns: 1941-MJ to 1941-JA are 2 turns" in done.error
    for text, told in (("x = [", "scenario bad.toml: "), ("", "scenario file: id: is missing")):
        done = shell("open", "club", "--scenario", file(shell, text, "bad.toml"))
        assert done.status == 2 and told in done.error
    assert shell("open", "club", "--scenario", "none.toml").status == 2
    done = shell("open", "club", "--scenario", "glob-war")
    assert done.status == 2 and "did you mean global-war?" in done.error
    assert not shell.store.exists()
