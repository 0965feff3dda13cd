"""A club on the web, in process: the service's application, and browsers that speak to it.

Clock and chance are the same in every run. A browser keeps its cookies and every byte that it got.
"""

import asyncio
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import starlette.routing
from httpx import ASGITransport, AsyncClient, Response

from campaign.accounts.database import PeopleFile, people_path
from campaign.accounts.devices import Credentials
from campaign.accounts.people import People
from campaign.accounts.table.names import naming_from
from campaign.handler.command_handler import CommandHandler
from campaign.lif.roster import POWERS
from campaign.reports.book import CachedBooks
from campaign.store.ledger import Ledger
from campaign.store.reader import Reader
from campaign.web.app import application
from campaign.web.auth.invitations import invite
from campaign.web.auth.sign_in import entrance
from campaign.web.context import House
from campaign.web.replies import PublicAddress
from campaign.web.server.health import RecordChecks, ServiceUpkeep, StoreVerifier
from campaign.web.server.serve import PARTS, door_post
from campaign.web.server.shared_state import knowing
from campaign.web.server.threads import SlowReads
from support.sessions import Clock, Dice, ledger_in

# A service compiles its 115 addresses once; the clubs of a run would do so some hundred times.
starlette.routing.compile_path = cache(starlette.routing.compile_path)
# At each request the client looks for another sort of loop, through all folders of modules.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]

NAME = "club"
URL = "https://club.example"
PLAYERS = ("anna", "ben", "cora", "dora", "emil", "fred", "gina", "hugo")
"""Each plays the power at the same place of `POWERS`."""
MEMBERS = [
    *(
        {"member": who, "name": who.title(), "roles": ["player"], "powers": [power]}
        for who, power in zip(PLAYERS, POWERS, strict=True)
    ),
    {"member": "ref", "name": "Ref", "roles": ["referee"]},
    {"member": "olga", "name": "Olga", "roles": ["observer"]},
]


class FoundForm(NamedTuple):
    """A form on a page, with what a browser would send for it untouched."""

    action: str
    fields: dict[str, str]
    """Hidden and filled-in fields."""
    offered: dict[str, list[str]]
    """The values of radio buttons, buttons and lists, by their names."""
    text: str
    method: str = "get"


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[FoundForm] = []
        self._open: FoundForm | None = None
        self._text: list[str] = []
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            method = found.get("method", "get")
            self._open, self._text = FoundForm(found.get("action", ""), {}, {}, "", method), []
        if self._open is None:
            return
        name, value = found.get("name", ""), found.get("value", "")
        kind = found.get("type", "text" if tag == "input" else "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            self._open.offered.setdefault(self._select, []).append(value)
            if "selected" in found:
                self._open.fields[self._select] = value
        elif tag == "textarea":
            self._area = name
            self._open.fields[name] = ""
        elif name and (tag == "button" or kind in ("radio", "checkbox")):
            self._open.offered.setdefault(name, []).append(value)
            if "checked" in found:
                self._open.fields[name] = value
        elif name and tag == "input":
            self._open.fields[name] = value

    def handle_data(self, data: str) -> None:
        self._text.append(data)
        if self._open is not None and self._area:
            self._open.fields[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
        elif tag == "form" and self._open is not None:
            text = " ".join("".join(self._text).split())
            self.found.append(self._open._replace(text=text))
            self._open = None


FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)


def forms(html: str, *, talk: bool = False) -> list[FoundForm]:
    """The forms of a page, in order: those of play, or those of the table talk beside it."""
    parser = _Forms()
    for form in FORM.findall(html):  # the rest of a page is ten times as long
        parser.feed(form)
    return [one for one in parser.found if one.action.endswith("/talk") == talk]


def words(response: Response) -> str:
    """What a page says, without its tags."""
    body = re.sub(r"<(style|head)\b.*?</\1>", " ", response.text, flags=re.DOTALL)
    plain = re.sub(r"<[^>]*>", " ", body)
    for sign, entity in (("'", "&#39;"), ('"', "&#34;"), ("&", "&amp;")):
        plain = plain.replace(entity, sign)
    return " ".join(plain.split())


HERE = threading.local()


def _loop() -> asyncio.Runner:
    """This thread's loop, which stays: a new one for each request would start threads anew."""
    if not hasattr(HERE, "loop"):
        HERE.loop = asyncio.Runner()
    return HERE.loop  # type: ignore[no-any-return]


PAGES = 10
"""No act asks on more."""


UNPACKED = {"accept-encoding": "identity"}
"""A packed page is made of the same bytes, and as long as the digests in it let it be: whoever
compares answers of two campaigns asks for them unpacked."""


class Browser:
    """A member's browser, which sends what browsers send."""

    def __init__(self, house: House, client: AsyncClient) -> None:
        self.house = house
        self.client = client
        self.got: list[bytes] = []
        """Every answer, headers first."""

    def at(self, stamp: str) -> None:
        """From now on the pages that it opens are made at another time."""
        later = application(self.house._replace(clock=lambda: stamp))
        self.client._transport = ASGITransport(later, raise_app_exceptions=False)

    def get(self, path: str, **headers: str) -> Response:
        """Goes to a page; a redirect is followed as browsers do."""
        return self._asked("GET", path, headers=headers)

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Response:
        """Sends a form of the service's own pages."""
        site = headers or {"sec-fetch-site": "same-origin", "origin": self.house.address.url}
        return self._asked("POST", path, data=dict(fields), headers=site)

    def ask(self, path: str, fields: Mapping[str, str]) -> Response:
        """Sends a form that asks and changes nothing."""
        return self._asked("GET", path, params=dict(fields))

    def post_file(self, path: str, fields: Mapping[str, str], content: bytes) -> Response:
        """Sends a form with a file."""
        site = {"sec-fetch-site": "same-origin", "origin": self.house.address.url}
        file = {"file": ("file.bin", content, "application/octet-stream")}
        return self._asked("POST", path, data=dict(fields), files=file, headers=site)

    def fill(self, path: str, place: int = 0, **fields: str) -> Response:
        """Opens a page and sends one of its forms, filled in; then those of its further pages."""
        form = forms(self.get(path).text)[place]
        answer = self.post(form.action or path, form.fields | fields)
        for _ in range(PAGES):
            more = [one for one in forms(answer.text) if "since" in one.fields]
            if answer.status_code != HTTPStatus.OK or not more:
                break
            known = {*more[0].fields, *more[0].offered}
            typed = {name: text for name, text in fields.items() if name in known}
            answer = self.post(path.partition("?")[0], more[0].fields | typed)
        return answer

    def come_in(self, url: str, **answer: str) -> Response:
        """Accepts an invitation."""
        return self.post(url.removeprefix(self.house.address.url), answer)

    def _asked(self, method: str, path: str, **more: Any) -> Response:
        found = _loop().run(self.client.request(method, path, **more))
        for one in (*found.history, found):
            head = "\n".join(f"{name}: {value}" for name, value in one.headers.items())
            self.got.append(f"{one.status_code}\n{head}\n\n".encode() + one.content)
        return found


class WebClub:
    """A campaign of eight players, a host, a referee and an observer, and their service."""

    def __init__(self, house: House, name: str = NAME) -> None:
        self.house = house
        self.name = name
        self._app = application(house)
        self._browsers: dict[str, Browser] = {}

    @classmethod
    def on(cls, ledger: Ledger, url: str = URL, name: str = NAME) -> "WebClub":
        """A service on a store, whatever is in it; `name` is the campaign of its browsers."""
        return cls(house_on(ledger, url), name)

    @classmethod
    def opened(cls, folder: Path, url: str = URL, **request: object) -> "WebClub":
        """A service on a new store with the club's campaign."""
        made = cls.on(ledger_in(folder), url)
        setup = {"members": MEMBERS}
        asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": setup, **request}
        answer = made.house.desk.open(NAME, **asked)
        assert answer["accepted"], answer
        return made

    @property
    def version(self) -> int:
        """How many events the campaign has."""
        return self.house.ledger.store.version(self.name)

    def nobody(self) -> Browser:
        """A browser that never came in."""
        transport = ASGITransport(self._app, raise_app_exceptions=False)
        url = self.house.address.url
        client = AsyncClient(
            transport=transport, base_url=url, follow_redirects=True, headers=UNPACKED
        )
        return Browser(self.house, client)

    def invitation(self, member: str) -> str:
        """The path of an invitation."""
        house = self.house
        made = invite(house.desk, house.doors, house.people, self.name, member, "host")
        assert made.token, made
        return f"/in/{made.token}"

    def browser(self, member: str) -> Browser:
        """The browser of a member, who has come in."""
        if member not in self._browsers:
            found = self._browsers[member] = self.nobody()
            answer = found._asked(
                "POST",
                self.invitation(member),
                headers={"sec-fetch-site": "same-origin", "origin": self.house.address.url},
                follow_redirects=False,  # nobody looks at the page that it leads to
            )
            assert answer.status_code == HTTPStatus.SEE_OTHER
            found.got.clear()
        return self._browsers[member]

    def close(self) -> None:
        """Lets go of everything."""
        self.house.checks.close()
        self.house.slow.close()
        self.house.desk.close()
        self.house.together.rows.file.close()


@cache
def _nobody_s_file() -> bytes:
    """A file of people without anybody, which each new service would make again."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "people.db"
        file = PeopleFile(path, PARTS)
        with file.writing():
            pass
        file.close()
        return path.read_bytes()


STANDING = "1999-01-01T00:00:00.000Z"
"""Rates and what is kept for minutes have a clock of their own, which stands."""


def house_on(ledger: Ledger, url: str = URL, **more: object) -> House:
    """What a service stands on, with a clock and chance that are the same in every run."""
    clock, ids, tokens = Clock(), Dice("ids"), Dice("tokens")
    address = PublicAddress(url)
    if not ledger.store.place.is_database and not (path := people_path(ledger.store.path)).exists():
        path.touch(mode=0o600)
        path.write_bytes(_nobody_s_file())
    people = People(ledger.store.place, PARTS, clock=clock, random=Dice("people"))
    naming_from(ledger, people.file)
    books = naming_from(Reader(ledger.store.place), people.file)
    upkeep = ServiceUpkeep(ledger.store.path)
    upkeep.closing.append(books.store.close)
    shared = knowing(people, ledger, lambda: STANDING)
    return House(
        ledger=ledger,
        desk=CommandHandler(ledger, is_shared=True, people=people),
        books=CachedBooks(books),
        people=people,
        doors=Credentials(people.file, clock=clock, random=lambda size: tokens(size).hex()),
        address=address,
        clock=clock,
        ids=lambda: ids(8).hex(),
        upkeep=upkeep,
        slow=SlowReads(lambda: naming_from(Reader(ledger.store.place), people.file)),
        entrance=entrance(
            people.file, clock, door_post(ledger.store.place, clock), address, shared
        ),
        together=shared,
        checks=RecordChecks(people.file, clock, StoreVerifier(ledger.store.place)),
        **more,  # type: ignore[arg-type]
    )


@contextmanager
def club(folder: Path, url: str = URL, **request: object) -> Iterator[WebClub]:
    """A club for a while."""
    made = WebClub.opened(folder, url, **request)
    try:
        yield made
    finally:
        made.close()
