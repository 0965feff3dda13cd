"""Types that threads read at the same time are known before there are threads."""

import asyncio
import signal

import pytest
import uvicorn

from campaign.handler.command_handler import Envelope
from campaign.store import snapshots
from campaign.systems import SYSTEMS
from campaign.verify.receipts import Receipt
from campaign.web.server import serve
from campaign.web.server.serve import primed
from events.campaign import CampaignOpened


def test_what_a_start_reads_is_known() -> None:
    """Snapshots, receipts, events, and every command that members send."""
    known = primed()
    commands = {kind for system in SYSTEMS.values() for kind in system.rules.commands.values()}
    assert {snapshots._Stored, Receipt, Envelope, CampaignOpened} <= known
    assert commands and commands <= known


def test_it_is_done_before_anything_is_opened() -> None:
    """By whoever opens the service."""
    assert serve.primed is primed
    assert "primed" in serve.opened.__code__.co_names[:1]


# --- a service that waits -----------------------------------------------------------------------


def test_it_looks_at_the_clock_once_in_a_while_and_ends_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal is heard however long the next look is away."""
    monkeypatch.setattr(serve, "TICK", 3600.0)
    server = serve._Server(uvicorn.Config("nothing:here"), serve.nothing, serve.nothing)
    looks: list[int] = []

    async def on_tick(counter: int) -> bool:
        looks.append(counter)
        return server.should_exit

    async def run() -> None:
        waiting = asyncio.create_task(server.main_loop())
        await asyncio.sleep(0)
        server.handle_exit(signal.SIGTERM, None)
        await asyncio.wait_for(waiting, 60)

    monkeypatch.setattr(server, "on_tick", on_tick)
    asyncio.run(run())
    assert looks == [0, 0]
    monkeypatch.setattr(serve, "TICK", 0.001)
    server.should_exit = False
    looks.clear()

    async def some() -> None:
        waiting = asyncio.create_task(server.main_loop())
        while len(looks) < 3:
            await asyncio.sleep(0.001)
        server.should_exit = True
        await asyncio.wait_for(waiting, 60)

    asyncio.run(some())
    assert set(looks) == {0}
