"""Asking at the terminal: lines, single keys unechoed, and a screen that leaves nothing
behind. IO.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from campaign.cli import output

if TYPE_CHECKING:
    Choice = click.Choice[str]
else:
    Choice = click.Choice

TRIES = 3


def confirmed(question: str, *, by_enter: bool = False) -> bool:
    """Asks on a terminal; only `y` or `yes` means yes, and Enter alone where `by_enter` says so.

    If nobody can be asked, it means no.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    output.echo(f"{question} [{'Y/n' if by_enter else 'y/N'}] ", nl=False, err=True)
    typed = sys.stdin.readline()
    return typed.strip().lower() in ("y", "yes") or (by_enter and typed.strip() == "" != typed)


class Begun(Choice):
    """One of some words; as many letters as tell it from the others are enough."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word meant."""
        typed = value.strip().lower()
        begun = [word for word in self.choices if typed and word.startswith(typed)]
        meant = begun[0] if len(begun) == 1 and typed not in self.choices else typed
        return super().convert(meant, param, ctx)


# --- Single keys at a terminal, unechoed, and a screen that leaves nothing behind ---------------
#
# Players pass one keyboard round. What one of them types must not be read by the next: not on the
# screen, not by scrolling back, and not because a key pressed twice answers the next question.

try:
    import termios
except ImportError:  # not a Unix: `click` reads the key there
    termios = None  # type: ignore[assignment]

PRIVATE, PUBLIC, CLEAR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[2J\x1b[H"
"""To the screen without a scroll-back, back from it, and an empty screen."""
SIGNALLED = 128
"""Added to a signal's number, it is the exit status of whoever was ended by it."""
_ENDING = (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
"""Signals that end a call and would leave the terminal without echo."""
_INTERRUPTED, _ENDED = "\x03", "\x04"
_LOOK = 1.0
"""Seconds after which a wait for a key looks whether the call was ended meanwhile."""


def is_there() -> bool:
    """Whether somebody sits at a terminal whose keys can be read and whose screen is seen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()


class Keyboard:
    """The keys of one call. `close` puts the terminal back as it was, whatever happened."""

    def __init__(self) -> None:
        self.if_stopped = ""
        """What is said if the call is stopped."""
        self._is_private = False
        self._before: list[Any] | None = None
        """The terminal's settings while nothing is echoed."""
        self._handlers: dict[int, Any] = {}
        """What signals that end the call did before."""

    def key(self, label: str) -> str:
        """Shows a label and reads one key, in lower case; empty for a key that is no letter.

        The label is folded where the terminal ends, as no answer shows behind it.
        What was pressed before the label was shown is dropped. Raises `KeyboardInterrupt`, and
        `EOFError` where nobody is there any more.
        """
        self._mute()
        click.echo(f"{output.folded(output.plain(label))} ", nl=False, err=True)
        try:
            return _pressed()
        finally:
            if not self._is_private:
                self._unmute()
            click.echo(err=True)  # after every key, whatever it was

    def private(self) -> None:
        """From here on nothing is echoed, and the screen has no scroll-back."""
        self._is_private = True
        self._mute()
        _send(PRIVATE + CLEAR)

    def clear(self) -> None:
        """Empties the screen."""
        _send(CLEAR)

    def public(self) -> None:
        """Back to the screen that stays."""
        if self._is_private:
            self._is_private = False
            with suppress(OSError):  # the terminal is gone
                _send(CLEAR + PUBLIC)
        self._unmute()

    close = public

    def stopped(self) -> None:
        """Puts the terminal back, and says how to go on."""
        self.close()
        if self.if_stopped:
            output.echo(self.if_stopped, err=True)

    def _mute(self) -> None:
        """Echoes nothing, hands over every key at once, and drops what was typed before."""
        if termios is None:
            return
        if self._before is not None:
            termios.tcflush(0, termios.TCIFLUSH)
            return
        self._before = termios.tcgetattr(0)
        for number in _ENDING:
            if signal.getsignal(number) is signal.SIG_DFL:
                self._handlers[number] = signal.signal(number, _end)
        muted = termios.tcgetattr(0)
        muted[3] &= ~(termios.ECHO | termios.ICANON)
        controls = muted[6]
        controls[termios.VMIN], controls[termios.VTIME] = 1, 0
        nothing = bytes([os.fpathconf(0, "PC_VDISABLE") & 0xFF])
        for sign in (termios.VSUSP, termios.VQUIT):  # either would leave the screen as it is
            controls[sign] = nothing
        termios.tcsetattr(0, termios.TCSAFLUSH, muted)

    def _unmute(self) -> None:
        if self._before is not None:
            with suppress(termios.error):  # the terminal is gone
                termios.tcsetattr(0, termios.TCSAFLUSH, self._before)
            self._before = None
            for number, before in self._handlers.items():
                signal.signal(number, before)
            self._handlers.clear()


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Ends the call as the signal would, but puts the terminal back on the way out."""
    raise SystemExit(SIGNALLED + number)


def _send(sequence: str) -> None:
    """Sends a terminal its command; a screen that knows none is pushed away by empty lines."""
    if os.environ.get("TERM", "dumb") == "dumb":
        sequence = "\n" * 60 if CLEAR in sequence else ""
    click.echo(sequence, nl=False, err=True)


def _pressed() -> str:
    """The next key."""
    if termios is None:
        pressed = click.getchar()
    else:
        while not select.select([0], [], [], _LOOK)[0]:
            pass  # a signal that came just before the wait is seen now
        pressed = os.read(0, 64).decode("utf-8", "replace") or _ENDED
    if pressed.startswith(_INTERRUPTED):
        raise KeyboardInterrupt
    if pressed.startswith(_ENDED):
        raise EOFError
    return "" if pressed.startswith("\x1b") else pressed[:1].replace("\r", "\n").lower()
