"""How messages leave, and where answers come in: the `[mail]` part of the settings. Pure."""

from email.headerregistry import Address
from email.utils import getaddresses
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from campaign.settings.faults import is_host, is_loopback
from campaign.text.shapes import Fault

PORTS = {"starttls": 587, "tls": 465, "none": 25}
IMAP_PORTS = {"starttls": 143, "tls": 993, "none": 143}
"""The usual ports of each kind of security: for sending, and of a mailbox."""

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


class MailSettings(msgspec.Struct, frozen=True):
    """How messages leave."""

    host: str = ""
    """The mail server; empty if mail is not set up."""
    port: Port = 0
    """0 for the usual one."""
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password_file: str = ""
    token_command: tuple[str, ...] = ()
    """A program and its words, which prints an access token to sign in with."""
    sender: str = msgspec.field(default="", name="from")
    """The club's name and address."""
    ca_file: str = ""
    """The certificates that the server's is checked against; the system's if it is empty."""
    answers: Literal["yes", "no", ""] = ""
    """Whether requests bear words to answer with; empty: once answers are read in."""

    authserv_id: str = ""
    """What the mailbox's own server is called in Authentication-Results; empty: none counts."""
    imap_host: str = ""
    """The server of the mailbox that answers come to; empty if they are not fetched."""
    imap_port: Port = 0
    imap_security: Literal["tls", "starttls", "none"] = "tls"
    imap_user: str = ""  # without it the same user and password as above
    imap_password_file: str = ""
    imap_folder: str = "INBOX"

    @property
    def usual_port(self) -> int:
        """The port to connect to."""
        return self.port or PORTS[self.security]

    @property
    def mailbox(self) -> "MailSettings":
        """How to sign in to the mailbox that answers come to."""
        own, security = self.imap_password_file, self.imap_security
        port, user = self.imap_port or IMAP_PORTS[security], self.imap_user or self.user
        found = replace(self, host=self.imap_host, port=port, security=security, user=user)
        return replace(found, password_file=own, token_command=()) if own else found

    @property
    def address(self) -> str:
        """The club's address alone."""
        return _address(self.sender)

    @property
    def domain(self) -> str:
        """What stands behind the @ of the club's address."""
        return self.address.rpartition("@")[2]


def faults(mail: MailSettings) -> list[Fault]:
    """What is wrong with values that are well formed each by itself."""
    found = []
    for kind, server in (("", mail), ("imap_", mail.mailbox)):
        if server.host and not is_host(server.host):
            text = "write the server's name alone, such as `mail.example.org`; its port goes into"
            found.append(Fault(f"mail.{kind}host", f"{text} {kind}port"))
        if server.security == "none" and server.host and not is_loopback(server.host):
            text = (
                f"{server.host} is another machine, and none would show all mail and the password"
            )
            found.append(Fault(f"mail.{kind}security", f"{text} on the way; write starttls or tls"))
    if mail.sender and not mail.address:
        text = "expected one name and address, such as Our club <club@example.org>"
        found.append(Fault("mail.from", text))
    if mail.password_file and mail.token_command:
        text = "a password_file is named as well; keep the one that your provider takes"
        found.append(Fault("mail.token_command", text))
    if (mail.password_file or mail.token_command) and not mail.user:
        text = "is missing; write the name to sign in with, often the whole address"
        found.append(Fault("mail.user", text))
    if mail.user and not mail.password_file and not mail.token_command:
        text = "is missing; name the file that holds the password, or a token_command"
        found.append(Fault("mail.password_file", text))
    return found


def _address(written: str) -> str:
    """The address of `Our club <club@example.org>`; empty if it is not exactly one."""
    if not written.isprintable():
        return ""
    pairs = getaddresses([written])
    if len(pairs) != 1:
        return ""
    address = pairs[0][1]
    try:
        found = Address(addr_spec=address)
    except (ValueError, IndexError, LookupError):
        return ""
    return address if found.username and found.domain else ""
