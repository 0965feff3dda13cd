"""FoW Terrain Chart: the five charts: features, their second dice, and weather (p. 234, 243-247).

Pure, but for its tables. The first die of a chart is not in our sources: players name the
category, or the club imports its table (ruling 48).
"""

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

GOING = {
    "road": "Road",
    "cross-country": "Cross-country",
    "difficult": "Difficult Going",
    "very-difficult": "Very Difficult Going",
    "impassable": "Impassable",
}
"""FoW Terrain: the kinds of going in words, from the easiest to the hardest (p. 31)."""
HILL_CHART = "mediterranean"
"""Its squares have a rocky hill of their own, by a die before all others."""
HILL_ON = 2
HILL = "rocky-hill"
WITHOUT_HILL = frozenset(
    {"mountain", "steep-hill", "ridge", "river-plain", "fortified-farm"},
)
"""FoW Terrain Chart: what takes the rocky hill's place, or clears it away (p. 246)."""
LINED, LINED_ON = "fosso", 4
"""FoW Terrain Chart: a ditch has trees along it on a die of its own (p. 234)."""


class TerrainFeature(msgspec.Struct, frozen=True):
    """FoW Terrain Chart: a feature, by the second die; sizes are inches, 0 where there is none."""

    chart: str
    category: str
    low: int
    high: int
    slug: str
    count: str
    """How many of it, or how many buildings; in words, as `1-2`."""
    at_least_in: int
    at_most_in: int
    going: str
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """The feature's name, as a sentence begins with it."""
        return in_words(self.slug)


class WeatherResult(msgspec.Struct, frozen=True):
    """FoW Terrain Chart: what a die brings, when it is rolled, and what that does."""

    weather: str
    chart: str
    roll: str
    low: int
    high: int
    result: str
    effects: tuple[str, ...]


class TerrainChart(msgspec.Struct, frozen=True):
    """FoW Terrain Chart: a chart: basic terrain, categories, features and weather."""

    slug: str
    name: str
    page: str
    basic: str
    basic_going: str
    """Empty where each square's die settles it."""
    square_ft: int
    square_cm: int
    categories: tuple[str, ...]
    weather: str
    features: tuple[TerrainFeature, ...]

    @property
    def every_category(self) -> tuple[str, ...]:
        """The categories, and the weather where the chart has some."""
        return (*self.categories, self.weather) if self.weather else self.categories

    def of(self, category: str) -> tuple[TerrainFeature, ...]:
        """The features of a category, in order of the second die."""
        return tuple(feature for feature in self.features if feature.category == category)


def in_words(slug: str) -> str:
    """A feature, category or kind of weather as it is read."""
    return slug.replace("-", " ").capitalize()


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = (
        files("campaign.flames_of_war").joinpath(f"tables/{name}.csv").read_text(encoding="utf-8")
    )
    yield from csv.DictReader(text.splitlines())


@cache
def charts() -> dict[str, TerrainChart]:
    """FoW Terrain Chart: the charts by slug."""
    features = tuple(_feature(row) for row in _rows("terrain_features"))
    return {
        row["chart"]: TerrainChart(
            row["chart"],
            row["name"],
            row["page"],
            row["basic_terrain"],
            row["basic_going"],
            int(row["square_ft"]),
            int(row["square_cm"]),
            tuple(row["categories"].split()),
            row["weather"],
            tuple(feature for feature in features if feature.chart == row["chart"]),
        )
        for row in _rows("terrain_charts")
    }


def _feature(row: dict[str, str]) -> TerrainFeature:
    return TerrainFeature(
        row["chart"],
        row["category"],
        int(row["low"]),
        int(row["high"]),
        row["feature"],
        row["count"],
        int(row["at_least_in"] or 0),
        int(row["at_most_in"] or 0),
        row["going"],
        tuple(part.strip() for part in row["notes"].split(";") if part.strip()),
    )


@cache
def weather_results() -> tuple[WeatherResult, ...]:
    """FoW Terrain Chart: what the dice for weather bring, each result once."""
    found: dict[tuple[str, str, str, str], WeatherResult] = {}
    for row in _rows("weather"):
        key = (row["weather"], row["roll"], row["low"], row["result"])
        before = found[key].effects if key in found else ()
        effect = (row["effect"],) if row["effect"] not in ("", "none") else ()
        found[key] = WeatherResult(
            row["weather"],
            row["chart"],
            row["roll"],
            int(row["low"] or 0),
            int(row["high"] or 0),
            row["result"],
            (*before, *effect),
        )
    return tuple(found.values())


def feature(chart: str, slug: str) -> TerrainFeature | None:
    """FoW Terrain Chart: a feature of a chart; None if the chart has no such feature."""
    known = charts().get(chart)
    return next((one for one in known.features if one.slug == slug), None) if known else None


@cache
def going_table() -> tuple[tuple[str, str, str], ...]:
    """FoW Terrain: kinds of ground in groups, with the going of each (p. 31)."""
    return tuple((row["group"], row["terrain"], row["going"]) for row in _rows("going"))
