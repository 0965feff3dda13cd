"""Threads of pages: what they give and raise, how many there are, and that they hold nobody up.

What takes longer, waits or starts something, beside `web/test_view_threads.py`.
"""

import subprocess
import sys

from support.command_line import ROOT
from support.served import SECONDS

LEFT_BEHIND = """
import asyncio, threading
from campaign.web.server.threads import in_a_view_thread

async def ask():
    for_ever = threading.Event()
    begun = threading.Event()
    asked = asyncio.ensure_future(in_a_view_thread(lambda: (begun.set(), for_ever.wait())))
    while not begun.is_set():
        await asyncio.sleep(0.01)
    asked.cancel()
    try:
        await asked
    except asyncio.CancelledError:
        print("left")

asyncio.run(ask())
"""


def test_one_that_never_ends_is_left_behind() -> None:
    """The process ends all the same."""
    line = [sys.executable, "-c", LEFT_BEHIND]
    done = subprocess.run(line, cwd=ROOT, timeout=SECONDS, capture_output=True, check=True)
    assert done.stdout == b"left\n"
