"""The password that the settings name, or the token in its place: read when it is needed. IO.

It is kept in nothing, and no message shows any of it.
"""

import os
import stat
import subprocess
from pathlib import Path

from campaign.settings import MailSettings, SettingsError

TOKEN_SECONDS = 60
"""How long the command that prints a token may take."""


def warnings(mail: MailSettings) -> list[str]:
    """What the host should know about the settings though they work."""
    if not mail.password_file:
        return []
    try:
        mode = Path(mail.password_file).stat().st_mode
    except OSError:
        return []
    if os.name == "posix" and stat.S_IMODE(mode) & (stat.S_IRGRP | stat.S_IROTH):
        file = mail.password_file
        return [f"others on this machine can read {file}; `chmod 600 {file}` keeps it to you"]
    return []


def password(mail: MailSettings) -> str:
    """The password, or the access token; empty without a user. Raises `SettingsError`."""
    if mail.token_command:
        return _token(mail.token_command)
    if not mail.password_file:
        return ""
    try:
        text = Path(mail.password_file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{mail.password_file} is not text in UTF-8") from error
    except OSError as error:
        why = error.strerror
        raise SettingsError(f"cannot read the password in {mail.password_file}: {why}") from error
    found = text.strip("\r\n")
    if not found or "\n" in found or "\0" in found:
        expected = "expected the password on its only line"
        raise SettingsError(f"{mail.password_file} holds no password; {expected}")
    return found


def _token(command: tuple[str, ...]) -> str:
    """What the command prints. It runs without a shell, and nothing that it prints is shown."""
    name = command[0]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TOKEN_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        late = f"gave no token within {TOKEN_SECONDS} seconds; try it in a terminal"
        raise SettingsError(f"the token_command {name} {late}") from None
    except OSError as error:
        why = error.strerror
        raise SettingsError(f"the token_command {name} can't be started: {why}") from error
    if done.returncode:
        how = f"failed (exit status {done.returncode}); try it in a terminal"
        raise SettingsError(f"the token_command {name} {how}")
    token = done.stdout.strip()
    if not token or not token.isascii() or len(token.split()) != 1:
        raise SettingsError(f"the token_command {name} must print the token and nothing else")
    return token.decode()
