"""The verbs that every game has, as they are typed: the cases of `tests/cases/keyboard/`."""

import os
from pathlib import Path

import pytest

from support.command_line import Shell
from support.postgres import TEST_STORE
from support.transcripts import BEGINS, cases_of, play, titles

LATER = ("deadlines", "diary", "for-good", "leaders", "resting", "selected")
"""The files for which the first tier has no time."""
IN_FILES = ("diary", "enrol", "mail-choices", "scenario", "selected", "talk", "title")
"""Those whose cases look at files beside the store, and leave a database out."""
AROUND = {"selected": {"CAMPAIGN_STORE": ""}}
"""The environment of a file's cases; each of them begins anew, as it is remembered."""
MADE: dict[Path, Shell] = {}
"""The stores that cases begin with, by their files, once they are made."""


@pytest.fixture
def shell(file: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A folder of its own with what the cases of a file begin with."""
    if file.stem in IN_FILES and os.environ.get(TEST_STORE) == "postgres":
        pytest.skip("is of stores in files")
    if around := AROUND.get(file.stem):
        own = Shell(tmp_path, **around)
        play(own, cases_of(file)[BEGINS])
        return own
    if file not in MADE:
        MADE[file] = Shell(tmp_path_factory.mktemp(file.stem))
        play(MADE[file], cases_of(file)[BEGINS])
    return MADE[file].copied(tmp_path)


@pytest.mark.parametrize(
    ("file", "title"),
    [
        pytest.param(
            file,
            title,
            id=f"{file.stem}: {title}",
            marks=pytest.mark.further if file.stem in LATER else (),
        )
        for file, title in titles()
    ],
)
def test_transcript(shell: Shell, file: Path, title: str) -> None:
    play(shell, cases_of(file)[title])
