"""The letters of the door over a real mail server, and what is kept of an address."""

from pathlib import Path

import pytest

from campaign.accounts.settings import MailSettings, Settings
from campaign.accounts.sign_ins import network
from campaign.extensions.mail_out.sign_in_mail import DoorPost

NOW = "1999-05-01T20:00:00.000Z"


def test_a_letter_that_fails_keeps_no_other_off(caplog: pytest.LogCaptureFixture) -> None:
    """The log says that one did, and to nobody whose address it was."""
    done: list[str] = []
    mail = MailSettings(sender="Club <club@example.org>")
    post = DoorPost(Path(), lambda: NOW, lambda store: Settings(mail))
    assert not post.is_set_up()
    post.later(lambda: post.send("anna@example.org", "x", "y"))
    post.later(lambda: done.append("second"))
    post.wait()
    assert done == ["second"]
    assert caplog.messages == ["a letter of the door did not go out: SettingsError"]


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("fe80::1%eth0", "fe80::/48"),
        ("testclient", ""),
        ("", ""),
    ],
)
def test_an_address_is_kept_without_its_last_part(address: str, kept: str) -> None:
    assert network(address) == kept
