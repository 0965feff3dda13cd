"""The guides of `docs/`: how long they are, and that every chapter with a shell block is played.

Most are stories in one shell and a new store, in `all/house/test_guides.py`.
"""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from campaign.accounts.settings import ServiceSettings, read_settings
from support.command_line import Shell
from support.guides import DOCS, blocks, chapter, chapters

MOST_WORDS = 14_000
"""Of all guides together: what nobody reads helps nobody."""
NO_GUIDES = {"tour", "index", "kit-reference", "speed"}
"""The tour, the list that a site of the documents begins with, and what the program writes."""
PLAYED = {
    "host": {
        "Start a campaign at the keyboard",
        "Leaders on the map",
        "US entry",
        "Tell the others",
        "Deadlines and absences",
        "Hand the campaign to another host",
    },
    "player": {"Your ballot", "Your mail"},
    "referee": {
        "Find out what happened",
        "A dispute, from claim to ruling",
        "Check a record",
        "Witnesses",
    },
    "operator": {
        "Backups",
        "Mail",
        "Answers by mail",
        "Several clubs",
        "First steps on a database",
        "Moving a club to a database, and back",
    },
    "programs": {"Tables", "JSON at the keyboard", "HTTP"},
}
"""The chapters with a shell block of guides that are played chapter by chapter."""
PLAYED_WHOLE = {"book", "diary", "flames-of-war", "kit", "leaving", "taking-over"}


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


def told(guide: str, *headings: str) -> str:
    """The shell blocks of a guide, or of some of its chapters, as one script."""
    return "\n".join(block for heading in headings or ("",) for block in blocks(guide, heading))


def test_the_guides_are_short_enough_to_be_read() -> None:
    """A word has a letter or a digit: lines of tables are none."""
    words = {
        file.stem: sum(bool(re.search(r"\w", word)) for word in file.read_text().split())
        for file in DOCS.glob("*.md")
        if file.stem not in NO_GUIDES
    }
    assert sum(words.values()) <= MOST_WORDS, words


def test_every_chapter_with_a_shell_block_is_played() -> None:
    """A new one needs its story; what stands above the first chapter belongs to none."""
    found = {}
    for file in DOCS.glob("*.md"):
        guide = file.stem
        headings = [heading for heading, _ in chapters(file.read_text(encoding="utf-8"))]
        typed = {one for one in headings if re.search("^campaign ", told(guide, one), re.M)}
        if guide not in PLAYED_WHOLE | NO_GUIDES and blocks(guide):
            assert sum(len(blocks(guide, one)) for one in headings) == len(blocks(guide)), guide
            found[guide] = typed
    assert found == PLAYED
    assert all(map(blocks, PLAYED_WHOLE))


def test_the_settings_of_the_service_are_said_with_what_is_usual() -> None:
    """Each word, but for those that are two in a line, and the address that nobody has yet."""
    (text,) = re.findall("^```toml\n(.*?)^```$", chapter("operator", "Settings"), re.M | re.S)
    said = tomllib.loads(text)
    usual = msgspec.to_builtins(ServiceSettings(url=said["url"]))
    assert said == {word: usual[word] for word in said} | {"proxy": []}
    assert set(usual) - set(said) == {"socket", "connections"}


def test_the_guide_to_answers_by_mail_has_settings_that_can_be_read(shell: Shell) -> None:
    """The lines for a mailbox go under those for sending."""
    settings = chapter("operator", "Mail") + chapter("operator", "Answers by mail")
    first, answers = re.findall("^```toml\n(.*?)^```$", settings, re.M | re.S)
    (shell.folder / "club.toml").write_text(first + answers.removeprefix("[mail]\n"))
    mail = read_settings(Path(shell.env["CAMPAIGN_STORE"]), {}).mail
    assert (mail.answers, mail.authserv_id) == ("", "mx.example.org")
    assert (mail.mailbox.host, mail.mailbox.port) == ("imap.example.org", 993)
    assert mail.mailbox.user == "club@example.org"
    assert mail.mailbox.password_file == str(shell.folder / "mail-password")
