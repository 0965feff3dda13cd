"""What typed dice need and bring, and why they are refused, as `tests/cases/dice/fow.toml` has it.

A row has an aid with its facts and dice, and what is expected of them: `refused`, the whole `score`
in words or what it `ends` with, or anything that the roll brings. Without dice and outcome the
score alone is asked for.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from campaign.fow.dice.aids import checked
from campaign.fow.dice.commands import AIDS
from campaign.kernel.decisions import Refused
from fow.aids import fell, refused

FILE = Path(__file__).parents[1] / "cases" / "dice" / "fow.toml"
THEMES = tomllib.loads(FILE.read_text(encoding="utf-8"))["theme"]


def score(slug: str, facts: dict[str, Any]) -> str:
    """The score of an aid for these facts."""
    aid = AIDS[slug]
    inputs = checked(aid, facts)
    assert not isinstance(inputs, Refused) and aid.score is not None, inputs
    return aid.score(inputs).words


def brought(aid: str, dice: tuple[int, ...] = (), facts: Any = (), **expected: Any) -> Any:
    """What a row expects, as the program has it."""
    facts = dict(facts)
    if "refused" in expected:
        return {"refused": refused(aid, *dice, **facts)}
    if not dice and set(expected) == {"score"}:
        return {"score": score(aid, facts)}
    fallen = fell(aid, *dice, **facts)
    end = expected.pop("ends", "")
    assert fallen.score.endswith(end)
    return {name: getattr(fallen, name) for name in expected} | ({"ends": end} if end else {})


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme["says"])
def test_dice_bring_what_the_book_has(theme: dict[str, Any]) -> None:
    """Printed examples, and its rules by hand."""
    for roll in theme["rolls"]:
        known = ("aid", "dice", "facts")
        expected = {name: value for name, value in roll.items() if name not in known}
        assert expected and brought(**roll) == expected, roll
