"""The help: one screen, a page for each group, subjects; every word of 0.1.0 still works.

What takes longer, waits or starts something, beside `cli/test_help.py`.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from campaign.cli.root import root
from support.command_line import Shell
from tests.cli.test_help import MOST_COLUMNS, MOST_LINES


@pytest.mark.parametrize(
    "words", [(), ("help",), ("help", "trust"), ("trust",), ("help", "stores")]
)
def test_help_loads_no_ledger_rules_or_tables(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It is there at once."""
    program = (
        "import sys; from campaign.cli import run\n"
        f"run({list(words)!r})\n"
        "print([m for m in ('msgspec', 'rich', 'eventsourcing', 'jinja2', 'sqlite_utils',"
        " 'cryptography', 'platformdirs', 'campaign.store.ledger') if m in sys.modules],"
        " file=sys.stderr)"
    )
    call = [sys.executable, "-c", program]
    env = Shell(tmp_path).env
    done = subprocess.run(call, capture_output=True, text=True, env=env, check=True)
    assert done.stderr.strip() == "[]" and done.stdout


def pages(here: click.Command, ctx: click.Context) -> Iterator[tuple[str, str]]:
    """What `--help` prints of a verb and of all verbs below it, each with its path."""
    yield ctx.command_path, here.get_help(ctx)
    if isinstance(here, click.Group):
        for word in here.list_commands(ctx):
            below = here.get_command(ctx, word)
            assert below is not None, word
            yield from pages(below, click.Context(below, ctx, word))


def test_the_help_of_every_verb_fits_a_screen() -> None:
    """24 lines of 80 columns; a line of an example that is longer takes two."""
    ctx = root.make_context("campaign", [], resilient_parsing=True, terminal_width=80)
    shown = dict(pages(root, ctx))
    assert {"campaign us-entry act", "campaign lif", "campaign force enter"} <= set(shown)
    for path, page in shown.items():
        lines = [max(1, -(-len(line) // MOST_COLUMNS)) for line in page.splitlines()]
        assert sum(lines) <= MOST_LINES, path
