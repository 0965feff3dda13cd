"""A call at a terminal whose single keys are pressed one after the other."""

import os
import re
import select
import signal
from collections.abc import Callable

from support.command_line import LOADED, Shell

ASKS = re.compile(r"[.):?] $")
"""How the screen ends while the program waits for a key or a line."""
LIMIT = 20
"""Seconds in which a call must ask, or end."""
CONTROL_C = b"\x03"
AGAIN = 1
"""Seconds after which Control-C is pressed again, as a person would: Python drops the signal where
it comes between the question and the read."""
WIDE = "300"
"""Columns of a terminal where nobody says otherwise: no question is folded."""
CLEAR, PRIVATE, PUBLIC = "\x1b[2J\x1b[H", "\x1b[?1049h", "\x1b[?1049l"


class Question(str):
    """A question, with what the screen has shown above it since the last one."""

    above = ""
    child = terminal = 0
    """The call's process, and the test's end of its terminal."""


def at_the_keyboard(
    shell: Shell, *arguments: str, press: Callable[[Question], str | None]
) -> tuple[int, str]:
    """Exit status of a call, and every byte that the terminal showed.

    `press` gets the question and gives what is pressed; None hangs up with Control-C.
    """
    terminal, its = os.openpty()
    shell.env["TERM"] = "xterm"
    shell.env.setdefault("COLUMNS", WIDE)
    child = LOADED.start(list(arguments), shell.folder, shell.env, (its, its, its), terminal=True)
    screen, asked, hangs_up = "", 0, 0
    try:
        while True:
            if not select.select([terminal], [], [], AGAIN if hangs_up else LIMIT)[0]:
                if 0 < hangs_up < LIMIT:
                    hangs_up += os.write(terminal, CONTROL_C)
                    continue
                os.kill(child, signal.SIGKILL)
                raise TimeoutError(f"nothing more was shown after {screen[-600:]!r}")
            screen += os.read(terminal, 65536).decode()
            if ASKS.search(screen[asked:]):
                *before, last = re.split(r"\n|\x1b\[H|\x1b\[\?1049l", screen[asked:])
                question = Question(last.strip())
                question.above = "\n".join(before)
                question.child, question.terminal = child, terminal
                asked = len(screen)
                pressed = press(question)
                hangs_up += pressed is None
                os.write(terminal, CONTROL_C if pressed is None else pressed.encode())
    except TimeoutError:
        raise
    except OSError:
        pass  # the other end is closed
    finally:
        os.close(terminal)
        status = LOADED.wait()
    return status, screen
