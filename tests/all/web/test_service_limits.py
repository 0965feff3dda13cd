"""How often callers of the service may ask, and how many connections and links they have.

What takes longer, waits or starts something, beside `web/test_service_limits.py`.
"""

import errno
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from campaign.web.server.connections import Door, listening
from support.command_line import Shell
from support.programs import Club
from support.served import SECONDS, served
from support.web import WebClub, words
from tests.web.test_service_limits import HEAD, connections
from tests.web.test_web_feeds import GUESTS, link


@pytest.fixture
def door() -> Iterator[Door]:
    """A door at which an address may have two connections, and all four."""
    with Door(listening("127.0.0.1", 0), connections(connections_each=2, connections=4)) as made:
        made.setblocking(False)
        yield made


def caller(door: Door, address: str = "127.0.0.1") -> socket.socket:
    """Somebody who connects."""
    return socket.create_connection(door.getsockname(), SECONDS, (address, 0))


def test_who_has_too_many_connections_is_turned_away_at_once(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    """A place is free again once a connection is closed. The log has one line."""
    with ExitStack() as held:
        callers = [held.enter_context(caller(door)) for _ in range(4)]
        lines = [held.enter_context(door.accept()[0]) for _ in range(2)]
        for turned_away in callers[2:]:
            with pytest.raises(ConnectionAbortedError):
                door.accept()
            assert turned_away.recv(1) == b""
        held.enter_context(caller(door, "127.0.0.2"))
        held.enter_context(door.accept()[0])
        lines[0].close()
        lines[0].close()
        again = held.enter_context(caller(door))
        assert held.enter_context(door.accept()[0]).getpeername() == again.getsockname()
        with pytest.raises(BlockingIOError):
            door.accept()
    assert [record.getMessage() for record in caplog.records] == [
        "too many connections: closed 1 since the last such line, of at most 4 in all"
        " and 2 from one address"
    ]


def test_where_all_have_requests_under_way_the_next_is_turned_away(door: Door) -> None:
    """Nobody is left waiting."""
    with ExitStack() as held:
        for number in range(5):
            last = held.enter_context(caller(door, f"127.0.0.{number + 1}"))
        for _ in range(4):
            held.enter_context(door.accept()[0])
        with pytest.raises(ConnectionAbortedError):
            door.accept()
        assert last.recv(1) == b""


def test_without_a_descriptor_a_caller_is_turned_away_and_the_log_does_not_grow(
    door: Door, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The service goes on; without its spare descriptor it tries again."""
    accept, short = socket.socket.accept, [True, False, True, True, False]

    def accepted(self: socket.socket) -> Any:
        if short.pop(0):
            raise OSError(errno.EMFILE, "Too many open files")
        return accept(self)

    monkeypatch.setattr(socket.socket, "accept", accepted)
    with caller(door) as first:
        with pytest.raises(BlockingIOError):
            door.accept()
        assert first.recv(1) == b""
    with caller(door) as second:
        with pytest.raises(BlockingIOError):
            door.accept()
        with door.accept()[0] as line:
            assert line.getpeername() == second.getsockname()
    assert len(caplog.records) == 1


def test_a_service_counts_who_connects(tmp_path: Path) -> None:
    """Three connections an address here: a fourth is closed at once, another address is served."""
    shell = Shell(tmp_path)
    shell.fine("start", "club", "--system", "lif", "--scenario", "global-war")
    shell.store.with_name("club.toml").write_text("[service]\nconnections_each = 3\n")
    with served(shell) as (process, url), ExitStack() as held:
        place = ("127.0.0.1", int(url.rpartition(":")[2]))
        halves = [held.enter_context(socket.create_connection(place, SECONDS)) for _ in range(3)]
        halves[0].sendall(HEAD.replace(b"club.example", url.removeprefix("http://").encode()))
        assert halves[0].recv(12) == b"HTTP/1.1 200"
        assert held.enter_context(socket.create_connection(place, SECONDS)).recv(1) == b""
        beside = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=beside, timeout=SECONDS) as client:
            assert client.get(f"{url}/healthz").text == "alive\n"
        process.terminate()
        assert process.wait(SECONDS) == 0 and process.stderr is not None
        (line,) = process.stderr.read().splitlines()
    assert line.endswith("and 3 from one address"), line


def test_a_program_that_runs_wild_is_asked_to_wait(fresh: Club) -> None:
    """Six hundred commands in a row, then thirty a second; it may still look."""
    anna = fresh.program("anna")
    tried = [anna.post("commands", b"x").status_code for _ in range(601)]
    assert tried == [422] * 600 + [429]
    assert anna.get("").status_code == 200
    fresh.clock.passes(1)
    assert [anna.post("commands", b"x").status_code for _ in range(31)] == [422] * 30 + [429]


def test_there_are_only_so_many_links_for_guests(made: WebClub) -> None:
    for number in range(50):
        link(made, f"Guest {number}")
    found = made.browser("host").fill(GUESTS, label="One more")
    assert found.status_code == 409
    assert "There are 50 links already; end one first." in words(found)
