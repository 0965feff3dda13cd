"""Figures of the running service, in the form that Prometheus reads. IO.

They count and time; nobody's name, campaign or address is in them. Whoever reads them shows the
token that the host has written down, or reads them where the host has said.
"""

import hmac
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from wsgiref.simple_server import WSGIRequestHandler, make_server

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from starlette.requests import Request
from starlette.responses import Response

from campaign.handler.writer_queue import SubmitTimes
from campaign.web import context, errors, middleware
from campaign.web.server.threads import in_a_view_thread, views_waiting

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


PATH = "/metrics"
MEDIA = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds between which submissions are counted."""


class Watched(NamedTuple):
    """What is looked at each time somebody asks."""

    house: context.House
    streams: Callable[[], int]
    chores: Callable[[], Mapping[str, float]]
    """When each chore last ended well."""
    deliveries: Callable[[], Mapping[str, int]]
    """How many deliveries are in each state."""


class ServiceFigures:
    """The figures of one service."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)  # memory, descriptors, seconds of work
        self._commands = Counter(
            "campaign_commands", "Commands by how they ended.", ["ended"], registry=registry
        )
        for ended in ("accepted", "refused", "failed"):
            self._commands.labels(ended)
        self._took = self._seconds("submit", "Seconds from a command to its answer.")
        self._waited = self._seconds("queue", "Seconds that a command waited for its turn.")
        registry.register(self)

    def _seconds(self, name: str, about: str) -> Histogram:
        registry = self._registry
        return Histogram(f"campaign_{name}_seconds", about, buckets=SECONDS, registry=registry)

    def submitted(self, times: SubmitTimes) -> None:
        """Counts a submission. Any thread may say so."""
        self._commands.labels(times.ended).inc()
        self._took.observe(times.took)
        self._waited.observe(times.waited)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """What is looked at each time somebody asks."""
        house, watched = self._watched.house, self._watched
        backups = house.upkeep.backups
        age = backups.age() if backups is not None else None
        queues = {
            "commands": house.desk.waiting(),
            "earlier states": house.slow.waiting(),
            "pages": views_waiting(),
        }
        lag = "For how long a recorded event has waited to be read."
        backup = "Age of the newest backup; without one, not a number."
        seconds = age.total_seconds() if age is not None else float("nan")
        yield _gauge("streams", "Open live streams.", watched.streams())
        yield _gauge("queue_length", "Who waits for their turn.", queues, "queue")
        yield _gauge("tables_lag_seconds", lag, house.desk.behind())
        yield _gauge("disk_free_bytes", "Free on the disk of the store.", house.upkeep.free())
        yield _gauge("backup_age_seconds", backup, seconds)
        chores, ended = watched.chores(), "When a chore last ended well."
        yield _gauge("chore_success_timestamp_seconds", ended, chores, "chore")
        sent = watched.deliveries()
        yield _gauge("deliveries", "Messages to members by their state.", sent, "state")

    def text(self) -> bytes:
        """All figures as they are now."""
        written: bytes = generate_latest(self._registry)
        return written


def _gauge(
    name: str, about: str, values: float | Mapping[str, float], label: str = ""
) -> GaugeMetricFamily:
    """A figure as it is now, or one for each label."""
    gauge = GaugeMetricFamily(f"campaign_{name}", about, labels=[label] if label else [])
    for key, value in values.items() if isinstance(values, Mapping) else (("", values),):
        gauge.add_metric([key] if label else [], value)
    return gauge


class FiguresPage:
    """The figures at the service's own address, for whoever shows the token. ASGI."""

    def __init__(self, house: context.House, figures: ServiceFigures, token: str) -> None:
        self._house = house
        self._figures = figures
        self._token = token.encode()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answers a monitor; to everybody else there is no such page."""
        shown = Request(scope).headers.get("authorization", "").encode()
        wanted = b"Bearer " + self._token
        if not self._token or not hmac.compare_digest(shown, wanted):
            await middleware.response(errors.missing(self._house))(scope, receive, send)
            return
        body = await in_a_view_thread(self._figures.text)
        await Response(body, media_type=MEDIA)(scope, receive, send)


class _Quiet(WSGIRequestHandler):
    """Writes down nothing."""

    timeout = 5

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def shown_at(figures: ServiceFigures, where: str) -> Iterator[int]:
    """Shows the figures at `HOST:PORT` of this machine until the end of the block; the port."""
    host, _, port = where.rpartition(":")

    def page(environ: Mapping[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != PATH:
            start("404 Not Found", [("Content-Type", "text/plain")])
            return (b"figures are at /metrics\n",)
        body = figures.text()
        start("200 OK", [("Content-Type", MEDIA), ("Content-Length", str(len(body)))])
        return (body,)

    with make_server(host.strip("[]"), int(port), page, handler_class=_Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, name="figures", daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join(1.0)
