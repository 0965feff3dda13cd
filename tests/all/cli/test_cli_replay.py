"""`campaign replay` and bookmarks: as text, as JSON, and on a terminal.

What takes longer, waits or starts something, beside `cli/test_cli_replay.py`.
"""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from campaign.store.ledger import Ledger
from support.command_line import PROGRAM, ROOT
from tests.cli.test_cli_replay import (
    Evening,
    View,
    call,
    ledger,
    made,
    on,
    panel,
    play,
    store,
    view,
)

__all__ = ["call", "ledger", "made", "on", "store"]


def test_searching(ledger: Ledger, on: Evening) -> None:
    """The next match, the one before, none; a mistyped field is told its neighbours."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        await pilot.press("n")
        assert "search for something first" in panel(shown, "said")
        await pilot.press("slash", *"type=LeaderDrawn", "enter")
        assert shown.place + 1 == on.drawn
        await pilot.press("n")
        assert shown.place + 1 == on.again
        await pilot.press("n")
        assert "no event after this one matches type=LeaderDrawn" in panel(shown, "said")
        await pilot.press("N")
        assert shown.place + 1 == on.drawn
        await pilot.press("slash", *"leder=x", "enter")
        assert "did you mean leader or leaders?" in panel(shown, "said")
        await pilot.press("escape", "slash", *"gb/", "enter")
        assert "no event after this one matches gb/" in panel(shown, "said")

    play(view(ledger), act)


def test_on_a_real_terminal(store: Path, on: Evening) -> None:
    """The verb draws a screen, a key walks, `q` leaves it with exit status 0."""
    keyboard, terminal = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color",
                   "COLUMNS": "80", "LINES": "24"}  # fmt: skip
    call = [sys.executable, "-c", PROGRAM, "--store", str(store), "replay", "club"]
    child = subprocess.Popen(
        call, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    )
    os.close(terminal)
    drawn = until(keyboard, b"was opened")
    os.write(keyboard, b"g%d\r" % on.drawn)  # as fast as nobody types
    drawn += until(keyboard, b"Rundstedt")
    os.write(keyboard, b"q")
    until(keyboard, b"", seconds=1)
    assert child.wait(120) == 0
    assert b"Rundstedt" in drawn
    os.close(keyboard)


def until(keyboard: int, wanted: bytes, seconds: float = 30) -> bytes:
    """What a terminal is sent until it holds what is wanted."""
    told, end = b"", time.monotonic() + seconds
    while time.monotonic() < end and not (wanted and wanted in told):
        if select.select([keyboard], [], [], 0.1)[0]:
            try:
                told += os.read(keyboard, 65536)
            except OSError:
                break
    return told


def test_text_on_a_terminal(store: Path, on: Evening) -> None:
    """Where errors go elsewhere, with --text, and where the terminal can draw nothing."""
    for options, term in (((), "xterm"), (("--text",), "xterm"), ((), "dumb")):
        keyboard, terminal = pty.openpty()
        call = [sys.executable, "-c", PROGRAM, "--store", str(store), "replay", "club", "--at"]
        done = subprocess.Popen(
            [*call, str(on.drawn), *options],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal if options or term == "dumb" else subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": term},
        )
        os.close(terminal)
        told = until(keyboard, b"9 \xe2", seconds=20)
        assert done.wait(120) == 0
        assert b"Rundstedt was drawn" in told and b"\x1b[?1049h" not in told
        os.close(keyboard)


def test_nothing_but_the_screen_needs_its_library(store: Path) -> None:
    """Neither another verb nor the replay in a pipe imports it."""
    program = (
        "import sys; from campaign.cli import run; run(sys.argv[1:]); "
        "assert not [name for name in sys.modules if name.startswith('textual')]"
    )
    for arguments in (["status", "club"], ["replay", "club"], ["replay", "--help"]):
        subprocess.run(
            [sys.executable, "-c", program, "--store", str(store), *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )


def test_a_long_stop_is_scrolled_and_then_the_standings(ledger: Ledger, on: Evening) -> None:
    """Down to the end of both, and back in the other order; the next stop begins at its top."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        told, side = shown.query_one("#told"), shown.query_one("#side")

        async def after(*keys: str) -> tuple[bool, bool]:
            await pilot.press(*keys)
            await pilot.pause()
            return told.scroll_y > 0, side.scroll_y > 0

        assert told.max_scroll_y > 0 and side.max_scroll_y > 0
        assert await after("j") == (True, False)
        assert await after(*["j"] * 16) == (True, True)
        assert told.scroll_y == told.max_scroll_y and side.scroll_y == side.max_scroll_y
        assert await after(*["k"] * 10) == (True, False)
        assert await after(*["k"] * 30) == (False, False)
        assert await after("j", "right") == (False, False)

    play(view(ledger, place=1), act, (80, 16), scrolls=True)


def test_going_to_a_point(ledger: Ledger, on: Evening) -> None:
    """A version, a turn; what is no point is said and can be mended; escape leaves."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        async def go(typed: str) -> int:
            await pilot.press("g", *typed, "enter")
            return shown.place + 1

        assert await go("17") == 17
        assert await go("1939-nd") == on.turn
        assert await go("999") == on.turn
        assert "there is no version 999" in panel(shown, "said")
        assert shown.query_one("#ask", Input).display
        await pilot.press("backspace", "backspace", "enter")
        assert shown.place + 1 == 9
        await pilot.press("g", "5", "escape")
        assert shown.place + 1 == 9 and not shown.query_one("#ask", Input).display
        await pilot.press("right")
        assert shown.place + 1 == 10

    play(view(ledger), act)
