"""A connection to a mail server: what each answer, silence and break means for a message."""

import ssl

import pytest

from campaign.accounts.settings import MailSettings
from campaign.extensions.mail_out.smtp import Limits, Post, StoppedError

FROM, ANNA, BEN = "club@example.org", "anna@example.org", "ben@example.org"
MESSAGE = b"Subject: A turn\r\n\r\nIt is over.\r\n.\r\n..dots\r\n"


def plain(port: int, **more: object) -> MailSettings:
    """A server on this machine, without encryption."""
    return MailSettings(host="127.0.0.1", port=port, security="none", sender=FROM, **more)  # type: ignore[arg-type]


def test_an_answer_may_take_longer_than_any_other_step() -> None:
    """Five minutes: a server that checks a message for 70 seconds is waited for."""
    assert Limits().step < 70 < Limits().answer < 600


# --- no connection ------------------------------------------------------------------------------


def test_a_message_without_a_connection_is_not_sent() -> None:
    """Whoever forgets to open it hears so."""
    with pytest.raises(StoppedError, match="there is no connection to the mail server"):
        Post(plain(1), "").offer(FROM, ANNA, MESSAGE)


def test_encryption_without_a_check_is_not_to_be_had() -> None:
    """Certificate and name, for every setting."""
    trust = Post(MailSettings(host="example.org"), "")._trust()
    assert trust.verify_mode == ssl.CERT_REQUIRED and trust.check_hostname
