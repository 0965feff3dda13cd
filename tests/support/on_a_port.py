"""A club's service on a port of this machine, for tests with browsers and real connections."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import uvicorn

from campaign.handler.command_handler import Actor
from campaign.handler.tasks import asked
from campaign.web.api.serving import Programs, programs
from campaign.web.app import application
from campaign.web.context import House
from campaign.web.replies import PublicAddress
from campaign.web.server.connections import listening
from campaign.web.server.serve import close, opened
from support.sessions import NAME


class Served:
    """A running service."""

    def __init__(self, house: House, here: Programs, server: uvicorn.Server) -> None:
        self.house = house
        self.here = here
        self.server = server
        self.url = house.address.url
        self._sent = 0

    def invitation(self, member: str) -> str:
        """The address of an invitation."""
        campaign = self.house.ledger.live(NAME).state.campaign.id
        token = self.house.doors.hand_out("invitation", campaign, member, "", None)
        return self.house.address.to(f"/in/{token}")

    def token(self, member: str, scope: str = "act") -> str:
        """A program's token."""
        campaign = self.house.ledger.live(NAME).state.campaign.id
        return self.house.doors.hand_out("program", campaign, member, scope, None)

    def send(self, command: str, by: str = "host", **fields: object) -> int:
        """Somebody else's command; the version after it."""
        self._sent += 1
        if command in ("FixMarkers", "OpenBallots", "OpenVotes"):
            fields.setdefault("why", "agreed with them")
        sent = msgspec.json.encode({"command": command, "id": f"s{self._sent}", **fields})
        answer = self.house.desk.submit(NAME, sent, Actor(by)).answer
        assert answer["accepted"], answer
        return int(answer["version"])

    def draw(self) -> None:
        """A leader is before the Board."""
        self.send("OpenReinforcement")
        self.send("DrawLeader")

    def all_answer(self, command: str, choice: str) -> None:
        """Everybody who is asked answers, each on a device of their own."""
        live = self.house.ledger.live(NAME)
        for part in asked(live.system, live.state, "1999-01-01T00:00:00Z"):
            if part.owed.seat:
                self.send(command, part.members[0], power=part.owed.seat, choice=choice)


@contextmanager
def served(
    folder: Path,
    prepared: Callable[[Path], Path],
    *,
    is_plain: bool = True,
    name: str = "127.0.0.1",
) -> Iterator[Served]:
    """A service over a prepared store, on a free port, until the end of the block."""
    with listening("127.0.0.1", 0) as listener:
        address = PublicAddress(f"http://{name}:{listener.getsockname()[1]}")
        house = opened(prepared(folder), address, is_plain=is_plain)
        here = programs(house)
        config = uvicorn.Config(
            application(house, here),
            log_config=None,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=3,
        )
        server = uvicorn.Server(config)
        ready = threading.Event()
        begins = server.startup

        async def startup(sockets: list[socket.socket] | None = None) -> None:
            await begins(sockets)
            ready.set()

        server.startup = startup  # type: ignore[method-assign]
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        try:
            assert ready.wait(30)
            yield Served(house, here, server)
        finally:
            here.streams.stop()
            server.should_exit = True
            thread.join(10)
            close(house)
