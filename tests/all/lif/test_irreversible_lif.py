"""LiF 4.1, 5.3: what a host cannot take back asks first, says who owes what, and is not proposed.

China's and the USA's single points pay for no veto on a leader of their own side, so they are not
waited for; who is, is worked out by hand from rule 4.1(2) and the starting points. What a script
is told is in `cases/keyboard/for-good.txt`.
"""

import shutil
from pathlib import Path
from typing import Any

import pytest

from support.command_line import Done, Shell, typed_at_a_terminal

FOR_GOOD = "which cannot be taken back, add --yes"
WHY = ("--why", "cannot be reached")
AND_WHY = " and --why TEXT (why you don't wait)"
POWERS = ("germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china")
SEPTEMBER = "September/October 1939"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club drawing at the table; Anna plays Germany, Ben Italy, and Cunningham is drawn.

    He is the Commonwealth's: 1 for the Axis, 2 for the Commonwealth, 3 for the other Allies.
    Germany (5), Italy (2), Japan (3), the USSR (3) and the Commonwealth (3) can pay that; France
    (2), the USA (1) and China (1) cannot.
    """
    shell = Shell(tmp_path_factory.mktemp("table"))
    shell.fine("open", "club", "--scenario", "global-war", "--ruling", "draws=table")
    shell.fine("enrol", "club", "anna", "--name", "Anna", "--role", "player")
    shell.fine("enrol", "club", "ben", "--name", "Ben", "--role", "player")
    shell.fine("assign", "club", "germany", "anna")
    shell.fine("assign", "club", "italy", "ben")
    shell.fine("board", "club")
    shell.fine("draw", "club", "cunningham")
    for power in ("japan", "ussr", "commonwealth"):
        shell.fine("ballot", "club", power, "no-veto")
    return shell.folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """That club in a folder of its own: two ballots are owed."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


def status(shell: Shell) -> dict[str, Any]:
    found: dict[str, Any] = shell.read("status", "club")
    return found


def version(shell: Shell) -> int:
    return int(status(shell)["version"])


def refused(done: Done, text: str) -> None:
    """Exit status 1, and this one line."""
    assert done.status == 1, done
    assert done.error == f"campaign: {text}"


def asked(screen: str) -> str:
    """What a terminal showed, with its line ends as a text has them."""
    return screen.replace("\r\n", "\n")


def at_a_terminal(shell: Shell, *words: str, lines: list[str]) -> tuple[int, str]:
    """A call at a terminal, which has named its store itself."""
    return typed_at_a_terminal(shell, "--store", str(shell.store), *words, lines=lines)


MISSING = "no ballot yet from Germany (Anna) and Italy (Ben)"
VERBS = [
    (("fix", "club"), "fix without them"),
    (("reveal", "club", "--absent"), "open without them"),
]


def test_lif_4_1_5_votes_are_counted_without_somebody_only_after_a_yes(shell: Shell) -> None:
    """Every power has its points still, so that all eight vote; seven do."""
    shell.fine("reveal", "club", "--absent", "--yes", *WHY)
    for power in POWERS[1:]:
        shell.fine("vote", "club", power, "abstain")
    text = "no vote yet from Germany (Anna)"
    refused(
        shell("count", "club", "--absent"),
        f"{text}; nothing was recorded. To count without them, {FOR_GOOD}{AND_WHY}",
    )
    assert shell("count", "club").error.startswith("refused (LiF 4.1)")
    found, screen = at_a_terminal(shell, "count", "club", "--absent", *WHY, lines=["n"])
    assert found == 1
    assert f"N{text[1:]}.\nCount without them? It cannot be taken back. [y/N] n" in asked(screen)
    assert at_a_terminal(shell, "count", "club", "--absent", lines=["3", "y"])[0] == 0


@pytest.mark.parametrize(("words", "does"), VERBS)
def test_lif_4_1_2_a_terminal_is_asked_where_ballots_are_missing(
    shell: Shell, words: tuple[str, ...], does: str
) -> None:
    """Anything but y or yes is no and records nothing."""
    before = version(shell)
    question = f"N{MISSING[1:]}.\n{does.capitalize()}? It cannot be taken back. [y/N] "
    for typed in ("", "n", "no", "club", "yep"):
        found, screen = at_a_terminal(shell, *words, *WHY, lines=[typed])
        assert found == 1
        assert asked(screen) == f"{question}{typed}\ncampaign: nothing was recorded\n"
    found, screen = at_a_terminal(shell, *words, lines=[])
    assert found == 1 and "nothing was recorded" in screen, "Control-D is no answer"
    assert version(shell) == before
    why = (
        f"N{MISSING[1:]}.\nWhy don't you wait for Anna and Ben? This stays in the record.\n"
        "  1  agreed with them\n  2  cannot be reached\n  3  has left the club\n"
        "A number, or your own words (10 to 120 letters): "
    )
    found, screen = at_a_terminal(shell, *words, lines=["too short", ""])
    assert found == 1 and asked(screen).startswith(why) and version(shell) == before
    found, screen = at_a_terminal(shell, *words, lines=["1", "Yes"])
    assert found == 0 and asked(screen).startswith(f"{why}1\n{question.partition(chr(10))[2]}Yes\n")
    assert version(shell) > before
    assert "Not waited for: “agreed with them”." in shell.fine("log", "club")


def test_a_terminal_is_not_asked_for_a_program_nor_with_yes(shell: Shell) -> None:
    found, screen = at_a_terminal(shell, "fix", "club", "--json", lines=["y"])
    assert found == 1 and "[y/N]" not in screen and "add --yes" in screen
    found, screen = at_a_terminal(shell, "fix", "club", "--yes", *WHY, lines=[])
    assert found == 0 and "[y/N]" not in screen


def test_lif_4_1_nothing_is_asked_where_all_is_in(shell: Shell) -> None:
    """Ballots, then votes: all opened with one call each, in a script as at a terminal."""
    shell.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    shell.fine("ballot", "club", "italy", "no-veto", "--as", "ben")
    found, screen = at_a_terminal(shell, "reveal", "club", lines=[])
    assert found == 0 and "[y/N]" not in screen
    for power in POWERS:
        shell.fine("vote", "club", power, "abstain")
    shell.fine("count", "club", "--absent")


def test_ruling_22_a_terminal_is_asked_before_a_withheld_opening_is_charged(shell: Shell) -> None:
    """A script has said it with --withheld, as ever; missing ballots want their yes besides."""
    shell.fine("ballot", "club", "germany", "--commitment", "ab" * 32, "--as", "anna")
    shell.fine("ballot", "club", "italy", "no-veto", "--as", "ben")
    found, screen = at_a_terminal(shell, "fix", "club", lines=[])
    assert found == 0 and "[y/N]" not in screen, "nobody is missing"
    found, screen = at_a_terminal(shell, "reveal", "club", "--withheld", *WHY, lines=["n"])
    assert found == 1
    assert asked(screen).startswith(
        "Nothing opens the ballots of Germany (Anna): each counts as a veto, and is paid.\n"
        "Open without them? It cannot be taken back. [y/N] "
    )
    assert (
        shell("reveal", "club", "--withheld")
        .err.splitlines()[-1]
        .startswith("refused (Members): say why you don't wait for Anna: ")
    )
    shell.fine("reveal", "club", "--withheld", *WHY)


@pytest.mark.parametrize("verb", ["turn", "end", "close"])
@pytest.mark.parametrize("yes", [(), ("--yes",)])
def test_ruling_7_neither_turn_nor_campaign_ends_while_the_board_is_open(
    shell: Shell, verb: str, yes: tuple[str, ...]
) -> None:
    """Whatever is said; and nobody is asked about it."""
    before = version(shell)
    done = shell(verb, "club", *yes)
    assert done.status == 1
    assert done.error.startswith("refused (Ruling 7): finish the Promotions Board first")
    found, screen = at_a_terminal(shell, verb, "club", *yes, lines=["y"])
    assert found == 1 and "It cannot be taken back" not in screen
    assert "refused (Ruling 7)" in screen and version(shell) == before


def promoted(shell: Shell) -> Shell:
    """The Board is over, and Cunningham arrives."""
    shell.fine("reveal", "club", "--absent", "--yes", *WHY)
    shell.fine("count", "club", "--absent", "--yes", *WHY)
    return shell


def test_a_campaign_that_was_selected_is_named_before_it_ends(shell: Shell) -> None:
    """At a terminal its name may be left out of the call, but not out of the answer."""
    promoted(shell)
    shell.fine("select", "club")
    assert shell("end").status == 2, "a script names it"
    for typed, ends in (("y", False), (".", False), ("club", True)):
        found, screen = at_a_terminal(shell, "end", lines=[typed])
        assert "End the campaign club? It cannot be taken back. To do it, type club: " in screen
        assert (found == 0) == ends
        assert (status(shell)["waits_for"] == "over") == ends


def test_lif_3_1_a_leader_to_be_placed_is_owed_before_the_turn_ends(shell: Shell) -> None:
    """Status names the placing, and not the turn's end; once he is placed, the turn ends freely."""
    promoted(shell)
    owed = "Commonwealth (host) still has to place Cunningham"
    assert status(shell)["next"] == ["campaign place club cunningham HEX"]
    assert "Waits for  Commonwealth (host), to place Cunningham\n" in shell.fine("status", "club")
    refused(
        shell("turn", "club"),
        f"{owed}; nothing was recorded. To end {SEPTEMBER}, {FOR_GOOD}",
    )
    found, screen = at_a_terminal(shell, "turn", "club", lines=["no"])
    assert found == 1
    question = f"{owed}.\nEnd {SEPTEMBER}? It cannot be taken back. [y/N] "
    assert asked(screen) == f"{question}no\ncampaign: nothing was recorded\n"
    shell.fine("place", "club", "cunningham", "W2214")
    assert status(shell)["next"] == ["campaign turn club"]
    assert "the host: the turn can end" in shell.fine("status", "club")
    found, screen = at_a_terminal(shell, "turn", "club", lines=["y"])
    assert found == 0
    assert asked(screen).startswith(f"End {SEPTEMBER}? It cannot be taken back. [y/N] y\n")
    assert status(shell)["turn"] == "1939-ND"


def test_lif_4_1_a_terminal_hears_that_the_board_has_not_met(tmp_path: Path) -> None:
    """Ruling 8: nobody owes it, so that a script goes on."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    found, screen = at_a_terminal(shell, "turn", "club", lines=["n"])
    assert found == 1 and asked(screen).startswith(
        "The Promotions Board has not met this turn.\n"
        f"End {SEPTEMBER}? It cannot be taken back. [y/N] "
    )
    assert status(shell)["next"] == ["campaign board club"], "and not the end of the turn"
    ended = shell("turn", "club")
    assert ended.status == 0
    assert ended.error == "campaign: the Promotions Board has not met this turn"


def test_lif_5_3_3_the_entry_step_is_owed_by_the_usa_s_player(tmp_path: Path) -> None:
    """Once the common pool is stocked, in every turn until chits were drawn."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("enrol", "club", "ben", "--name", "Ben", "--role", "player")
    shell.fine("assign", "club", "usa", "ben")
    assert status(shell)["next"] == ["campaign board club"], "US entry was never begun"
    shell.fine("us-entry", "stock", "club", "-", typed="value,count,year\n1,40,\n")
    assert status(shell)["next"] == [
        "campaign board club", "campaign us-entry draw club POOL --as ben",
    ]  # fmt: skip
    owed = "USA (Ben) still has to take the US entry step"
    refused(
        shell("turn", "club"),
        f"{owed}; nothing was recorded. To end {SEPTEMBER}, {FOR_GOOD}",
    )
    found, screen = at_a_terminal(shell, "end", "club", lines=["yes"])
    assert found == 1
    assert asked(screen) == (
        f"{owed}.\nEnd the campaign club? It cannot be taken back. To do it, type club: yes\n"
        "campaign: nothing was recorded\n"
    )
    shell.fine("us-entry", "draw", "club", "entry-japan", "--as", "ben")
    shell.fine("turn", "club")
    assert shell("turn", "club").error.startswith(f"campaign: {owed}; ")
    shell.fine("turn", "club", "--yes")
