"""`campaign counters`: the sheet goes out, comes back with every fault told, and counters move."""

import json
from pathlib import Path

import msgspec
import pytest

from campaign.lif.force_pools.checks import COLUMNS
from support.command_line import Shell

HEADER = ",".join(COLUMNS)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with one campaign."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    return shell


def test_the_template_goes_out_and_comes_back(shell: Shell) -> None:
    """As it is, it brings in the 28 counters whose owner is known, and names the other 46."""
    assert shell.fine("counters", "template") == (
        shell.fine("counters", "template", "sheet.csv") and (shell.folder / "sheet.csv").read_text()
    )
    assert "--force" in shell("counters", "template", "sheet.csv").error
    told = shell.fine("counters", "import", "club", "sheet.csv")
    assert "46 rows left out" in told
    assert "28 counters came in from sheet.csv" in told
    again = shell.fine("counters", "import", "club", "sheet.csv")
    assert "28 rows known already" in again and "no good rows" in again


def test_a_sheet_that_nobody_has_filled_in_is_refused(shell: Shell) -> None:
    """A row of the kit without its owner; a program is told that it was not accepted."""
    row = "late-war-01" + "," * HEADER.count(",")
    (shell.folder / "empty.csv").write_text(f"{HEADER}\n{row}\n")
    unfilled = "campaign: no row of empty.csv is filled in; nothing was recorded"
    done = shell("counters", "import", "club", "empty.csv")
    assert (done.status, done.error) == (1, unfilled)
    assert done.out == "1 row left out, as nobody has filled them in: late-war-01\n"
    done = shell("counters", "import", "club", "empty.csv", "--json")
    assert (done.status, done.error) == (1, unfilled)
    assert json.loads(done.out) == {"accepted": False, "bad": []}


def test_one_fault_and_nothing_is_added(shell: Shell) -> None:
    """Every fault a line with line and column; one last line, exit status 1."""
    rows = [HEADER, "x,usa,INF,,,,,,,,", "y,usaa,INF,,many,,,,,,", "guards-mech,,,,10,,,,,,"]
    typed = "\n".join(rows)
    done = shell("counters", "import", "club", "-", typed=typed)
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.out.splitlines()] == [
        "the sheet, line 3, power",
        "the sheet, line 3, combat",
        "the sheet, line 4, combat",
    ]
    assert done.error == "campaign: 3 faults in the sheet; nothing was added"
    assert msgspec.json.decode(shell.fine("counters", "list", "club", "--json")) == []
    told = msgspec.json.decode(shell("counters", "import", "club", "-", "--json", typed=typed).out)
    assert told["accepted"] is False
    assert [(bad["line"], bad["column"]) for bad in told["bad"]] == [
        (3, "power"),
        (3, "combat"),
        (4, "combat"),
    ]


def test_a_check_adds_nothing(shell: Shell) -> None:
    """It only judges."""
    typed = f"{HEADER}\nx,usa,INF,,,,,,,,\n"
    assert "1 good row" in shell.fine("counters", "import", "club", "-", "--check", typed=typed)
    assert "there are no counters" in shell.fine("counters", "list", "club")


def test_what_is_no_text_is_told_in_one_line(shell: Shell) -> None:
    """A sheet in another encoding, and one that is not there."""
    (shell.folder / "old.csv").write_bytes(HEADER.encode() + b"\nx,usa,INF,Caf\xe9,,,,,,,\n")
    assert "old.csv, line 2" in shell("counters", "import", "club", "old.csv").error
    assert "none.csv" in shell("counters", "import", "club", "none.csv").error


def test_counters_move_and_are_listed(shell: Shell) -> None:
    """The pools in numbers, each counter of a power or place, and refusals with their rule."""
    rows = [
        "x,usa,INF,1st Army,6,3,4,,,,",
        "y,usa,INF,,,,,,1941,,",
        "late-war-01,finland,ARM,,,,,,,,",
    ]
    shell.fine("counters", "import", "club", "-", typed="\n".join([HEADER, *rows]))
    shell.fine("counters", "move", "club", "x", "circle", "--arrives", "1939-nd")
    moved = shell.fine("turn", "club")
    assert "1st army came off the production circle" in moved.lower()
    pools = shell.fine("counters", "list", "club").splitlines()
    assert pools[0].split() == [
        "power", "type", "future", "pool", "circle", "map", "reserve", "scrapped", "removed", "all",
    ]  # fmt: skip
    assert pools[1].split() == ["USA", "INF", "1", "1", "2"]
    assert pools[2].split() == ["Finland", "ARM", "1", "1"]
    assert shell.fine("counters", "list", "club", "usa", "--place", "map").split()[-5:] == [
        "INF", "1st", "Army", "6-3", "map",
    ]  # fmt: skip
    refused = shell("counters", "move", "club", "y", "pool")
    assert refused.status == 1 and "LiF 5.4" in refused.error
    assert (
        "did you mean late-war-01" in shell("counters", "move", "club", "late-war-1", "map").error
    )
    journal = shell.fine("log", "club", "--turn", "1939-SO")
    assert (
        "1st Army went onto the production circle, to arrive in November/December 1939" in journal
    )


def test_counters_alone_names_what_is_missing(shell: Shell) -> None:
    """Wrong usage is one line."""
    assert shell("counters").status == 2
    assert "missing command" in shell("counters").error
    assert "import" in shell("counters", "impor").error
