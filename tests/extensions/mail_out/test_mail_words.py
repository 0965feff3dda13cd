"""The word `mail` at the terminal: a verb, and the family of the verbs about mail."""

from pathlib import Path

import pytest

from support.command_line import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """No store is needed."""
    return Shell(tmp_path, CAMPAIGN_STORE="")


def test_the_help_of_mail_names_the_verbs_behind_it(shell: Shell) -> None:
    """Below its own usage, in few words or in all."""
    page = shell.fine("help", "mail")
    assert page.startswith("Usage: campaign mail [OPTIONS] NAME\n")
    assert "Mail to members:\n  status      What became of each message.\n" in page
    assert "  Mail to members  status, again, " in shell.fine("mail", "--help")


def test_what_follows_mail_decides(shell: Shell) -> None:
    """A verb behind it, or the campaign of the verb itself."""
    shell.fine("start", "club", "--scenario", "global-war")
    assert shell.fine("mail", "status", "club") == shell.fine("mail-status", "club")
    done = shell("mail", "statsu")
    assert done.status == 2 and done.error.endswith("; did you mean mail status?")


def test_the_shell_completes_what_follows_mail(shell: Shell) -> None:
    """Verbs behind it, campaigns, or both."""
    shell.fine("start", "club", "--scenario", "global-war")
    assert shell.completed("mail st") == ["status", "stop"]
    assert shell.completed("mail c") == ["club", "choices"]
    assert shell.completed("mail status c") == ["club"]
