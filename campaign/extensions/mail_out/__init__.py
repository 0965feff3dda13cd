"""E-mail as it leaves: messages, servers, and a campaign's mail; what the service asks of it."""

from campaign.accounts.settings import Settings
from campaign.extensions.mail_out.job import mail_chore
from campaign.extensions.mail_out.sign_in_mail import DoorPost
from campaign.extensions.mail_out.smtp import Limits, StoppedError, Verdict, try_mail

__all__ = ["DoorPost", "StoppedError", "mail_chore", "tried"]

WAITING = Limits(connect=10, step=15, answer=30)
"""A person waits for the test."""


def tried(settings: Settings, address: str, now: str) -> Verdict:
    """What the server answered to a short message for an address. Raises `StoppedError`."""
    return try_mail(settings, address, now, WAITING)
