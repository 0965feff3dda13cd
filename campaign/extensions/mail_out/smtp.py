"""Sends messages to a mail server, step by step, so that callers know what happened at each; and a
short message that tries it. IO.
"""

import re
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import Literal

import msgspec

from campaign.accounts.settings import MailSettings, Settings, password
from campaign.notifications import servers
from campaign.notifications.notification import NoFrom
from campaign.world import lines
from campaign.world.clock import read

# --- Sends messages to a mail server, step by step: whoever calls knows what happened at each ---
#
# Up to the last dot of a message the server can't have taken it. From then on until its answer
# nobody can know, so that an answer that never comes is `unknown`, and never tried again by
# itself.

BREAKS = (OSError, smtplib.SMTPException)
"""What a connection may fail with."""


class Limits(msgspec.Struct, frozen=True):
    """How many seconds to wait for the server."""

    connect: float = 30
    step: float = 60
    answer: float = 300
    """For the answer to a whole message: some servers check it first. Below a claim's time."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of a message."""

    state: Literal["sent", "later", "refused", "unknown"]
    server: str
    """The server's words on one line, or ours where it said nothing."""
    stops: str = ""
    """Why nothing more can be sent for now; empty if the connection is fine."""
    no_from: NoFrom = ""
    """What a refusal is about."""


class StoppedError(Exception):
    """Nothing can be sent to anybody. One line for the host."""


class OvertakenError(Exception):
    """Another run goes on with what this one was sending. One line for the host."""


class Post:
    """One connection to the mail server."""

    def __init__(self, mail: MailSettings, password: str, limits: Limits | None = None) -> None:
        self._mail = mail
        self._password = password
        self._limits = limits or Limits()
        self._smtp: smtplib.SMTP | None = None

    def __repr__(self) -> str:
        return f"Post({self._mail.host!r})"

    @property
    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self._smtp is not None

    # --- opening and closing --------------------------------------------------------------------

    def open(self) -> None:
        """Connects, encrypts and signs in. Raises `StoppedError`."""
        mail = self._mail
        try:
            self._smtp = self._connected()
            with self._about_us():
                self._smtp.ehlo_or_helo_if_needed()
                if mail.security == "starttls":
                    self._encrypt(self._smtp)
                if mail.user:
                    self._sign_in(self._smtp)
        except BaseException:
            self.close()
            raise

    def _connected(self) -> smtplib.SMTP:
        mail, wait = self._mail, self._limits.connect
        name = mail.domain or "localhost"
        with self._about_us():
            if mail.security == "tls":
                smtp = lines.smtp_tls(mail.host, mail.usual_port, name, wait, self._trust())
            else:
                smtp = lines.smtp(mail.host, mail.usual_port, name, wait)
            sock = _socket(smtp)
            sock.settimeout(self._limits.step)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return smtp

    def _trust(self) -> ssl.SSLContext:
        """Certificate and name are always checked."""
        try:
            return ssl.create_default_context(cafile=self._mail.ca_file or None)
        except OSError as error:
            why = error.strerror if error.errno and not isinstance(error, ssl.SSLError) else ""
            text = f"cannot read the certificates in {self._mail.ca_file}"
            raise StoppedError(
                f"{text}: {why}" if why else f"{text}; expected a file of certificates"
            ) from error

    def _encrypt(self, smtp: smtplib.SMTP) -> None:
        if not smtp.has_extn("starttls"):
            raise StoppedError(servers.no_starttls(self._mail))
        code, said = smtp.starttls(context=self._trust())
        if code != 220:
            raise StoppedError(self._explained(self._line(code, said)))
        smtp.ehlo()

    def _sign_in(self, smtp: smtplib.SMTP) -> None:
        mail = self._mail
        try:
            if mail.token_command:
                if "XOAUTH2" not in smtp.esmtp_features.get("auth", "").upper().split():
                    raise smtplib.SMTPNotSupportedError
                smtp.user = mail.user
                smtp.auth("XOAUTH2", self._token)
            else:
                smtp.login(mail.user, self._password)
        except smtplib.SMTPNotSupportedError:
            raise StoppedError(servers.no_sign_in(mail)) from None
        except UnicodeEncodeError:
            raise StoppedError(servers.ASCII_ALONE) from None

    def _token(self, challenge: bytes | None = None) -> str:
        """XOAUTH2: the token; to a server that explains its no, an empty line."""
        if challenge is not None:
            return ""
        return servers.bearer(self._mail.user, self._password)

    def close(self) -> None:
        """Says goodbye, if there is still somebody to say it to."""
        smtp, self._smtp = self._smtp, None
        if smtp is None:
            return
        with suppress(*BREAKS):
            if smtp.sock is not None:
                smtp.sock.settimeout(min(5, self._limits.step))
                smtp.quit()
        smtp.close()

    def cut(self) -> None:
        """Ends the connection at once; a message that was begun is not taken."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            smtp.close()

    # --- a message ------------------------------------------------------------------------------

    def offer(self, sender: str, recipient: str, content: bytes) -> Verdict | None:
        """Names sender and recipient; None if the server now waits for the message.

        Raises `StoppedError` if the club may not send at all.
        """
        smtp = self._open_smtp()
        beyond = not (sender + recipient).isascii()
        if beyond and not smtp.has_extn("smtputf8"):
            text = "the mail server takes no addresses with letters like ü"
            return Verdict("refused", text, no_from="recipient" if sender.isascii() else "club")
        try:
            code, said = smtp.mail(sender, _options(smtp, content, beyond=beyond))
            if code != 250:
                return self._not_taken(code, said, to="sender")
            code, said = smtp.rcpt(recipient)
            if code not in (250, 251):
                return self._not_taken(code, said, to="recipient")
            code, said = smtp.docmd("DATA")
            return None if code == 354 else self._not_taken(code, said, to="data")
        except BREAKS as error:
            return self._lost(error)

    def send(self, content: bytes) -> Verdict:
        """Sends the message that the server waits for; its answer."""
        smtp = self._open_smtp()
        sock = _socket(smtp)
        try:
            sock.sendall(_as_sent(content))
        except OSError as error:
            return self._lost(error)  # without its last dot no server takes it
        try:
            sock.settimeout(self._limits.answer)
            sock.sendall(b".\r\n")
            code, said = smtp.getreply()
            sock.settimeout(self._limits.step)
        except BREAKS as error:
            is_late = _is_timeout(error)
            self.cut()
            how = f"within {self._limits.answer:g} seconds" if is_late else "before the line broke"
            text = f"no answer came {how}"
            return Verdict("unknown", text, f"{text}; the message may have arrived")
        if 200 <= code < 300:
            return Verdict("sent", self._line(code, said))
        if not 400 <= code < 600:
            self.cut()
            text = self._line(code, said) or "no answer that can be read"
            return Verdict("unknown", text, f"{self._mail.host} answered in a way nobody knows")
        return self._not_taken(code, said, to="message")

    def _open_smtp(self) -> smtplib.SMTP:
        if self._smtp is None:
            raise StoppedError("there is no connection to the mail server")
        return self._smtp

    def _not_taken(
        self, code: int, said: bytes, *, to: Literal["sender", "recipient", "data", "message"]
    ) -> Verdict:
        """A no to a step: the person's, or everybody's."""
        line = self._line(code, said)
        if code == 421:
            self.cut()
            return Verdict("later", line, self._explained(line))
        if not 400 <= code < 600:
            self.cut()
            text = f"{self._mail.host} answered in a way nobody knows"
            return Verdict("later", line, text)
        if code < 500:
            self._reset()
            return Verdict("later", line)
        is_sender = to == "sender" and not servers.is_about_size(line)
        if is_sender or (to != "message" and servers.is_about_us(line)):
            raise StoppedError(self._explained(line))
        self._reset()
        is_theirs = to == "recipient" and servers.is_about_recipient(line)
        return Verdict("refused", line, no_from="recipient" if is_theirs else "club")

    def _reset(self) -> None:
        """Begins a new message; if that fails, the next step finds out."""
        with suppress(*BREAKS):
            self._open_smtp().rset()

    def _lost(self, error: Exception) -> Verdict:
        """The connection broke before the server could take the message."""
        self.cut()
        if _is_timeout(error):
            text = f"no answer from {self._mail.host} within {self._limits.step:g} seconds"
        else:
            text = f"{self._mail.host} ended the connection"
        return Verdict("later", text, f"{text}; run it again in some minutes")

    # --- words ----------------------------------------------------------------------------------

    def _line(self, code: int, said: bytes) -> str:
        return servers.one_line(code, said, self._secrets())

    def _secrets(self) -> Iterator[str]:
        """The password in each form in which a server could repeat it."""
        return servers.forms(self._mail.user, self._password)

    def _explained(self, line: str) -> str:
        words = servers.answer_in_words(line)
        return f"{words} ({self._mail.host} said: {line})" if words else line

    @contextmanager
    def _about_us(self) -> Iterator[None]:
        """Turns each failure into one line for the host, without a trace of the password."""
        try:
            yield
        except smtplib.SMTPResponseException as error:
            said = error.smtp_error
            code = error.smtp_code
            line = servers.one_line(code, said, self._secrets())
            raise StoppedError(self._explained(line)) from None
        except BREAKS as error:
            cause = error.__context__ if isinstance(error.__context__, OSError) else error
            raise StoppedError(servers.no_connection(cause, self._mail)) from None


def _socket(smtp: smtplib.SMTP) -> socket.socket:
    if smtp.sock is None:
        raise smtplib.SMTPServerDisconnected("no connection")
    return smtp.sock


def _options(smtp: smtplib.SMTP, content: bytes, *, beyond: bool) -> list[str]:
    """What is said beside the sender, as far as the server knows it."""
    options = ["SMTPUTF8"] if beyond else []
    if smtp.has_extn("size"):
        options.append(f"SIZE={len(content)}")
    if smtp.has_extn("8bitmime") and not content.isascii():
        options.append("BODY=8BITMIME")
    return options


def _is_timeout(error: BaseException) -> bool:
    return isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError)


def _as_sent(content: bytes) -> bytes:
    """A message as it goes over the line: whole lines, and dots at their beginning doubled."""
    lines = re.sub(rb"\r\n|\n|\r", b"\r\n", content)
    if not lines.endswith(b"\r\n"):
        lines += b"\r\n"
    return re.sub(rb"(?m)^\.", b"..", lines)


# --- trial --------------------------------------------------------------------------------------
# A short message that tries the mail server: whether server, password and certificate are right.
#
# Raises `SettingsError` where the settings name no server, and `StoppedError` where it takes
# nothing.


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
