"""The letters of the door over a real mail server, and what is kept of an address.

What takes longer, waits or starts something, beside `extensions/mail_out/test_door_post.py`.
"""

import socket
from pathlib import Path

import pytest

from campaign.accounts.settings import MailSettings, Settings
from campaign.extensions.mail_out.sign_in_mail import DoorPost
from support.mail_server import mail_server
from support.served import SECONDS
from tests.extensions.mail_out.test_door_post import NOW


def test_a_letter_goes_out_after_the_answer() -> None:
    """Plain text, and marked so that no machine answers it."""
    with mail_server() as (port, server):
        mail = MailSettings("127.0.0.1", port, "none", sender="Club <club@example.org>")
        post = DoorPost(Path(), lambda: NOW, lambda store: Settings(mail))
        assert post.is_set_up()
        post.later(lambda: post.send("anna@example.org", "Your code to sign in", "123 456\n"))
        post.wait()
        (letter,) = server.messages("anna@example.org")
    assert letter["From"] == "Club <club@example.org>"
    assert letter["To"] == "anna@example.org"
    assert letter["Subject"] == "Your code to sign in"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter.get_content().split() == ["123", "456"]


def test_a_service_that_stops_drops_what_waits_and_cuts_what_is_under_way(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A mail server that says nothing holds nobody up, and nothing is done afterwards."""
    done: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mail = MailSettings(
            "127.0.0.1", silent.getsockname()[1], "none", sender="Club <club@example.org>"
        )
        post = DoorPost(Path(), lambda: NOW, lambda store: Settings(mail))
        post.later(lambda: post.send("anna@example.org", "x", "y"))
        line, _ = silent.accept()
        line.settimeout(SECONDS)
        post.later(lambda: done.append("waited"))
        post.stop(patience=0.1)
        line.close()
        post.later(lambda: done.append("late"))
        post.wait()
    assert done == []
    assert "letters of the door that did not go out, as the service stops: 1" in caplog.messages
    assert "a letter of the door did not go out: the service stops" in caplog.messages
