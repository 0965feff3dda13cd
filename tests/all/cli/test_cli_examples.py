"""The examples that end each verb's help, run in the order of the help on one fresh store.

What takes longer, waits or starts something, beside `cli/test_cli_examples.py`.
"""

from pathlib import Path

import pytest

from support.example_story import runs
from tests.cli.test_cli_examples import STORY, verb


@pytest.mark.rotating(3)
@pytest.mark.slow
def test_every_example_runs(tmp_path: Path) -> None:
    """A host who types the examples one after the other, as help shows them, plays an evening."""
    lines = [line.strip() for name in STORY for line in verb(name).example.strip().splitlines()]
    runs(tmp_path, lines)
