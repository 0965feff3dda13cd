"""The mail server of the simulation: it refuses, puts off, and cuts the line before and after its
answer.
"""

import random
import smtplib
from typing import Any

from simulation.scheduler import Scheduler

AGREES = 250, b"2.0.0 taken"


class MailServer:
    """What has arrived, whatever its sender heard. It outlives crashes of the others."""

    def __init__(self, chance: random.Random, spite: float) -> None:
        self.chance = chance
        self.spite = spite
        """The share of steps that go wrong."""
        self.arrived: list[tuple[str, bytes]] = []
        """Recipients and messages, in the order in which they arrived."""
        self.heard: list[tuple[str, bytes]] = []
        """Those of which the sender heard that they arrived."""

    def is_spiteful(self) -> bool:
        """Whether a step goes wrong."""
        return self.chance.random() < self.spite


class MailLine:
    """A line to it, as `smtplib.SMTP` is one."""

    esmtp_features: dict[str, str] = {}
    user = ""

    def __init__(self, server: MailServer, scheduler: Scheduler) -> None:
        self._server = server
        self._scheduler = scheduler
        self._recipient = ""
        self._content = b""
        self.sock: Any = self
        self._crosses("calls the mail server")

    def _crosses(self, point: str) -> None:
        self._scheduler.cross(point)
        if self._server.spite and self._server.chance.random() < self._server.spite / 4:
            self._scheduler.note("the line breaks")
            raise smtplib.SMTPServerDisconnected("the line broke")

    # --- as a socket ------------------------------------------------------------------------------

    def settimeout(self, seconds: float) -> None:
        """Nobody waits here."""

    def setsockopt(self, *_: object) -> None:
        """There is nothing to set."""

    def sendall(self, content: bytes) -> None:
        """Sends a part of a message; its last dot ends it."""
        if content != b".\r\n":
            self._content = content
            self._crosses("sends a message")
            return
        self._scheduler.cross("sends the last dot")

    # --- as a client ------------------------------------------------------------------------------

    def ehlo_or_helo_if_needed(self) -> None:
        """Greets."""

    def has_extn(self, name: str) -> bool:
        """It knows addresses and messages in any letters."""
        return name in ("smtputf8", "8bitmime")

    def mail(self, sender: str, options: object = ()) -> tuple[int, bytes]:
        """Names the sender."""
        self._crosses("names the sender")
        return AGREES

    def rcpt(self, recipient: str, options: object = ()) -> tuple[int, bytes]:
        """Names the recipient."""
        self._crosses("names the recipient")
        self._recipient = recipient
        if self._server.is_spiteful():
            return (
                (450, b"4.2.0 later") if self._server.chance.random() < 0.7 else (550, b"5.1.1 no")
            )
        return AGREES

    def docmd(self, command: str, arguments: str = "") -> tuple[int, bytes]:
        """Asks whether the message may come."""
        self._crosses("begins a message")
        return 354, b"go on"

    def getreply(self) -> tuple[int, bytes]:
        """The answer to a message; the line may break before the server has it, or behind."""
        message = self._recipient, self._content
        if self._server.is_spiteful():
            self._scheduler.cross("the line breaks before the answer")
            if self._server.chance.random() < 0.5:
                self._server.arrived.append(message)
            raise smtplib.SMTPServerDisconnected("the line broke")
        if self._server.is_spiteful():
            return 451, b"4.3.0 later"
        self._server.arrived.append(message)
        self._scheduler.cross("the server has it")
        self._server.heard.append(message)
        return AGREES

    def rset(self) -> tuple[int, bytes]:
        """Begins again."""
        return AGREES

    def quit(self) -> tuple[int, bytes]:
        """Takes leave."""
        return 221, b"bye"

    def close(self) -> None:
        """Hangs up."""
