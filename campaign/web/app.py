"""The service as an application: routes, who comes in, and the answers. ASGI.

Views are plain functions that run in threads of their own, so that a slow page stops no stream.
"""

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import Match, Route, Router

from campaign.extend import BROKEN
from campaign.store import protocol, vault
from campaign.web.api.serving import Programs, programs
from campaign.web.api.serving import routes as routes_of_calls
from campaign.web.auth.admission import code_name, tell_old_addresses, with_renewed_cookie
from campaign.web.context import House, Permission, RequestContext, TextAskedError, visited
from campaign.web.errors import (
    FOR_GOOD,
    broken,
    busy,
    closed_here,
    missing,
    no_club_yet,
    not_the_operators,
    not_yours,
    nothing_more,
    sign_in_first,
    too_much,
    too_often,
    unreadable,
)
from campaign.web.middleware import (
    ENCODED,
    HEALTH,
    MOST_OF_A_SHEET,
    SecurityMiddleware,
    noted,
    response,
)
from campaign.web.replies import Reply, followed, packed
from campaign.web.routes import places
from campaign.web.screens import SEEN, nothing_to_sign, to_sign
from campaign.web.server.threads import TooMuchAskedError, in_a_view_thread

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send


TALK = "/c/{name}/talk"
"""Where members talk; it is in no record, so that nothing else keeps it within bounds."""
FIELDS = 200
"""How many fields a form may have."""


def application(
    house: House, here: Programs | None = None, more: tuple[Route, ...] = ()
) -> "ASGIApp":
    """The whole service, behind its guard."""
    return SecurityMiddleware(pages(house, here, more), house.address)


def pages(house: House, here: Programs | None = None, more: tuple[Route, ...] = ()) -> "ASGIApp":
    """The service without its guard; with what the calls of programs stand on, and `more` routes
    that are not for members.
    """
    tell_old_addresses(house)
    calls = routes_of_calls(here or programs(house))
    routes = [*calls, *more, *(_route(house, place) for place in places())]

    async def nowhere(request: "Request", error: Exception) -> "Response":
        return response(missing(house))

    async def not_read(request: "Request", error: Exception) -> "Response":
        return response(unreadable(house))

    app = Starlette(exception_handlers={400: not_read, 404: nowhere, 405: nowhere})
    app.router = RoutesByShape(routes)
    return app


class RoutesByShape(Router):
    """Looks for a route only among those whose address has as many parts and may end alike; where
    none of them takes the request, all are asked as usual.
    """

    def __init__(self, routes: list[Route]) -> None:
        super().__init__(routes)
        shapes = [(route, *_shape(route.path), ":path}" in route.path) for route in routes]
        self._alike = {
            (parts, end): [
                route
                for route, count, last, is_long in shapes
                if is_long or (count == parts and last in ("", end))
            ]
            for _, parts, end, _ in shapes
        }

    async def app(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Hands a request to the first route that takes it."""
        if scope["type"] == "http" and not scope.get("root_path"):
            parts, end = _shape(scope["path"])
            for route in self._alike.get((parts, end), self._alike.get((parts, ""), ())):
                match, found = route.matches(scope)
                if match is Match.FULL:
                    scope.update({"router": self, "route": route, **found})
                    await route.handle(scope, receive, send)
                    return
        await super().app(scope, receive, send)


def _shape(path: str) -> tuple[int, str]:
    """How many parts an address has, and the last of them; empty where that may be anything."""
    end = path.rpartition("/")[2].removesuffix("\n")  # as the routes' patterns read it
    return path.count("/"), "" if "{" in end else end


def _route(house: House, place: Permission) -> Route:
    async def answer(request: "Request") -> "Response":
        if place.at_once:
            return response(_answered(house, place, request, {}, ()))
        if place.takes_pictures and not await in_a_view_thread(_is_in, house, request):
            return response(sign_in_first(house, place.path.format(**request.path_params)))
        form, files = await _form(request, place)
        reply = await in_a_view_thread(_answered, house, place, request, form, files)
        reply = followed(reply, request.headers)
        return response(packed(reply, request.headers) if place.is_packed else reply)

    return Route(place.path, answer, methods=list(place.methods), name=place.path)


def _is_in(house: House, request: "Request") -> bool:
    """Whether a request comes from a device that was let in: only then much of it is read."""
    secret = request.cookies.get(house.address.cookie, "")
    return bool(secret) and house.doors.device(secret) is not None


async def _form(request: "Request", place: Permission) -> tuple[dict[str, str], tuple[bytes, ...]]:
    """The fields of a form, and the files that came with it; few routes take any."""
    if request.method != "POST":
        return {}, ()
    most = place.takes_pictures or int(place.takes_file)
    part = MOST_OF_A_SHEET * ENCODED  # the middleware says how much a whole form may have
    async with request.form(max_fields=FIELDS, max_files=most, max_part_size=part) as fields:
        files = [await one.read() for _, one in fields.multi_items() if not isinstance(one, str)]
        form = {name: value for name, value in fields.items() if isinstance(value, str)}
        return form, tuple(files)


def _answered(
    house: House,
    place: Permission,
    request: "Request",
    form: dict[str, str],
    files: tuple[bytes, ...],
) -> Reply:
    """What a route answers to whoever came; a fault of ours gets a number that the log has too."""
    try:
        secret = "" if place.at_once else request.cookies.get(house.address.cookie, "")
        device, entered = visited(house, secret, request.path_params.get("name"))
        visit = RequestContext(
            house=house,
            method=request.method,
            path=request.path_params,
            query=dict(request.query_params),
            every={one: tuple(request.query_params.getlist(one)) for one in request.query_params},
            form=form,
            agent=request.headers.get("user-agent", "")[:200],
            device=device,
            entered=entered,
            file=b"".join(files[-1:]),
            pictures=tuple(filter(None, files)),
            etag=request.headers.get("if-none-match", "")[:200],
            network=request.client.host if request.client else "",
            awaits=request.cookies.get(code_name(house), ""),
            seen=request.cookies.get(SEEN, ""),
        )
        reply = flooded(place, visit) or turned_away(place, visit) or _viewed(place, visit)
        return with_renewed_cookie(house, visit, reply, secret)
    except TooMuchAskedError:
        return too_much(house)
    except (protocol.StoreError, vault.VaultError) as error:
        is_lost = isinstance(error, protocol.StoreError) and house.ledger.store.place.is_database
        is_unsure = is_lost and request.method == "POST"
        return busy(house, noted(place.path, error), is_unsure=is_unsure)
    except BROKEN as error:
        return broken(house, noted(place.path, error))


def _not_here(place: Permission, visit: RequestContext) -> Reply | None:
    """Why a club does not do this that has not begun, or goes after some days; None if it does."""
    if visit.device is None and not place.is_early and not visit.house.is_begun:
        return no_club_yet(visit.house, 200 if place.path == "/" else 404)
    stay = visit.house.allowance.stay()
    if stay is None:
        return None
    if place.path.startswith(FOR_GOOD):
        return closed_here(visit.house)
    is_said = place.path == TALK and visit.method == "POST"
    return nothing_more(visit.house) if is_said and stay.takes_no_more else None


def flooded(place: Permission, visit: RequestContext) -> Reply | None:
    """Asks a device to wait that wants more pages than anybody reads; None if it need not."""
    if visit.device is None or place.path in HEALTH:
        return None
    wait = visit.house.entrance.limits.wait_for_page(visit.device.digest)
    return too_often(visit.house, wait) if wait else None


def _viewed(place: Permission, visit: RequestContext) -> Reply:
    """What a view answers; a form that asks for its text to sign it gets that, and does nothing."""
    if visit.form.get("sign") == "ask" and not place.sends:
        return nothing_to_sign()
    try:
        return place.view(visit)
    except TextAskedError as asked:
        return to_sign(asked)


def turned_away(place: Permission, visit: RequestContext) -> Reply | None:
    """Why a visitor may not use a route; None if they may.

    To somebody who is no member, a campaign is one that does not exist.
    """
    if (not_here := _not_here(place, visit)) is not None or place.may == "anybody":
        return not_here
    if visit.device is None:
        return sign_in_first(visit.house, place.path.format(**visit.path))
    if place.may == "signed-in":
        return None
    if place.may == "operator":
        return None if visit.is_operator else not_the_operators(visit.house)
    if visit.entered is None:
        return missing(visit.house)
    if place.may == "host" and not visit.entered.is_host:
        return not_yours(visit)
    return None
