"""Where the service listens, who has a connection, and for how long without a request. IO."""

import errno
import logging
import os
import socket
import stat
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    from campaign.accounts.settings import ServiceSettings


# --- Where the service listens, and under which address it is found there -----------------------


def listening(host: str, port: int, family: socket.AddressFamily = socket.AF_INET) -> socket.socket:
    """A socket that takes callers; each line takes over from it that answers leave at once.

    A page goes out in two pieces; otherwise the second waits 40 ms for the first to arrive.
    """
    made = socket.create_server((host, port), family=family)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def own_url(host: str, port: int) -> str:
    """Where a service without a name is found on its network."""
    if host in ("0.0.0.0", "::", ""):
        host = _own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    """This machine's address on its network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def listening_at(file: str) -> socket.socket:
    """A socket in a file, for a proxy on the same machine. What a killed service left is replaced.

    Who may reach it is said by its folder, as anybody on the machine may reach a port.
    """
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise FileExistsError(errno.EEXIST, "there is another file of that name", file)
        if _answers(file):
            raise OSError(errno.EADDRINUSE, "another service listens there", file)
        path.unlink()
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        made.bind(file)
        path.chmod(0o666)
        made.listen(128)
    except BaseException:
        made.close()
        raise
    return made


def why(error: OSError) -> str:
    """Why an address can't be used, in the system's words; `create_server` adds its own."""
    known = error.errno and error.errno > 0 and not isinstance(error, socket.gaierror)
    return os.strerror(error.errno) if known and error.errno else str(error)


def _answers(file: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        return probe.connect_ex(file) == 0


# --- Who has a connection, how long without a request: nobody takes the service's places --------
#
# Heads of requests have to come in time, one address has so many connections, and all together
# leave descriptors for the service's own files. Where all are taken, whoever has sent no request
# for longest makes room for the next. It takes asyncio's own loop and h11, both Python, which let
# a connection be counted as it is taken.

LOG = logging.getLogger("campaign.web")
RESERVE = 256
"""How many descriptors are kept for files, where there are more than twice as many."""
SAID_EVERY = 60.0
"""How many seconds lie at least between two lines of the log about it."""
SHORT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
FULL = (
    "too many connections: closed %d since the last such line, of at most %d in all"
    " and %d from one address"
)


def descriptors() -> int:
    """How many files and connections this process may have open."""
    if sys.platform == "win32":
        return 8192
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def most_connections(settings: "ServiceSettings", limit: int) -> int:
    """How many connections are open at once, where a process may have so many descriptors."""
    return min(settings.connections, max(limit - RESERVE, limit // 2))


class ServiceConnections:
    """The connections of a service. Only the event loop uses it."""

    def __init__(
        self,
        settings: "ServiceSettings",
        proxies: tuple[str, ...] = (),
        *,
        limit: Callable[[], int] = descriptors,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.head_seconds = settings.head_seconds
        self._most = most_connections(settings, limit())
        self._each = settings.connections_each
        self._proxies = proxies
        self._clock = clock
        self._count = 0
        self._of: Counter[str] = Counter()
        self._waiting: dict[HeadInTime, None] = {}
        """Those without a request under way, the longest without one first."""
        self._closed = 0
        self._said = float("-inf")

    @property
    def is_full(self) -> bool:
        """Whether all places are taken."""
        return self._count >= self._most

    def may_have_more(self, address: str) -> bool:
        """Whether an address may have one connection more."""
        return not address or self._of[address] < self._each or self._is_proxy(address)

    def came(self, address: str) -> None:
        """A connection is open."""
        self._count += 1
        self._of[address] += 1

    def left(self, address: str) -> None:
        """It is closed."""
        self._count -= 1
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]

    def waits(self, one: "HeadInTime") -> None:
        """A connection has no request under way, from now on if it had one before."""
        self._waiting.setdefault(one)

    def goes_on(self, one: "HeadInTime") -> None:
        """A connection has a request under way, or is closed."""
        self._waiting.pop(one, None)

    def make_room(self) -> bool:
        """Closes the connection that has been without a request for longest; False if none is."""
        if not self._waiting:
            return False
        longest = next(iter(self._waiting))
        self.goes_on(longest)
        longest.transport.abort()
        self.closed()
        return True

    def closed(self) -> None:
        """Notes a connection that found no place, or gave its own up. Says so once a minute."""
        self._closed += 1
        if self._clock() - self._said >= SAID_EVERY:
            LOG.warning(FULL, self._closed, self._most, self._each)
            self._said, self._closed = self._clock(), 0

    def _is_proxy(self, address: str) -> bool:
        """Whether everybody may come from there. Proxies are named by address or by network."""
        for named in self._proxies:
            try:
                if named == "*" or ip_address(address) in ip_network(named, strict=False):
                    return True
            except ValueError:
                continue
        return False


class _Line(socket.socket):
    """A connection. Its place is free again once it is closed."""

    def __init__(self, taken: socket.socket, left: Callable[[], None]) -> None:
        super().__init__(fileno=taken.detach())
        self._left = left

    def close(self) -> None:
        """Closes it."""
        if self.fileno() >= 0:
            self._left()
        super().close()


class Door(socket.socket):
    """The listening socket: takes in whom there is a place for, and turns the others away."""

    def __init__(self, listener: socket.socket, connections: ServiceConnections) -> None:
        super().__init__(fileno=listener.detach())
        self._connections = connections
        self._spare = -1
        """Given up to take a connection and close it where no descriptor is left."""

    def accept(self) -> tuple[socket.socket, Any]:
        """Takes a connection. Raises `BlockingIOError` where none is there, or none has a place."""
        here = self._connections
        if self._spare < 0:
            with suppress(OSError):
                self._spare = os.open(os.devnull, os.O_RDONLY)
        if here.is_full and here.make_room():
            raise BlockingIOError  # the place is free once the loop has come round
        try:
            taken, place = super().accept()
        except OSError as error:
            if error.errno in SHORT:
                self._turn_away()
                raise BlockingIOError from error
            raise
        address = str(place[0]) if isinstance(place, tuple) else ""
        if here.is_full or not here.may_have_more(address):
            taken.close()
            here.closed()
            raise ConnectionAbortedError
        here.came(address)
        return _Line(taken, lambda: here.left(address)), place

    def close(self) -> None:
        """Closes it."""
        self._give_up_the_spare()
        super().close()

    def _turn_away(self) -> None:
        """No descriptor is left: makes room, and closes the connection that could not be taken."""
        if not self._connections.make_room():
            self._connections.closed()
        self._give_up_the_spare()
        with suppress(OSError):  # where a file of the service took it meanwhile
            super().accept()[0].close()

    def _give_up_the_spare(self) -> None:
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1


class HeadInTime(H11Protocol):
    """A connection whose requests' heads come in time, or that is closed."""

    def __init__(self, connections: ServiceConnections, **options: Any) -> None:
        super().__init__(**options)
        self._all = connections
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: "asyncio.Transport") -> None:  # type: ignore[override]
        """The caller is there; the first head is awaited."""
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Reads on; time runs from the first byte of a head to its last."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """The next request may come; how long it may take to begin is uvicorn's to say."""
        super().on_response_complete()
        if not self._is_busy():
            self._all.waits(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The caller is gone."""
        self._in_time()
        self._all.goes_on(self)
        super().connection_lost(exc)

    def _look(self) -> None:
        if self._is_busy():
            self._in_time()
            self._all.goes_on(self)
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(self._all.head_seconds, self.transport.abort)
            self._all.waits(self)

    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
