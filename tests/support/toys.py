"""A club at the command line whose store holds campaigns of the toy games."""

import json
from pathlib import Path

import pytest

from campaign.cli import run


class Club:
    """A store of a toy game's campaigns, and the command line over it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, *arguments: str, status: int = 0) -> str:
        """One call in this process; what it printed."""
        found = run(["--store", str(self.folder / "club.db"), *arguments])
        out, err = self.capsys.readouterr()
        assert found == status, (out, err)
        return out + err

    def json(self, *arguments: str) -> object:
        """One call's answer to a program."""
        return json.loads(self(*arguments, "--json"))
