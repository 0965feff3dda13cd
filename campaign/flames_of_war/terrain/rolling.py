"""FoW Terrain Chart: the dice of one square, and what they put there. Pure."""

from collections.abc import Iterator

import msgspec

from campaign.flames_of_war.terrain.charts import (
    HILL_CHART,
    HILL_ON,
    LINED,
    LINED_ON,
    WITHOUT_HILL,
    TerrainChart,
    WeatherResult,
    weather_results,
)
from campaign.flames_of_war.terrain.first_die import FirstDie, category_of


class SquareRolled(msgspec.Struct, frozen=True):
    """FoW Terrain Chart: what the dice of a square say."""

    category: str
    feature: str = ""
    """Empty where the category is the weather."""
    weather: str = ""
    lined: bool | None = None
    """Whether a ditch is lined with trees; None for everything else."""
    hill: bool | None = None
    """Whether the square has a rocky hill; None on charts without."""
    dice: tuple[int, ...] = ()
    """All dice in the order in which they were thrown."""
    first_die: int = 0
    """The one among them that gave the category; 0 where the players named it."""


class _Thrown:
    """Dice as they are taken, one after the other."""

    def __init__(self, dice: Iterator[int]) -> None:
        self._dice = dice
        self.taken: list[int] = []

    def next(self) -> int:
        self.taken.append(next(self._dice))
        return self.taken[-1]


def rolled(
    chart: TerrainChart, dice: Iterator[int], *, category: str = "", first_die: FirstDie = ()
) -> SquareRolled:
    """FoW Terrain Chart: what a square holds.

    The dice, in order: for the rocky hill on the Mediterranean chart; the first die, where the
    club has a table for it; the second, unless all its numbers mean the same; and what the result
    calls for. Raises `StopIteration` where the dice run out.
    """
    thrown = _Thrown(dice)
    hill = thrown.next() >= HILL_ON if chart.slug == HILL_CHART else None
    first = 0 if category else thrown.next()
    category = category or category_of(first_die, chart.slug, first)
    if category == chart.weather:
        weather = _weather(category, thrown)
        return SquareRolled(
            category, weather=weather, hill=hill, dice=tuple(thrown.taken), first_die=first
        )
    features = chart.of(category)
    die = thrown.next() if len(features) > 1 else features[0].low
    slug = next(one.slug for one in features if one.low <= die <= one.high)
    lined = thrown.next() >= LINED_ON if slug == LINED else None
    kept = None if hill is None else hill and slug not in WITHOUT_HILL
    return SquareRolled(category, slug, "", lined, kept, tuple(thrown.taken), first)


def thrown_for(chart: TerrainChart, category: str) -> bool:
    """Whether a category takes any dice: where all numbers mean the same, none is thrown."""
    return not category or chart.slug == HILL_CHART or len(chart.of(category)) != 1


def _weather(category: str, thrown: _Thrown) -> str:
    """FoW Terrain Chart: a die for the weather; some results call for one more (ruling 52)."""
    found = _result(category, "with the square", thrown.next())
    if found.result == "season-roll":
        found = _result(category, "season", thrown.next())
    return found.result


def _result(category: str, roll: str, die: int) -> WeatherResult:
    return next(
        one
        for one in weather_results()
        if (one.weather, one.roll) == (category, roll) and one.low <= die <= one.high
    )
