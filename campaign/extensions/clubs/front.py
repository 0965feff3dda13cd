"""The front page of an installation: what this is, and where visitors begin a club. ASGI."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.routing import Route

from campaign.extensions.clubs.by_host import NotIndexed
from campaign.extensions.clubs.demos import Card, Demos
from campaign.extensions.clubs.door import FULL, LOOK, ClubDoor, No, Wish
from campaign.store.protocol import StoreError
from campaign.text.english import capital
from campaign.web.jobs.runner import Job
from campaign.web.middleware import POLICY, InTime, SecurityMiddleware, noted, response
from campaign.web.rendering import shown
from campaign.web.replies import PublicAddress, Reply, see_other, text
from campaign.web.routes import script_called, style_called
from campaign.web.server.threads import ViewThreads, in_a_view_thread

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

FIELDS = 8
_BEGINNING = ViewThreads(1)
"""Clubs are begun one after the other; who waits for that keeps no page from being made."""
BROKEN = "Something broke on our side. Nothing was made; try again in a minute"


class FrontPages:
    """The pages of the open door, and what looks after its clubs."""

    def __init__(self, door: ClubDoor, demos: Demos | None = None) -> None:
        self._door = door
        self._demos = demos
        self.contact, self.url = door.terms.contact, door.terms.url
        self.chores = (Job("door", LOOK, door.look), *(demos.chores if demos else ()))
        # A browser follows a form only to where its page says that it may lead.
        self._policy = POLICY.replace(
            "form-action 'self'", f"form-action 'self' {door.terms.to('*')}"
        )
        self._opened: Callable[[], None] = door.look

    def pages(self, opened: Callable[[], None]) -> "Mapping[str, ASGIApp]":
        """Its pages by the name that they answer at. `opened` opens what was just made."""
        self._opened = opened
        routes = [
            Route("/", self._front, methods=["GET"]),
            Route("/", self._begin, methods=["POST"]),
            Route("/style/{file}", _style),
            Route("/script/{file}", _script),
            Route("/healthz", _alive),
            Route("/readyz", _alive),
            Route("/{path:path}", _missing),
        ]
        guarded = SecurityMiddleware(InTime(Starlette(routes=routes)), PublicAddress(self.url))
        demos = self._demos.every() if self._demos else []
        return {
            urlsplit(self.url).netloc: guarded,
            **{urlsplit(one.address.url).netloc: NotIndexed(one) for one in demos},
        }

    def close(self) -> None:
        """Lets go of the demos."""
        if self._demos is not None:
            self._demos.close()

    def _listed(self) -> Iterator[tuple[str, Card]]:
        for one in self._demos.every() if self._demos else ():
            if (card := one.card()) is not None:
                yield one.address.url, card

    async def _front(self, request: "Request") -> "Response":
        return response(await in_a_view_thread(self._shown))

    async def _begin(self, request: "Request") -> "Response":
        async with request.form(max_fields=FIELDS, max_files=0) as fields:
            typed = {name: value for name, value in fields.items() if isinstance(value, str)}
        address = request.client.host if request.client else ""
        done = _BEGINNING.submit(self._begun, typed, address)
        return response(await asyncio.wrap_future(done))

    def _begun(self, typed: Mapping[str, str], address: str) -> Reply:
        """Makes a club and leads into it, or says at its field why not."""
        lines = {key: " ".join(typed.get(key, "").split(" ")) for key in ("club", "who", "word")}
        club, who = lines["club"].strip(), lines["who"].strip()
        word = lines["word"].strip().lower()
        wish = Wish(club, who, word, typed.get("form", ""), typed.get("website", ""))
        try:
            outcome = self._door.begin(wish, address)
            if isinstance(outcome, No):
                return self._shown(typed, outcome)
            self._opened()
        except (StoreError, OSError) as error:
            noted("/", error)
            return self._shown(typed, No(503, BROKEN))
        return see_other(outcome, ("Content-Security-Policy", self._policy))

    def _shown(self, typed: Mapping[str, str] | None = None, no: No | None = None) -> Reply:
        terms = self._door.terms
        page = shown(
            "front.html",
            no.status if no else 200,
            is_plain=False,
            is_front=True,
            typed={**(typed or {}), **({"word": no.instead} if no and no.instead else {})},
            wrong=no.field if no else "",
            why=f"{capital(no.why)}. Nothing was made." if no else "",
            shut="" if no is FULL else capital(self._door.why_shut()),
            domain=terms.domain,
            days=terms.days,
            contact=terms.contact,
            form=self._door.forms.made(),
            demos=[*self._listed()],
        )
        return page.with_header("Content-Security-Policy", self._policy)


async def _style(request: "Request") -> "Response":
    return response(style_called(request.path_params["file"]) or text("there is no such file", 404))


async def _script(request: "Request") -> "Response":
    return response(
        script_called(request.path_params["file"]) or text("there is no such file", 404)
    )


async def _missing(request: "Request") -> "Response":
    return response(await in_a_view_thread(_no_page))


def _no_page() -> Reply:
    """There is no such page at the door; clubs have addresses of their own."""
    return shown(
        "error.html",
        404,
        is_plain=False,
        is_front=True,
        title="There is no such page here",
        lines=("Perhaps the address was cut. Each club has an address of its own: ask your host.",),
        way=("/", "To the first page"),
    )


async def _alive(request: "Request") -> "Response":
    return response(text("alive"))
