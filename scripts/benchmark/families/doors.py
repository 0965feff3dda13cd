"""The open door: clubs begun at once, clubs that sleep, and a campaign taken over from a sheet."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from campaign.accounts.allowance import Quotas
from campaign.accounts.devices import moment, stamp
from campaign.extensions.clubs.by_host import fall_asleep
from campaign.extensions.clubs.directory import ClubDirectory, store_of
from campaign.extensions.clubs.door import EACH_NETWORK, IN_ALL, ClubDoor, Terms, Wish
from campaign.extensions.clubs.front import FrontPages
from campaign.lif.roster import kit
from campaign.world import clock
from scripts.benchmark.building import copied, scratch
from scripts.benchmark.families.serving import Service
from scripts.benchmark.families.starting import CALL
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, part, resident
from scripts.benchmark.server import HOST

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message

DOMAIN = "clubs.example"
SETTINGS = f"""[service]
listen = "{HOST}:0"
proxy = ["{HOST}"]

[door]
domain = "{DOMAIN}"
contact = "mailto:keeper@{DOMAIN}"
free = "1MB"
"""
_SCOPE = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "POST",
    "scheme": "https",
    "path": "/",
    "raw_path": b"/",
    "query_string": b"",
    "root_path": "",
    "client": ("192.0.2.7", 5),
    "server": (DOMAIN, 443),
    "headers": [
        (b"host", DOMAIN.encode()),
        (b"origin", f"https://{DOMAIN}".encode()),
        (b"sec-fetch-site", b"same-origin"),
        (b"content-type", b"application/x-www-form-urlencoded"),
    ],
}
LOOKS, SEEN = 40, 8_000
"""How often a sheet is looked at in one run, and at how many of its rows together at most."""


class _MovedClock:
    """The time, and as much later as is wanted."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> str:
        return stamp(moment(clock.utc_now()) + self.later)


@contextmanager
def _door(folder: Path, now: _MovedClock) -> Iterator[ClubDoor]:
    """A door to clubs in a folder."""
    terms = Terms(
        DOMAIN, f"mailto:keeper@{DOMAIN}", 1_000, 10_000, Quotas(3, 120, 0, 50_000_000), 0
    )
    with closing(ClubDirectory(str(folder), now)) as directory:
        yield ClubDoor(terms, directory, now=now)


def creations(folder: Path, work: int) -> dict[str, Part]:
    """So many forms of one network sent at once: three clubs are made, the others are told why."""
    now, clubs = _MovedClock(), scratch(folder).parent
    with _door(clubs, now) as door:
        forms = [door.forms.made() for _ in range(work)]
        now.later += timedelta(seconds=4)
        front = FrontPages(door).pages(lambda: None)[DOMAIN]
        asyncio.run(_sent(front, [""]))  # warm: templates are read
        walls, statuses = asyncio.run(_sent(front, forms))
        if statuses.count(303) != EACH_NETWORK or statuses.count(429) != work - EACH_NETWORK:
            raise SystemExit(f"clubs begun at once: {sorted(set(statuses))}")
    return {"answered": part(walls, [0.0])}


async def _sent(front: "ASGIApp", forms: list[str]) -> tuple[list[float], list[int]]:
    """Forms sent at once, each with how long its sender waited for the answer."""

    async def one(number: int, form: str) -> tuple[float, int]:
        body = urlencode({"club": f"Club {number}", "who": "David", "form": form}).encode()
        statuses: list[int] = []

        async def receive() -> "Message":
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: "Message") -> None:
            statuses.extend([message["status"]] if "status" in message else [])

        begin = perf_counter()
        await front({**_SCOPE}, receive, send)
        return perf_counter() - begin, statuses[0]

    done = await asyncio.gather(*(one(*form) for form in enumerate(forms)))
    return [wall for wall, _ in done], [status for _, status in done]


def sleeping(folder: Path, work: int) -> dict[str, Part]:
    """What so many clubs cost a service in which nobody is: memory, and time until it answers."""
    longer, gained = [], []
    for clubs in (0, work):
        place, now = scratch(folder).parent, _MovedClock()
        (place / "club.toml").write_text(SETTINGS)
        _laid(place, clubs, now)
        begin = perf_counter()
        call = [*CALL, "serve", "--clubs", str(place), "--open-door"]
        with subprocess.Popen(
            call, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            assert process.stdout is not None
            try:
                for _ in range(clubs + 1):
                    if not process.stdout.readline().startswith("ready "):
                        raise SystemExit("the service of the open door does not answer")
                longer.append(perf_counter() - begin)
                gained.append(resident(process.pid))
            finally:
                os.killpg(process.pid, signal.SIGKILL)  # whatever builds its demos too
    none, many = longer
    return {
        "memory": part([max(0.0, gained[1] - gained[0])], [0.0]),
        "start": part([max(0.0, many - none)], [0.0]),
    }


def _laid(place: Path, clubs: int, now: _MovedClock) -> None:
    """Clubs that visitors of many networks began on many days, and in which nobody is."""
    with _door(place, now) as door, closing(ClubDirectory(str(place), now)) as directory:
        for number in range(clubs):
            now.later += timedelta(days=1) if number % IN_ALL == 0 else timedelta()
            form = door.forms.made()
            now.later += timedelta(seconds=4)
            wish = Wish(f"Club {number}", "David", f"club-{number:03}", form)
            if not isinstance(door.begin(wish, f"10.{number // 250}.{number % 250}.1"), str):
                raise SystemExit(f"club {number} was not made")
        for club in directory.clubs():
            fall_asleep(store_of(club, directory.place))


def take_over(folder: Path, work: int) -> dict[str, Part]:
    """The page that checks a sheet of so many rows, in which every name has a letter too many."""
    names = [f"{one.name}q" for one in kit().values()]
    rows = [f"{names[at % len(names)]}\tmap\tE{1000 + at}" for at in range(work - 3)]
    text = "\n".join(["turn\t12", "", "Leader\tState\tWhere", *rows])
    body = urlencode({"system": "lif", "name": "friday", "sheet": text, "do": "check"})
    walls = []
    with Service("ours", copied(folder, "played")) as ours:
        line = HTTPConnection(HOST, ours.ready.port, timeout=60)
        own = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
        for number in range(min(LOOKS, SEEN // work) + 1):
            begin = perf_counter()
            line.request("POST", "/new/take-over", body, {**ours.ready.browser, **own})
            answer = line.getresponse()
            page = answer.read()
            if number:
                walls.append(perf_counter() - begin)
            if answer.status not in (200, 422) or b"is read as" not in page:
                raise SystemExit(f"/new/take-over: {answer.status} {page[:200]!r}")
    return {"look": part(walls, [0.0])}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about the door."""
    begun, asleep = Task("door", sizes.creations), Task("sleeping", sizes.clubs)
    few, many = (Task("take_over", rows) for rows in sizes.rows)
    warm, cold = "warm: service running", "cold: a process each"
    return [
        Figure(
            about=f"{begun.work} clubs begun at once from one network, of which three are made:"
            " the slowest hundredth",
            caches=warm, tasks=(begun,), part="answered", over="p99", goal=1_000,
        ),
        Figure(
            about=f"Memory that {asleep.work} sleeping clubs take",
            caches=cold, tasks=(asleep,), part="memory", over="worst", unit="MB", goal=60,
        ),
        Figure(
            about=f"A service with {asleep.work} sleeping clubs, from its start until it answers,"
            " longer than with none",
            caches=cold, tasks=(asleep,), part="start", over="worst", unit="s", goal=5,
        ),
        Figure(
            about=f"A sheet of {few.work:,} rows checked by its page: the slowest hundredth",
            caches=warm, tasks=(few,), part="look", over="p99", goal=300,
        ),
        Figure(
            about=f"The same of {many.work:,} rows",
            caches=warm, tasks=(many,), part="look", over="p99", unit="s", goal=3,
        ),
    ]  # fmt: skip


FAMILY = Family(
    "The open door",
    "Clubs that visitors begin, each a folder; a campaign on paper as a sheet.",
    {
        "door": Lane(creations),
        "sleeping": Lane(sleeping, of_children=True),
        "take_over": Lane(take_over, ("played",), of_children=True),
    },
    figures,
)
