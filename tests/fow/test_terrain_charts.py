"""FoW Terrain Chart: features by chart, category and die; weather; squares of a table."""

from itertools import product

import pytest

from campaign.fow.terrain import charts as terrain_charts
from campaign.fow.terrain.battlefields import SquareRolled, rolled
from campaign.fow.terrain.charts import (
    category_of,
    charts,
    feature,
    is_square,
    read_first_die,
    squares,
)
from fow.support import cases

ALL = charts()
SECOND_DICE: dict[str, dict[str, str]] = cases("second_dice")


def throw(chart: str, category: str, *dice: int) -> SquareRolled:
    left = iter(dice)
    found = rolled(ALL[chart], left, category=category)
    assert list(left) == [] and found.dice == dice
    return found


@pytest.mark.parametrize(
    ("chart", "category"), [(chart, one) for chart, rows in SECOND_DICE.items() for one in rows]
)
def test_every_second_die_brings_what_the_chart_says(chart: str, category: str) -> None:
    words = SECOND_DICE[chart][category].split()
    highest = dict(zip(map(int, words[1::2]), words[::2], strict=True))
    hill = (1,) if chart == "mediterranean" else ()
    if len(highest) == 1:
        assert throw(chart, category, *hill).feature == highest[6]
        return
    for die in range(1, 7):
        right = highest[min(high for high in highest if die <= high)]
        extra = (3,) if right == "fosso" else ()
        assert throw(chart, category, *hill, die, *extra).feature == right


def test_the_charts_have_these_categories_and_no_others() -> None:
    known = {name: set(chart.categories) for name, chart in ALL.items()}
    assert known == {name: set(rows) for name, rows in SECOND_DICE.items()}
    assert {name: chart.weather for name, chart in ALL.items()} == {
        "anzio": "rain",
        "western-europe": "",
        "eastern-europe": "general-winter",
        "mediterranean": "mud",
        "desert": "khamseen",
    }
    grounds = {name: chart.basic_going for name, chart in ALL.items()}
    assert (grounds["anzio"], grounds["eastern-europe"], grounds["desert"]) == (
        "difficult", "cross-country", "road",
    )  # fmt: skip


@pytest.mark.parametrize("die", range(1, 7))
def test_a_ditch_is_lined_with_trees_on_four_or_more(die: int) -> None:
    """p. 234."""
    assert throw("anzio", "water-course", 4, die).lined is (die >= 4)
    assert throw("anzio", "water-course", 6).lined is None


@pytest.mark.parametrize("die", range(1, 7))
def test_a_mediterranean_square_has_a_rocky_hill_on_two_or_more(die: int) -> None:
    """p. 246: a die of its own before the others; a mountain takes the hill's place."""
    assert throw("mediterranean", "stream-or-wadi", die, 6).hill is (die >= 2)
    assert throw("mediterranean", "mountain", die, 1).hill is False
    assert throw("mediterranean", "stream-or-wadi", die, 2).hill is False
    assert throw("mediterranean", "villages-and-farms", die, 3).hill is False
    assert throw("anzio", "vegetation", die).hill is None


@pytest.mark.parametrize(
    ("chart", "category", "dice", "brought"),
    [
        *(("anzio", "rain", (die,), "deep-mud" if die < 3 else "dry") for die in range(1, 7)),
        *(("eastern-europe", "general-winter", (die,), "summer") for die in range(2, 7)),
        ("eastern-europe", "general-winter", (1, 1), "spring"),
        *(("eastern-europe", "general-winter", (1, die), "winter") for die in range(2, 7)),
        *(("mediterranean", "mud", (5, die), "mud" if die == 1 else "dry") for die in range(1, 7)),
        *(("desert", "khamseen", (die,), "clear") for die in range(2, 7)),
        ("desert", "khamseen", (1,), "threatens"),
    ],
)
def test_weather_comes_as_the_chart_says(
    chart: str, category: str, dice: tuple[int, ...], brought: str
) -> None:
    """p. 234, 245-247; General Winter by ruling 52."""
    found = throw(chart, category, *dice)
    assert (found.weather, found.feature) == (brought, "")


def test_dice_that_run_out_are_noticed() -> None:
    for dice in ((), (3,)):
        with pytest.raises(StopIteration):
            rolled(ALL["anzio"], iter(dice), category="water-course")


def test_the_first_weather_that_changes_something_stands() -> None:
    """Ruling 51."""
    assert terrain_charts.settled("", "dry") == "dry"
    assert terrain_charts.settled("dry", "deep-mud") == "deep-mud"
    assert terrain_charts.settled("deep-mud", "dry") == "deep-mud"
    assert terrain_charts.settled("spring", "winter") == "spring"


@pytest.mark.parametrize(("slug", "going", "today", "then"), cases("going_in_weather"))
def test_weather_changes_the_going(slug: str, going: str, today: str, then: str) -> None:
    """p. 234, 244, 246."""
    assert terrain_charts.going_now(slug, going, today) == then


def test_weather_that_changes_something_is_told_in_words() -> None:
    for today in ("deep-mud", "mud", "winter", "spring", "threatens"):
        assert terrain_charts.changes(today) and terrain_charts.effects(today)
    for today in terrain_charts.UNCHANGED:
        assert not terrain_charts.changes(today) and not terrain_charts.effects(today)


def test_a_card_tells_weather_that_changes_something() -> None:
    dust = "khamseen threatens. Every player turn begins with a die; on a 1 it arrives"
    assert terrain_charts.weather_line("threatens") == dust
    assert terrain_charts.weather_line("deep-mud").startswith(
        "deep mud. Wadis and fossos Impassable; "
    )
    assert {terrain_charts.weather_line(one) for one in terrain_charts.UNCHANGED} == {""}


def test_a_feature_is_found_by_its_name() -> None:
    found = feature("anzio", "olive-grove")
    assert found is not None
    assert (found.name, found.at_most_in, found.going) == ("Olive grove", 16, "difficult")
    assert feature("anzio", "river") is None and feature("moon", "river") is None


@pytest.mark.parametrize(
    ("width", "depth", "count", "last"),
    [(6, 4, 6, "c2"), (4, 4, 4, "b2"), (5, 4, 4, "b2"), (8, 5, 8, "d2"), (1, 1, 1, "a1")],
)
def test_a_table_is_cut_into_squares_of_two_feet(
    width: int, depth: int, count: int, last: str
) -> None:
    """Ruling 49: half a square at the edge is left out."""
    found = squares(width, depth)
    assert (len(found), found[0], found[-1]) == (count, "a1", last)
    assert all(map(is_square, found))


def test_what_is_no_square_is_known() -> None:
    assert not any(map(is_square, ("", "a", "a0", "a13", "m1", "1a", "A1", "a1\n")))


SHEET = """chart,low,high,category
anzio,1,2,high-ground
anzio,3,3,vegetation
anzio,4,4,water-course
anzio,5,5,settlement
anzio,6,6,rain
"""


def test_a_club_may_bring_its_own_table_for_the_first_die() -> None:
    """Ruling 48."""
    table, faults = read_first_die(SHEET, ALL)
    assert faults == ()
    assert [category_of(table, "anzio", die) for die in range(1, 7)] == [
        "high-ground", "high-ground", "vegetation", "water-course", "settlement", "rain",
    ]  # fmt: skip
    assert category_of(table, "desert", 1) == ""
    found = rolled(ALL["anzio"], iter((4, 3, 6)), first_die=table)
    assert (found.category, found.feature, found.lined) == ("water-course", "fosso", True)


def test_every_fault_of_a_first_die_table_is_told() -> None:
    bad = SHEET.replace("anzio,3,3", "anzoi,3,3").replace("settlement", "setlement")
    _, faults = read_first_die(bad.replace("6,6", "7,6"), ALL)
    assert [str(fault) for fault in faults] == [
        "line 3, chart: expected one of anzio, western-europe, eastern-europe, mediterranean, "
        "desert, got 'anzoi'",
        "line 5, category: expected one of high-ground, vegetation, water-course, settlement, "
        "rain, got 'setlement'",
        "line 6, low: expected a number of a die, 1 to 6, got '7'",
    ]


def test_a_first_die_table_leaves_no_number_out() -> None:
    _, faults = read_first_die(
        SHEET.replace("anzio,3,3,vegetation\n", "").replace("4,4", "4,5"), ALL
    )
    assert [str(fault) for fault in faults] == [
        "line 5: anzio: a first die of 3 is missing",
        "line 5: anzio: a first die of 5 is listed twice",
    ]
    _, none = read_first_die("chart,low,high,category\n", ALL)
    assert [str(fault) for fault in none] == ["line 1: the table has no rows"]
    _, turned = read_first_die("chart,low,high,category\nanzio,4,2,rain\n", ALL)
    assert [str(fault) for fault in turned] == ["line 2, high: is less than low"]


def test_every_chance_of_a_chart_is_covered() -> None:
    """No dice lead to nothing: each category brings a feature or weather whatever is thrown."""
    for chart in ALL.values():
        for category, dice in product(chart.every_category, product((1, 4, 6), repeat=4)):
            found = rolled(chart, iter(dice), category=category)
            assert bool(found.feature) != bool(found.weather)
