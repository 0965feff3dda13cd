"""The command line. IO. There is a file for each group of verbs; the rules are elsewhere.

Exit status: 0 done, 1 refused or findings, 2 wrong usage, 130 interrupted. An error is one line.
"""

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from click import ClickException


PREFIX = "campaign: "
DEBUG_VARIABLE = "CAMPAIGN_DEBUG"
"""Set to anything, it lets a traceback of an unforeseen error through."""


COLLECTED_AFTER = 250_000
"""How many new objects make Python look for some to collect: loading the program makes many that
stay, and looking through them again and again takes a tenth of a short call."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script `campaign`: ends the process. With arguments of a caller's own it leaves
    through `SystemExit`.
    """
    gc.set_threshold(COLLECTED_AFTER)
    if foreign := shadowing():
        sys.exit(_ended(End(1, foreign)))
    try:
        _main(arguments)
    except SystemExit as end:
        if arguments is None:
            gc.freeze()  # the process ends: nobody needs one more look for what could be collected
            _leave(end.code)
        raise


def _leave(status: object) -> None:
    """Ends the process at once where no other thread runs: Python would take some three hundred
    modules apart first, which is a twentieth of a short call.
    """
    from campaign.world import threads

    is_watched = sys.gettrace() is not None or sys.getprofile() is not None
    if is_watched or not threads.is_alone() or not isinstance(status, int):
        return
    with suppress(OSError, ValueError):  # Python says what is wrong with a stream
        atexit._run_exitfuncs()
        _flush()
        os._exit(status)


def _flush() -> None:
    """Has everything printed out; where a stream was closed before the call, there is none."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()


def _main(arguments: Sequence[str] | None) -> NoReturn:
    from campaign.cli.root import root

    _forgiving_output()
    if "_CAMPAIGN_COMPLETE" in os.environ:
        from click.shell_completion import shell_complete

        instruction = os.environ["_CAMPAIGN_COMPLETE"]
        sys.exit(shell_complete(root, {}, "campaign", "_CAMPAIGN_COMPLETE", instruction))
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def shadowing() -> str:
    """What to do about another package called `events` that is found before ours; else nothing."""
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("events")
    where = Path(spec.origin or "") if spec is not None else Path()
    if where.parent.parent == Path(__file__).parents[2]:
        return ""
    there = f"another package called events is found first, {where}" if spec else "events is gone"
    return f"{there}; install the tracker in an environment of its own, such as with pipx"


class End(NamedTuple):
    """How a call of the command line ended, and the message about it."""

    status: int
    text: str = ""
    """Empty if there is nothing to say."""
    by_rule: bool = False
    """Whether a rule forbade it; the text names the rule."""
    foreseen: bool = True
    """Whether the failure is foreseen; otherwise it is a bug."""

    @property
    def line(self) -> str:
        """The message, in one line."""
        text = " ".join(self.text.split())
        return text if self.by_rule else f"{PREFIX}{text}"


def run(arguments: list[str]) -> int:
    """One call of the command line; its exit status."""
    return _ended(attempt(arguments))


def _ended(end: End) -> int:
    """Prints the message of an ending; its exit status."""
    if end.text:
        from campaign.cli.output import folded, plain

        print(folded(plain(end.line)), file=sys.stderr)
    return end.status


def attempt(arguments: list[str]) -> End:
    """One call of the command line, and how it ended; does not print the ending."""
    import click

    from campaign.cli.root import root
    from campaign.cli.stores import Refusal

    try:
        with root.make_context("campaign", arguments) as context:
            root.invoke(context)
        _flush()
    except click.exceptions.Exit as done:
        return End(done.exit_code)
    except Refusal as error:
        return End(error.exit_code, error.message, by_rule=bool(error.rule))
    except click.ClickException as error:
        return End(error.exit_code, _text_of(error))
    except BrokenPipeError:
        _into_the_void()  # the reader of the output has closed it
        return End(1)
    except (KeyboardInterrupt, EOFError, click.Abort):
        return End(130, "stopped")
    except OSError as error:
        _into_the_void()
        where = f"{error.filename}: " if error.filename else ""
        return End(1, f"{where}{error.strerror or error}")
    except Exception as error:
        return _of_error(error)
    return End(0)


def _into_the_void() -> None:
    """Keeps the interpreter from writing the rest of the output again as it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _text_of(error: "ClickException") -> str:
    """A click error in one line, with the verb whose help says more."""
    import click

    text = error.format_message().rstrip()
    if type(error) is click.BadParameter and error.param is not None:
        option = isinstance(error.param, click.Option)
        field = error.param.opts[-1] if option else (error.param.name or "").upper()
        text = f"{field}: {error.message}"
    elif isinstance(error, click.UsageError):
        text = text[:1].lower() + text[1:]
    if not isinstance(error, click.UsageError) or text.endswith("?"):
        return text
    verb = error.ctx.command_path if error.ctx is not None else "campaign"
    return f"{text.rstrip('.')}; see `{verb} --help`"


def _of_error(error: Exception) -> End:
    """The ending after an error that says all there is to say, or one that nobody foresaw."""
    from campaign.handler.wording import NoVersionError

    if isinstance(error, NoVersionError):
        return End(2, str(error))
    from campaign.extend import MissingExtensionError
    from campaign.store.protocol import StoreError
    from campaign.store.vault import VaultError

    if isinstance(error, StoreError | VaultError | MissingExtensionError):
        return End(1, str(error))
    from campaign.accounts.settings import SettingsError

    if isinstance(error, SettingsError):
        return End(1, str(error))
    if os.environ.get(DEBUG_VARIABLE):
        raise error
    if isinstance(error, UnicodeError):
        return End(2, "some of that is not valid text in UTF-8")
    kind = type(error).__name__
    text = f"a mistake of the program ({kind}: {error}); {DEBUG_VARIABLE}=1 shows more"
    return End(1, text, foreseen=False)


def _forgiving_output() -> None:
    """Makes a terminal show a question mark for a letter that it cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
