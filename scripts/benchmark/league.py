"""A store with any number of campaigns, and what somebody in one of them waits for. IO.

Most campaigns are laid in bulk; the first is really played, and so is the pattern. Whoever is
measured knows a few of them, spread over the names.
"""

import itertools
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from campaign.accounts.protocol import PeopleRows
from campaign.handler.command_handler import Actor
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace
from scripts.benchmark import building, bulk, laying
from scripts.benchmark.sample import Stopwatch

if TYPE_CHECKING:
    from campaign.accounts.protocol import PeopleRows

URL = "http://127.0.0.1:8720"
EVENTS = 1_001
"""How many events each campaign has: the first command from here on is the last."""
KNOWN = 5
"""How many campaigns the member plays in who is measured."""


def name_at(number: int) -> str:
    """The name of a laid campaign."""
    return f"club-{number:06}"


def known(count: int) -> list[str]:
    """The campaigns that are looked at, spread over all."""
    return [name_at(1 + number * (count - 2) // (KNOWN - 1)) for number in range(KNOWN)]


def lay(place: StorePlace, count: int, events: int = EVENTS) -> int:
    """Makes a store of so many campaigns; returns how many events."""
    with building.opened(place) as ledger:
        for line in building.commands():
            building.accepted(ledger.submit(building.NAME, line))
            if ledger.live(building.NAME).version >= events:
                break
        pattern = laying.Pattern(ledger, building.NAME)
        copies = (pattern.copy(name_at(number)) for number in range(1, count))
        return bulk.write(ledger.store.place, copies) + pattern.version


class Player:
    """A member of the known campaigns: with a store of their own, and at the service."""

    def __init__(self, place: StorePlace, count: int, folder: Path, stack: ExitStack) -> None:
        import asyncio

        from httpx import ASGITransport, AsyncClient

        from campaign.web.api.serving import CallerLimits, programs
        from campaign.web.app import application
        from campaign.web.replies import PublicAddress
        from campaign.web.server.serve import close, opened
        from scripts.benchmark.families.starting import Starter
        from scripts.benchmark.server import NoLimit

        self._place, self._names = place, itertools.cycle(known(count))
        self._house = opened(place, PublicAddress(URL))
        stack.callback(close, self._house)
        here = programs(self._house, CallerLimits(lambda name, rate: NoLimit()))
        transport = ASGITransport(application(self._house, here))
        self._client = AsyncClient(transport=transport, base_url=URL)
        self._loop = stack.enter_context(asyncio.Runner())
        self._starter = Starter(folder / "bytecode", CAMPAIGN_STORE=place.typed)
        self._ids = itertools.count()
        self._person = ""
        self._headers = {"Cookie": f"device={self._let_in(count)}"}

    def _let_in(self, count: int) -> str:
        """Takes their seats; the secret of their device."""
        secret = ""
        for name in known(count):
            campaign = self._house.ledger.live(name).state.campaign.id
            token = self._house.doors.hand_out("invitation", campaign, "anna", "", None)
            found = self._house.doors.let_in(token, self._seated, "a phone")
            if found is None:
                raise SystemExit("nobody was let in")
            secret = found[1]
        return secret

    def _seated(self, db: "PeopleRows", campaign: str, member: str) -> str:
        self._person = self._house.people.seated(db, campaign, member, self._person)
        return self._person

    def opening(self, watch: Stopwatch) -> None:
        """A campaign's state in a store that is open, from its snapshot."""
        name = next(self._names)
        with Ledger(self._place) as ledger:
            ledger.store.version(name)
            with watch:
                ledger.live(name)

    def command(self, watch: Stopwatch) -> None:
        """A command through the desk, in a campaign that is loaded."""
        name = next(self._names)
        key = f"m{self._house.ledger.live(name).version}-{next(self._ids)}"
        fields = {"command": "EnrolMember", "member": key, "name": "A guest", "id": key}
        text = msgspec.json.encode({**fields, "roles": ["observer"]})
        with watch:
            answer = self._house.desk.submit(name, text, Actor("host", is_local=True)).answer
        building.accepted(answer)

    def status(self, watch: Stopwatch) -> None:
        """`campaign status` as a process, from its start to its end."""
        from scripts.benchmark.families.starting import CALL

        with watch:
            self._starter.run(*CALL, "status", next(self._names))

    def waiting(self, watch: Stopwatch) -> None:
        """What waits in a campaign, for a program."""
        self._got(f"/api/v1/campaigns/{next(self._names)}/waiting", watch)

    def home(self, watch: Stopwatch) -> None:
        """What waits for the member, in all their campaigns."""
        self._got("/", watch)

    def _got(self, path: str, watch: Stopwatch) -> None:
        with watch:
            answer = self._loop.run(self._client.get(path, headers=self._headers))
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.status_code} {answer.text[:200]}")


PATHS: dict[str, Callable[[Player, Stopwatch], None]] = {
    "opening": Player.opening,
    "command": Player.command,
    "status": Player.status,
    "waiting": Player.waiting,
    "home": Player.home,
}
"""Everything that somebody in one campaign waits for."""
WARM = 2 * KNOWN
"""How often each is done before it counts: every campaign known has a snapshot then."""


def compared(
    stores: Sequence[tuple[StorePlace, int]], rounds: int, folder: Path
) -> dict[str, tuple[Stopwatch, ...]]:
    """Each path in several stores, in turns, so that what else the machine does hits all alike."""
    with ExitStack() as stack:
        players = [Player(place, count, folder, stack) for place, count in stores]
        found = {}
        for path, step in PATHS.items():
            warm, times = (2, rounds // 5 + 1) if path == "status" else (WARM, rounds)
            watches = tuple(Stopwatch() for _ in players)
            for number in range(warm + times):
                for player, watch in zip(players, watches, strict=True):
                    step(player, watch if number >= warm else Stopwatch())
            found[path] = watches
        return found


def seat_all(place: StorePlace, count: int) -> None:
    """Somebody sits in every campaign."""
    from campaign.accounts.people import People
    from campaign.web.server.serve import PARTS

    with Ledger(place) as ledger, closing(People(place, PARTS)) as people:
        found = [msgspec.json.decode(one[:-65])["id"] for _, one in ledger.store.openings()]
        with people.file.writing() as db:
            for campaign in found:
                for member in ("ben", "cora"):
                    people.seated(db, campaign, member, "")
