"""The internet as the club's machine sees it: names, and one server behind all of them.

Names lead where the test says. Every connection, to whatever public address, ends at a real server
over TLS on a port of its own, whose certificate an authority of the test vouches for.
"""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from campaign.notifications.outgoing_requests import Outside
from support.mail_server import Authority

PUBLIC = "93.184.215.14"


class Heard(NamedTuple):
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


class Beyond:
    """What is out there, and what came to it."""

    def __init__(self) -> None:
        self.names: dict[str, tuple[str, ...]] = {}
        """Where names lead; all others to one public address."""
        self.asked: list[str] = []
        """Names that were asked for."""
        self.called: list[tuple[str, int]] = []
        """Addresses and ports that were connected to."""
        self.heard: list[Heard] = []
        self.answer: Callable[[Heard], int] = lambda _: 204
        self.headers: dict[str, str] = {}
        self.raw: Callable[[socket.socket], None] | None = None
        """Instead of an answer."""
        self.outside = Outside()


@contextmanager
def beyond(
    folder: Path, name: str = "hooks.example", *, days: int = 30, seconds: float = 5.0
) -> Iterator[Beyond]:
    """A server for `name`; with days below 0 its certificate has expired."""
    found = Beyond()
    authority = Authority(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            heard = Heard(self.path, dict(self.headers.items()), self.rfile.read(length))
            found.heard.append(heard)
            if found.raw is not None:
                found.raw(self.connection)
                self.close_connection = True
                return
            self.send_response(found.answer(heard))
            for key, value in found.headers.items():
                self.send_header(key, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda request, address: None  # type: ignore[method-assign]
    context = authority.vouched(name, days=days)
    server.socket = context.wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False
    )
    own = server.server_address[1]

    def resolve(host: str, port: int) -> tuple[str, ...]:
        found.asked.append(host)
        return found.names.get(host, (PUBLIC,))

    def connect(address: str, port: int, seconds: float) -> socket.socket:
        found.called.append((address, port))
        return socket.create_connection(("127.0.0.1", own), timeout=seconds)

    found.outside = Outside(
        resolve=resolve,
        connect=connect,
        trust=lambda: ssl.create_default_context(cafile=str(authority.file)),
        seconds=seconds,
    )
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
