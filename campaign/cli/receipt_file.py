"""`--receipt FILE`: where a verb that sends keeps its answers, with salts that no screen shows."""

import os
from collections.abc import Iterable
from pathlib import Path

import click

from campaign.cli.help_pages import VerbPage
from campaign.text.json_values import JsonObject

OPTION = "--receipt"
HELP = "Write the answer with its receipt and salt to a new file that only you can read."


class ReceiptFile:
    """A new file for the answers of one call, created before anything is sent.

    So a file that cannot be written is noticed before anything is recorded.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None
        self._written = False

    def reserve(self) -> None:
        """Makes the file, readable by its owner alone.

        Raises `OSError`, and `FileExistsError` if it exists already: it may hold a salt.
        """
        if self._handle is None:
            self._handle = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)

    def keep(self, answer: JsonObject) -> None:
        """Writes an answer as a line, flushed to disk before the call goes on. Raises `OSError`."""
        import msgspec

        assert self._handle is not None
        line = msgspec.json.encode(answer) + b"\n"
        while line:
            line = line[os.write(self._handle, line) :]
        os.fsync(self._handle)
        self._written = True

    def close(self) -> None:
        """Closes the file; deletes it if it is empty."""
        if self._handle is None:
            return
        os.close(self._handle)
        self._handle = None
        if not self._written:
            self.path.unlink(missing_ok=True)


def sends(path: str, systems: Iterable[str]) -> bool:
    """Whether a verb, with its group's name before its own, sends a command of every campaign or of
    one of these systems.
    """
    from campaign.disputes.commands import COMMANDS
    from campaign.kernel.assembly import OF_EVERY_GAME
    from campaign.systems import SYSTEMS

    kinds = [*OF_EVERY_GAME, *COMMANDS]
    for system in systems:
        kinds += SYSTEMS[system].rules.commands.values()
    return path == "submit" or path in {kind.verb for kind in kinds}


def path_of(ctx: click.Context) -> str:
    """A verb's name with its group's before it, as the commands name it."""
    names: list[str] = []
    here: click.Context | None = ctx
    while here is not None and here.parent is not None:
        if not isinstance(here.command, VerbPage):
            names.insert(0, here.command.name or "")
        here = here.parent
    return " ".join(names)
