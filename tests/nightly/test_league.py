"""An evening of fifty clubs at two processes of the service on one server: nothing lost, few lines.

`MINUTES` in the environment makes it shorter or longer; an hour's commands are sent as fast as they
are answered. `CLUBS` says how many clubs there are.
"""

import os
import random
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles

import httpx
import pytest

from campaign.accounts.devices import DOORS, Credentials
from campaign.accounts.people import People
from campaign.extensions.clubs import changes
from campaign.extensions.clubs.directory import ClubDirectory, store_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import HOME_VARIABLE, StorePlace, home
from campaign.world.clock import utc_now
from support.command_line import Shell
from support.league import NAME, serving, url_of
from support.postgres import new_database, server
from support.served import SECONDS

MINUTES = float(os.environ.get("MINUTES", "10"))
CLUBS = int(os.environ.get("CLUBS", "50"))
MEMBERS = tuple(f"m{number}" for number in range(1, 9))
READS = 4
"""How often a member looks for each command that they send."""
HANDS = 8
"""How many members are at their phones at the same moment, at each process."""
MOST = 90
"""How many connections all of it may have: a usual server takes a hundred."""
STOPS = 60.0
"""Within how many seconds a process that serves all of them ends."""
SLOWEST = 5.0
"""Within how many seconds ninety-nine of a hundred answers come, on two busy cores."""


class Evening:
    """What is noted of an evening. Threads write to it."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.accepted: dict[str, list[str]] = {}
        self.times: dict[str, list[float]] = {"read": [], "send": []}
        self.faults: list[str] = []
        self.away = 0
        self.over = threading.Event()
        self.most = 0
        """The most connections that the server was seen with."""

    def note(self, what: str, took: float) -> None:
        """How long an answer took."""
        with self.turn:
            self.times[what].append(took)


def laid(directory: ClubDirectory, club: str) -> dict[str, str]:
    """A club with a store of its own, and eight members with tokens."""
    place = changes.add(directory, club, url_of(club), "", None, _no_copy)
    members = [{"member": who, "name": who.title(), "roles": ["host"]} for who in MEMBERS]
    with Ledger(place) as ledger:
        asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": members}}
        assert ledger.open(NAME, **asked)["accepted"]  # type: ignore[arg-type]
        campaign = ledger.live(NAME).state.campaign.id
    people = People(place, (DOORS,))
    doors = Credentials(people.file, clock=utc_now)
    tokens = {who: doors.hand_out("program", campaign, who, "act", None) for who in MEMBERS}
    people.close()
    return tokens


def _no_copy(source: StorePlace, target: StorePlace) -> None:
    raise AssertionError


def plays(evening: Evening, socket: Path, tokens: dict[str, dict[str, str]], seed: int) -> None:
    """A pair of hands: whoever is at their phone looks a few times, and sends something."""
    chance, number = random.Random(seed), 0
    with httpx.Client(transport=httpx.HTTPTransport(uds=str(socket)), timeout=SECONDS) as client:
        while not evening.over.is_set():
            club = chance.choice(sorted(tokens))
            member = chance.choice(MEMBERS)
            number += 1
            own = f"x{seed}-{number}"
            heads = {
                "host": f"{club}.example",
                "authorization": f"Bearer {tokens[club][member]}",
            }
            where = f"http://here/api/v1/campaigns/{NAME}"
            try:
                for _ in range(READS):
                    began = time.monotonic()
                    found = client.get(where, headers=heads)
                    evening.note("read", time.monotonic() - began)
                    _sort(evening, found)
                command = {"command": "EnrolMember", "member": own, "name": own, "id": own}
                began = time.monotonic()
                found = client.post(
                    f"{where}/commands", json={**command, "roles": ["observer"]}, headers=heads
                )
                evening.note("send", time.monotonic() - began)
                if _sort(evening, found):
                    with evening.turn:
                        evening.accepted.setdefault(club, []).append(own)
            except httpx.HTTPError as error:
                evening.faults.append(f"{club}: {type(error).__name__}")


def _sort(evening: Evening, found: httpx.Response) -> bool:
    if found.status_code in (421, 503) or '"rule":"Club"' in found.text:
        evening.away += 1
    elif found.status_code != 200:
        evening.faults.append(f"{found.status_code} {found.text[:200]}")
    return found.status_code == 200


def counts(evening: Evening) -> None:
    """Looks twice a second how many connections the server has."""
    here = server()
    assert here is not None
    query = "SELECT count(*) FROM pg_stat_activity WHERE backend_type='client backend'"
    while not evening.over.wait(0.5):
        evening.most = max(evening.most, int(str(here.run(query)[0][0])) - 1)


def megabytes(process: int) -> float:
    """How much memory a process has."""
    text = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def test_an_evening_of_a_league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile a club closes and opens again, and one is added."""
    url = new_database()
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    shell = Shell(tmp_path, CAMPAIGN_CLUBS=url, CAMPAIGN_HOME=str(home()))
    del shell.env["CAMPAIGN_STORE"]
    shell.env["PYTHONFAULTHANDLER"] = "1"
    directory = ClubDirectory(url)
    began = time.monotonic()
    names = [f"club{number}" for number in range(CLUBS)]
    tokens = {club: laid(directory, club) for club in names}
    print(f"{CLUBS} clubs laid in {time.monotonic() - began:.0f} s")
    evening = Evening()
    sockets = (tmp_path / "one", tmp_path / "two")
    began = time.monotonic()
    with ExitStack() as held:
        running = [held.enter_context(serving(shell, socket, CLUBS, STOPS)) for socket in sockets]
        print(f"two processes answer for all of them after {time.monotonic() - began:.0f} s")
        before = [megabytes(process.pid) for process in running]
        hands = [
            threading.Thread(target=plays, args=(evening, socket, tokens, seed * 2 + which))
            for which, socket in enumerate(sockets)
            for seed in range(HANDS)
        ]
        watching = threading.Thread(target=counts, args=(evening,))
        for thread in (*hands, watching):
            thread.start()
        evening.over.wait(MINUTES * 60 / 3)
        shell.fine("club", "close", names[0])
        evening.over.wait(MINUTES * 60 / 3)
        shell.fine("club", "open", names[0])
        shell.fine("club", "add", "late", "--url", url_of("late"))
        evening.over.wait(MINUTES * 60 / 3)
        evening.over.set()
        for thread in (*hands, watching):
            thread.join(SECONDS * 3)
        after = [megabytes(process.pid) for process in running]
        began = time.monotonic()
    print(f"both processes have ended after {time.monotonic() - began:.0f} s")
    sent = sum(map(len, evening.accepted.values()))
    print(f"{sent} commands, {len(evening.times['read'])} looks in {MINUTES:g} minutes")
    for what, times in evening.times.items():
        cut = quantiles(times, n=100)
        told = f"median {cut[49]:.3f} s, 99 of 100 {cut[98]:.3f} s, most {max(times):.2f} s"
        print(f"{what}: {told}")
    print(f"at most {evening.most} connections; {evening.away} answers of a club that was away")
    held_by = zip(before, after, strict=True)
    print("memory:", ", ".join(f"{first:.0f} to {last:.0f} MB" for first, last in held_by))
    assert evening.faults == []
    for club in names:
        with Ledger(store_of(directory.must(club), directory.place)) as ledger:
            members = [one for one in ledger.live(NAME).state.campaign.members if "-" in one]
        assert sorted(members) == sorted(evening.accepted.get(club, [])), club
    for club in names[:3]:
        store = store_of(directory.must(club), directory.place)
        assert shell("--store", store.typed, "verify", NAME).status == 0
    directory.close()
    assert evening.most < MOST
    assert all(quantiles(times, n=100)[98] < SLOWEST for times in evening.times.values())
