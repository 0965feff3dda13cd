"""Eight simulated members and their host at a service that is killed now and then (`kill -9`).

Half of them press the buttons of pages, half are programs. Whoever gets no answer sends the same
again under the same id, as a browser does when a form is sent again. Whatever was answered with
yes is noted, and must be in the record at the end, once.
"""

import http.client
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlencode

from campaign.accounts.devices import DOORS, Credentials, moment
from campaign.accounts.people import People
from campaign.accounts.table.held import HELD, HeldActs
from campaign.handler.holding import LATEST
from campaign.store.ledger import Ledger
from campaign.store.protocol import Where, place_of
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from campaign.world.clock import utc_now
from support.web import MEMBERS, PLAYERS, FoundForm, forms

CALL = (sys.executable, "-c", "from campaign.cli import main; main()")
HOST = "127.0.0.1"
PATIENCE = 20.0
"""After how many seconds without an answer something is wrong."""
THINKING = 0.3
"""How many seconds a member looks at a page, on average."""
UNAVAILABLE = 503
LOOKS = ("", "/board", "/journal", "/members", "/turns/index.html", "/disputes")


def compiled_env() -> dict[str, str]:
    """The environment in which Python keeps what it has compiled, as it does for users."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


class Measured(NamedTuple):
    """What a process holds."""

    megabytes: float
    files: int
    threads: int


class KilledService:
    """The service as a process of its own on one port, killed and started again."""

    def __init__(self, store: Where, folder: Path, **environment: str) -> None:
        self.store = place_of(store)
        self._errors = folder / "errors.txt"
        self._environment = environment
        with closing(socket.create_server((HOST, 0))) as probe:
            self.port = int(probe.getsockname()[1])
        self.starts: list[float] = []
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it, and notes how long it took to answer."""
        began = monotonic()
        call = (*CALL, "serve", "--listen", f"{HOST}:{self.port}")
        env = compiled_env() | {"CAMPAIGN_STORE": self.store.typed, **self._environment}
        errors = self._errors.open("a")
        self._process = subprocess.Popen(
            call, stdout=subprocess.PIPE, stderr=errors, text=True, env=env
        )
        errors.close()
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("ready "), line
        self.starts.append(monotonic() - began)

    def kill(self) -> None:
        """Kills it wherever it is."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._gone()

    def end(self) -> int:
        """Asks it to stop; its exit status."""
        assert self._process is not None
        self._process.terminate()
        return self._gone()

    def _gone(self) -> int:
        assert self._process is not None and self._process.stdout is not None
        status = self._process.wait(PATIENCE)
        self._process.stdout.close()
        return status

    def measured(self) -> Measured:
        """What it holds now."""
        assert self._process is not None
        own = Path("/proc") / str(self._process.pid)
        lines = dict(
            line.split(":", 1) for line in (own / "status").read_text().splitlines() if ":" in line
        )
        megabytes = int(lines["VmRSS"].split()[0]) / 1024
        files = sum(1 for _ in (own / "fd").iterdir())
        return Measured(megabytes, files, int(lines["Threads"]))


class Phone:
    """A member's device or program: sends until it is answered, as long as the evening goes on.

    Of several services it asks one after the other, as behind a proxy. One that cannot use its
    store has not answered.
    """

    def __init__(
        self, ports: tuple[int, ...], headers: Mapping[str, str], over: threading.Event
    ) -> None:
        self._ports = itertools.cycle(ports)
        self._headers = dict(headers)
        self._over = over
        self.repeats = 0

    def ask(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, bytes, str]:
        """Status, body and where to go next; the same again until there is an answer."""
        while True:
            with suppress(OSError, http.client.HTTPException):
                found = self._once(method, path, body, headers)
                if found[0] != UNAVAILABLE:
                    return found
            self.repeats += 1
            if self._over.wait(0.05):
                raise EveningIsOverError

    def _once(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, bytes, str]:
        with closing(http.client.HTTPConnection(HOST, next(self._ports), timeout=PATIENCE)) as line:
            line.request(method, path, body or None, {**self._headers, **headers})
            answer = line.getresponse()
            found = answer.read()
            return answer.status, found, answer.headers.get("Location", "")

    def page(self, path: str) -> str:
        """A page as it stands."""
        status, body, _ = self.ask("GET", path)
        assert status == 200, (path, status, body[:300])
        return body.decode()

    def sent(self, path: str, fields: Mapping[str, str]) -> int:
        """Sends a form of the service's own; the status."""
        return self.answered(path, fields)[0]

    def answered(self, path: str, fields: Mapping[str, str]) -> tuple[int, str]:
        """Sends a form of the service's own; the status and the page.

        409 where whoever would have been passed over has answered meanwhile: nothing was recorded.
        """
        own = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}
        status, body, where = self.ask("POST", path, urlencode(fields).encode(), **own)
        if "/passing?" not in where:
            return status, body.decode()
        status, body, _ = self.ask("GET", where)
        assert status in (200, 303), (where, status, body[:300])
        return (200, body.decode()) if status == 200 else (409, "")  # they answered meanwhile


class EveningIsOverError(Exception):
    """The lights go out while somebody waits for an answer."""


class Noted(NamedTuple):
    """A command that was answered with yes."""

    campaign: str
    key: str
    version: int
    """The last version recorded; 0 where the answer was a page."""


class ClubNight:
    """A store with campaigns of eight, their members' devices, and what was accepted."""

    def __init__(
        self,
        folder: Path,
        campaigns: int,
        seed: int,
        store: Where = "",
        services: tuple[KilledService, ...] = (),
    ) -> None:
        self.store = place_of(store or folder / "club.db")
        self.services = services or (KilledService(self.store, folder),)
        self.names = [f"evening-{number}" for number in range(1, campaigns + 1)]
        self.service = self.services[0]
        self.over = threading.Event()
        self.noted: list[Noted] = []
        self.faults: list[str] = []
        self.held = 0
        """How many acts were held: each is sent once, or dropped."""
        self._chance = random.Random(seed)
        self._at = 0
        self._lock = threading.Lock()
        self.phones: dict[str, Phone] = {}
        self._tokens: dict[tuple[str, str], str] = {}
        """A program's token for each member and campaign."""
        self._open()

    @property
    def name(self) -> str:
        """The campaign that is being played."""
        return self.names[min(self._at, len(self.names) - 1)]

    def _open(self) -> None:
        with Ledger(self.store) as ledger:
            people = People(self.store, (DOORS,))
            doors = Credentials(people.file, clock=utc_now)
            for name in self.names:
                fields = {"scenario": "global-war", "rulebook": "lif-1998"}
                asked = ledger.open(name, **fields, setup={"members": MEMBERS})
                assert asked["accepted"], asked
            ids = {name: ledger.live(name).state.campaign.id for name in self.names}
            for nth, member in enumerate(("host", *PLAYERS)):
                is_program = nth % 2 == 1
                headers = {} if is_program else self._device(doors, people, ids.values(), member)
                ports = tuple(
                    one.port for one in self.services[nth % 2 :] + self.services[: nth % 2]
                )
                self.phones[member] = Phone(ports, headers, self.over)
                for name, campaign in ids.items() if is_program else ():
                    token = doors.hand_out("program", campaign, member, "act", None)
                    self._tokens[member, name] = token
            people.close()

    def _device(
        self, doors: Credentials, people: People, ids: list[str], member: str
    ) -> dict[str, str]:
        person = secret = ""
        for campaign in ids:
            token = doors.hand_out("invitation", campaign, member, "", None)

            def whose(db: Any, at: str, who: str) -> str:
                nonlocal person
                person = people.seated(db, at, who, person)
                return person

            found = doors.let_in(token, whose, "a phone")
            assert found is not None
            secret = found[1]
        return {"Cookie": f"device={secret}"}

    # --- what they do ---------------------------------------------------------------------------

    def play_until(self, kills: int, accepted: int) -> None:
        """Everybody plays; the service is killed each time so much more was accepted."""
        threads = self.begin()
        for nth in range(kills + 1):
            wanted = len(self.noted) + accepted
            while len(self.noted) < wanted and not self.over.wait(0.01):
                pass
            if nth < kills:
                self.service.kill()
                self.service.start()
        self.end(threads)

    def play(self, kills: int, seconds: float) -> list[Measured]:
        """Everybody plays for so long; the service is killed so often in the first two thirds.

        What it holds is looked at in the last third, every tenth of it.
        """
        threads = self.begin()
        moments = sorted(self._chance.uniform(0.02, 2 / 3) * seconds for _ in range(kills))
        began = monotonic()
        for after in moments:
            self.over.wait(max(0.0, began + after - monotonic()))
            self.service.kill()
            self.service.start()
        held = []
        for part in range(11):
            until = began + seconds * (2 / 3 + part / 30)
            self.over.wait(max(0.0, until - monotonic()))
            held.append(self.service.measured())
        self.end(threads)
        return held

    def begin(self) -> list[threading.Thread]:
        """The services run and everybody plays."""
        for service in self.services:
            service.start()
        acts = [("host", self._host)]
        acts += [
            (who, self._by_page if nth % 2 else self._by_program) for nth, who in enumerate(PLAYERS)
        ]
        threads = [
            threading.Thread(target=self._life, args=(who, act, nth), daemon=True)
            for nth, (who, act) in enumerate(acts)
        ]
        for thread in threads:
            thread.start()
        return threads

    def rest(self, threads: list[threading.Thread]) -> None:
        """Nobody plays any more; the services still answer."""
        self.over.set()
        for thread in threads:
            thread.join(PATIENCE)

    def end(self, threads: list[threading.Thread]) -> None:
        """Nobody plays any more, and the services are stopped."""
        self.rest(threads)
        assert [one.end() for one in self.services] == [0] * len(self.services)

    def _life(self, member: str, act: Any, nth: int) -> None:
        chance = random.Random(f"{self._chance.random()} {nth}")
        phone = self.phones[member]
        try:
            while not self.over.is_set():
                act(phone, member, chance)
                self.over.wait(chance.expovariate(1 / THINKING))
        except EveningIsOverError:
            pass
        except Exception as error:  # the thread's faults are the test's
            self.faults.append(f"{member}: {type(error).__name__}: {error}")
            self.over.set()

    def _host(self, phone: Phone, member: str, chance: random.Random) -> None:
        """Presses the button of the stage, mostly once everybody has answered."""
        name = self.name
        path = f"/c/{name}/host"
        found = [one for one in forms(phone.page(path)) if "step" in one.offered]
        waits = self._waiting(name)
        if any(one != "host" for one in waits) and chance.random() < 0.9:
            return
        if not found:
            self._close(phone, name, chance)
            return
        form = found[0]
        status, page = phone.answered(path, form.fields | {"step": form.offered["step"][0]})
        if status == 200:  # somebody would be passed over, or something left undone
            (form,) = (one for one in forms(page) if "sure" in one.fields)
            held = phone.sent(path, form.fields | {"because": "agreed with them"})
            assert held in (303, 409), held
            self.held += held == 303
            if chance.random() < 0.5:  # else the service sends it, or another one after a kill
                self._now(phone, name)
            return
        assert status in (303, 409), status
        if status == 303:
            self._note(name, form.fields["id"], 0)

    def _now(self, phone: Phone, name: str) -> None:
        """Has an act that is held sent at once."""
        path = f"/c/{name}/held"
        _, body, _ = phone.ask("GET", path)
        for form in forms(body.decode()):
            if "key" in form.fields:
                phone.sent(path, form.fields | {"do": "now"})

    def _close(self, phone: Phone, name: str, chance: random.Random) -> None:
        """The campaign has come to its end: they begin the next."""
        path = f"/c/{name}/do/CloseCampaign"
        (form,) = [one for one in forms(phone.page(path)) if "id" in one.fields][:1]
        phone.sent(path, form.fields)
        self._now(phone, name)
        with self._lock:
            self._at = min(self._at + 1, len(self.names) - 1)

    def _waiting(self, name: str) -> list[str]:
        """The members of whom something is asked; everybody may look."""
        status, body, _ = self.phones["host"].ask("GET", f"/api/v1/campaigns/{name}/waiting")
        assert status == 200, (status, body)
        return [one["member"] for one in json.loads(body)["waiting"]]

    def _by_page(self, phone: Phone, member: str, chance: random.Random) -> None:
        """Answers by the form on the board, or looks about."""
        name = self.name
        path = f"/c/{name}/board"
        form = next((one for one in forms(phone.page(path)) if _is_asked(one)), None)
        if form is None:
            phone.page(f"/c/{name}{chance.choice(LOOKS)}")
            return
        status = phone.sent(path, form.fields | {"choice": chance.choice(form.offered["choice"])})
        assert status in (200, 409), status
        if status == 200:
            self._note(name, form.fields["id"], 0)

    def _by_program(self, phone: Phone, member: str, chance: random.Random) -> None:
        """Sends the command that is asked; reads the state, or tries what is refused."""
        name = self.name
        base = f"/api/v1/campaigns/{name}"
        token = {"Authorization": f"Bearer {self._tokens[member, name]}"}
        status, body, _ = phone.ask("GET", f"{base}/waiting", **token)
        assert status == 200, (status, body)
        mine = [one for one in json.loads(body)["waiting"] if one["member"] == member]
        if not mine:
            phone.ask("GET", base, **token)
            return
        votes = mine[0]["what"].startswith("vote")
        command = "SealVote" if votes else "SealBallot"
        choice = chance.choice(("another", "stop") if votes else ("veto", "no-veto"))
        key = f"{member}-{chance.getrandbits(64):x}"
        sent = {"command": command, "power": mine[0]["power"], "choice": choice, "id": key}
        text = json.dumps(sent).encode()
        status, body, _ = phone.ask("POST", f"{base}/commands", text, **token)
        assert status in (200, 409), (status, body)
        if status == 200:
            self._note(name, key, json.loads(body)["version"])

    def _note(self, name: str, key: str, version: int) -> None:
        with self._lock:
            self.noted.append(Noted(name, key, version))

    # --- what must be found ---------------------------------------------------------------------

    def lost(self) -> list[str]:
        """What was accepted and is not in the record, or not where the answer said."""
        found = []
        with Ledger(self.store) as ledger:
            for one in self.noted:
                span = ledger.store.versions_of(one.campaign, one.key)
                if span is None or (one.version and span[1] != one.version):
                    found.append(f"{one} is {span}")
        return found

    def forgotten(self) -> list[str]:
        """What is held though the service had a minute to send or drop it."""
        with closing(People(self.store, (HELD,))) as people:
            late = moment(utc_now()) - LATEST
            return [one.key for one in HeldActs(people.file).every() if moment(one.due) < late]

    def doubted(self) -> list[str]:
        """What `verify` finds in the records."""
        with Ledger(self.store) as ledger:
            return [
                f"{name}: {finding}"
                for name in self.names
                for finding in Verification(SYSTEMS).findings(ledger.store.rows(name))
            ]

    def versions(self) -> int:
        """How many events there are."""
        with Ledger(self.store) as ledger:
            return sum(ledger.store.ends(name)[0] for name in self.names)


def _is_asked(form: FoundForm) -> bool:
    return "choice" in form.offered and form.text.endswith(" Seal")
