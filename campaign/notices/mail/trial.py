"""A short message that tries the mail server: whether server, password and certificate are right.

Raises `SettingsError` where the settings name no server, and `StoppedError` where it takes nothing.
"""

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from campaign.notices.mail.smtp import Limits, Post, Verdict
from campaign.passwords import password
from campaign.settings import Settings
from campaign.store.clock import read


def try_mail(settings: Settings, address: str, now: str, limits: Limits | None = None) -> Verdict:
    """What the server answered to a message for an address."""
    settings.must_mail()
    line = Post(settings.mail, password(settings.mail), limits)
    message = EmailMessage(SMTP)
    message["From"], message["To"] = settings.mail.sender, address
    message["Subject"] = "A test of the club's mail"
    moment = read(now)
    assert moment is not None
    message["Date"] = format_datetime(moment)
    message["Message-ID"] = make_msgid(domain=settings.mail.domain)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("The campaign tracker can send mail from here.\n")
    content = message.as_bytes()
    line.open()
    try:
        return line.offer(settings.mail.address, address, content) or line.send(content)
    finally:
        line.close()
