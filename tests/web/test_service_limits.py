"""How often callers of the service may ask, and how many connections they have."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from campaign.accounts.settings import ServiceSettings
from campaign.web.auth.rate_limits import Rate, network_of
from campaign.web.server.connections import HeadInTime, ServiceConnections, most_connections
from support.programs import HandClock, limits_by


def test_what_is_left_fills_again_at_a_steady_rate() -> None:
    """Three at once, then one in two seconds, and never more than three."""
    clock = HandClock()
    limit = limits_by(clock)("tries", Rate(3, 0.5))
    assert [limit.wait("anna") for _ in range(4)] == [0, 0, 0, 2]
    assert limit.wait("ben") == 0
    clock.passes(1)
    assert limit.wait("anna") == 1
    clock.passes(1)
    assert [limit.wait("anna") for _ in range(2)] == [0, 2]
    clock.passes(3600)
    assert [limit.wait("anna") for _ in range(4)] == [0, 0, 0, 2]


def test_a_clock_that_goes_back_gives_and_takes_nothing() -> None:
    """What was left stays left."""
    clock = HandClock()
    limit = limits_by(clock)("tries", Rate(2, 1))
    clock.passes(10)
    assert limit.wait("anna") == 0
    clock.passes(-10)
    assert [limit.wait("anna") for _ in range(2)] == [0, 1]


def test_it_remembers_so_many_callers_and_no_more() -> None:
    """Whoever has not asked for longest is looked up again, and is let through no sooner."""
    limit = limits_by(HandClock(), most=2)("tries", Rate(1, 0.001))
    assert [limit.wait(who) for who in ("a", "b", "a", "c")] == [0, 0, 1000, 0]
    assert limit.wait("a") == limit.wait("b") == 1000


def test_neighbours_are_counted_together() -> None:
    """Who has many addresses has mostly those beside each other."""
    assert network_of("192.0.2.17") == network_of("192.0.2.200") != network_of("192.0.3.17")
    assert network_of("2001:db8:1:2::3") == network_of("2001:db8:1:ffff::1")
    assert network_of("2001:db8:1::1") != network_of("2001:db8:2::1")


# --- connections --------------------------------------------------------------------------------

HEAD = b"GET /healthz HTTP/1.1\r\nhost: club.example\r\n\r\n"


class Later:
    """A loop that only notes what is to be done later."""

    def __init__(self) -> None:
        self.due: list[tuple[float, Callable[[], None]]] = []
        self.tasks: list[Coroutine[object, object, None]] = []

    def call_later(self, seconds: float, job: Callable[[], None]) -> "Later.Handle":
        self.due.append((seconds, job))
        return Later.Handle(self, (seconds, job))

    def create_task(self, job: Coroutine[object, object, None], **_: object) -> Mock:
        self.tasks.append(job)
        return Mock()

    class Handle(NamedTuple):
        """One of them."""

        loop: "Later"
        what: tuple[float, Callable[[], None]]

        def cancel(self) -> None:
            self.loop.due.remove(self.what)


class Line:
    """A connection without a network: what a caller sends is handed to it."""

    def __init__(self, every: ServiceConnections) -> None:
        self.loop = Later()
        config = Config(answers_at_once, lifespan="off", log_config=None)
        self.protocol = HeadInTime(
            every, config=config, server_state=ServerState(), app_state={}, _loop=self.loop
        )
        self.transport = Mock(**{"is_closing.return_value": False})
        self.transport.get_extra_info.return_value = None
        self.protocol.connection_made(self.transport)

    def sends(self, data: bytes) -> None:
        """The caller sends something."""
        self.protocol.data_received(data)

    def answers(self) -> None:
        """What was asked for is answered."""
        with asyncio.Runner() as runner:
            runner.run(self.loop.tasks.pop())

    @property
    def seconds(self) -> list[float]:
        """After how long it is closed, if nothing comes."""
        return [seconds for seconds, _ in self.loop.due]


async def answers_at_once(scope: object, receive: object, send: Any) -> None:
    """An application."""
    headers = [(b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body"})


def connections(
    limit: int = 1024, clock: HandClock | None = None, **settings: Any
) -> ServiceConnections:
    """The connections of a service with so many descriptors."""
    return ServiceConnections(
        ServiceSettings(**settings),
        ("10.0.0.2", "10.1.0.0/16"),
        limit=lambda: limit,
        clock=(clock or HandClock()).counted,
    )


def test_a_head_has_ten_seconds_however_it_trickles_in() -> None:
    """From the connection's beginning, or the first byte of a later head, to its last byte."""
    line = Line(connections())
    assert line.seconds == [10]
    for byte in HEAD[:-1]:
        line.sends(bytes([byte]))
    assert line.seconds == [10], "no byte gives it longer"
    line.sends(HEAD[-1:])
    assert line.seconds == [], "the answer may take its time"
    line.answers()
    assert line.seconds == [5], "uvicorn's own, until the next head begins"
    line.sends(HEAD[:3])
    assert line.seconds == [10]
    line.loop.due[0][1]()
    line.transport.abort.assert_called_once_with()


def test_what_the_settings_say_of_heads_counts() -> None:
    """Three seconds here."""
    assert Line(connections(head_seconds=3)).seconds == [3]


@pytest.mark.parametrize(
    ("limit", "wanted", "most"),
    [(1024, 4096, 768), (20_000, 4096, 4096), (1024, 10, 10), (300, 4096, 150)],
)
def test_connections_leave_descriptors_for_files(limit: int, wanted: int, most: int) -> None:
    """256 of them; of few the half."""
    assert most_connections(ServiceSettings(connections=wanted), limit) == most


def test_an_address_has_so_many_connections_and_a_proxy_any_number() -> None:
    """64; the proxy is named by address or network. A socket's callers have no address."""
    here = connections()
    for address in ("192.0.2.1", "10.0.0.2", "10.1.2.3", ""):
        for _ in range(64):
            assert here.may_have_more(address)
            here.came(address)
    assert not here.may_have_more("192.0.2.1") and here.may_have_more("192.0.2.2")
    assert all(here.may_have_more(one) for one in ("10.0.0.2", "10.1.2.3", ""))
    here.left("192.0.2.1")
    assert here.may_have_more("192.0.2.1")


def test_where_all_places_are_taken_the_longest_without_a_request_makes_room() -> None:
    """Not one whose answer is under way; one that was answered waits since its answer."""
    here = connections()
    asking, answered, idle = (Line(here) for _ in range(3))
    asking.sends(HEAD)
    answered.sends(HEAD)
    answered.answers()
    assert [here.make_room() for _ in range(3)] == [True, True, False]
    asking.transport.abort.assert_not_called()
    assert idle.transport.abort.called and answered.transport.abort.called
    first, second = Line(here), Line(here)
    second.sends(HEAD[:3])
    assert here.make_room()
    assert first.transport.abort.called and not second.transport.abort.called
    second.protocol.connection_lost(None)
    assert not here.make_room()
    asking.answers()


def test_the_log_says_once_a_minute_how_many_were_closed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The first at once, later ones by their number."""
    clock = HandClock()
    here = connections(clock=clock)
    for seconds in (0, 1, 30, 29, 61):
        clock.passes(seconds)
        here.closed()
    closed = [record.args[0] for record in caplog.records if isinstance(record.args, tuple)]
    assert closed == [1, 3, 1]
