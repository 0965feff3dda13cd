"""The calls of programs as routes: who may pass the door, how often, and the answers. ASGI."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from starlette.requests import Request as Came
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from campaign.accounts.table.talk import TableTalk
from campaign.extend import BROKEN
from campaign.handler.command_handler import Repeats
from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError
from campaign.web import context, middleware
from campaign.web.api import endpoint
from campaign.web.api.description import calls, described
from campaign.web.api.endpoint import (
    CAMPAIGNS,
    ONE,
    PREFIX,
    ApiCall,
    Caller,
    LongAnswer,
    Request,
    Unknown,
    caller,
)
from campaign.web.auth.rate_limits import ACTS, READS, TRY_RATE, LimitMaker, network_of
from campaign.web.replies import JSON, Reply, is_own
from campaign.web.server import live, threads

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


QUEUE = 200
"""How many calls may be under way at once."""
LIVE = f"{ONE}/events/live"
PAGE_LIVE = "/c/{name}/live"
DESCRIPTION = "/api/openapi.json"
_SLOW_DOWN = 5
"""After how many seconds to try again where the service has too much to do."""


class CallerLimits:
    """How often callers may ask."""

    def __init__(self, made: LimitMaker) -> None:
        self._acts, self._reads = made("acts", ACTS), made("reads", READS)
        self._tries = made("tries", TRY_RATE)
        self.under_way = 0
        """How many calls are being answered; only the event loop counts."""

    def wait(self, who: Caller, scope: str) -> int:
        """Counts a request of a caller; after how many seconds they may ask again, or 0."""
        return (self._acts if scope == "act" else self._reads).wait(who.who)

    def wait_to_try(self, address: str) -> int:
        """The same for somebody who was not let in."""
        return self._tries.wait(network_of(address))


class Programs(NamedTuple):
    """What the calls stand on."""

    house: context.House
    counter: Repeats
    limits: CallerLimits
    streams: live.Streams


def programs(
    house: context.House, limits: CallerLimits | None = None, streams: live.Streams | None = None
) -> Programs:
    """What the calls of a house stand on; its streams hear what the desk records."""
    if streams is None:
        store = house.ledger.store
        streams = live.Streams(
            lambda name: store.head(name)[0],
            versions=lambda names: {one: head[0] for one, head in store.heads(names).items()},
            beside=house.together.presence.beside,
        )
    house.desk.listen(streams.heard)
    house.desk.listen_beside(house.together.presence.held)
    counter = Repeats(house.desk, house.together.doors)
    limits = limits or CallerLimits(house.together.limits)
    return Programs(house, counter, limits, streams)


def routes(here: Programs) -> list[Route]:
    """The routes of the calls, the streams and the description."""
    by_path: dict[str, dict[str, ApiCall]] = {}
    for call in calls():
        by_path.setdefault(call.path, {})[call.method] = call
    call_routes = [Route(LIVE, _Live(here)), Route(PAGE_LIVE, _Live(here, is_page=True))]
    call_routes += [Route(path, _Calls(here, methods)) for path, methods in by_path.items()]
    call_routes.append(Route(DESCRIPTION, _Description()))
    rest = (CAMPAIGNS + "/{rest:path}", PREFIX + "/{rest:path}", "/api/{rest:path}")
    return [*call_routes, *(Route(path, _Calls(here, {})) for path in rest)]


class _Gate:
    """Whoever is not let in is answered here."""

    def __init__(self, here: Programs) -> None:
        self._here = here

    def _caller(self, came: Came, scope: str) -> Caller | Reply:
        """Who calls, or why they may not. It reads the file of people."""
        secret = came.cookies.get(self._here.house.address.cookie, "")
        sent = came.headers.get("authorization", "")
        if secret and not sent and not is_own(self._here.house.address, came.method, came.headers):
            return endpoint.failed("this request was not sent by a page of this service", 403)
        who = caller(self._here.house, sent, secret)
        if isinstance(who, Unknown):
            address = came.client.host if came.client else ""
            wait = self._here.limits.wait_to_try(address) if who.tried else 0
            return endpoint.too_often(wait) if wait else endpoint.unknown_caller()
        wait = self._here.limits.wait(who, scope)
        return endpoint.too_often(wait) if wait else who


class _Calls(_Gate):
    """Everything that is answered at one address."""

    def __init__(self, here: Programs, methods: Mapping[str, ApiCall]) -> None:
        super().__init__(here)
        self._methods = dict(methods)
        if "GET" in methods:
            self._methods["HEAD"] = methods["GET"]

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answers one request."""
        came = Came(scope, receive)
        answer = await self._answer(came)
        if isinstance(answer, LongAnswer):
            headers = dict(answer.headers)
            made: Response = StreamingResponse(
                answer.parts, media_type=answer.media, headers=headers
            )
        else:
            made = middleware.response(answer)
        await made(scope, receive, send)

    async def _answer(self, came: Came) -> "Reply | LongAnswer":
        """The answer; all of it is worked out in one thread, since each change of threads waits."""
        limits = self._here.limits
        try:
            body = await came.body()
            if limits.under_way >= QUEUE:
                return endpoint.unavailable("too much to do; nothing was recorded", _SLOW_DOWN)
            limits.under_way += 1
            try:
                return await threads.in_a_view_thread(self._handled, came, body)
            finally:
                limits.under_way -= 1
        except (StoreError, VaultError) as error:
            return _unusable(came, error, self._here.house)
        except BROKEN as error:
            if type(error).__name__ in ("TooLargeError", "ClientDisconnect"):
                raise
            return _broken(came, error)

    def _handled(self, came: Came, body: bytes) -> "Reply | LongAnswer":
        call = self._methods.get(came.method)
        who = self._caller(came, call.scope if call else "read")
        if isinstance(who, Reply):
            return who
        if call is None:
            return self._no_call()
        if call.scope == "act" and who.scope != "act":
            return endpoint.failed("this token may only read; make one with --scope act", 403)
        return self._called(call, who, came, body)

    def _no_call(self) -> Reply:
        if not self._methods:
            return endpoint.not_found()
        allowed = ", ".join(sorted(self._methods))
        return endpoint.failed(f"only {allowed} here", 405, ("Allow", allowed))

    def _called(self, call: ApiCall, who: Caller, came: Came, body: bytes) -> "Reply | LongAnswer":
        here = self._here
        entered = None
        if call.about_one:
            entered = endpoint.seat_in(here.house, who, came.path_params["name"])
            if entered is None:
                return endpoint.not_found()
        query: dict[str, list[str]] = {}
        if came.scope.get("query_string"):
            query = {name: came.query_params.getlist(name) for name in came.query_params}
        return call.view(
            Request(
                house=here.house,
                counter=here.counter,
                caller=who,
                path=came.path_params,
                query=query,
                headers=dict(reversed(came.headers.items())),  # of two alike the first counts
                body=body,
                entered=entered,
            )
        )


class _Live(_Gate):
    """A campaign's live stream, for browsers and programs. Whose page it is counts as here."""

    def __init__(self, here: Programs, *, is_page: bool = False) -> None:
        super().__init__(here)
        self._is_page = is_page

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Serves one reader until they leave."""
        came, here = Came(scope, receive), self._here
        opened = await self._opened(came)
        if isinstance(opened, Reply):
            await middleware.response(opened)(scope, receive, send)
            return
        name, who, version = opened
        stream = here.streams.open(name, who.who, version)
        known = came.headers.get("last-event-id", "")
        first = b"" if known == str(version) else live.line_of(version)
        if known and self._is_page:  # of talk while the line was cut nobody tells afterwards
            first += b"".join(map(live.word_of, live.BESIDE))

        async def still() -> bool:
            try:
                return await threads.in_a_view_thread(self._is_still_here, came)
            except StoreError:  # asked again later; meanwhile there is nothing to tell either
                return True

        await live.run(here.streams, stream, first, still, receive, send)

    async def _opened(self, came: Came) -> tuple[str, Caller, int] | Reply:
        try:
            who = await threads.in_a_view_thread(self._caller, came, "read")
            if isinstance(who, Reply):
                return who
            name = came.path_params["name"]
            entered = await threads.in_a_view_thread(self._entered, who, name)
        except StoreError as error:
            return _unusable(came, error, self._here.house)
        if entered is None:
            return endpoint.not_found()
        if came.method != "GET":
            return endpoint.failed("only GET here", 405, ("Allow", "GET"))
        if not self._here.streams.has_room(who.who):
            return endpoint.too_often(_SLOW_DOWN)
        return name, who, entered.live.version

    def _entered(self, who: Caller, name: str) -> context.Entered | None:
        """The campaign, if the caller is a member; whose page it is, others see that they are here,
        unless they do not want that.
        """
        house = self._here.house
        entered = endpoint.seat_in(house, who, name)
        if entered is None or not (self._is_page and who.person):
            return entered
        if TableTalk(house.people.file, clock=house.clock).is_shown(who.person):
            house.together.presence.come(name, entered.member)
        return entered

    def _is_still_here(self, came: Came) -> bool:
        """Whether somebody may go on reading."""
        who = self._caller(came, "read")
        if isinstance(who, Reply):
            return False
        if self._is_page and who.person:
            self._entered(who, came.path_params["name"])
        return True


class _Description:
    """The description of all calls."""

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answers anybody: it holds nothing of anybody."""
        made = Response(await threads.in_a_view_thread(described), media_type=JSON)
        await made(scope, receive, send)


def _unusable(came: Came, error: Exception, house: context.House) -> Reply:
    """The record or the key cannot be used. Of a database that was lost while a command was on its
    way nobody knows whether it was recorded.
    """
    number = middleware.noted(_route(came), error)
    is_lost = isinstance(error, StoreError) and house.ledger.store.place.is_database
    what = "the vault's key" if isinstance(error, VaultError) else "the record"
    text = f"{what} cannot be used at the moment; nothing was recorded [fault {number}]"
    if is_lost and came.method == "POST":
        text = (
            "the record cannot be used at the moment; whether this was recorded is not known: "
            f"send it again under the same id [fault {number}]"
        )
    return endpoint.unavailable(text, _SLOW_DOWN)


def _broken(came: Came, error: BaseException) -> Reply:
    number = middleware.noted(_route(came), error)
    text = f"something broke on our side; what was accepted before is safe [fault {number}]"
    return endpoint.failed(text, 500)


def _route(came: Came) -> str:
    return getattr(came.scope.get("route"), "path", "")
