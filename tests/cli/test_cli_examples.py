"""The examples that end each verb's help, run in the order of the help on one fresh store."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from campaign.cli.click_verb import ClickVerb
from campaign.cli.examples import filled
from campaign.cli.verb_list import OLDER, WHERE
from campaign.cli.verbs import root
from campaign.systems import SYSTEMS
from support.command_line import LOADED, PROGRAM, ROOT
from support.mail_server import FINE, mail_server

OF_0_1_0 = Path(__file__).parents[1] / "frame" / "evening_0_1_0.sh"


def verb(name: str) -> ClickVerb:
    """A verb with its file read."""
    found = root.get_command(click.Context(root), name)
    assert isinstance(found, ClickVerb)
    return found


STORY = [name for name in root.list_commands(click.Context(root)) if name not in SYSTEMS]
"""Every verb, in the order in which the examples make an evening."""


@pytest.mark.slow
def test_every_example_runs(tmp_path: Path) -> None:
    """A host who types the examples one after the other, as help shows them, plays an evening."""
    lines = [line.strip() for name in STORY for line in verb(name).example.strip().splitlines()]
    runs(tmp_path, lines)


@pytest.mark.slow
def test_every_example_of_0_1_0_runs(tmp_path: Path) -> None:
    """A script that a club wrote then goes on working; what had to change in it is said there."""
    runs(tmp_path, OF_0_1_0.read_text(encoding="utf-8").splitlines())


STOP = 'kill "$COPROC_PID"; wait "$COPROC_PID"'


def beside(line: str) -> str:
    """A line; one that runs until it is stopped goes on beside the others, once it is ready.

    The next of its kind takes its place.
    """
    if not line.startswith("campaign serve"):
        return line
    free = line.replace(":8720", ":0") if "--listen" in line else f"{line} --listen 127.0.0.1:0"
    own = f"PYTHONPATH={ROOT} {sys.executable} -c '{PROGRAM}'"  # it takes signals by itself
    call = free.replace("campaign", own, 1)
    return f'if [ "$COPROC_PID" ]; then {STOP}; fi; coproc {call}; read -r _ <&"${{COPROC[0]}}"'


def runs(tmp_path: Path, lines: list[str]) -> None:
    """Runs lines in one shell, on a store of their own; each must succeed.

    The club's mail server takes a message at the second try, so that one can be sent again.
    """
    script = "\n".join(
        [
            "set -e -o pipefail",
            "trap 'echo \"$BASH_COMMAND\" >&2' ERR",
            'trap \'[ -z "$COPROC_PID" ] || kill "$COPROC_PID"\' EXIT',  # nothing outlives it
            *map(beside, lines),
        ]
    )
    script += f'\nif [ "$COPROC_PID" ]; then {STOP}; fi; trap - EXIT'
    with mail_server() as (port, there):
        known = {"host@example.org"}  # for the test message
        there.at_recipient = lambda to: FINE if to in known else known.add(to) or "450 4.2.1 busy"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path,
            env={
                "PATH": f"{LOADED.programs()}:{os.environ['PATH']}",
                "HOME": str(tmp_path),
                "LC_ALL": "C.UTF-8",
                "CAMPAIGN_MAIL_HOST": "127.0.0.1",
                "CAMPAIGN_MAIL_PORT": str(port),
                "CAMPAIGN_MAIL_SECURITY": "none",
                "CAMPAIGN_MAIL_FROM": "Our club <club@example.org>",
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert "are behind" not in done.stderr


@pytest.mark.parametrize("name", STORY)
def test_no_gap_is_left_in_a_help(name: str) -> None:
    """What stands in brackets for something of a game has its words."""
    context = click.Context(verb(name), info_name=name)
    assert re.findall("<[a-z ]+>", context.get_help()) == []


def test_a_gap_that_no_game_fills_stays_and_a_text_without_any_is_left_alone() -> None:
    """So a game that says nothing of its examples has help all the same."""
    assert filled("campaign assign club <seat> anna") != "campaign assign club <seat> anna"
    assert filled("a <thing unheard of>") == "a <thing unheard of>"
    assert filled("a < b > c") == "a < b > c"


@pytest.mark.parametrize("name", STORY)
def test_every_verb_has_help_and_an_example_of_itself(name: str) -> None:
    """A verb says what it does, and its example calls it."""
    found = verb(name)
    assert found.help
    calls = [line.split() for line in found.example.strip().splitlines()]
    assert any("campaign" in call and name in call for call in calls), found.example


def test_every_verb_of_every_file_is_listed() -> None:
    """None is promised and missing; an older word has a newer."""
    assert set(OLDER.values()) <= set(WHERE) and set(OLDER).isdisjoint(WHERE)
    for file in set(WHERE.values()):
        module = __import__(f"campaign.cli.{file}", fromlist=["VERBS"])
        assert set(module.VERBS) == {name for name, where in WHERE.items() if where == file}
