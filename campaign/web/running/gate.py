"""The gate behind the guard: shut while the store is put back, or the service stops. ASGI.

Whoever comes while it is shut waits a moment, since that mostly lasts no longer; then they are told
to try again. Probes pass always.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from campaign.kernel import wire
from campaign.kernel.decisions import Refused
from campaign.web.pages.errors import away
from campaign.web.replies import JSON, Reply
from campaign.web.running.guard import FOR_PROGRAMS, HEALTH
from campaign.web.visits import House

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

WAIT = 3.0
"""How many seconds a request waits for the gate to open."""
LOOK = 0.05
"""How many seconds lie between two looks at it."""
AFTER = 5
"""After how many seconds to try again."""
AWAY = "the record is being put back from a backup; nothing was recorded"
STOPPING = "the service is stopping; nothing was recorded"

LEFT = "the service stopped before this was done; look whether it was, once it is back"


class Gate:
    """Lets requests in, and knows how many are inside. Only the event loop counts."""

    def __init__(
        self,
        app: "ASGIApp",
        house: House,
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: float = WAIT,
    ) -> None:
        self._app = app
        self._house = house
        self._clock = clock
        self._wait = wait
        self.inside = 0

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Lets a request in, or asks it to come back."""
        if scope["type"] != "http" or scope["path"] in HEALTH:
            await self._app(scope, receive, send)
            return
        if not await self._is_inside():
            why = STOPPING if self._house.upkeep.is_stopping else AWAY
            await self._answer_shut(why, scope, receive, send)
            return
        begun = False

        async def noted(message: "Message") -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if begun or not self._house.upkeep.is_stopping:
                raise
            await self._answer_shut(LEFT, scope, receive, send)
        finally:
            self.inside -= 1

    async def _answer_shut(
        self, why: str, scope: "Scope", receive: "Receive", send: "Send"
    ) -> None:
        from campaign.web.app import response

        await response(self._shut(scope["path"], why))(scope, receive, send)

    async def _is_inside(self) -> bool:
        """Whether a request was let in, and is counted.

        It is counted before the look whether the gate is shut: whoever shuts it and then reads
        nobody inside in another thread has nobody come in between.
        """
        upkeep = self._house.upkeep
        until = self._clock() + self._wait
        while True:
            self.inside += 1
            if not upkeep.is_away and not upkeep.is_stopping:
                return True
            self.inside -= 1
            if upkeep.is_stopping or self._clock() >= until:
                return False
            await asyncio.sleep(LOOK)

    def _shut(self, path: str, why: str) -> Reply:
        """What is answered; what is for programs is for them, the rest is a page."""
        if path.startswith(FOR_PROGRAMS):
            body = msgspec.json.encode(wire.refused(Refused(None, why)))
            reply = Reply(body, 503, JSON)
        else:
            reply = away(self._house, why)
        return reply.with_header("Retry-After", str(AFTER))
