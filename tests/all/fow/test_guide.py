"""The guide for hosts of Flames of War, word by word: one story in one shell and a new store."""

from pathlib import Path

import pytest

from support.command_line import Shell
from support.guides import blocks, typed


@pytest.mark.rotating(3)
def test_a_host_gets_through_the_guide(tmp_path: Path) -> None:
    """A team campaign is opened and its first round booked; the rest of the page follows."""
    said = typed(Shell(tmp_path), "\n".join(blocks("flames-of-war")))
    for text in (
        "a stunning victory: 6 points to 1",
        "4 victory points are left, and a change costs 5",
        "For the Axis now commands Erik on The river road.",
    ):
        assert text in said
