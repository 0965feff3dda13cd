"""What every request passes before a page sees it, what every answer bears, and a line in the log
for each. ASGI.
"""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.web.auth.rate_limits import network_of
from campaign.web.replies import JSON, MAIL_STOP, PLAIN, PublicAddress, Reply, is_for, is_own
from campaign.world.clock import written

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# --- What every request passes before a page sees it, and what every answer bears ---------------
# ASGI.
#
# It is plain ASGI, so that a stream learns at once when its reader leaves.

LOG = logging.getLogger("campaign.web")
MOST = 64 * 1024
"""How many bytes a request may have."""
FILES = "/evidence"
"""How the address of a form ends that takes a file."""
MOST_OF_A_FILE = 1024 * 1024
"""How many bytes such a request may have."""
SHEETS = ("/take-over", "/new")
"""How the address of a form ends into which a sheet is pasted, or a club's own rules."""
MOST_OF_A_SHEET = 2 * 1024 * 1024
"""How many bytes such a request may have, counted as they were pasted."""
FORM = "application/x-www-form-urlencoded"
ENCODED = 3
"""Into how many letters a form writes a byte that is no plain letter: `%C3`."""
PICTURES = "/diary"
"""How the address of a form ends with which pictures may come; who sends it is asked first."""
MOST_OF_PICTURES = 50 * 1024 * 1024
HEALTH = frozenset({"/healthz", "/readyz"})
"""What a probe asks for under whatever name it knows the machine by."""

FOR_PROGRAMS = "/api/"
"""Below it, where a request comes from is asked at the door: programs need not say."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""What a page may load: what the service itself serves, and nothing written into the page."""

ALWAYS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "publickey-credentials-create=(self), publickey-credentials-get=(self)",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every answer, unless the page has set its own."""
OF_FILES = ("Cross-Origin-Resource-Policy", "X-Content-Type-Options")
"""Those that mean anything for the service's own files of these types, which are no pages."""
FILE_TYPES = ("text/css", "text/javascript", "image/png", "application/manifest+json")
BELOW = ("/style/", "/script/", "/app")
"""Where these files are."""
STRICT = "max-age=31536000"
LONGEST = 20
"""How many digits of a length are read."""
TOO_LARGE = "this is more than {} bytes; nothing was recorded"
FILE_TOO_LARGE = (
    "this form is larger than {} MB with its file; nothing was recorded."
    " Go back and choose a smaller file"
)


class TooLargeError(Exception):
    """A request has more bytes than are read."""


class SecurityMiddleware:
    """An application behind the checks that hold for every page."""

    def __init__(self, app: "ASGIApp", address: PublicAddress) -> None:
        self._app = app
        self._address = address
        more = {"Cache-Control": "no-store"}
        if address.is_encrypted:
            more["Strict-Transport-Security"] = STRICT
        self._always = _as_sent(ALWAYS | more)
        self._of_files = _as_sent({name: ALWAYS[name] for name in OF_FILES} | more)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Turns a request away, or passes it on and completes the headers of its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        why = self._faults(scope)
        if why is not None:
            await turned_away(scope, send, *why)
            return
        await self._passed_on(scope, receive, send)

    def _faults(self, scope: "Scope") -> tuple[int, str] | None:
        """Why a request is turned away before it is read; None if it is not."""
        headers = Headers(scope=scope)
        if scope["path"] not in HEALTH and not is_for(self._address, headers.get("host", "")):
            return 421, "this is not the address of this service"
        program = scope["path"].startswith((FOR_PROGRAMS, MAIL_STOP))
        if not program and not is_own(self._address, scope["method"], headers):
            return 403, "this form was not sent by a page of this service; nothing was recorded"
        length, most = headers.get("content-length", "0"), _limit(scope)
        longest = most * ENCODED if _is_pasted(scope) else most
        if not length.isdecimal() or int(length[:LONGEST]) > longest:
            return 413, _too_large(most)
        return None

    async def _passed_on(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        read, encoding, most, is_pasted = 0, 0, _limit(scope), _is_pasted(scope)

        def is_over() -> bool:
            return read - encoding > most or read > most * ENCODED

        async def counted() -> "Message":
            nonlocal read, encoding
            message = await receive()
            body = message.get("body", b"")
            read += len(body)
            encoding += body.count(b"%") * (ENCODED - 1) if is_pasted else 0
            if is_over():
                raise TooLargeError
            return message

        async def completed(message: "Message") -> None:
            if is_over():
                return  # whatever the application says of it, the answer is the guard's
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                there = {name.lower(): value for name, value in own}
                every = self._of_files if _is_file(scope, there) else self._always
                more = [header for header in every if header[0] not in there]
                message["headers"] = own + more
            await send(message)

        try:
            await self._app(scope, counted, completed)
        except TooLargeError:
            await turned_away(scope, send, 413, _too_large(most))


def _limit(scope: "Scope") -> int:
    """How many bytes a request may have: more where a file may come with it."""
    if scope["path"].endswith(SHEETS):
        return MOST_OF_A_SHEET
    if scope["path"].endswith(PICTURES):
        return MOST_OF_PICTURES
    return MOST_OF_A_FILE if scope["path"].endswith(FILES) else MOST


def _is_pasted(scope: "Scope") -> bool:
    """Whether a request is a form with a sheet, which counts without what encodes its letters."""
    is_form = Headers(scope=scope).get("content-type", "").startswith(FORM)
    return is_form and bool(scope["path"].endswith(SHEETS))


def _as_sent(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Headers as they are sent, for each answer that does not say otherwise."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _is_file(scope: "Scope", headers: Mapping[bytes, bytes]) -> bool:
    """Whether an answer is a style, a script, an icon or the manifest: nothing opens in them."""
    is_of_type = headers.get(b"content-type", b"").decode("latin-1").startswith(FILE_TYPES)
    return is_of_type and scope["path"].startswith(BELOW)


def _too_large(most: int) -> str:
    """What is said of a request with more bytes than it may have."""
    if most in (MOST_OF_A_FILE, MOST_OF_A_SHEET):
        return FILE_TOO_LARGE.format(most // MOST_OF_A_FILE)
    return TOO_LARGE.format(most)


def response(reply: Reply) -> Response:
    """A reply as the server sends it."""
    made = Response(reply.body, reply.status, media_type=reply.media or None)
    for name, value in reply.headers:
        made.headers.append(name, value)
    if reply.is_kept:
        made.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return made


def noted(where: str, error: BaseException) -> str:
    """Writes a fault down under a number; nothing that anybody sent is in the line."""
    number = secrets.token_hex(4)
    LOG.error("fault %s at %s: %s", number, where, type(error).__name__, exc_info=error)
    return number


async def turned_away(scope: "Scope", send: "Send", status: int, why: str) -> None:
    """Answers a request that no page sees: in a line, or as programs are answered."""
    body, media = f"{why}\n".encode(), PLAIN
    if scope["path"].startswith(FOR_PROGRAMS):
        body, media = msgspec.json.encode(decisions.refused(Refused(None, why))), JSON
    headers = (*ALWAYS.items(), ("Cache-Control", "no-store"))

    async def unread() -> "Message":
        return {"type": "http.disconnect"}

    await response(Reply(body, status, media, headers))(scope, unread, send)


# --- Senders who take too long over a request: nobody keeps a place in the service that way -----
# ASGI.

SLOWEST = 30.0
"""How many seconds a sender has for all of a request."""
PICTURES_TIMES = 8
"""How many times as long the sender of pictures has: a phone may be far from everywhere."""
TOO_SLOW = "this was not sent within {:.0f} seconds; nothing was recorded"


class InTime:
    """An application that reads no request for longer than that; answers may take their time."""

    def __init__(self, app: "ASGIApp", slowest: float = SLOWEST) -> None:
        self._app = app
        self._slowest = slowest

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Passes a request on; one that does not come is ended as if its sender had left."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_whole = is_late = False
        most = self._slowest * (PICTURES_TIMES if scope["path"].endswith(PICTURES) else 1)
        until = asyncio.get_running_loop().time() + most

        async def in_time() -> "Message":
            nonlocal is_whole, is_late
            if is_whole:  # a stream waits here until its reader leaves
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                is_late = True
                return {"type": "http.disconnect"}
            is_whole = not message.get("more_body", False)
            return message

        async def passed(message: "Message") -> None:
            if not is_late:
                await send(message)

        try:
            await self._app(scope, in_time, passed)
        except Exception:
            if not is_late:
                raise
        if is_late:
            await turned_away(scope, send, 408, TOO_SLOW.format(most))


# --- A line for each request, for whoever runs the service: which route, how it ended, how long -
# ASGI.
#
# The route is told by its pattern, never by the address that was asked for, which may hold a token
# or a campaign's name. No field that was sent is in it, and of the sender only the network.

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})


class Logged:
    """An application whose requests are written down, each with a number."""

    def __init__(
        self,
        app: "ASGIApp",
        write: Callable[[str], None],
        now: Callable[[], str],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._app = app
        self._write = write
        self._now = now
        self._clock = clock
        self._count = 0

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Passes a request on, and writes its line once it is answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._count += 1
        number, began, status = self._count, self._clock(), 0

        async def noted(message: "Message") -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            self._write(self._line(scope, number, status, self._clock() - began))

    def _line(self, scope: "Scope", number: int, status: int, seconds: float) -> str:
        method, client = scope["method"], scope.get("client")
        return json.dumps(
            {
                "at": self._now(),
                "request": number,
                "method": method if method in METHODS else "other",
                "route": getattr(scope.get("route"), "path", ""),
                "status": status,
                "ms": round(seconds * 1000),
                "network": network_of(client[0]) if client else "",
            }
        )


class JsonLines(logging.Formatter):
    """What else is logged, in lines of the same kind."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; a fault's trace is in it."""
        line: dict[str, Any] = {
            "at": written(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "says": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)
