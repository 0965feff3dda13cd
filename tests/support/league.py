"""A league as a process: clubs of a directory, played by programs that note what was answered."""

import json
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from campaign.store.ledger import Ledger
from campaign.store.protocol import Where
from support.command_line import Shell
from support.served import SECONDS

WAR = ("--scenario", "global-war")
NAME = "global"
PAUSE = 0.02
"""How many seconds a member waits between two commands."""


def url_of(club: str) -> str:
    """Where a club's members find it."""
    return f"https://{club}.example"


def laid(shell: Shell, club: str, store: Where) -> str:
    """Starts a campaign in a club; a token of the host's."""
    shell.fine("--store", str(store), "start", NAME, *WAR)
    made = shell.fine("--store", str(store), "token", NAME, "host", "--scope", "act", "--json")
    return str(json.loads(made)["token"])


class Player(threading.Thread):
    """Enrols one observer after the other through the service, until it is told to stop."""

    def __init__(self, socket: Path, club: str, token: str, own: str = "m") -> None:
        super().__init__(daemon=True)
        self._socket = socket
        self.club = club
        self._token = token
        self._own = own
        self.over = threading.Event()
        self.accepted: list[str] = []
        """The members that the service said it has enrolled."""
        self.away: list[str] = []
        """What was said while the club was away."""
        self.faults: list[str] = []
        self.slowest = 0.0
        """The longest that an answer took, in seconds."""

    def run(self) -> None:
        """Plays."""
        transport = httpx.HTTPTransport(uds=str(self._socket))
        with httpx.Client(transport=transport, timeout=SECONDS) as client:
            number = 0
            while not self.over.wait(PAUSE):
                number += 1
                member = f"{self._own}{number}"
                began = time.monotonic()
                try:
                    answer = self._sent(client, member)
                except httpx.HTTPError as error:
                    self.faults.append(f"{type(error).__name__}: {error}")
                    continue
                self.slowest = max(self.slowest, time.monotonic() - began)
                self._note(member, answer)

    def _sent(self, client: httpx.Client, member: str) -> httpx.Response:
        command = {"command": "EnrolMember", "member": member, "name": member, "id": member}
        return client.post(
            f"http://here/api/v1/campaigns/{NAME}/commands",
            json={**command, "roles": ["observer"]},
            headers={"host": f"{self.club}.example", "authorization": f"Bearer {self._token}"},
        )

    def _note(self, member: str, answer: httpx.Response) -> None:
        if answer.status_code == 200:
            self.accepted.append(member)
        elif answer.status_code in (421, 503) or '"rule":"Club"' in answer.text:
            self.away.append(answer.text)
        else:
            self.faults.append(f"{answer.status_code} {answer.text[:200]}")


@contextmanager
def playing(*players: Player) -> Iterator[None]:
    """They play until the end of the block."""
    for player in players:
        player.start()
    try:
        yield
    finally:
        for player in players:
            player.over.set()
        for player in players:
            player.join(SECONDS)


@contextmanager
def serving(
    shell: Shell, socket: Path, clubs: int, patience: float = SECONDS
) -> Iterator["subprocess.Popen[str]"]:
    """A process that serves the directory at a file, once so many clubs answer."""
    with shell.start("serve", "--socket", str(socket)) as process:
        said: list[str] = []
        try:
            assert process.stdout is not None and process.stderr is not None
            # Whoever writes to a pipe that nobody reads stands still once it is full.
            reading = threading.Thread(target=said.extend, args=(process.stderr,), daemon=True)
            reading.start()
            for _ in range(clubs):
                line = process.stdout.readline()
                assert line.startswith("ready "), (line, process.poll())
            yield process
            process.send_signal(signal.SIGTERM)
            try:
                assert process.wait(patience) == 0
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGABRT)  # says where each thread is
                process.wait(SECONDS)
                reading.join(SECONDS)
                raise AssertionError("".join(said)[-20_000:]) from None
        finally:
            if process.poll() is None:
                process.kill()


def enrolled(store: Where) -> list[str]:
    """The members of a club's campaign, in the order in which they were recorded."""
    with Ledger(store) as ledger:
        members: Any = ledger.live(NAME).state.campaign.members
        return [member for member in members if member != "host"]
