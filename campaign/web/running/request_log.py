"""A line for each request, for whoever runs the service: which route, how it ended, how long. ASGI.

The route is told by its pattern, never by the address that was asked for, which may hold a token or
a campaign's name. No field that was sent is in it, and of the sender only the network.
"""

import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from campaign.store.clock import written
from campaign.web.door.limits import network_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
