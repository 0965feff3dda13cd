"""The verbs that every game has, as they are typed: the cases of `tests/cases/keyboard/`."""

from pathlib import Path

import pytest

from support.command_line import Shell
from support.transcripts import BEGINS, cases_of, play, titles

AT_ONCE = frozenset(
    [
        "ballots",
        "counters",
        "dry-run",
        "enrol",
        "evening",
        "mail-choices",
        "talk",
        "title",
        "winter",
    ]
)
"""The files for which the first tier has time."""


AROUND = {"selected": {"CAMPAIGN_STORE": ""}}
"""The environment of a file's cases; each of them begins anew, as it is remembered."""
MADE: dict[Path, Shell] = {}
"""The stores that cases begin with, by their files, once they are made."""


@pytest.fixture
def shell(file: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A folder of its own with what the cases of a file begin with."""
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
            marks=() if file.stem in AT_ONCE else pytest.mark.further,
        )
        for file, title in titles()
    ],
)
def test_transcript(shell: Shell, file: Path, title: str) -> None:
    play(shell, cases_of(file)[title])
