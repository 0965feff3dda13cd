"""The command line. IO. A file per group of verbs; the rules are elsewhere.

Exit status: 0 done, 1 refused or findings, 2 wrong usage, 130 interrupted. An error is one line.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from click import ClickException

PREFIX = "campaign: "
DEBUG_VARIABLE = "CAMPAIGN_DEBUG"
"""Set to anything, it lets a traceback of an unforeseen error through."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script `campaign`. Always leaves through `SystemExit`."""
    from campaign.cli.verbs import root

    _forgiving_output()
    if "_CAMPAIGN_COMPLETE" in os.environ:
        from click.shell_completion import shell_complete

        asked = os.environ["_CAMPAIGN_COMPLETE"]
        sys.exit(shell_complete(root, {}, "campaign", "_CAMPAIGN_COMPLETE", asked))
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def run(arguments: list[str]) -> int:
    """One call of the command line; its exit status."""
    import click

    from campaign.cli.verbs import root

    try:
        with root.make_context("campaign", arguments) as context:
            root.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        told = _told(error)
        return _failed(told, error.exit_code, "" if told.startswith("refused (") else PREFIX)
    except BrokenPipeError:
        _into_the_void()  # whoever read the output has seen enough
        return 1
    except (KeyboardInterrupt, EOFError, click.Abort):
        return _failed("stopped", 130)
    except OSError as error:
        _into_the_void()
        where = f"{error.filename}: " if error.filename else ""
        return _failed(f"{where}{error.strerror or error}", 1)
    except Exception as error:
        return _unforeseen(error)
    return 0


def _into_the_void() -> None:
    """What could not be written is not tried again when the interpreter ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(told: str, status: int, prefix: str = PREFIX) -> int:
    from campaign.cli.output import plain

    print(plain(prefix + " ".join(told.split())), file=sys.stderr)
    return status


def _told(error: "ClickException") -> str:
    """A click error in one line, with the verb whose help says more."""
    import click

    told = error.format_message().rstrip()
    if type(error) is click.BadParameter and error.param is not None:
        option = isinstance(error.param, click.Option)
        field = error.param.opts[-1] if option else (error.param.name or "").upper()
        told = f"{field}: {error.message}"
    elif isinstance(error, click.UsageError):
        told = told[:1].lower() + told[1:]
    if not isinstance(error, click.UsageError) or told.endswith("?"):
        return told
    verb = error.ctx.command_path if error.ctx is not None else "campaign"
    return f"{told.rstrip('.')}; see `{verb} --help`"


def _unforeseen(error: Exception) -> int:
    """What the store or the vault cannot do, and what nobody thought of."""
    from campaign.store.log import StoreError
    from campaign.store.vault import VaultError

    if isinstance(error, StoreError | VaultError):
        return _failed(str(error), 1)
    if os.environ.get(DEBUG_VARIABLE):
        raise error
    if isinstance(error, UnicodeError):
        return _failed("some of that is not valid text in UTF-8", 2)
    kind = type(error).__name__
    return _failed(f"a mistake of the program ({kind}: {error}); {DEBUG_VARIABLE}=1 shows more", 1)


def _forgiving_output() -> None:
    """A terminal that cannot show a letter shows a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
