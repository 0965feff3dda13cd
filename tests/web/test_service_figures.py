"""Figures of the service and its log: what a monitor is told, and nothing of anybody."""

import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from starlette.routing import Route

from campaign.handler.command_handler import Actor
from campaign.handler.writer_queue import SharedQueue, timed
from campaign.store.protocol import StoreError
from campaign.store.submission import StoredAnswer
from campaign.web.app import application
from campaign.web.middleware import JsonLines, Logged
from campaign.web.server.metrics import PATH, FiguresPage, ServiceFigures, Watched
from support.evening import draw
from support.served import SECONDS, until
from support.web import NAME, WebClub

TOKEN = "a token of forty letters, as one writes it"


def watched(made: WebClub) -> ServiceFigures:
    """The figures of a club's service."""
    about = Watched(made.house, lambda: 3, lambda: {"mail": 17.5}, lambda: {"sent": 4, "later": 1})
    figures = ServiceFigures(about)
    made.house.desk.measured = figures.submitted
    return figures


def lines(figures: ServiceFigures) -> set[str]:
    """What a monitor reads, but for what changes from run to run."""
    return set(figures.text().decode().splitlines())


def test_a_monitor_reads_what_was_done(made: WebClub) -> None:
    """Commands by how they ended, streams, chores, deliveries; no backups, so no age."""
    figures = watched(made)
    assert 'campaign_commands_total{ended="accepted"} 0.0' in lines(figures)
    draw(made)
    made.browser("host").post(f"/c/{NAME}/do/DrawLeader", {})
    found = lines(figures)
    assert {
        'campaign_commands_total{ended="accepted"} 2.0',
        'campaign_commands_total{ended="refused"} 1.0',
        'campaign_commands_total{ended="failed"} 0.0',
        "campaign_submit_seconds_count 3.0",
        "campaign_queue_seconds_count 3.0",
        "campaign_streams 3.0",
        'campaign_queue_length{queue="commands"} 0.0',
        'campaign_queue_length{queue="earlier states"} 0.0',
        'campaign_queue_length{queue="pages"} 0.0',
        "campaign_tables_lag_seconds 0.0",
        "campaign_backup_age_seconds NaN",
        'campaign_chore_success_timestamp_seconds{chore="mail"} 17.5',
        'campaign_deliveries{state="sent"} 4.0',
        'campaign_deliveries{state="later"} 1.0',
    } <= found
    for name in ("campaign_disk_free_bytes", "process_resident_memory_bytes", "process_open_fds"):
        assert any(line.startswith(f"{name} ") for line in found), name


def test_who_waits_is_counted(made: WebClub) -> None:
    """A writer that is busy lets the next command wait; two slow readers let a third one wait."""
    figures = watched(made)
    desk, slow = made.house.desk, made.house.slow
    goes_on, begun = threading.Event(), threading.Event()

    def busy() -> str:
        begun.set()
        goes_on.wait(SECONDS)
        return ""

    with ThreadPoolExecutor(3) as hands, ExitStack() as held:
        held.callback(goes_on.set)
        hands.submit(desk._queue.run, busy)
        assert begun.wait(SECONDS)
        hands.submit(desk._queue.run, str)
        readings = [held.enter_context(slow.reading()) for _ in range(2)]
        third = hands.submit(lambda: slow.reading().__enter__())
        until(lambda: 'campaign_queue_length{queue="commands"} 1.0' in lines(figures))
        until(lambda: 'campaign_queue_length{queue="earlier states"} 1.0' in lines(figures))
        held.close()
        assert third.result(SECONDS) in readings
    assert 'campaign_queue_length{queue="commands"} 0.0' in lines(figures)
    assert 'campaign_queue_length{queue="earlier states"} 0.0' in lines(figures)


def test_a_fault_is_counted_as_one(made: WebClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as a refusal."""
    figures = watched(made)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("locked")

    monkeypatch.setattr(made.house.ledger, "outcome", fail)
    with pytest.raises(StoreError, match="locked"):
        made.house.desk.submit(NAME, b'{"command":"AddEntropy","value":"geese"}', Actor("host"))
    assert 'campaign_commands_total{ended="failed"} 1.0' in lines(figures)


def test_how_long_somebody_waited_is_told_apart_from_the_whole() -> None:
    """Two seconds in the queue, three from first to last."""
    looks, told = iter([10.0, 12.0, 13.0]), []
    timed(SharedQueue(), lambda: StoredAnswer({}), told.append, lambda: next(looks))
    assert told == [("accepted", 2.0, 3.0)]


def test_without_the_token_there_is_no_such_page(made: WebClub) -> None:
    """404 with the bytes of any other page that is none; with it the figures."""
    page = FiguresPage(made.house, watched(made), TOKEN)
    made._app = application(made.house, None, (Route(PATH, page),))
    nobody = made.nobody()
    none = nobody.get("/no-such-page")
    for headers in ({}, {"authorization": "Bearer no"}, {"authorization": f"Basic {TOKEN}"}):
        found = nobody.get(PATH, **headers)
        assert (found.status_code, found.content) == (404, none.content)
    found = nobody.get(PATH, authorization=f"Bearer {TOKEN}")
    assert found.status_code == 200
    assert found.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "campaign_streams 3.0" in found.text
    assert found.headers["cache-control"] == "no-store"


def test_a_service_without_a_token_has_no_figures_at_its_own_address(made: WebClub) -> None:
    """Not even for whoever is signed in."""
    assert made.browser("host").get(PATH).status_code == 404


def test_an_empty_token_lets_nobody_in(made: WebClub) -> None:
    """A file that is still empty is no open door."""
    page = FiguresPage(made.house, watched(made), "")
    made._app = application(made.house, None, (Route(PATH, page),))
    assert made.nobody().get(PATH, authorization="Bearer ").status_code == 404


# --- the log ------------------------------------------------------------------------------------


def test_each_request_is_a_line_with_its_route_and_never_its_address(made: WebClub) -> None:
    """The pattern of the route, a number, the status; the network of the sender alone."""
    written: list[str] = []
    ticks = iter(range(100))
    made._app = Logged(made._app, written.append, lambda: "NOW", lambda: next(ticks) / 100)
    nobody = made.nobody()
    nobody.get("/in/abcdefgh")
    nobody.get(f"/c/{NAME}/board")
    nobody.get("/nowhere/anna")
    nobody.get("/", host="evil.example")
    found = [json.loads(line) for line in written]
    assert found[0] == {
        "at": "NOW",
        "request": 1,
        "method": "GET",
        "route": "/in/{token}",
        "status": 404,
        "ms": 10,
        "network": "127.0.0",
    }
    assert [(one["route"], one["status"]) for one in found] == [
        ("/in/{token}", 404),
        ("/c/{name}/board", 401),
        ("", 404),
        ("", 421),
    ]


def test_every_line_tells_the_time_alike() -> None:
    """In UTC with milliseconds, as events are stamped: 86,400 seconds are a day."""
    record = logging.LogRecord("campaign", logging.WARNING, "", 1, "full", None, None)
    record.created = 86_400.25
    assert json.loads(JsonLines().format(record)) == {
        "at": "1970-01-02T00:00:00.250Z",
        "level": "warning",
        "says": "full",
    }
