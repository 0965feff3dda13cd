"""FoW Axis of Attack: a club's own axis file: every fault at once, each with its line."""

import json
import tomllib

import pytest

from campaign.fow.opening import axes
from campaign.text.json_values import JsonObject
from campaign.text.shapes import Fault
from fow.support import cases

FULL = axes.axis_text("template")


def faults(text: str) -> list[str]:
    return [str(fault) for fault in axes.judge_text(text).faults]


def changed(*pairs: tuple[str, str]) -> str:
    """The template with other words; each replaced once."""
    text = FULL
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def line(text: str, words: str) -> int:
    """The line on which some words are written first."""
    return text[: text.index(words)].count("\n") + 1


def test_the_template_is_sound_and_says_what_it_holds() -> None:
    judged = axes.judge_text(FULL)
    assert judged.faults == () and judged.notes == () and judged.axis is not None
    assert list(axes.summary(judged.axis)) == [
        "The river road: 5 sectors",
        "1. The harbour (objective of the Axis)",
        "2. The old mill",
        "3. The crossroads",
        "4. The long ridge (rule heavy-guns)",
        "5. The bridge (objective of the Allies)",
        "First battle: The crossroads, Encounter; the Allies attack",
        "Terrain chart: Western Europe",
        "When the rounds are over: a stalemate",
        "History to compare with: 2 battles",
    ]


def test_the_form_of_the_book_s_own_axis_is_read() -> None:
    """Anzio under an id of its own is a club's axis like any other (p. 233-237)."""
    text = axes.axis_text("anzio").replace('id = "anzio"', 'id = "our-anzio"', 1)
    judged = axes.judge_text(text)
    assert judged.faults == () and judged.axis is not None
    ours, book = judged.axis, axes.kit_axis("anzio")
    assert (ours.sector, ours.rule, ours.history) == (book.sector, book.rule, book.history)
    assert (ours.objective, ours.start, ours.chart) == (book.objective, book.start, book.chart)


def test_an_axis_that_a_campaign_keeps_can_be_read_again() -> None:
    judged = axes.judge_text(FULL)
    assert judged.axis is not None
    table = json.dumps(axes.table_of(judged.axis))
    assert axes.judge_text(table, as_json=True).axis == judged.axis


def test_every_fault_is_told_at_once_with_its_line() -> None:
    text = changed(
        ("place = 3", "place = 7"),
        ('mission = "encounter"', 'mission = "encountre"'),
        ("sector = 3\nmission", "sector = 9\nmission"),
        ('id = "mill"', 'id = "harbour"'),
        ('chart = "western-europe"', 'chart = "west-europe"'),
        ("axis = 1}  #", "axis = 2}  #"),
        ('rules = ["heavy-guns"]', 'rules = ["heavy-gun"]'),
        ('date = "1944-09-20"', 'date = "20 September"'),
    )
    where = {
        "chart": line(text, "chart ="),
        "axis": line(text, "objective ="),
        "sector": line(text, "[[sector]]"),
        "start": line(text, "sector = 9"),
        "mission": line(text, "mission ="),
        "mill": line(text, 'id = "harbour"\nname = "The old'),
        "rules": line(text, "rules ="),
        "past": line(text, "sector = 3\nwon"),
        "date": line(text, 'date = "20'),
    }
    assert faults(text) == [
        f"line {where['chart']}, chart: there is no 'west-europe'; did you mean western-europe?",
        f"line {where['axis']}, objective.allies: an objective is at an end: place 1 or 7, not 5",
        f"line {where['axis']}, objective.axis: an objective is at an end: place 1 or 7, not 2",
        f"line {where['start']}, start.sector: there is no place 9; there is 1 to 7",
        f"line {where['mission']}, start.mission: there is no mission 'encountre'; "
        "did you mean encounter?",
        f"line {where['sector']}, sector: no sector has places 3 and 6; "
        "places are counted from 1 without a gap",
        f"line {where['mill']}, sector[2].id: harbour is listed twice",
        f"line {where['rules']}, sector[4].rules: no table [rule.heavy-gun] says what it does; "
        "did you mean heavy-guns?",
        f"line {where['past']}, history[1].sector: there is no place 3; there is 1 to 7",
        f"line {where['date']}, history[2].date: '20 September' is no date; "
        "write it as 1944-01-25, or without the day",
    ]


@pytest.mark.parametrize(("old", "new", "told"), cases("axis_faults"))
def test_each_fault_says_what_would_be_right(old: str, new: str, told: str) -> None:
    found = faults(changed((old, new)))
    assert [fault.partition(", ")[2] for fault in found] == [told]
    assert found[0].startswith("line ")


def test_a_place_that_is_listed_twice_leaves_a_gap() -> None:
    text = changed(("place = 2", "place = 1"))
    assert faults(text) == [
        f"line {line(text, '[[sector]]')}, sector: no sector has place 2; "
        "places are counted from 1 without a gap",
        f"line {line(text, 'place = 1') + 5}, sector[2].place: "
        "place 1 is taken by sector 1 of the list",
    ]


def short(count: int) -> JsonObject:
    """An axis of so many sectors, with nothing but what it needs."""
    return {
        "id": "road",
        "name": "Road",
        "objective": {"allies": 1, "axis": count},
        "start": {"sector": 2, "mission": "encounter", "attacker": "axis"},
        "sector": [
            {"place": place, "id": f"s{place}", "name": f"S{place}"}
            for place in range(1, count + 1)
        ],
    }


@pytest.mark.parametrize("count", [3, 15])
def test_an_axis_has_three_to_fifteen_sectors(count: int) -> None:
    """Ruling 75; what is left out keeps its default."""
    judged = axes.judge(short(count))
    assert judged.axis is not None and len(judged.axis.sector) == count
    assert judged.axis.at_limit == "stalemate"
    assert [sector.battle for sector in judged.axis.sector] == [
        False, *([True] * (count - 2)), False,
    ]  # fmt: skip
    assert judged.notes == (
        Fault("chart", "no terrain chart: the players set up the table as they agree"),
    )


def test_two_sectors_are_too_few_and_sixteen_too_many() -> None:
    few = axes.judge(short(2)).faults
    assert few[-1] == Fault("sector", "an axis has 3 to 15 sectors, and this one 2")
    many = [str(fault) for fault in axes.judge(short(16)).faults]
    assert "sector[16].place: expected a whole number from 1 to 15, got 16" in many


def test_a_rule_that_no_sector_names_is_noted() -> None:
    text = changed(('rules = ["heavy-guns"]\n', ""))
    judged = axes.judge_text(text)
    assert judged.axis is not None
    told = f"line {line(text, '[rule.heavy-guns]')}, rule.heavy-guns: no sector names this rule"
    assert [str(note) for note in judged.notes] == [told]


def test_a_file_that_is_no_toml_or_no_table_says_so() -> None:
    assert faults("id = x") == ["not TOML: see line 1, column 6"]
    listed = axes.judge_text("[1, 2]", as_json=True)
    assert [str(fault) for fault in listed.faults] == ["expected keys with values, got [1, 2]"]


def test_lines_are_told_in_json_and_behind_a_byte_order_mark() -> None:
    table = {**tomllib.loads(FULL), "chart": "dessert"}
    text = "\ufeff" + json.dumps(table, indent=1)
    told = axes.judge_text(text, as_json=True).faults
    assert [str(fault) for fault in told] == [
        f"line {line(text, 'dessert')}, chart: there is no 'dessert'; did you mean desert?"
    ]


def test_a_file_nested_too_deeply_is_told_in_one_line() -> None:
    """The parser reads 900 levels; whoever judges them needs more room than there is."""
    levels = 900
    text = '{"rule":' + '{"a":' * levels + "1" + "}" * levels + "}"
    (fault,) = axes.judge_text(text, as_json=True).faults
    assert str(fault).endswith("not JSON: it is nested too deeply")


def test_a_file_may_cite_its_source_line_by_line() -> None:
    """`lines` in any table says where something is written, and changes nothing."""
    text = changed()
    cited = text.replace("[[sector]]", '[[sector]]\nlines = "11391-11408"', 1)
    assert faults(cited) == [] and axes.judge_text(cited).axis == axes.judge_text(text).axis
