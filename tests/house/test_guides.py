"""The guides of `docs/`, word by word: each is a story in one shell and a new store.

`docs/deadlines.md`, `docs/hand-over.md` and `docs/flames-of-war.md` have tests of their own.
"""

import re
from pathlib import Path

import pytest

from campaign.accounts.settings import read_settings
from support.command_line import Shell
from support.guides import DOCS, blocks, chapter

FORMULA = "campaign-tracker"
"""How the blocks of docs/chits.md begin that are hashed, and not typed."""
PLAYED_ELSEWHERE = {"book", "deadlines", "hand-over", "flames-of-war", "kit", "league"}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A new folder with a store named club.db, as the README makes it."""
    shell = Shell(tmp_path)
    shell.env["CAMPAIGN_STORE"] = str(tmp_path / "club.db")
    return shell


def started(shell: Shell, *more: str, scenario: str = "global-war") -> None:
    """A club with Anna, who plays Germany."""
    shell.fine("start", "club", "--scenario", scenario, *more)
    shell.fine("enrol", "club", "anna", "--name", "Anna", "--role", "player")
    shell.fine("enrol", "club", "ref", "--name", "Ref", "--role", "referee")
    shell.fine("assign", "club", "germany", "anna")


def told(guide: str, heading: str = "") -> str:
    """The shell blocks of a guide as one script."""
    return "\n".join(block for block in blocks(guide, heading) if not block.startswith(FORMULA))


def test_every_guide_with_a_shell_block_is_played() -> None:
    """A new one needs its story here."""
    with_blocks = {
        file.stem for file in DOCS.glob("*.md") if re.search("^campaign ", told(file.stem), re.M)
    }
    played = {
        "host",
        "player",
        "referee",
        "chits",
        "witnesses",
        "engineer",
        "tables",
        "clubs",
        "taking-over",
    }
    assert with_blocks == played | {"sharing", "mail", "api"} | PLAYED_ELSEWHERE


def test_the_guide_to_answers_by_mail_has_settings_that_can_be_read(shell: Shell) -> None:
    """The lines for a mailbox go under those for sending."""
    first, answers, *_ = re.findall("^```toml\n(.*?)^```$", chapter("mail"), re.M | re.S)
    (shell.folder / "club.toml").write_text(first + answers.removeprefix("[mail]\n"))
    mail = read_settings(Path(shell.env["CAMPAIGN_STORE"]), {}).mail
    assert (mail.answers, mail.authserv_id) == ("", "mx.example.org")
    assert (mail.mailbox.host, mail.mailbox.port) == ("imap.example.org", 993)
    assert mail.mailbox.user == "club@example.org"
    assert mail.mailbox.password_file == str(shell.folder / "mail-password")
