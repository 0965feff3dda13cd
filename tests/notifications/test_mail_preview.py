"""`mail-preview`: what a member's mail says, without a server, an address or anything sent."""

import re
from pathlib import Path

import pytest

from campaign.cli.member_verbs import mail
from support.command_line import Shell

pytestmark = pytest.mark.further


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A club whose first turn is over; Anna plays Germany, Ben plays nothing."""
    folder = tmp_path / "club"
    folder.mkdir()
    shell = Shell(folder)
    for call in (
        ("start", "club", "--scenario", "global-war", "--title", "Thursday club"),
        ("enrol", "club", "anna", "--name", "Anna"),
        ("enrol", "club", "ben", "--name", "Ben"),
        ("assign", "club", "germany", "anna"),
        ("turn", "club"),
    ):
        done = shell(*call)
        assert done.status == 0, done.err
    return shell


def test_both_parts_are_written_and_the_text_is_printed(shell: Shell) -> None:
    """The last turn that is over, as Anna gets it; the files are named on standard error."""
    done = shell("mail-preview", "club", "anna", "--out", "preview")
    assert done.status == 0 and done.out.startswith("THURSDAY CLUB\nSeptember/October 1939")
    assert done.err.splitlines() == [
        "campaign: wrote preview/anna-1939-SO.txt",
        "campaign: wrote preview/anna-1939-SO.html",
        "campaign: wrote preview/1939-SO.html",
    ]
    folder = shell.folder / "preview"
    assert (folder / "anna-1939-SO.txt").read_text() == done.out
    assert "<h1" in (folder / "anna-1939-SO.html").read_text()
    report = (folder / "1939-SO.html").read_text()
    assert "This copy came by mail." in report
    links = re.findall(r'<a\b[^>]* href="([^"]*)"', report)
    assert links and all(link.startswith(("#", "https:")) for link in links)


def test_the_digest_in_the_text_is_one_that_verify_finds(shell: Shell) -> None:
    """Saved as a file, as the mail itself says; so is the digest alone."""
    text = shell("mail-preview", "club", "ben", "--out", "preview").out
    (check,) = (line for line in text.splitlines() if line.startswith("campaign verify"))
    call = check.replace("FILE", "preview/ben-1939-SO.txt").split()[1:]
    done = shell(*call)
    assert done.status == 0 and "… is the digest of version " in done.out
    (digest,) = re.findall("^[0-9a-f]{64}$", text, re.MULTILINE)
    assert shell("verify", "club", "--against", digest).status == 0


def test_without_a_folder_the_files_are_in_a_new_one(shell: Shell) -> None:
    """Nothing is left beside the store."""
    before = {file.name for file in shell.folder.iterdir()}
    done = shell("mail-preview", "club", "anna", "--turn", "1939-SO")
    paths = [Path(line.removeprefix("campaign: wrote ")) for line in done.err.splitlines()]
    assert all(path.is_file() for path in paths) and len({path.parent for path in paths}) == 1
    assert {file.name for file in shell.folder.iterdir()} == before


def test_what_it_refuses(shell: Shell) -> None:
    """A member and a turn that are none, and a what-if; each in one line."""
    done = shell("mail-preview", "club", "anne", "--out", "preview")
    assert done.status == 2
    assert done.error == "campaign: 'anne' is not enrolled in club; did you mean anna?"
    done = shell("mail-preview", "club", "anna", "--turn", "1942-SO")
    assert done.status == 2 and "club has not played 1942-SO" in done.error
    assert shell("branch", "club", "--at", "5", "--name", "other").status == 0
    done = shell("mail-preview", "other", "anna")
    assert done.status == 1
    assert done.error == "campaign: other is a what-if, and nobody gets mail about one"
    (shell.folder / "file").write_text("")
    done = shell("mail-preview", "club", "anna", "--out", "file/preview")
    assert done.status == 1 and done.error.startswith("campaign: cannot write to file/preview: ")


def test_the_page_opens_at_a_terminal_only() -> None:
    """A script never opens a browser."""
    assert mail.opens(is_input=True, is_output=True)
    assert not mail.opens(is_input=True, is_output=False)
    assert not mail.opens(is_input=False, is_output=True)
