"""`mail-receive --imap` and `--lmtp`: answers from a mailbox on a server, and from the mail server
on the same machine.
"""

import shutil
from pathlib import Path

import pytest

from support.command_line import Shell
from support.mail_server import Authority
from tests.extensions.mail_in.test_mail_receive import (
    SETTINGS,
    table,
)

__all__ = ["table"]  # the club that these tests begin with


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """That club, in a folder of its own."""
    return Shell(shutil.copytree(table, tmp_path / "club"))


def set_up(shell: Shell, authority: Authority, port: int, **more: str) -> None:
    (shell.folder / "password").write_text("tractor-battery-staple\n")
    (shell.folder / "password").chmod(0o600)
    lines = {
        "imap_host": "127.0.0.1",
        "imap_user": "club",
        "imap_password_file": "password",
        "ca_file": str(authority.file),
        **more,
    }
    text = "".join(f'{key} = "{value}"\n' for key, value in lines.items())
    (shell.folder / "club.toml").write_text(f"{SETTINGS}imap_port = {port}\n{text}")


# --- a mailbox ----------------------------------------------------------------------------------


def test_settings_of_a_mailbox(shell: Shell, authority: Authority) -> None:
    """Plain text to other machines is refused, and a host is a name alone."""
    set_up(shell, authority, 1, imap_host="imap.example.org", imap_security="none")
    assert (
        "imap.example.org is another machine, and none would show all mail"
        in shell("mail-receive", "club", "--imap").error
    )
    set_up(shell, authority, 1, imap_host="imap.example.org:993")
    assert "its port goes into imap_port" in shell("mail-receive", "club", "--imap").error


# --- LMTP ---------------------------------------------------------------------------------------


def test_lmtp_listens_on_this_machine_alone(shell: Shell) -> None:
    """Whoever could reach it from outside could write in anybody's name."""
    done = shell("mail-receive", "club", "--lmtp", "0.0.0.0:2424")
    text = "0.0.0.0 is not this machine; listen on localhost alone"
    assert (done.status, done.error) == (1, f"campaign: {text}")
    done = shell("mail-receive", "club", "--lmtp", "localhost")
    text = "'localhost' is no place to listen; write it as localhost:2424"
    assert (done.status, done.error) == (1, f"campaign: {text}")
