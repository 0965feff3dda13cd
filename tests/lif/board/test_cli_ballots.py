"""Several ballots in one call, and the short names of powers, at the command line."""

import json
import re
import shutil
from pathlib import Path

import pytest

from campaign.kernel.members import Seats
from campaign.kernel.terminal.steps import Unfit
from campaign.lif.parameters import country_of
from campaign.lif.roster import SEATS
from support.command_line import Shell

BALBO_IS_ITALYS = ("draw", "club", "balbo")
"""LiF 4.1(2): a veto costs the Allies 1, Germany and Japan 3, Italy 2 (support, all three)."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club that draws at the table and takes ballots on Balbo; Anna plays Germany.

    The starting points: Germany 5, Italy 2, Japan, the USSR and the Commonwealth 3, France 2, the
    USA and China 1.
    """
    made = Shell(tmp_path_factory.mktemp("ballots"))
    words = ("--system", "lif", "--scenario", "global-war", "--ruling", "draws=table")
    made.fine("open", "club", *words)
    made.fine("enrol", "club", "anna", "--role", "player")
    made.fine("assign", "club", "ge", "anna")
    made.fine("board", "club")
    made.fine("draw", "club", "balbo")
    return made.folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """A folder of its own with that club in it."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


# --- ballots ------------------------------------------------------------------------------------


def test_what_is_refused_for_one_does_not_keep_the_others_from_being_laid(shell: Shell) -> None:
    """Anna has sealed Germany's herself: the host's is refused, Japan's is laid; exit status 1."""
    shell.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    done = shell("ballots", "club", "germany=veto", "japan=no")
    assert done.status == 1
    refused, sums = done.err.splitlines()
    assert refused.startswith("Germany: refused (Members): ")
    assert sums == "campaign: the ballot of Germany was refused; all others are in"
    assert json.loads(shell.fine("show", "club", "--json"))["board"]["sealed"] == [
        "germany",
        "japan",
    ]


def test_a_program_gets_an_answer_a_power(shell: Shell) -> None:
    """In the order in which they were named, then the rest in the game's."""
    shell.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    done = shell("ballots", "club", "ussr=no", "germany=veto", "rest=no", "--json")
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.status == 1
    assert [answer["accepted"] for answer in answers] == [True, False, *[True] * 6]
    assert answers[1]["rule"] == "Members" and answers[1]["reason"]
    laid = [answer["events"][0]["power"] for answer in answers if answer["accepted"]]
    assert laid == ["ussr", "italy", "japan", "commonwealth", "france", "usa", "china"]


def test_a_line_for_each_power_and_receipts_for_who_asks(shell: Shell) -> None:
    """Eight powers, eight lines; CAMPAIGN_RECEIPTS puts a receipt under each."""
    told = shell.fine("ballots", "club", "rest=no").splitlines()
    assert len(told) == 8 and not any("receipt" in line for line in told)
    shell.env["CAMPAIGN_RECEIPTS"] = "1"
    told = shell.fine("ballots", "club", "ge=veto", "it=veto").splitlines()
    assert len(told) == 4
    assert all(line.startswith("       receipt club/") for line in told[1::2])


def test_receipts_with_their_salts_go_to_a_file(shell: Shell) -> None:
    """A line for each command that was sent, on the screen too, and its receipt."""
    told = shell.fine("ballots", "club", "ge=veto", "it=no", "--receipt", "two.jsonl")
    assert told.count("its salt is in two.jsonl") == 2
    lines = (shell.folder / "two.jsonl").read_text().splitlines()
    assert len(lines) == 2 and all("salt" in json.loads(line)["receipt"] for line in lines)


# --- short names of powers ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "power"),
    [
        ("germany", "germany"), ("Ge", "germany"), ("g", "germany"), ("IT", "italy"),
        ("su", "ussr"), ("the USSR", "ussr"), ("us", "usa"), ("uss", "ussr"),
        ("cw", "commonwealth"), ("comm", "commonwealth"), ("ch", "china"),
        ("Ja", "japan"), ("fr", "france"),
    ],
)  # fmt: skip
def test_a_power_may_be_shortened(typed: str, power: str) -> None:
    """By its code, or by a beginning that no other power has."""
    assert SEATS.the_one(typed) == power


def test_what_may_be_several_powers_or_none_is_not_guessed() -> None:
    """It says which, or a near one."""
    assert SEATS.the_one("u") == Unfit("'u' may be ussr or usa")
    assert SEATS.the_one("germny") == Unfit("'germny' is no major power; did you mean germany?")
    sides = Seats("side", {"red": "Red", "blue": "Blue"}, {"red": "Rd", "blue": "Bl"})
    assert sides.the_one("") == Unfit("'' is no side; it is one of red, blue")


@pytest.mark.parametrize(
    ("typed", "country"),
    [
        ("ge", "germany"), ("fr", "france"), ("jap", "japan"), ("finland", "finland"),
        ("fin", "fin"), ("po", "po"), ("i", "i"), ("US", "usa"), ("UK", "commonwealth"),
        ("Soviet Union", "ussr"), ("england", "commonwealth"),
    ],
)  # fmt: skip
def test_a_country_may_be_a_power_in_short(typed: str, country: str) -> None:
    """By code, or by three letters and more; a minor country is never shortened."""
    assert country_of(typed) == country


def test_people_read_members_names_not_their_ids(shell: Shell) -> None:
    """Where a command needs the id, it is there: in the list of members and in calls."""
    shell.fine("enrol", "club", "m2", "--name", "Ben Yu")
    shell.fine("enrol", "club", "m2", "--role", "observer")
    shell.fine("assign", "club", "china", "m2")
    shell.fine("entropy", "club", "geese", "--as", "m2")
    shell.fine("bookmark", "club", "3", "here", "--as", "m2")
    for verb in ("status", "log", "receipts", "bookmarks"):
        page = shell.fine(verb, "club")
        assert "Ben Yu" in page and not re.search(r"\bm2\b", page), verb
    without = shell("enrol", "club", "m2", "--no-role", "referee")
    assert without.error == (
        "campaign: Ben Yu does not have the role referee. Nothing was recorded"
    )
    assert re.search(r"^m2 +Ben Yu +", shell.fine("members", "club"), re.MULTILINE)
