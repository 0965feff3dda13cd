"""Who may use which route: a row for each, made from the route table, and the headers of each."""

import asyncio
import re
from collections.abc import Iterator

import pytest
from httpx import ASGITransport, AsyncClient, Response
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from campaign.web.app import RoutesByShape
from campaign.web.middleware import ALWAYS
from campaign.web.routes import places
from support.extensions import ARE_HERE
from support.web import NAME, Browser, WebClub, club

WHO = ("nobody", "stranger", "olga", "ben", "ref", "host")
"""Not signed in; of another campaign; observer; player; referee; host."""
ROWS = {
    # method and path: what each of them gets
    "GET /healthz": (200, 200, 200, 200, 200, 200),
    "GET /readyz": (200, 200, 200, 200, 200, 200),
    "GET /script/{file}": (404, 404, 404, 404, 404, 404),
    "GET /style/{file}": (404, 404, 404, 404, 404, 404),
    "GET /worker.js": (200, 200, 200, 200, 200, 200),
    "GET /app.webmanifest": (200, 200, 200, 200, 200, 200),
    "GET /app/{file}": (404, 404, 404, 404, 404, 404),
    "GET /in": (200, 200, 200, 200, 200, 200),  # who is in comes to the first page
    "POST /in": (409, 200, 200, 200, 200, 200),  # this club sends no mail
    "GET /in/code": (200, 200, 200, 200, 200, 200),
    "POST /in/code": (422, 200, 200, 200, 200, 200),  # nothing is typed
    "POST /in/passkey": (403, 200, 200, 200, 200, 200),
    "POST /in/recovery": (403, 200, 200, 200, 200, 200),
    "GET /in/again": (401, 200, 200, 200, 200, 200),
    "POST /in/again": (401, 422, 422, 422, 422, 422),  # nothing is typed
    "GET /in/offer": (401, 200, 200, 200, 200, 200),
    "GET /me/passkeys": (401, 200, 200, 200, 200, 200),
    "POST /me/passkeys": (401, 422, 422, 422, 422, 422),  # no passkey is handed in
    "GET /me/devices": (401, 200, 200, 200, 200, 200),
    "GET /me/hold": (401, 200, 200, 200, 200, 200),
    "POST /me/hold": (401, 422, 422, 422, 422, 422),  # no length is chosen
    "GET /me/shelf": (401, 200, 200, 200, 200, 200),
    "POST /me/shelf": (401, 422, 422, 422, 422, 422),  # nothing is chosen
    "GET /shelf": (401, 200, 200, 200, 200, 200),
    "GET /me/tokens": (401, 200, 200, 200, 200, 200),
    "POST /me/tokens": (401, 422, 422, 422, 422, 422),  # it has no name
    "GET /in/{token}": (404, 200, 200, 200, 200, 200),  # who is in comes to their own page
    "POST /in/{token}": (404, 200, 200, 200, 200, 200),
    "GET /mail/stop/{token}": (404, 404, 404, 404, 404, 404),  # made for nobody
    "POST /mail/stop/{token}": (404, 404, 404, 404, 404, 404),
    "GET /": (401, 200, 200, 200, 200, 200),
    "GET /next": (401, 200, 200, 200, 200, 200),
    "GET /me/push": (401, 200, 200, 200, 200, 200),
    "POST /me/push": (401, 422, 422, 422, 422, 422),  # the browser gave nothing
    "POST /me/push/test": (401, 422, 422, 422, 422, 422),
    "POST /me/push/end": (401, 200, 200, 200, 200, 200),
    "GET /me": (401, 200, 200, 200, 200, 200),
    "POST /me": (401, 200, 200, 200, 200, 200),
    "GET /take-along": (401, 404, 404, 404, 404, 404),  # this club stays for good
    "POST /take-along": (401, 404, 404, 404, 404, 404),
    "POST /take-along/move": (401, 404, 404, 404, 404, 404),
    "GET /me/seal": (401, 200, 200, 200, 200, 200),
    "GET /me/keys": (401, 200, 200, 200, 200, 200),
    "POST /me/keys": (401, 404, 404, 404, 404, 404),  # no campaign is named
    "GET /c/{name}/heads/{version}": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/board": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/board": (401, 404, 409, 409, 409, 409),  # nothing is asked
    "GET /c/{name}/held": (401, 404, 200, 200, 200, 200),  # nothing is held
    "POST /c/{name}/held": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/talk": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/talk": (401, 404, 422, 422, 422, 422),  # no button is named
    "GET /c/{name}/diary": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/diary/{dispatch}/{number}": (401, 404, 404, 404, 404, 404),  # there is none
    "POST /c/{name}/diary": (401, 404, 422, 422, 422, 422),  # no button is named
    "GET /c/{name}/requests": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/requests": (401, 404, 409, 409, 409, 409),  # there is no such act
    "POST /c/{name}/requests/answer": (401, 404, 409, 409, 409, 409),  # nothing is asked
    "GET /c/{name}/board/openings": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/board/opening": (401, 404, 409, 409, 409, 409),  # nothing is asked
    "GET /c/{name}/receipts/{number}": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/war": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/turns": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/turns/{page}": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/mine": (401, 404, 403, 403, 403, 403),  # nobody has chits without US entry
    "GET /c/{name}/journal": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/disputes": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/disputes/{dispute}": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/disputes/{dispute}": (401, 404, 409, 409, 409, 409),  # no step is named
    "POST /c/{name}/disputes/{dispute}/evidence": (401, 404, 422, 422, 422, 422),  # no words
    "GET /c/{name}/journal/{event}": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/journal/{event}": (401, 404, 422, 422, 422, 422),  # no claim
    "GET /c/{name}/correct": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/correct": (401, 404, 409, 409, 409, 409),  # nothing is upheld
    "GET /c/{name}/undo": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/undo": (401, 404, 409, 409, 409, 409),  # nobody did anything
    "GET /c/{name}/replay": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/views": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/book": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/views/{view}": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/figures": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/explain/{figure}": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/{sheet}": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/proof": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/proof": (401, 404, 422, 422, 422, 422),  # nothing is held against it
    "POST /c/{name}/proof/check": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/what-ifs": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/what-ifs": (401, 404, 422, 422, 422, 422),  # no event is named
    "POST /c/{name}/what-ifs/end": (401, 404, 404, 404, 404, 404),  # nobody has one
    "GET /c/{name}/diff": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/begun": (401, 404, 403, 403, 403, 200),
    "GET /me/data": (401, 200, 200, 200, 200, 200),
    "POST /me/data": (401, 200, 200, 200, 200, 200),
    "GET /c/{name}/leave": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/leave": (401, 404, 422, 422, 422, 422),  # nobody is named
    "GET /c/{name}/members/sheet": (401, 404, 403, 403, 403, 200),
    "POST /c/{name}/members/sheet": (401, 404, 403, 403, 403, 422),  # nothing is pasted
    "GET /c/{name}/take-over": (401, 404, 403, 403, 403, 200),
    "POST /c/{name}/take-over": (401, 404, 403, 403, 403, 422),  # nothing is pasted
    "GET /c/{name}/members": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/members/invite": (401, 404, 403, 403, 403, 404),  # nobody is named
    "POST /c/{name}/members/end": (401, 404, 403, 403, 403, 404),
    "GET /c/{name}/host": (401, 404, 403, 403, 403, 200),
    "POST /c/{name}/host": (401, 404, 403, 403, 403, 409),  # no button is named
    "POST /c/{name}/members/invite-all": (401, 404, 403, 403, 403, 200),
    "GET /c/{name}/passing": (401, 404, 403, 403, 403, 200),  # nobody is passed over
    "POST /c/{name}/host/remind": (401, 404, 403, 403, 403, 404),  # nobody is named
    "POST /c/{name}/host/seen": (401, 404, 403, 403, 403, 200),
    "GET /c/{name}/values": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/values": (401, 404, 403, 403, 403, 409),  # nothing was moved
    "GET /c/{name}/hooks": (401, 404, 403, 403, 403, 200),
    "POST /c/{name}/hooks": (401, 404, 403, 403, 403, 422),  # nothing is filled in
    "POST /c/{name}/hooks/test": (401, 404, 403, 403, 403, 404),  # none is named
    "POST /c/{name}/hooks/end": (401, 404, 403, 403, 403, 200),
    "GET /c/{name}/screen": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/guests": (401, 404, 403, 403, 403, 200),
    "POST /c/{name}/guests": (401, 404, 403, 403, 403, 422),  # nobody is named
    "GET /s/{token}": (404, 404, 404, 404, 404, 404),  # made for nobody
    "GET /s/{token}/{page}": (404, 404, 404, 404, 404, 404),
    "GET /f/{file}": (404, 404, 404, 404, 404, 404),
    "GET /club": (401, 403, 403, 403, 403, 403),  # hosts run campaigns, not the machine
    "POST /club/end": (401, 403, 403, 403, 403, 403),
    "GET /begin/{token}": (404, 404, 404, 404, 404, 404),
    "POST /begin/{token}": (404, 404, 404, 404, 404, 404),
    "GET /club/in/{token}": (404, 404, 404, 404, 404, 404),  # made for nobody
    "POST /club/in/{token}": (404, 404, 404, 404, 404, 404),
    "GET /new": (401, 200, 403, 403, 403, 200),  # who runs one may start another
    "POST /new": (401, 422, 403, 403, 403, 422),  # it has no name
    "GET /new/take-over": (401, 200, 403, 403, 403, 200),
    "POST /new/take-over": (401, 422, 403, 403, 403, 422),  # nothing is pasted
    "GET /me/address": (401, 200, 200, 200, 200, 200),
    "POST /me/address": (401, 422, 422, 422, 422, 422),  # no button is named
    "GET /me/table": (401, 200, 200, 200, 200, 200),
    "POST /me/table": (401, 422, 422, 422, 422, 422),  # no button is named
    "GET /me/notices": (401, 200, 200, 200, 200, 200),
    "GET /me/notices/{name}": (401, 404, 200, 200, 200, 200),
    "POST /me/notices/{name}": (401, 404, 422, 422, 422, 422),  # no button is named
    "GET /c/{name}/do": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/record": (401, 404, 200, 200, 200, 200),
    "GET /c/{name}/do/{command}": (401, 404, 200, 200, 200, 200),
    "POST /c/{name}/do/{command}": (401, 404, 422, 422, 422, 422),  # nothing is filled in
}
FILLED = {
    "name": NAME,
    "number": "1",
    "version": "1",
    "page": "1939-SO",
    "dispute": "d1",
    "dispatch": "w1",
    "figure": "cup",
    "sheet": "points",
    "view": "points",
    "event": "3",
    "command": "AddEntropy",
    "file": "none.css",
    "token": "x" * 43,
}
POLICY = "Content-Security-Policy"
GUARDS = {
    **{name: value for name, value in ALWAYS.items() if name != POLICY},
    "Cache-Control": "no-store",
    "Strict-Transport-Security": "max-age=31536000",
}
OF_EXTENSIONS = (
    "/me/push", "/me/shelf", "/shelf", "/c/{name}/book", "/c/{name}/hooks", "/c/{name}/values",
    "/take-along",
)  # fmt: skip
"""How routes begin that an extension brings."""
ROUTES = [(method, place.path) for place in places() for method in place.methods]
CHECK = ("POST", "/c/{name}/proof/check")
"""It starts a process: what is asked of every route is asked of it in `all/`."""
HERE = sorted(
    (route for route in ROUTES if route != CHECK), key=lambda route: not route[1].startswith("/me")
)
"""Those of a person first: some ask for a sign-in of the last ten minutes."""


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Browser]]:
    """A browser of each of them; a dispute is open, and a receipt is there."""
    with club(tmp_path_factory.mktemp("club")) as made:
        made.house.ledger.submit(
            NAME, {"command": "RaiseDispute", "by": "ben", "versions": [3], "claim": "No."}
        )
        yield {
            "nobody": made.nobody(),
            "stranger": _stranger(made),
            **{who: made.browser(who) for who in WHO[2:]},
        }


def _stranger(made: WebClub) -> Browser:
    """The host of another campaign in the same store."""
    from campaign.web.auth.invitations import invite

    house = made.house
    asked = {"scenario": "global-war", "rulebook": "lif-1998"}
    assert house.desk.open("others", **asked)["accepted"]
    found = made.nobody()
    token = invite(house.desk, house.doors, house.people, "others", "host", "host").token
    assert found.come_in(f"/in/{token}").status_code == 200
    return found


def test_every_route_has_a_row() -> None:
    """Whoever adds a route says who may use it."""
    rows = [row for row in ROWS if ARE_HERE or not row.split()[1].startswith(OF_EXTENSIONS)]
    assert sorted(f"{method} {path}" for method, path in ROUTES) == sorted(rows)


def _is_guarded(answer: Response) -> None:
    """It has the headers of every answer; a file of the service's own only those of a file."""
    if answer.headers["content-type"] == "application/manifest+json":
        _is_file(answer)
        return
    assert {name: answer.headers[name] for name in GUARDS} == GUARDS
    policy = answer.headers[POLICY]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy
    assert "server" not in answer.headers


def _is_file(answer: Response) -> None:
    """Nobody sniffs it, no other site loads it; what only a page heeds is not sent with it."""
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["Strict-Transport-Security"] == GUARDS["Strict-Transport-Security"]
    assert POLICY not in answer.headers and "Permissions-Policy" not in answer.headers


def test_files_of_pages_have_the_headers_of_files(gathered: dict[str, Browser]) -> None:
    """A worker and a drawing have a page's: they may load and open something by themselves."""
    nobody = gathered["stranger"]
    page = nobody.get("/").text
    for file in (*re.findall(r'"(/(?:style|script)/[^"]+)"', page), "/app/icon-180.png"):
        found = nobody.get(file)
        assert found.status_code == 200
        _is_file(found)
    for file in ("/worker.js", "/app/icon.svg", "/app/none.png"):
        _is_guarded(nobody.get(file))


@pytest.mark.parametrize(("method", "path"), HERE)
def test_a_route_is_for_those_of_its_row(
    gathered: dict[str, Browser], method: str, path: str
) -> None:
    """And for nobody else, with a page that says so; nothing is recorded. Every answer has the
    headers: no page may be framed, sniffed, kept or given a foreign script or style.
    """
    filled = path.format(**FILLED)
    version = gathered["host"].house.ledger.store.version(NAME)
    for who, expected in zip(WHO, ROWS[f"{method} {path}"], strict=True):
        browser = gathered[who]
        found = browser.get(filled) if method == "GET" else browser.post(filled, {})
        assert found.status_code == expected, (who, found.text[:2000])
        for one in (*found.history, found):
            _is_guarded(one)
    assert gathered["host"].house.ledger.store.version(NAME) == version


def test_what_is_none_and_what_is_anothers_look_alike(gathered: dict[str, Browser]) -> None:
    """Byte for byte: a campaign of others, none at all, and an address that was never one."""
    stranger = gathered["stranger"]
    found = [stranger.get(path) for path in (f"/c/{NAME}", "/c/no-such", f"/c/{NAME}/board", "/x")]
    assert {one.status_code for one in found} == {404}
    assert len({one.content for one in found}) == 1


MISSING = (
    "/c/club/nothing",
    "/c/club/receipts/0",
    "/c/club/receipts/9999999999999999999999",
    "/c/club/receipts/-1",
    "/c/club/receipts/%C2%B2",
    "/c/club/turns/2199-SO",
    "/c/club/disputes/d9",
    "/c/club/do/Nothing",
    "/c/club/do/TakeSeat",
    "/c/club/journal?turn=2199-SO",
)


@pytest.mark.parametrize("address", MISSING)
def test_what_is_not_there_is_not_found(gathered: dict[str, Browser], address: str) -> None:
    """In a page that says so."""
    found = gathered["host"].get(address)
    assert found.status_code == 404
    assert "There is no such page here" in found.text


@pytest.mark.parametrize(
    ("method", "path", "taken"),
    [
        ("GET", "/", "/"),
        ("GET", "/c", "/c"),
        ("GET", "/c/", "/c"),
        ("GET", "/c/club", "/c/{name}"),
        ("GET", "/c/club/board", "/c/{name}/board"),
        ("GET", "/c/board/board", "/c/{name}/board"),
        ("POST", "/c/club/board", "POST /c/{name}/board"),
        ("GET", "/c/club/journal", "/c/{name}/{page}"),
        ("GET", "/feed.xml", "/{file}.xml"),
        ("GET", "/api/club/board", "/api/{rest:path}"),
        ("GET", "/api/one/two/three/board", "/api/{rest:path}"),
        ("GET", "/c/club/board%0A", "/c/{name}/board"),
        ("PUT", "/c/club/board", "not allowed"),
        ("GET", "/elsewhere", ""),
    ],
)
def test_the_first_route_that_fits_takes_a_request(method: str, path: str, taken: str) -> None:
    """Whether it is looked for by its shape or not; a page's last part may be anything."""

    def named(path: str, method: str = "GET") -> Route:
        name = path if method == "GET" else f"{method} {path}"
        return Route(path, lambda request: PlainTextResponse(name), methods=[method])

    routes = RoutesByShape(
        [
            named("/"),
            named("/c"),
            named("/c/{name}"),
            named("/c/{name}/board"),
            named("/c/{name}/board", "POST"),
            named("/api/{rest:path}"),
            named("/c/{name}/{page}"),
            named("/{file}.xml"),
        ]
    )

    async def asked() -> Response:
        async with AsyncClient(transport=ASGITransport(routes), base_url="http://club") as client:
            return await client.request(method, path, follow_redirects=True)

    answer = asyncio.run(asked())
    wrong = {404: "", 405: "not allowed"}
    assert wrong.get(answer.status_code, answer.text) == taken
