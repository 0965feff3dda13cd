"""The line on which each part of a TOML or JSON file is written."""

from campaign.text.shapes import line_numbers, line_of

TOML = '''id = "x"   # [no.table]
pair = {low = 1,
  high = 3}
many = [
  {place = 1, id = "a # b, ]"},
  {place = 2},
]
long = """
false = 3
[not.here]
"""
[rule."naval-gunfire"]
dice.count = 1
[[history]]
date = '2'
[[history]]
date = 3.5
[history.more]
y = 1
'''


def test_every_part_of_a_toml_file_has_its_line() -> None:
    assert line_numbers(TOML) == {
        "id": 1,
        "pair": 2,
        "pair.low": 2,
        "pair.high": 3,
        "many": 4,
        "many[1]": 5,
        "many[1].place": 5,
        "many[1].id": 5,
        "many[2]": 6,
        "many[2].place": 6,
        "long": 8,
        "rule.naval-gunfire": 12,
        "rule.naval-gunfire.dice.count": 13,
        "history": 14,
        "history[1]": 14,
        "history[1].date": 15,
        "history[2]": 16,
        "history[2].date": 17,
        "history[2].more": 18,
        "history[2].more.y": 19,
    }


def test_every_part_of_a_json_file_has_its_line() -> None:
    text = '{\n "id": "x,:[",\n "a": [\n  {"b": [1,\n 2]},\n  {"c d": null}\n ]\n}'
    assert line_numbers(text, json=True) == {
        "id": 2,
        "a": 3,
        "a[1]": 4,
        "a[1].b": 4,
        "a[1].b[1]": 4,
        "a[1].b[2]": 5,
        "a[2]": 6,
        "a[2].c d": 6,
    }


def test_what_is_not_written_has_the_line_of_what_it_should_be_part_of() -> None:
    lines = line_numbers(TOML)
    assert line_of("many[2].name", lines) == 6
    assert line_of("many[3].name", lines) == 4
    assert line_of("rule.naval-gunfire.needed", lines) == 12
    assert line_of("chart", lines) == 0
    assert line_of("many[2].[odd] key]", lines) == 6 and line_of("]", lines) == 0


def test_a_long_file_is_searched_once() -> None:
    """Each of 20,000 keys stands on its own line, the first on line 1."""
    lines = line_numbers("".join(f"k{number} = 1\n" for number in range(20_000)))
    assert (lines["k0"], lines["k1"], lines["k19999"]) == (1, 2, 20_000)
