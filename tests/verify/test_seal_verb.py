"""`campaign seal --secret` and what opens its seals again, at the command line."""

import json
import shutil
from pathlib import Path

import pytest

from events import seal_secrets
from events.sealed import Opening, Subject, commit
from support.command_line import Shell

SECRET = bytes(range(20))
CODE = "000G 40R4 0M30 E209 185G R38E 1W81 24GK 8PN8"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club whose Board has a leader before it, and a file with a recovery code."""
    made = Shell(tmp_path_factory.mktemp("table"))
    made.fine("open", "club", "--system", "lif", "--scenario", "global-war")
    made.fine("board", "club")
    made.fine("draw", "club")
    (made.folder / "usa.code").write_text(f"Keep this.\n\n{CODE.lower()}\n\n", encoding="utf-8")
    return made.folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """A folder of its own with that club in it."""
    for name in ("campaign.db", "campaign.vault", "usa.code"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


def about(shell: Shell) -> tuple[str, ...]:
    """What a ballot of the USA's is about, as `seal` is told it."""
    campaign = shell.fine("status", "club", "--id").strip()
    return ("--campaign-id", campaign, "--kind", "ballot", "--draw", "1", "--power", "usa")


def test_the_nonce_follows_from_the_secret(shell: Shell) -> None:
    """By the rule of the vectors; another attempt has another nonce."""
    words = about(shell)
    device = Shell(shell.folder, CAMPAIGN_STORE="/nowhere/at/all.db")
    asked = ("seal", *words, "--choice", "veto", "--secret", "usa.code", "--json")
    for number, more in ((0, ()), (0, ("--attempt", "0")), (3, ("--attempt", "3"))):
        told = json.loads(device.fine(*asked, *more))
        subject = Subject(words[1], "ballot", 1, "usa")
        opening = Opening("veto", seal_secrets.nonce(SECRET, subject, number))
        assert told == {
            "commitment": commit(subject, opening),
            "choice": "veto",
            "nonce": opening.nonce,
        }
    piped = json.loads(
        device.fine(
            "seal", *words, "--choice", "veto", "--secret", "-", "--json", typed=f"{CODE}\n"
        )
    )
    assert piped == json.loads(device.fine(*asked))


def test_what_was_sealed_twice_is_opened_with_the_secret_alone(shell: Shell) -> None:
    """Nothing else was kept: choice and nonce are found from what the log has."""
    words = about(shell)
    for attempt, choice in (("0", "veto"), ("1", "no-veto")):
        sealed = ("--choice", choice, "--secret", "usa.code", "--attempt", attempt, "--json")
        commitment = json.loads(shell.fine("seal", *words, *sealed))["commitment"]
        shell.fine("ballot", "club", "usa", "--commitment", commitment)
    shell.fine("fix", "club", "--yes")
    other = seal_secrets.code(b"\x01" * 20)
    wrong = shell("reveal-ballot", "club", "usa", "--secret", "-", typed=other)
    assert wrong.status == 2
    assert wrong.error == "campaign: --secret: this secret did not seal usa's ballot"
    shell.fine("reveal-ballot", "club", "usa", "--secret", "usa.code")
    opened = json.loads(shell.fine("reveal", "club", "--absent", "--yes", "--json"))
    ballot = opened["events"][0]["ballots"]["usa"]
    assert (ballot["choice"], ballot["how"]) == ("no-veto", "device")


def test_there_is_nothing_to_open_where_nothing_was_sealed(shell: Shell) -> None:
    """Not on a device, and not before a Board."""
    found = shell("reveal-ballot", "club", "usa", "--secret", "usa.code")
    assert found.status == 1
    assert found.error.startswith("refused (LiF 4.1): the USA has sealed no ballot on a device")
    shell.fine("ballot", "club", "usa", "no-veto")
    again = shell("reveal-ballot", "club", "usa", "--secret", "usa.code")
    assert "has sealed no ballot on a device" in again.error
    vote = shell("reveal-vote", "club", "usa", "--secret", "usa.code")
    assert "the USA has sealed no vote on a device" in vote.error


def test_what_is_no_secret_is_said(shell: Shell) -> None:
    """Without a word of what the file holds."""
    words = about(shell)
    (shell.folder / "empty").write_text("\n\n", encoding="utf-8")
    (shell.folder / "wrong").write_text(CODE[:-1] + "9", encoding="utf-8")
    for file, why in (
        ("empty", "a recovery code has 9 groups of 4 signs; this has 0 signs"),
        ("wrong", "its last group does not fit the others: a sign is wrong"),
    ):
        found = shell("seal", *words, "--choice", "veto", "--secret", file)
        assert (found.status, found.error) == (2, f"campaign: --secret: {why}")
    found = shell("seal", *words, "--secret", "-", typed=CODE)
    assert found.error == "campaign: --choice is needed where the secret comes from standard input"
    found = shell("reveal-ballot", "club", "usa", "veto", "--secret", "usa.code")
    assert found.error == "campaign: with --secret give neither choice, nonce nor --opening"
