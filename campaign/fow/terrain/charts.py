"""FoW Terrain Chart: features, squares, weather (p. 234, 243-247). Pure, but for tables."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from campaign.fow.csv_tables import read
from campaign.text import english
from campaign.text.csv_sheets import BadRow, is_number, rows, written
from campaign.text.english import capital
from events.fow.ground import FirstDieRow

# --- charts -------------------------------------------------------------------------------------
# FoW Terrain Chart: the five charts: features, their second dice, and weather (p. 234, 243-247).
#
# Pure, but for its tables. The first die of a chart is not in our sources: players name the
# category, or the club imports its table (ruling 48).

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


class TerrainFeature(msgspec.Struct, frozen=True, rename={"slug": "feature"}):
    """FoW Terrain Chart: a feature, by the second die; sizes are inches, 0 where there is none."""

    chart: str
    category: str
    low: int
    high: int
    slug: str
    count: str = ""
    """How many of it, or how many buildings; in words, as `1-2`."""
    at_least_in: int = 0
    at_most_in: int = 0
    going: str = ""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The feature's name, as a sentence begins with it."""
        return in_words(self.slug)


class WeatherResult(msgspec.Struct, frozen=True):
    """FoW Terrain Chart: what a die brings, when it is rolled, and what that does."""

    weather: str
    roll: str
    result: str
    chart: str = ""
    low: int = 0
    high: int = 0
    effect: str = ""
    effects: tuple[str, ...] = ()
    """Those of all its rows."""


class TerrainChart(msgspec.Struct, frozen=True, rename={"slug": "chart", "basic": "basic_terrain"}):
    """FoW Terrain Chart: a chart: basic terrain, categories, features and weather."""

    slug: str
    name: str
    page: str
    basic: str
    square_ft: int
    square_cm: int
    categories: tuple[str, ...]
    basic_going: str = ""
    """Empty where each square's die settles it."""
    weather: str = ""

    @property
    def features(self) -> tuple[TerrainFeature, ...]:
        """Its features, in the order of the book."""
        known = read("terrain_features", TerrainFeature, separator=";")
        return tuple(feature for feature in known if feature.chart == self.slug)

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


@cache
def charts() -> dict[str, TerrainChart]:
    """FoW Terrain Chart: the charts by slug."""
    return {chart.slug: chart for chart in read("terrain_charts", TerrainChart)}


@cache
def weather_results() -> tuple[WeatherResult, ...]:
    """FoW Terrain Chart: what the dice for weather bring, each result once."""
    results: dict[tuple[str, str, int, str], WeatherResult] = {}
    for row in read("weather", WeatherResult):
        key = (row.weather, row.roll, row.low, row.result)
        first = results.setdefault(key, row)
        effect = (row.effect,) if row.effect not in ("", "none") else ()
        results[key] = replace(first, effect="", effects=(*first.effects, *effect))
    return tuple(results.values())


def feature(chart: str, slug: str) -> TerrainFeature | None:
    """FoW Terrain Chart: a feature of a chart; None if the chart has no such feature."""
    known = charts().get(chart)
    return next((one for one in known.features if one.slug == slug), None) if known else None


# --- squares ------------------------------------------------------------------------------------
# Ruling 49: the squares of a table, named as on a chessboard: `a1` is the nearest on the left.

SQUARE_FEET = 2
LARGEST_FEET = 24
"""No table is longer."""
_NAME = r"[a-l](?:[1-9]|1[0-2])"


def is_square(name: str) -> bool:
    """Whether a text names a square that some table can have."""
    return re.fullmatch(_NAME, name) is not None


def count_along(feet: int) -> int:
    """Ruling 49: squares along an edge; one is cut there, and left out where half or less is left.

    Five feet hold two squares and a half, so two; a table of less than a square has one.
    """
    whole, rest = divmod(feet, SQUARE_FEET)
    return max(1, whole + (2 * rest > SQUARE_FEET))


def squares(width_feet: int, depth_feet: int) -> tuple[str, ...]:
    """FoW Terrain Chart: the squares of a table, row by row."""
    return tuple(
        f"{chr(ord('a') + column)}{row}"
        for row in range(1, count_along(depth_feet) + 1)
        for column in range(count_along(width_feet))
    )


def column_and_row(name: str) -> tuple[int, int]:
    """A square's column and row, each from 1."""
    return ord(name[0]) - ord("a") + 1, int(name[1:])


# --- FoW Terrain Chart: what the weather of a battle changes (p. 234, 244-247) ------------------

UNCHANGED = ("", "dry", "summer", "clear")
"""Weather that changes nothing."""
_KHAMSEEN = ("threatens", "arrives", "departs")
_EACH_TURN = {"threatens": "each turn while it threatens", "arrives": "each turn after it arrived"}
_WATER = ("wadi", "fosso")
_STREAMS = ("river-plain", "watercourse", "wadi")
_GROUND: dict[str, dict[str, str]] = {
    "mud": {"cross-country": "difficult"},
    "winter": {"road": "cross-country", "cross-country": "difficult"},
    "spring": {"road": "cross-country", "cross-country": "difficult"},
}
_FEATURES: dict[str, dict[str, str]] = {
    "deep-mud": dict.fromkeys(_WATER, "impassable"),
    "mud": dict.fromkeys(_STREAMS, "impassable"),
    "winter": {"river": "difficult", "stream": "difficult", "pond": "difficult"},
    "spring": {"stream": "impassable", "creek": "very-difficult", "marsh": "very-difficult"},
}


def settled(before: str, rolled: str) -> str:
    """Ruling 51: the weather after one more roll: the first that changes something stands."""
    return before if before not in UNCHANGED else rolled


def each_turn(weather: str) -> WeatherResult | None:
    """FoW Terrain Chart: what a die as a player turn begins may bring; None where none is rolled.

    The Khamseen alone has one: while it threatens, and from its arrival until it departs (p. 247).
    """
    roll = _EACH_TURN.get(weather)
    return next((one for one in weather_results() if roll and one.roll == roll), None)


def changes(weather: str) -> bool:
    """Whether the weather changes anything."""
    return weather not in UNCHANGED


def effects(weather: str) -> tuple[str, ...]:
    """FoW Terrain Chart: what the weather does to the battle, in words."""
    by_result = [one.effects for one in weather_results() if one.result == weather]
    own = [
        one.effects for one in weather_results() if (one.weather, one.roll) == (weather, "season")
    ]
    return next((words for words in (*own, *by_result) if words), ())


def weather_line(weather: str) -> str:
    """FoW Terrain Chart: the weather and what it does, in one line; empty where that is nothing."""
    does = capital("; ".join(effects(weather)))
    return f"{name(weather)}. {does}" if changes(weather) else ""


def name(weather: str) -> str:
    """What weather is called inside a sentence."""
    slug = f"khamseen-{weather}" if weather in _KHAMSEEN else weather
    return slug.replace("-", " ")


def going_now(slug: str, going: str, weather: str) -> str:
    """FoW Terrain Chart: the going of a feature under this weather."""
    return _FEATURES.get(weather, {}).get(slug) or _GROUND.get(weather, {}).get(going, going)


# --- Ruling 48: a club's own table for the first die of a terrain chart, as CSV -----------------

COLUMNS = ("chart", "low", "high", "category")
FACES = range(1, 7)


FirstDie = tuple[FirstDieRow, ...]


def category_of(table: FirstDie, chart: str, die: int) -> str:
    """Ruling 48: what a first die gives on a chart; empty where the club's table has none."""
    matches = (row for row in table if row.chart == chart and row.low <= die <= row.high)
    return next((row.category for row in matches), "")


def covers(table: FirstDie, chart: str) -> bool:
    """Whether the club's table holds a chart."""
    return any(row.chart == chart for row in table)


def as_sheet(table: FirstDie) -> str:
    """The club's table as CSV again."""
    rows_ = ((row.chart, str(row.low), str(row.high), row.category) for row in table)
    return written(COLUMNS, rows_)


def read_first_die(
    text: str, charts: Mapping[str, TerrainChart]
) -> tuple[FirstDie, tuple[BadRow, ...]]:
    """Ruling 48: a club's table, with every fault at once; it is whole for each of its charts."""
    table: list[FirstDieRow] = []
    faults: list[BadRow] = []
    last = 1
    for row in rows(text, COLUMNS):
        if isinstance(row, BadRow):
            faults.append(row)
            continue
        last, values = row
        wrong = list(_wrong(last, values, charts))
        faults += wrong
        if not wrong:
            low, high = int(values["low"]), int(values["high"])
            table.append(FirstDieRow(values["chart"], low, high, values["category"]))
    if not faults:
        faults += _whole(table, last)
    return (tuple(table), ()) if not faults else ((), tuple(faults))


def _wrong(
    line: int, values: Mapping[str, str], charts: Mapping[str, TerrainChart]
) -> Iterator[BadRow]:
    for column in ("low", "high"):
        if not is_number(values[column], FACES):
            text = english.unfit(values[column], "a number of a die, 1 to 6")
            yield BadRow(line, column, text)
            return
    if int(values["low"]) > int(values["high"]):
        yield BadRow(line, "high", "is less than low")
    chart = charts.get(values["chart"])
    if chart is None:
        text = english.unfit(values["chart"], f"one of {', '.join(charts)}")
        yield BadRow(line, "chart", text)
    elif values["category"] not in chart.every_category:
        right = f"one of {', '.join(chart.every_category)}"
        yield BadRow(line, "category", english.unfit(values["category"], right))


def _whole(table: list[FirstDieRow], last: int) -> Iterator[BadRow]:
    if not table:
        yield BadRow(last, "", "the table has no rows")
    for chart in dict.fromkeys(row.chart for row in table):
        dice = [die for row in table if row.chart == chart for die in range(row.low, row.high + 1)]
        for die in FACES:
            if dice.count(die) != 1:
                many = "is listed twice" if dice.count(die) else "is missing"
                yield BadRow(last, "", f"{chart}: a first die of {die} {many}")
