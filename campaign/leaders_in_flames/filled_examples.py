"""Filled examples of what a club writes: its chart, its counter sheet, a combat. Pure.

They lie in `tables/examples` and can be imported as they are. What the rules print is in them;
the other numbers are made up, since no source has them (rulings 37 and 38).
"""

from importlib.resources import files
from typing import Literal

from campaign.kernel.courses import Course, say, write_file
from campaign.kernel.verbs import Flag

Example = Literal["us_entry_chart.csv", "counters.csv", "combat.json"]
EXAMPLE = Flag("--example", "Write a filled one instead, which can be imported as it is.")
_MADE_UP = "numbers that the rules do not print are made up here; fill in those of your own sheet"


def text_of(example: Example) -> str:
    """A filled example's text."""
    place = files("campaign.leaders_in_flames").joinpath("tables/examples", example)
    return place.read_text(encoding="utf-8")


def write(example: Example, file: str | None, *, force: bool) -> Course[None]:
    """Writes a filled example to a file, or prints it, and says beside it what is made up."""
    yield from write_file(file, text_of(example), force=force)
    yield from say(_MADE_UP, aside=True)
