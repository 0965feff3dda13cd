"""Where answers come in: a maildir, a mailbox on a server (IMAP over TLS), or a mail server on the
same machine (LMTP, RFC 2033). IO.
"""

import ast
import asyncio
import imaplib
import logging
import mailbox
import re
import signal
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from campaign.accounts.settings import MailSettings, is_loopback
from campaign.extensions.mail_in.reading import LARGEST_STORY
from campaign.notifications import servers
from campaign.store.protocol import StoreError

# --- A maildir with answers: each mail is put away only after its outcome is on the disk --------

PUT_AWAY = "Seen.club"
"""The folder for what was taken in. Mail servers show it as `Seen/club`."""


class MailboxError(Exception):
    """The mailbox cannot be used. One line for the host."""


class MailInMaildir(msgspec.Struct, frozen=True):
    """One mail of a maildir."""

    path: Path

    def read(self) -> bytes | None:
        """Its bytes, and one more than the limit of a mail that is too large; None if it is gone.

        Raises `MailboxError`.
        """
        try:
            with self.path.open("rb") as file:
                return file.read(LARGEST_STORY + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise MailboxError(f"cannot read {self.path}: {error.strerror}") from error


class MaildirSource:
    """A maildir, and its folder for what was taken in."""

    def __init__(self, path: Path) -> None:
        missing = [name for name in ("cur", "new", "tmp") if not (path / name).is_dir()]
        if missing:
            text = "is no maildir: it has no folder" if path.is_dir() else "is no maildir"
            named = f" {' and no '.join(missing)}" if path.is_dir() else ""
            raise MailboxError(f"{path} {text}{named}")
        self._path = path
        self._box = mailbox.Maildir(path, create=False)

    def mails(self) -> Iterator[MailInMaildir]:
        """The mails in it, oldest first as their names begin with the time.

        Whatever is no plain file is no mail. Raises `MailboxError`.
        """
        try:
            files = [
                file
                for folder in ("cur", "new")
                for file in (self._path / folder).iterdir()
                if not file.name.startswith(".") and file.is_file()
            ]
        except OSError as error:
            raise MailboxError(f"cannot read {self._path}: {error.strerror}") from error
        for file in sorted(files, key=lambda file: file.name):
            yield MailInMaildir(file)

    def put_away(self, mail: MailInMaildir) -> None:
        """Moves a mail to the folder, marked as read. Raises `MailboxError`."""
        try:
            folder = self._box.add_folder(PUT_AWAY)
            name = mail.path.name.partition(":")[0]
            mail.path.rename(Path(folder._path) / "cur" / f"{name}:2,S")
        except FileNotFoundError:
            return  # somebody else has moved it
        except OSError as error:
            raise MailboxError(f"cannot put {mail.path} away: {error.strerror}") from error


# --- A door for the mail server on the same machine: LMTP (RFC 2033) ----------------------------
#
# A mail is answered for only after its outcome is on the disk; what cannot be taken in now comes
# again. Needs the package `aiosmtpd`.

DONE, LATER = "250 2.0.0 taken in", "451 4.3.0 try again later"
MISSING = "LMTP needs the package aiosmtpd: pip install 'campaign-tracker[lmtp]'"


def place_of(text: str) -> tuple[str, int]:
    """Host and port of `localhost:2424`. Raises `MailboxError` for other machines' names."""
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdecimal() or int(port) > 65535 or not host:
        raise MailboxError(f"{text!r} is no place to listen; write it as localhost:2424")
    if not is_loopback(host.strip("[]")):
        raise MailboxError(f"{host} is not this machine; listen on localhost alone")
    return host.strip("[]"), int(port)


class Lmtp:
    """Takes in mails that a mail server hands over, one after the other."""

    def __init__(self, take: Callable[[bytes], None], ready: Callable[[str, int], None]) -> None:
        if find_spec("aiosmtpd") is None:
            raise MailboxError(MISSING)
        self._take = take
        self._ready = ready

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Takes a mail in; an answer for each of its recipients."""
        sender = (envelope.mail_from or "").strip("<>")
        path = f"Return-Path: <{sender}>\r\n".encode("utf-8", "replace")
        try:
            self._take(path + envelope.content)
            answer = DONE
        except StoreError:
            answer = LATER
        return "\r\n".join([answer] * len(envelope.rcpt_tos))

    def serve(self, host: str, port: int) -> None:
        """Listens until SIGTERM or Ctrl-C. Raises `MailboxError`."""
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)  # it would log what mails say
        with suppress(KeyboardInterrupt):
            asyncio.run(self._serve(host, port))

    async def _serve(self, host: str, port: int) -> None:
        from aiosmtpd.lmtp import LMTP

        loop = asyncio.get_running_loop()
        is_over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError, ValueError):
                loop.add_signal_handler(number, is_over.set)
        try:
            server = await loop.create_server(
                lambda: LMTP(self, data_size_limit=LARGEST_STORY, enable_SMTPUTF8=True, loop=loop),
                host,
                port,
            )
        except OSError as error:
            why = error.strerror or error
            raise MailboxError(f"cannot listen on {host}:{port}: {why}") from error
        async with server:
            self._ready(host, server.sockets[0].getsockname()[1])
            await is_over.wait()


# --- A mailbox on a server that answers come to, by IMAP over TLS -------------------------------
#
# Only mails that answer a letter of the campaign are fetched whole and put away, and only after
# their outcome is on the disk; the others stay as they are, unread.

PUT_AWAY_PATH = ("Seen", "club")
"""The folder for what was taken in, and the one that it is in."""
TIMEOUT = 60.0
"""How many seconds to wait for the server."""
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
_DELIMITER = re.compile(rb'\([^)]*\) (?:"(\\?.)"|NIL)')
_NUMBER = re.compile(rb"\d+")
_SHOWN = re.compile(r"""\[(b(?:'.*'|".*"))\]$""")
"""How the library shows a server's no, in brackets."""


class MailOnServer(msgspec.Struct, frozen=True):
    """One mail of a mailbox."""

    uid: int
    headers: bytes
    is_too_large: bool


class ImapSource:
    """One connection to a mailbox."""

    def __init__(self, mail: MailSettings, password: str, timeout: float = TIMEOUT) -> None:
        self._mail = mail
        self._password = password
        self._timeout = timeout
        self._imap: imaplib.IMAP4 | None = None
        self._folder = ""

    def __repr__(self) -> str:
        return f"ImapDoor({self._mail.host!r})"

    @property
    def account(self) -> str:
        """What the mailbox is called where the last mail seen is kept."""
        return f"{self._mail.user}@{self._mail.host}/{self._mail.imap_folder}"

    def open(self) -> int:
        """Signs in and opens the folder; the number under which its mails' numbers are valid.

        Raises `MailboxError`.
        """
        with self._guarded():
            self._imap = self._connected()
            self._sign_in(self._imap)
            self._ok(self._imap.select(_quoted(self._mail.imap_folder)), "open the folder")
            validity = self._imap.response("UIDVALIDITY")[1]
            return int(validity[0]) if validity and validity[0] else 0

    def mails(self, after: int) -> Iterator[MailOnServer]:
        """The mails behind a number, with their headers alone. Raises `MailboxError`."""
        with self._guarded():
            imap = self._opened()
            answer = self._ok(
                imap.uid("SEARCH", f"UID {after + 1}:* UNDELETED"), "look for new mail"
            )
            numbers = sorted(int(one) for one in _NUMBER.findall(answer[0] or b""))
        for uid in numbers:
            if uid > after:  # a range beyond the last mail finds the last
                with self._guarded():
                    size, headers = self._fetched(uid, "(RFC822.SIZE BODY.PEEK[HEADER])")
                yield MailOnServer(uid, headers, is_too_large=size > LARGEST_STORY)

    def whole(self, mail: MailOnServer) -> bytes:
        """A mail with its text; it stays unread. Raises `MailboxError`."""
        with self._guarded():
            return self._fetched(mail.uid, "(RFC822.SIZE BODY.PEEK[])")[1]

    def put_away(self, mail: MailOnServer) -> None:
        """Moves a mail to the folder for what was taken in. Raises `MailboxError`."""
        with self._guarded():
            imap, uid, folder = self._opened(), str(mail.uid), self._folder_made()
            self._ok(imap.uid("STORE", uid, "+FLAGS.SILENT", r"(\Seen)"), "mark a mail as read")
            if "MOVE" in imap.capabilities:
                self._ok(imap.uid("MOVE", uid, folder), "put a mail away")
                return
            self._ok(imap.uid("COPY", uid, folder), "put a mail away")
            self._ok(imap.uid("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)"), "put a mail away")
            if "UIDPLUS" in imap.capabilities:  # without it others' mails would go as well
                self._ok(imap.uid("EXPUNGE", uid), "put a mail away")

    def close(self) -> None:
        """Says goodbye."""
        imap, self._imap = self._imap, None
        if imap is not None:
            with suppress(OSError, imaplib.IMAP4.error):
                imap.logout()

    # --- the connection -------------------------------------------------------------------------

    def _connected(self) -> imaplib.IMAP4:
        mail = self._mail
        try:
            trust = ssl.create_default_context(cafile=mail.ca_file or None)
        except OSError as error:
            text = f"cannot read the certificates in {mail.ca_file}"
            raise MailboxError(f"{text}; expected a file of certificates") from error
        if mail.security == "tls":
            return imaplib.IMAP4_SSL(mail.host, mail.port, ssl_context=trust, timeout=self._timeout)
        imap = imaplib.IMAP4(mail.host, mail.port, timeout=self._timeout)
        if mail.security == "starttls":
            if "STARTTLS" not in imap.capabilities:
                imap.shutdown()
                raise MailboxError(
                    f'{mail.host} offers no encryption here; write imap_security = "tls"'
                )
            imap.starttls(trust)
        return imap

    def _sign_in(self, imap: imaplib.IMAP4) -> None:
        mail = self._mail
        if not mail.user:
            return
        try:
            if mail.token_command:
                token = servers.bearer(mail.user, self._password).encode()
                imap.authenticate("XOAUTH2", lambda _: token)
            else:
                imap.login(mail.user, self._password)
        except UnicodeEncodeError:
            raise MailboxError(servers.ASCII_ALONE) from None
        except imaplib.IMAP4.error as error:
            said = self._unsaid(_words(error))
            raise MailboxError(
                f"{mail.host} does not let {mail.user} in; look at user and password, or make an"
                f" app password ({mail.host} said: {said})"
            ) from None

    def _opened(self) -> imaplib.IMAP4:
        if self._imap is None:
            raise MailboxError("the mailbox is not open")
        return self._imap

    def _fetched(self, uid: int, what: str) -> tuple[int, bytes]:
        """Size and content; nothing where the mail is gone."""
        answer = self._ok(self._opened().uid("FETCH", str(uid), what), "fetch a mail")
        for part in answer:
            if isinstance(part, tuple):
                size = _SIZE.search(part[0])
                return int(size[1]) if size else 0, part[1]
        return 0, b""

    def _folder_made(self) -> str:
        """The folder's name as this server writes it; made if there is none yet."""
        if not self._folder:
            imap = self._opened()
            answer = self._ok(imap.list('""', '""'), "list folders")
            match = _DELIMITER.match(answer[0] or b"")
            sign = match[1][-1:].decode("ascii", "replace") if match and match[1] else "/"
            folder = _quoted(sign.join(PUT_AWAY_PATH))
            if not any(self._ok(imap.list('""', folder), "list folders")):
                imap.create(folder)  # another run may make it at the same time
            self._folder = folder
        return self._folder

    # --- words ----------------------------------------------------------------------------------

    def _ok(self, answer: tuple[str, list], what: str) -> list:  # type: ignore[type-arg]
        status, said = answer
        if status != "OK":
            text = said[0].decode("utf-8", "replace") if said and said[0] else status
            raise MailboxError(f"{self._mail.host} does not {what}: {self._unsaid(text)}")
        return said

    def _unsaid(self, text: str) -> str:
        """A server's words in one line, without the password in any form, and without addresses."""
        return servers.one_line(0, text, servers.forms(self._mail.user, self._password))

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        host = self._mail.host
        try:
            yield
        except ssl.SSLCertVerificationError as error:
            raise MailboxError(servers.no_connection(error, self._mail)) from error
        except (OSError, imaplib.IMAP4.error) as error:
            why = self._unsaid(_words(error)) or type(error).__name__
            raise MailboxError(f"cannot read the mailbox on {host}: {why}") from None


def _words(error: Exception) -> str:
    """What a server said; the library may show it as bytes, or as a list of them."""
    said = error.args[0] if error.args else ""
    if isinstance(said, bytes):
        return said.decode("utf-8", "replace")
    if match := _SHOWN.search(str(error)):
        with suppress(ValueError, SyntaxError):
            return bytes(ast.literal_eval(match[1])).decode("utf-8", "replace")
    return str(error)


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
