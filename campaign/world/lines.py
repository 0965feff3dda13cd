"""Lines to servers of mail. In a simulation the server is one of its own."""

import smtplib
import ssl

from campaign.world import crossing


def smtp(host: str, port: int, name: str, wait: float) -> smtplib.SMTP:
    """A line that is not encrypted yet."""
    if crossing.current is not None:
        line: smtplib.SMTP = crossing.current.smtp(host, port)
        return line
    return smtplib.SMTP(host, port, name, timeout=wait)


def smtp_tls(host: str, port: int, name: str, wait: float, trust: ssl.SSLContext) -> smtplib.SMTP:
    """A line that is encrypted from its first byte."""
    return smtplib.SMTP_SSL(host, port, name, timeout=wait, context=trust)
