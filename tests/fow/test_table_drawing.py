"""FoW Terrain Chart: the drawing of a table, and the list of what lies in its squares."""

import jinja2

from campaign.fow.report.turn_notes import Shown
from campaign.fow.state import Battlefield, Square
from campaign.fow.terrain.charts import charts
from campaign.fow.terrain.views import HEIGHT, WIDTH, glyph_of, glyphs, table_drawing

GROUND = Battlefield(
    squares={
        "a1": Square("water-course", "fosso", "allies", True),
        "c2": Square("high-ground", "dry-ground", "axis"),
        "b1": Square("rain", "", "allies"),
    },
    chart="anzio",
    weather="deep-mud",
)


def drawn(ground: Battlefield) -> Shown:
    found = table_drawing(ground)
    assert found is not None
    return found


def test_the_far_row_is_drawn_first_and_the_list_follows_the_drawing() -> None:
    field = drawn(GROUND)
    assert (field.width, field.height) == (3 * WIDTH, 2 * HEIGHT)
    assert [square.name for square in field.squares] == ["a2", "b2", "c2", "a1", "b1", "c1"]
    corners = {square.name: (square.x, square.y) for square in field.squares}
    assert corners["a2"] == (0, 0) and corners["c1"] == (2 * WIDTH, HEIGHT)
    assert [square.name for square in field.listed] == ["c2", "a1", "b1"]


def test_each_square_says_what_lies_there_and_its_going_today() -> None:
    """p. 234: deep mud makes a ditch Impassable, and leaves dry ground as it is."""
    dry, ditch, rain = drawn(GROUND).listed
    assert (dry.what, dry.going, dry.changed) == ("Dry ground", "Cross-country", False)
    assert (ditch.what, ditch.going, ditch.changed) == ("Fosso", "Impassable", True)
    assert ditch.notes.startswith("lined with trees; ") and "d6" not in ditch.notes
    assert (rain.what, rain.going, rain.notes) == ("Rain", "", "no feature")


def test_weather_and_basic_terrain_stand_beneath() -> None:
    field = drawn(GROUND)
    assert (field.chart, field.basic) == ("Anzio", "boggy farmland: Difficult Going")
    assert field.weather == "Deep mud" and "ground attack succeeds on 6 alone" in field.effects
    desert = drawn(Battlefield(squares={"a1": Square("bad-going", "rocks")}, chart="desert"))
    assert (desert.basic, desert.weather) == ("flat hard desert: Road", "")


def test_a_measured_table_is_drawn_whole() -> None:
    field = drawn(
        Battlefield(
            squares={"a1": Square("mountain", "ridge", "", None, hill=True)},
            chart="mediterranean",
            width_feet=6,
            depth_feet=4,
            text="Olives",
        )
    )
    assert len(field.squares) == 6 and field.size == "6 by 4 feet" and field.text == "Olives"
    assert field.listed[0].what == "Ridge, rocky hill"
    assert [square.hill is not None for square in field.squares].count(True) == 1
    assert field.basic == ""


def test_nothing_is_drawn_where_nothing_is_known() -> None:
    assert table_drawing(Battlefield()) is None
    told = drawn(Battlefield(text="Ruins", of="anzio-1"))
    assert (told.squares, told.listed, told.of) == ((), (), "anzio-1")


def test_every_feature_of_every_chart_has_its_sign() -> None:
    for chart in charts().values():
        for one in chart.features:
            assert glyph_of(one.slug) in glyphs().values()
    assert glyph_of("fosso", lined=True) != glyph_of("fosso")
    assert glyph_of("") == glyphs()["rain"]


def test_the_template_shows_the_drawing_in_words_and_escapes_what_players_wrote() -> None:
    loader = jinja2.PackageLoader("campaign.fow", "")
    page = jinja2.Environment(loader=loader, autoescape=True).from_string(
        '{% import "terrain/templates/macros.html" as t %}{{ t.battlefield(field, "f", "") }}'
    )
    field = drawn(Battlefield(squares=GROUND.squares, chart="anzio", text="<b>Mud</b>"))
    html = page.render(field=field)
    assert "&lt;b&gt;Mud&lt;/b&gt;" in html and "<b>Mud" not in html
    assert '<title id="f">The table from above, 3 squares rolled for;' in html
    assert html.count("<rect") == 6 and ">A1</text>" in html
    assert "Cross-country" in html
