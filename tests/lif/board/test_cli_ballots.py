"""Several ballots in one call, and the short names of powers, at the command line."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

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
    made.fine(*BALBO_IS_ITALYS)
    return made.folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """A folder of its own with that club in it."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


def opened(shell: Shell, verb: str = "reveal") -> dict[str, str]:
    """The choices after all markers were opened."""
    told = json.loads(shell.fine(*verb.split(), "club", "--json"))
    what = next(event for event in told["events"] if event["type"].endswith("sOpened"))
    shown: dict[str, Any] = what.get("ballots") or what["votes"]
    return {power: marker["choice"] for power, marker in shown.items()}


def version(shell: Shell) -> int:
    """The number of the last event."""
    return int(shell.read("show", "club")["version"])


# --- ballots ------------------------------------------------------------------------------------


def test_ballots_lays_several_in_one_go(shell: Shell) -> None:
    """Powers by code, beginning or name; `rest` is everybody else who can pay."""
    out = shell.fine("ballots", "club", "ge=veto", "ital=support", "France=VETO", "rest=no")
    assert out.count(" sealed ") == 8
    assert opened(shell) == {
        "germany": "veto", "italy": "veto", "japan": "no-veto", "ussr": "no-veto",
        "commonwealth": "no-veto", "france": "veto", "usa": "no-veto", "china": "no-veto",
    }  # fmt: skip


def test_the_rest_is_who_has_laid_none_and_can_pay(shell: Shell) -> None:
    """It replaces nothing, and a power without the points for the choice is passed over."""
    shell.fine("ballot", "club", "france", "no-veto")
    shell.fine("ballots", "club", "rest=veto")
    assert opened(shell) == {
        "germany": "veto", "italy": "veto", "japan": "veto", "ussr": "veto",
        "commonwealth": "veto", "france": "no-veto", "usa": "veto", "china": "veto",
    }  # fmt: skip
    # Left: Germany 5 - 3, Italy 0, Japan 0, the USSR and the Commonwealth 2, France 2, others 0.
    out = shell.fine("ballots", "club", "cw=another", "rest=stop")
    assert "Not waited for, without the points: Italy, Japan, USA and China." in out
    assert opened(shell, "count") == {
        "germany": "stop", "ussr": "stop", "commonwealth": "another", "france": "stop",
    }  # fmt: skip


def test_who_cannot_pay_for_one_vote_and_could_for_another_is_still_waited_for(
    shell: Shell,
) -> None:
    """LiF 4.1(5), ruling 18: to stop costs 2, and the USA and China have 1; another costs 1."""
    shell.fine("ballots", "club", "rest=no")
    shell.fine("reveal", "club")
    out = shell.fine("ballots", "club", "rest=stop")
    assert out.splitlines()[-1] == (
        "The USA and China cannot pay for stop."
        " Have them abstain: `campaign ballots club rest=abstain`."
    )
    # As no vote can be laid for them in these words, nothing is said to be in.
    assert "Nobody owes a vote any more." not in shell.fine("ballots", "club", "rest=stop")
    done = shell("count", "club")
    assert (done.status, done.error) == (
        1,
        "refused (LiF 4.1): votes are missing: the USA and China (`campaign ballots club"
        " rest=abstain` lays them, `--absent` counts them as abstained)",
    )
    shell.fine("ballots", "club", "rest=abstain")
    assert opened(shell, "count")["usa"] == "abstain"


def test_ballots_that_are_missing_are_named_with_the_call_that_lays_them(shell: Shell) -> None:
    """Before anything is opened without them."""
    shell.fine("ballots", "club", "ge=no", "it=no", "ja=no", "cw=no", "fr=no", "us=no")
    done = shell("reveal", "club")
    assert (done.status, done.error) == (
        1,
        "refused (LiF 4.1): ballots are missing: the USSR and China (`campaign ballots club"
        " rest=no` lays them, `--absent` counts them as no veto)",
    )


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


def test_choices_come_from_standard_input_as_well(shell: Shell) -> None:
    """So no shell keeps them, over several lines if need be."""
    shell.fine("ballots", "club", "-", typed="ge=veto it=no\nrest=no-veto\n")
    assert opened(shell)["germany"] == "veto"


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


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        (["ge"], "write each as POWER=CHOICE, such as ge=veto or rest=no"),
        (["ge="], "write each as POWER=CHOICE, such as ge=veto or rest=no"),
        (["-"], "write each as POWER=CHOICE, such as ge=veto or rest=no"),
        (["ge=perhaps"], "Germany: write one of support, no"),
        (["fr=support"], "France: write one of veto, no"),
        (["ge=no", "rest=support"], "rest: write one of veto, no"),
        (["ge=another"], "Germany: write one of support, no"),
        (["ge=no", "germany=veto"], "Germany is given twice"),
        (["rest=no", "rest=veto"], "rest is given twice"),
        (["u=no"], "'u' may be ussr or usa"),
        (["mars=no"], "'mars' is no major power; it is one of germany, italy, japan, ussr, "
         "commonwealth, france, usa, china"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_records_nothing(shell: Shell, typed: list[str], error: str) -> None:
    """All of it is read before any is sent; the choice typed is not repeated."""
    before = version(shell)
    done = shell("ballots", "club", "japan=no", *typed) if typed != ["-"] else shell(
        "ballots", "club", "-"
    )  # fmt: skip
    assert (done.status, done.error) == (2, f"campaign: {error}. Nothing was recorded")
    assert "perhaps" not in done.err
    assert version(shell) == before


def test_choices_are_given_here_or_through_standard_input(shell: Shell) -> None:
    """Not both."""
    done = shell("ballots", "club", "ge=no", "-", typed="it=no")
    assert (done.status, done.error) == (2, "campaign: give the choices here or with -, not both")


def test_ballots_are_not_taken_while_the_board_takes_none(shell: Shell) -> None:
    """With what comes next."""
    shell.fine("ballots", "club", "rest=no")
    shell.fine("reveal", "club")
    shell.fine("ballots", "club", "rest=abstain")
    assert "Nobody owes a vote any more." in shell.fine("ballots", "club", "rest=abstain")
    shell.fine("count", "club")
    done = shell("ballots", "club", "rest=no")
    assert done.status == 1
    assert (
        done.error
        == "refused (LiF 4.1): the board is not taking ballots (next: `campaign turn club`)"
    )


# --- support ------------------------------------------------------------------------------------


def test_a_veto_by_the_leaders_own_side_is_called_support(shell: Shell) -> None:
    """LiF 4.1(2): in the journal, then and later, and in the account; the record keeps `veto`."""
    shell.fine("ballots", "club", "it=veto", "fr=veto", "rest=no")
    words = "support: Italy; veto: France."
    assert words in shell.fine("reveal", "club")
    shell.fine("ballots", "club", "rest=abstain")
    shell.fine("count", "club")
    assert words in shell.fine("log", "club")
    assert "Support for Balbo." in shell.fine("explain", "club", "veto-points", "italy")
    assert "Veto against Balbo." in shell.fine("explain", "club", "veto-points", "france")
    lines = [json.loads(line) for line in shell.fine("log", "club", "--json").splitlines()]
    opened = next(line for line in lines if line["type"] == "lif.BallotsOpened")
    assert opened["ballots"]["italy"]["choice"] == "veto"


def test_support_without_the_points_is_refused_as_support(shell: Shell) -> None:
    """LiF 4.1(2): for Italy Balbo costs 2; it has 1."""
    words = ("--ruling", "draws=table", "--ruling", "starting_points.italy=1")
    shell.fine("open", "poor", "--system", "lif", "--scenario", "global-war", *words)
    shell.fine("board", "poor")
    shell.fine("draw", "poor", "balbo")
    done = shell("ballot", "poor", "italy", "support")
    assert done.status == 1
    assert "this support costs Italy 2, and it has 1 left" in done.error


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


def test_every_verb_takes_short_names(shell: Shell) -> None:
    """Shared verbs, the game's, and figures."""
    shell.fine("release", "club", "germ")
    assert "Veto points of Italy: 2" in shell.fine("explain", "club", "veto-points", "it")
    shell.fine("ballot", "club", "cw", "no")
    shell.fine("ballot", "club", "it", "support")
    wrong = shell("ballot", "club", "fr", "support")
    error = "campaign: France on Balbo: write veto (costs 1) or no-veto. Nothing was recorded"
    assert (wrong.status, wrong.error) == (2, error)
    assert opened(shell, "reveal --absent --yes --why gone-home-early")["italy"] == "veto"
    assert "Anna took over the Commonwealth" in shell.fine("assign", "club", "uk", "ANNA")
    done = shell("assign", "club", "it", "ana")
    assert done.error.startswith(
        "refused (Members): 'ana' is not enrolled in this campaign; did you mean anna?"
    )
    done = shell("assign", "club", "u", "anna")
    assert "'u' may be USSR or USA" in done.error and done.status == 2


def test_a_mistyped_power_gets_a_suggestion_with_one_stop(shell: Shell) -> None:
    done = shell("ballots", "club", "germny=no")
    assert done.error == (
        "campaign: 'germny' is no major power; did you mean germany? Nothing was recorded"
    )


@pytest.mark.parametrize("typed", ["uk", "britain", "England", "GB"])
def test_the_commonwealth_is_called_by_other_names_too(shell: Shell, typed: str) -> None:
    assert "ommonwealth" in shell.fine("ballots", "club", f"{typed}=no")


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
