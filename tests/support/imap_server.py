"""A mailbox on a server in the test's own process, with the few words of IMAP that answers need.

Its mails, folders and what was asked of it are for the test to look at.
"""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ssl import SSLContext, SSLError


class Mailbox:
    """What is in it, and what it can do."""

    def __init__(self) -> None:
        self.password = "tractor-battery-staple"
        self.capabilities = "IMAP4rev1 MOVE UIDPLUS"
        self.delimiter = "/"
        self.validity = 7
        self.mails: dict[int, bytes] = {}
        self.flags: dict[int, set[str]] = {}
        self.folders: dict[str, list[bytes]] = {"INBOX": []}
        self.asked: list[str] = []
        """Every command, without its tag."""
        self.sign_in = ""
        """Said to whoever signs in, instead of looking: `NO {} is wrong`, with what they sent."""
        self.refuses = ""
        """A word: commands that begin with it are refused."""

    def put(self, raw: bytes) -> int:
        """A new mail; its number."""
        uid = max(self.mails, default=100) + 1
        self.mails[uid] = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        self.flags[uid] = set()
        return uid


@contextmanager
def imap_server(
    encrypted: SSLContext | None = None, *, at_once: bool = True
) -> Iterator[tuple[int, Mailbox]]:
    """A server on a port of its own on 127.0.0.1; with `at_once` it speaks TLS from the start."""
    box = Mailbox()
    listening = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(connection,), daemon=True).start()

    def talk(connection: socket.socket) -> None:
        with suppress(OSError, SSLError):
            if encrypted is not None and at_once:
                connection = encrypted.wrap_socket(connection, server_side=True)
            _Talk(connection, box, encrypted).go_on()
        connection.close()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1], box
    finally:
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(5)


class _Talk:
    """One connection."""

    def __init__(
        self, connection: socket.socket, box: Mailbox, encrypted: SSLContext | None
    ) -> None:
        self._connection = connection
        self._box = box
        self._encrypted = encrypted
        self._lines = connection.makefile("rb")

    def go_on(self) -> None:
        self._say("* OK ready")
        while line := self._lines.readline():
            tag, _, rest = line.decode().strip().partition(" ")
            self._box.asked.append(rest)
            refuses = self._box.refuses
            if refuses and rest.upper().startswith(refuses):
                self._say(f"{tag} NO {rest} is not for you")
            elif self._box.sign_in and rest.upper().startswith(("LOGIN", "AUTHENTICATE")):
                self._refused(tag, rest)
            elif rest.upper().startswith("LOGIN"):
                self._login(tag, rest)
            elif rest.upper() == "STARTTLS":
                assert self._encrypted is not None
                self._say(f"{tag} OK begin")
                self._connection = self._encrypted.wrap_socket(self._connection, server_side=True)
                self._lines = self._connection.makefile("rb")
            else:
                self._answer(rest)
                self._say(f"{tag} OK done")
                if rest.upper() == "LOGOUT":
                    return

    def _say(self, line: str) -> None:
        self._connection.sendall(line.encode() + b"\r\n")

    def _refused(self, tag: str, rest: str) -> None:
        if rest.upper().startswith("AUTHENTICATE"):
            self._say("+ ")
            rest = self._lines.readline().decode().strip()
            self._box.asked.append(rest)
        self._say(f"{tag} {self._box.sign_in.format(rest)}")

    def _login(self, tag: str, rest: str) -> None:
        if f'"{self._box.password}"' in rest:
            self._say(f"{tag} OK welcome")
        else:
            self._say(f"{tag} NO [AUTHENTICATIONFAILED] {rest.rsplit(maxsplit=1)[-1]} is wrong")

    def _answer(self, rest: str) -> None:
        box, words = self._box, rest.split()
        match words[0].upper():
            case "CAPABILITY":
                self._say(f"* CAPABILITY {box.capabilities}")
            case "SELECT":
                self._say(f"* {len(box.mails)} EXISTS")
                self._say(f"* OK [UIDVALIDITY {box.validity}] valid")
            case "LIST" if words[2] == '""':
                self._say(f'* LIST (\\Noselect) "{box.delimiter}" ""')
            case "LIST":
                for name in box.folders:
                    if f'"{name}"' == words[2]:
                        self._say(f'* LIST () "{box.delimiter}" "{name}"')
            case "CREATE":
                box.folders.setdefault(words[1].strip('"'), [])
            case "UID":
                self._by_number(words)

    def _by_number(self, words: list[str]) -> None:
        box = self._box
        if words[1] == "SEARCH":
            first = int(re.sub(":.*", "", words[3]))
            found = [uid for uid in box.mails if uid >= first and "\\Deleted" not in box.flags[uid]]
            found = found or [max(box.mails, default=0)]  # as `n:*` does where n is too large
            self._say(f"* SEARCH {' '.join(map(str, found))}")
            return
        uid = int(words[2])
        if words[1] == "FETCH" and uid in box.mails:
            raw = box.mails[uid]
            what = "BODY[HEADER]" if "[HEADER]" in words[4] else "BODY[]"
            if what == "BODY[HEADER]":
                raw = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            head = f"* 1 FETCH (UID {uid} RFC822.SIZE {len(box.mails[uid])} {what} {{{len(raw)}}}"
            self._connection.sendall(head.encode() + b"\r\n" + raw + b")\r\n")
        elif words[1] == "STORE":
            box.flags[uid].add(words[4].strip("()"))
        elif words[1] in ("MOVE", "COPY"):
            box.folders[words[3].strip('"')].append(box.mails[uid])
            if words[1] == "MOVE":
                del box.mails[uid]
        elif words[1] == "EXPUNGE":
            del box.mails[uid]
