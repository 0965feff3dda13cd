"""What sides may ask for when they set up the battlefield. Pure."""

from typing import Annotated

import msgspec

from campaign.fow.missions.commands import LineField, Witness
from campaign.fow.terrain.charts import LARGEST_FEET
from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.text.moments import LINES
from events.base import Slug

MOST_DICE = 4
"""A hill, the first die, the second, and one that it calls for."""
_Feet = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_FEET)]


class RollTerrain(Command, frozen=True, kw_only=True):
    """FoW Terrain Chart: picks a square of the table and rolls for what lies there.

    Both sides pick in turn. The category is what the first die gives on your chart; leave it out
    where your club has told the tracker its table of first dice.
    """

    verb = "field roll [LINE] SQUARE [CATEGORY]"
    in_short = "Roll for what lies in a square."
    example = "campaign field roll winter a1 high-ground --dice 3"
    who = "holder"
    module = "terrain"
    line: LineField = None
    square: Annotated[Slug, about("the square, such as a1: column and row")]
    side: Annotated[Slug | None, about("who picks it; left out: whose turn it is")] = None
    chart: Annotated[Slug | None, about("the terrain chart, where the line has none")] = None
    category: Annotated[
        Slug | None, about("what the first die gives on your chart; left out with a table of it")
    ] = None
    dice: Annotated[
        Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_DICE)] | None,
        about(
            "the dice, in their order; left out where the ledger rolls",
            hint="Roll here, or tap what fell at the table",
        ),
    ] = None
    witness: Witness = ""


class KeepBattlefield(Command, frozen=True, kw_only=True):
    """FoW Set Up the Battlefield: the attacker fights over the same ground again."""

    verb = "field keep [LINE]"
    in_short = "Fight over the same ground again."
    example = "campaign field keep winter"
    who = "holder"
    module = "terrain"
    line: LineField = None


class DescribeBattlefield(Command, frozen=True, kw_only=True):
    """FoW Set Up the Battlefield: says how the table looks, and how large it is."""

    verb = "field describe [LINE] TEXT…"
    in_short = "Say how the table looks."
    example = 'campaign field describe winter "A farm on the ridge." --width 6 --depth 4'
    options = {"width_feet": "--width", "depth_feet": "--depth"}  # noqa: RUF012
    who = "holder"
    module = "terrain"
    line: LineField = None
    text: Annotated[
        Annotated[str, msgspec.Meta(min_length=1, max_length=2000, pattern=LINES)],
        about("what stands where, in your own words"),
    ]
    width_feet: Annotated[_Feet | None, about("the table's width in feet")] = None
    depth_feet: Annotated[_Feet | None, about("the table's depth in feet")] = None
    photo: Annotated[
        Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")],
        about("SHA-256 of a picture that the club keeps"),
    ] = ""
