"""Senders who take too long over a request: nobody keeps a place in the service that way. ASGI."""

import asyncio
from typing import TYPE_CHECKING

from campaign.web.running.guard import turned_away

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SLOWEST = 30.0
"""How many seconds a sender has for all of a request."""
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
        until = asyncio.get_running_loop().time() + self._slowest

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
            await turned_away(scope, send, 408, TOO_SLOW.format(self._slowest))
