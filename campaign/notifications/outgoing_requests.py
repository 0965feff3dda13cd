"""A call to an address that somebody else has named, a webhook or a browser's push service: only to
addresses out on the internet. IO.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from campaign.notifications.public_addresses import is_beside, is_public
from campaign.world import threads
from campaign.world.clock import monotonic

# --- The addresses that this machine has itself, as far as it knows them ------------------------
#
# What a router has in its place, no machine behind it can tell.

_TABLE = Path("/proc/net/if_inet6")
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Somewhere beyond; a datagram's socket only looks for the way there, and sends nothing."""


def own_addresses(table: Path = _TABLE) -> tuple[str, ...]:
    """The addresses that calls leave from, and all of IPv6 where the system lists them."""
    addresses: list[str] = []
    for family, beyond in _ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((beyond, 9))
            addresses.append(str(line.getsockname()[0]))
    with suppress(OSError):
        for line_read in table.read_text().splitlines():
            addresses.append(str(IPv6Address(bytes.fromhex(line_read.split()[0]))))
    return tuple(dict.fromkeys(one for one in addresses if "%" not in one))


# --- outgoing -----------------------------------------------------------------------------------
# A call to an address that somebody else has named: a webhook, or a browser's push service.
#
# HTTPS on port 443 or 8443, and no redirects. The name is asked for once, each of its addresses
# must be public, and the connection goes to one of these very addresses with the name in TLS: what
# the name server says the next time changes nothing. At most five seconds in all, the name
# server's answer among them, and of the answer the status alone is used.

PORTS = (443, 8443)
SECONDS = 5.0
READ = 4 * 1024
"""How many bytes of an answer are read."""
LONGEST = 2000
"""How many letters an address may have."""
NOT_SO = "write an address that begins with https://, on port 443 or 8443"


class NoAnswerError(Exception):
    """Nothing was heard. One line in plain words, without the address."""


def _resolved(host: str, port: int) -> tuple[str, ...]:
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(one[4][0]) for one in answers))


def _connected(address: str, port: int, seconds: float) -> socket.socket:
    return socket.create_connection((address, port), timeout=seconds)


class Outside(msgspec.Struct, frozen=True):
    """The world as calls see it; tests bring their own."""

    resolve: Callable[[str, int], tuple[str, ...]] = _resolved
    connect: Callable[[str, int, float], socket.socket] = _connected
    trust: Callable[[], ssl.SSLContext] = ssl.create_default_context
    seconds: float = SECONDS
    clock: Callable[[], float] = monotonic
    own: Callable[[], tuple[str, ...]] = own_addresses
    """This machine's own addresses."""


def _is_plain(url: str) -> bool:
    return len(url) <= LONGEST and url.isascii() and url.isprintable() and " " not in url


def fault(url: str) -> str:
    """Why an address can't be called; empty if it can. Nobody is asked."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
        host = (parts.hostname or "").encode("ascii").decode()
    except ValueError:  # no number, or letters that a name can't have
        return NOT_SO
    if not _is_plain(url):
        return NOT_SO
    if parts.scheme != "https" or not host or port not in PORTS or "@" in parts.netloc:
        return NOT_SO
    return ""


def post(url: str, body: bytes, headers: Mapping[str, str], outside: Outside) -> int:
    """Sends a body; the status of the answer. Raises `NoAnswerError`."""
    if why := fault(url):
        raise NoAnswerError(why)
    parts = urlsplit(url)
    host, port = str(parts.hostname), parts.port or 443
    until = outside.clock() + outside.seconds
    address = _address(host, port, outside)
    left = until - outside.clock()
    if left <= 0:
        raise NoAnswerError(_late(outside))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    call = _Call(host, port, address, outside, left)
    try:
        return call.post(target, body, headers)
    except ssl.SSLCertVerificationError as error:
        raise NoAnswerError("its certificate is not valid for that name") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        if call.is_late:
            raise NoAnswerError(_late(outside)) from error
        raise NoAnswerError("the connection failed") from error


def _late(outside: Outside) -> str:
    return f"there was no answer within {outside.seconds:g} seconds"


def _address(host: str, port: int, outside: Outside) -> str:
    """Where a name leads, asked once. Whoever has one address at home is called at none."""
    answers: list[tuple[str, ...]] = []

    def ask() -> None:
        with suppress(OSError, UnicodeError):
            answers.append(outside.resolve(host, port))

    asking = threads.thread(ask, "resolve")
    asking.start()
    asking.join(outside.seconds)
    if not answers or not answers[0]:
        raise NoAnswerError("there is no server of that name")
    own = outside.own()
    if any(not is_public(one) or is_beside(one, own) for one in answers[0]):
        raise NoAnswerError("it leads into a private network, where nothing is sent")
    return answers[0][0]


class _Call:
    """One request over a connection of its own, which is cut when its time is over."""

    def __init__(
        self, host: str, port: int, address: str, outside: Outside, seconds: float
    ) -> None:
        self._host, self._port, self._address = host, port, address
        self._outside, self._seconds = outside, seconds
        self._line: socket.socket | None = None
        self.is_late = False

    def post(self, target: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer."""
        watch = threading.Timer(self._seconds, self._cut)
        watch.daemon = True
        watch.start()
        try:
            self._line = self._outside.connect(self._address, self._port, self._seconds)
            self._line.settimeout(self._seconds)
            context = self._outside.trust()
            self._line = line = context.wrap_socket(
                self._line, server_hostname=self._host, do_handshake_on_connect=False
            )
            line.do_handshake()  # only now, so that it can be cut as well
            return self._asked(target, body, headers)
        except TimeoutError:
            self.is_late = True
            raise
        finally:
            watch.cancel()
            if self._line is not None:
                self._line.close()

    def _asked(self, target: str, body: bytes, headers: Mapping[str, str]) -> int:
        connection = http.client.HTTPConnection(self._host, self._port)
        connection.sock = self._line
        name = f"[{self._host}]" if ":" in self._host else self._host
        host = name if self._port == 443 else f"{name}:{self._port}"
        own = {"Host": host, "Connection": "close", "User-Agent": "campaign-tracker"}
        connection.request("POST", target, body, {**own, **headers})
        answer = connection.getresponse()
        if self.is_late:  # a line that was cut reads like the end of the head
            raise TimeoutError
        with suppress(OSError, http.client.HTTPException):  # the status is known
            answer.read(READ)
        return answer.status

    def _cut(self) -> None:
        self.is_late = True
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)


# --- What an answer means, and what follows a failure --------------------------------------------

PAUSES = (1 / 60, 5 / 60, 30 / 60, 2.0, 12.0)
"""Hours after each failure in a row; then always the last."""
PATIENCE = 24.0
"""Hours of failures after which whoever is called is left alone."""
ARRIVED = "delivered"


def answered(status: int) -> str:
    """What an answer means, in plain words; `ARRIVED` if it was taken."""
    if 200 <= status < 300:
        return ARRIVED
    if 300 <= status < 400:
        return f"not taken: it sends elsewhere, which is not followed ({status})"
    words = {
        401: "it wants to know who we are",
        403: "it turns us away",
        404: "it does not know this address any more",
        410: "it does not know this address any more",
        429: "too many messages for it",
    }
    usual = "it had a fault of its own" if status >= 500 else "it does not take this message"
    return f"not taken: {words.get(status, usual)} ({status})"
