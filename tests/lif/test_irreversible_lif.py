"""LiF 4.1, 5.3: what a host cannot take back asks first, says who owes what, and is not proposed.

China's and the USA's single points pay for no veto on a leader of their own side, so they are not
waited for; who is, is worked out by hand from rule 4.1(2) and the starting points.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from support.command_line import Done, Shell, typed_at_a_terminal

pytestmark = pytest.mark.further

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


BOARD = "campaign board club"
"""The host's one call; what it asks can still be declined there."""
MISSING = "no ballot yet from Germany (Anna) and Italy (Ben)"
VERBS = [
    (("fix", "club"), "fix without them"),
    (("reveal", "club", "--absent"), "open without them"),
]


@pytest.mark.parametrize(("words", "does"), VERBS)
def test_lif_4_1_2_a_script_says_yes_where_ballots_are_missing(
    shell: Shell, words: tuple[str, ...], does: str
) -> None:
    """The refusal names the powers and their players; nothing is recorded, not even a receipt."""
    before, receipts = version(shell), shell.fine("receipts", "club")
    refused(shell(*words), f"{MISSING}; nothing was recorded. To {does}, {FOR_GOOD}{AND_WHY}")
    done = shell(*words, "--json")
    assert done.status == 1
    assert json.loads(done.out) == {
        "accepted": False,
        "rule": None,
        "reason": f"{MISSING}; nothing was recorded. To {does}, {FOR_GOOD}{AND_WHY}",
    }
    assert version(shell) == before and shell.fine("receipts", "club") == receipts
    done = shell(*words, "--yes")
    assert done.status == 1 and done.error == (
        "refused (Members): say why you don't wait for Anna and Ben: `--why`, 10 to 120 letters,"
        " which stay in the record"
    )
    refused(shell(*words, *WHY), f"{MISSING}; nothing was recorded. To {does}, {FOR_GOOD}")
    assert version(shell) == before
    shell.fine(*words, *WHY, "--yes")
    assert version(shell) > before


def test_ballots_missing_when_they_were_fixed_are_named_again(shell: Shell) -> None:
    """None can come any more: they were passed over then, and only a yes is wanted."""
    shell.fine("fix", "club", "--yes", *WHY)
    missing = "no ballot from Germany (Anna) and Italy (Ben)"
    refused(
        shell("reveal", "club", "--absent"),
        f"{missing}; nothing was recorded. To open without them, {FOR_GOOD}",
    )
    assert status(shell)["next"] == [BOARD, "campaign reveal club --absent"]
    shell.fine("reveal", "club", "--absent", "--yes")


# --- the end of the turn ------------------------------------------------------------------------


def test_ruling_12_nobody_owes_a_minor_s_leader_who_waits_for_his_country(tmp_path: Path) -> None:
    """Mannerheim arrives while Finland is neutral."""
    shell = Shell(tmp_path)
    (tmp_path / "setup.toml").write_text('[leaders]\nmannerheim = "arriving"\n')
    shell.fine("open", "club", "--scenario", "global-war", "--setup", "setup.toml")
    assert status(shell)["next"] == ["campaign board club"]
    shell.fine("minor", "club", "finland", "aligned", "germany")
    assert "campaign place club mannerheim HEX" in status(shell)["next"]
    refused(
        shell("turn", "club"),
        "Germany (host) still has to place Mannerheim; nothing was recorded. "
        f"To end {SEPTEMBER}, {FOR_GOOD}",
    )


def owed(shell: Shell) -> str:
    """What a script is told is owed before the turn ends."""
    done = shell("turn", "club")
    assert done.status == 1
    text, _, rest = done.error.removeprefix("campaign: ").partition("; nothing was recorded. ")
    assert rest == f"To end {SEPTEMBER}, {FOR_GOOD}"
    return text


def test_at_war_with_all_three_the_usa_owes_no_entry_step(tmp_path: Path) -> None:
    """With two of them it still does."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("us-entry", "stock", "club", "-", typed="value,count,year\n1,40,\n")
    for enemy in ("japan", "germany"):
        shell.fine("war", "club", "usa", enemy)
        assert owed(shell) == "USA (host) still has to take the US entry step"
    shell.fine("war", "club", "usa", "italy")
    shell.fine("turn", "club")


def test_lif_4_1_leaders_whom_vichy_moves_are_owed(tmp_path: Path) -> None:
    """Both are on the map, and nobody has said where they go. Darlan is nobody's (ruling 14)."""
    shell = Shell(tmp_path)
    (tmp_path / "setup.toml").write_text('[leaders]\nde-gaulle = "map"\ndarlan = "map"\n')
    shell.fine("open", "club", "--scenario", "global-war", "--setup", "setup.toml")
    shell.fine("vichy", "club", "install")
    assert owed(shell) == (
        "the host still has to move Darlan, as Vichy's installation asks; "
        "France (host) still has to move De Gaulle, as Vichy's installation asks"
    )
    assert [step for step in status(shell)["next"] if step.endswith("HEX --means vichy")]


# --- what status proposes -----------------------------------------------------------------------


def never_irreversible(shell: Shell) -> list[str]:
    """The next steps, which propose nothing that cannot be taken back; nor does the page."""
    steps: list[str] = status(shell)["next"]
    page = shell.fine("status", "club")
    for word in ("--absent", "--withheld", "--yes", "campaign turn club", "campaign end", "close"):
        assert word not in page and not [step for step in steps if word in step], word
    return steps


def test_status_reminds_and_never_opens_while_a_ballot_or_vote_is_owed(shell: Shell) -> None:
    """Anna and Ben are reminded; the host, who owes the others', needs no reminding."""
    assert never_irreversible(shell) == [
        BOARD, "campaign ballot club POWER", "campaign deadline club ballots TIME",
    ]  # fmt: skip
    assert "remind Anna and Ben, and say by when" in shell.fine("status", "club")
    shell.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    shell.fine("ballot", "club", "italy", "no-veto", "--as", "ben")
    assert status(shell)["next"] == [BOARD, "campaign reveal club"]
    shell.fine("reveal", "club")
    placing = "campaign place club cunningham HEX"
    assert never_irreversible(shell) == [
        BOARD, "campaign vote club POWER", "campaign deadline club votes TIME", placing,
    ]  # fmt: skip
    for power in ("germany", "italy"):
        shell.fine("vote", "club", power, "abstain")
    assert never_irreversible(shell) == [BOARD, "campaign vote club POWER", placing]


def test_status_reminds_those_whose_openings_are_awaited(shell: Shell) -> None:
    """Before and after the ballots are fixed."""
    shell.fine("ballot", "club", "germany", "--commitment", "ab" * 32, "--as", "anna")
    assert never_irreversible(shell)[:3] == [
        BOARD, "campaign ballot club POWER", "campaign deadline club ballots TIME",
    ]  # fmt: skip
    assert "remind Ben, and say by when" in shell.fine("status", "club")
    shell.fine("ballot", "club", "italy", "no-veto", "--as", "ben")
    shell.fine("fix", "club")
    assert never_irreversible(shell) == [
        BOARD, "campaign reveal-ballot club germany", "campaign deadline club openings TIME",
    ]  # fmt: skip
    assert "remind Anna, and say by when" in shell.fine("status", "club")
