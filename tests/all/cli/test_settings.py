"""The club's settings: where they are, what each fault is told as, and where the password stays.

What takes longer, waits or starts something, beside `cli/test_settings.py`.
"""

import sys

import pytest

from campaign.accounts.settings import MailSettings, SettingsError, password
from tests.cli.test_settings import token


def printing(what: str) -> MailSettings:
    return token(sys.executable, "-c", what)


def test_a_token_is_what_the_command_prints() -> None:
    """No shell reads its words."""
    assert password(printing("print('ya29.token')")) == "ya29.token"
    assert password(token(sys.executable, "-c", "import sys; print(sys.argv[1])", "$HOME")) == (
        "$HOME"
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (printing("print('half secret'); exit(3)"), "failed (exit status 3); try it in a terminal"),
        (printing("print('half secret')"), "must print the token and nothing else"),
        (printing("pass"), "must print the token and nothing else"),
        (token("/nowhere/oama"), "can't be started: No such file or directory"),
    ],
)
def test_what_a_failing_command_prints_is_not_shown(command: MailSettings, words: str) -> None:
    """It might be half a secret."""
    with pytest.raises(SettingsError) as told:
        password(command)
    assert str(told.value) == f"the token_command {command.token_command[0]} {words}"
    assert "half" not in str(told.value)


def test_a_command_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may have to answer a question that nobody sees."""
    monkeypatch.setattr("campaign.accounts.settings.TOKEN_SECONDS", 0.1)
    with pytest.raises(SettingsError, match=r"gave no token within 0\.1 seconds"):
        password(printing("import signal; signal.pause()"))
