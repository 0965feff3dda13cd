"""LiF 5.3.2, 5.3.3, ruling 38: the chart of options and actions, the kit's and the club's."""

from typing import Any

import msgspec
import pytest

from campaign.kernel.decisions import Decision, Refused
from campaign.lif.state import State, UsEntry
from campaign.lif.us_entry import chart
from campaign.lif.us_entry.verbs import sheets
from campaign.text.csv_sheets import JudgedSheet
from events.lif.us_entry import ChartRow
from support.rules_table import decided, opened, then

HEADER = ",".join(sheets.CHART_COLUMNS)


def sheet(*rows: str) -> JudgedSheet[ChartRow]:
    """A sheet of these rows below the headers."""
    return sheets.read("\n".join([HEADER, *rows]) + "\n")


def faults(found: JudgedSheet[ChartRow]) -> list[tuple[int, str]]:
    """Line and column of every fault."""
    return [(bad.line, bad.column) for bad in found.bad]


def imports(state: State, *rows: dict[str, Any], by: str = "host") -> Decision:
    """What a chart of these rows comes to."""
    return decided(state, "ImportEntryChart", rows=rows, source="our chart", by=by)


def after(state: State, *rows: dict[str, Any]) -> State:
    """The campaign after an import that must be accepted."""
    return then(state, "ImportEntryChart", rows=rows, source="our chart")


def option(number: int, **told: Any) -> dict[str, Any]:
    """An option of the club's chart."""
    return {"kind": "option", "number": number, **told}


def action(number: int, **told: Any) -> dict[str, Any]:
    """An action of the club's chart."""
    return {"kind": "action", "number": number, **told}


def refusal(found: object) -> Refused:
    """A refusal, which it must be."""
    assert isinstance(found, Refused), found
    return found


# --- the kit's rows -----------------------------------------------------------------------------


def test_lif_5_3_2_the_options_that_the_kit_prints_or_names() -> None:
    """LiF 5.3.2, 6: ten options in full; 11, 22 and 31 named by them, 1 and 4 by the scenario."""
    numbers = [row.number for row in chart.kit().values() if row.kind == "option"]
    assert numbers == [1, 4, 11, 12, 18, 22, 31, 32, 33, 34, 37, 40, 44, 46, 49]
    unnamed = [row.number for row in chart.kit().values() if row.kind == "option" and not row.name]
    assert unnamed == [1, 4, 11, 22, 31]


def test_lif_5_3_3_the_actions_that_the_kit_prints_or_names() -> None:
    """LiF 5.3.3, 6: seven actions in full, each Japan's or Germany's; five by number alone."""
    rows = {row.number: row.power for row in chart.kit().values() if row.kind == "action"}
    japan, germany = dict.fromkeys((3, 10, 11, 12), "japan"), dict.fromkeys((16, 17, 18), "germany")
    assert rows == {**japan, **germany, **dict.fromkeys((7, 8, 25, 26, 27), "")}


def test_ruling_38_the_kit_invents_no_number() -> None:
    """No level, no tension, no entry number stands in our sources; one option names its enemy."""
    for row in chart.kit().values():
        assert (row.level, row.germany_italy, row.japan) == (None, None, None)
    assert {row.number: row.colour for row in chart.kit().values() if row.colour} == {32: "red"}


def test_ruling_38_a_missing_number_is_named() -> None:
    """The refusal says which number of which row, and where it is to come from."""
    ten = chart.row(UsEntry(), "action", 10)
    assert isinstance(ten, ChartRow)
    assert refusal(chart.number(ten, "japan")) == Refused(
        "Ruling 38",
        "action 10: its number for Japan's entry pool is unknown (our sources do not have it); "
        "import it from your own chart",
    )
    eighteen = chart.row(UsEntry(), "option", 18)
    assert isinstance(eighteen, ChartRow)
    told = refusal(chart.number(eighteen, "germany-italy"))
    assert told.reason.startswith(
        "option 18: its number for Germany/Italy's tension pool is unknow"
    )
    assert refusal(chart.level(eighteen)).rule == "Ruling 38"
    assert "option 18: its entry level is unknown" in refusal(chart.level(eighteen)).reason
    assert "option 18: its colour is unknown" in chart.unknown(eighteen, "its colour").reason


def test_ruling_38_a_club_s_row_that_lacks_a_number_blames_no_source() -> None:
    """A row of the club's own is filled in by the club alone."""
    state = after(opened(), option(60, colour="red"))
    row = chart.row(state.entry, "option", 60)
    assert isinstance(row, ChartRow)
    assert "(your chart leaves it empty)" in refusal(chart.level(row)).reason


@pytest.mark.parametrize(("kind", "number"), [("option", 60), ("action", 1)])
def test_ruling_38_a_row_nobody_knows_is_refused(kind: Any, number: int) -> None:
    """It is named, and so is the way to bring it."""
    told = refusal(chart.row(UsEntry(), kind, number))
    text = "is neither in the kit nor in your chart; import its row with"
    reason = f"{kind} {number} {text} `campaign us-entry import`"
    assert (told.rule, told.reason) == ("Ruling 38", reason)


# --- importing ----------------------------------------------------------------------------------


def test_ruling_38_the_club_fills_in_what_the_kit_leaves_open() -> None:
    """The club's numbers, the kit's name where the club has none."""
    state = after(opened(), option(18, colour="gray", level=12, germany_italy=7))
    row = chart.row(state.entry, "option", 18)
    assert isinstance(row, ChartRow)
    assert row.name == "Resources to Allies"
    assert (row.colour, chart.level(row), chart.number(row, "germany-italy")) == ("gray", 12, 7)
    assert isinstance(chart.number(row, "japan"), Refused)


def test_ruling_38_the_club_s_name_and_colour_go_before_the_kit_s() -> None:
    """A chart is right about itself."""
    state = after(opened(), option(32, name=" To Singapore ", colour="green", germany_italy=3))
    row = chart.row(state.entry, "option", 32)
    assert isinstance(row, ChartRow)
    assert (row.name, row.colour, row.germany_italy) == ("To Singapore", "green", 3)
    assert not row.once
    again = chart.row(after(state, option(32, once=True)).entry, "option", 32)
    assert isinstance(again, ChartRow) and again.once


def test_ruling_38_a_row_of_the_club_s_own_joins() -> None:
    """An option and an action that the kit does not name."""
    state = after(opened(), option(60, level=0, japan=10), action(1, power="italy", japan=-5))
    assert list(state.entry.chart) == ["option 60", "action 1"]
    row = chart.row(state.entry, "action", 1)
    assert isinstance(row, ChartRow)
    assert (row.power, chart.number(row, "japan")) == ("italy", -5)


def test_ruling_38_a_row_imported_again_replaces_the_one_before() -> None:
    """A slip of the pen is put right; what the new row leaves empty is empty again."""
    state = after(opened(), option(60, level=10, japan=7, once=True))
    state = after(state, option(60, level=12))
    row = chart.row(state.entry, "option", 60)
    assert row == ChartRow("option", 60, level=12)


def test_ruling_38_rows_that_say_nothing_new_are_left_out() -> None:
    """The same chart serves twice, and a chart with nothing new is refused."""
    state = after(opened(), option(60, level=10))
    events: Any = imports(state, option(60, level=10), option(61, level=3), action(7))
    assert [row.number for row in events[0].rows] == [61]
    assert refusal(imports(state, option(60, level=10), option(12))).rule == "Record"


@pytest.mark.parametrize(
    ("row", "column"),
    [
        (option(0), "number"),
        (option(100), "number"),
        (option(60, name="x" * 81), "name"),
        (option(60, name="two\nlines"), "name"),
        (option(60, power="usa"), "power"),
        (option(60, level=-1), "level"),
        (option(60, level=1000), "level"),
        (option(60, japan=100), "japan"),
        (option(60, germany_italy=-100), "germany_italy"),
        (option(60, colour="red", germany_italy=1), "germany_italy"),
        (option(60, colour="gray", japan=1), "japan"),
        (option(32, germany_italy=1), "germany_italy"),
        (action(1, level=3), "level"),
        (action(1, colour="red"), "colour"),
        (action(1, power="finland"), "power"),
    ],
)
def test_ruling_38_a_row_that_cannot_be_is_malformed(row: dict[str, Any], column: str) -> None:
    """The row and its column are named."""
    told = refusal(imports(opened(), row))
    assert told.rule is None
    assert told.reason.startswith(f"rows: {row['kind']} {row['number']}: {column} ")


def test_ruling_38_the_limits_themselves_will_do() -> None:
    """Levels 0 to 999, numbers -99 to 99, rows 1 to 99."""
    state = after(
        opened(),
        option(1, level=0, germany_italy=99, colour="gray", name="x" * 80),
        option(99, level=999, japan=0, colour="red"),
        action(99, germany_italy=-99, japan=99),
    )
    assert len(state.entry.chart) == 3


def test_ruling_38_a_row_stands_in_a_chart_once() -> None:
    """Two rows of one kind and number contradict each other or say nothing."""
    told = refusal(imports(opened(), option(60), option(60, level=1)))
    assert (told.rule, told.reason) == (None, "rows: option 60 is listed twice")


def test_lif_5_3_3_the_kit_s_actions_keep_their_powers() -> None:
    """Action 10 is Japan's, 16 Germany's; who takes action 7 is the chart's to say."""
    told = refusal(imports(opened(), action(10, power="germany")))
    assert told == Refused("LiF 5.3.3", "action 10: its power is japan, and cannot be germany")
    state = after(opened(), action(7, power="italy"), action(16, power="germany", japan=1))
    assert state.entry.chart["action 7"].power == "italy"


def test_members_the_host_imports_the_chart() -> None:
    """Not even the USA's player does."""
    state = then(opened(), "EnrolMember", member="ben", name="Ben", roles=["player"])
    assert refusal(imports(state, option(60, level=1), by="ben")).rule == "Members"


def test_lif_5_3_a_campaign_without_us_entry_has_no_chart() -> None:
    """The list edition does not have chapter 5.3."""
    told = refusal(imports(opened(rulebook="lif-list"), option(60, level=1)))
    assert told.rule == "Module us-entry"


# --- the sheet ----------------------------------------------------------------------------------


def test_ruling_38_the_template_holds_the_kit_and_reads_as_blank() -> None:
    """Its 27 rows say nothing that the tracker does not know."""
    found = sheets.read(sheets.chart_template())
    assert sheets.chart_template().splitlines()[0] == HEADER
    assert found == JudgedSheet({}, (), tuple(chart.kit()))
    assert len(found.blank) == 27


def test_ruling_38_a_filled_in_sheet_is_what_the_import_takes() -> None:
    """A sheet as a spreadsheet writes it: its mark, its blanks, capitals, its order."""
    text = "\ufeff" + ";".join(sheets.CHART_COLUMNS) + "\r\n"
    text += "Option;18; Resources ;Grey;;12;7;;yes\r\n\r\naction;10;;;Japan;;;-14;\r\n"
    found = sheets.read(text)
    assert found.bad == ()
    assert found.rows == {
        2: ChartRow("option", 18, "Resources", "gray", level=12, germany_italy=7, once=True),
        4: ChartRow("action", 10, power="japan", japan=-14),
    }
    state = after(opened(), *(msgspec.to_builtins(row) for row in found.good))
    assert set(state.entry.chart) == {"option 18", "action 10"}


def test_ruling_38_columns_stand_in_any_order() -> None:
    """The headers say which is which."""
    found = sheets.read(
        "number,kind,name,once,japan,germany_italy,level,power,colour\n60,option,,,7,,9,,\n"
    )
    assert found.good == (ChartRow("option", 60, level=9, japan=7),)


def test_ruling_38_every_fault_of_every_row_is_told() -> None:
    """Line and column of each, and the good row among them is read."""
    found = sheet(
        "choice,0,,blue,,x,1.5,+3,maybe",
        "option,60,,red,,10,,7,",
        "action,100,,,japam,,,,",
        "option,60,,red,,11,,,",
    )
    assert faults(found) == [
        (2, "kind"), (2, "number"), (2, "colour"), (2, "level"), (2, "germany_italy"),
        (2, "japan"), (2, "once"), (4, "number"), (4, "power"), (5, "number"),
    ]  # fmt: skip
    assert list(found.rows) == [3]
    told = {(bad.line, bad.column): bad.text for bad in found.bad}
    assert told[2, "kind"] == "expected option or action, got 'choice'"
    assert told[2, "number"].startswith("expected a whole number from 1 to 99, got ")
    assert told[2, "colour"].startswith(
        "expected one of red, gray, green, or nothing where it is unknown, got "
    )
    assert "from 0 to 999" in told[2, "level"]
    assert "from -99 to 99" in told[2, "japan"]
    assert told[2, "once"].startswith("expected yes or no, got ")
    assert told[4, "power"].endswith("did you mean japan?")
    assert told[5, "number"] == "option 60 is on line 3 already"


@pytest.mark.parametrize(
    ("row", "column", "told"),
    [
        (",60,,,,,,,", "kind", "is empty; write option or action"),
        ("option,,,,,,,,", "number", "is empty; write a whole number"),
        ("option,60,,,usa,,,,", "power", "is for actions only"),
        ("action,60,,red,,,,,", "colour", "is for options only"),
        ("action,60,,,,9,,,", "level", "is for options only"),
        ("option,60,,red,,,4,,", "germany_italy", "aimed at Japan"),
        ("option,60,,gray,,,,4,", "japan", "aimed at Germany/Italy"),
        ("action,60,,,sweden,,,,", "power", "expected one of germany"),
        ("action,10,,,germany,,,,", "power", "cannot be germany (LiF 5.3.3)"),
        ("option,60,,,,1000,,,", "level", "from 0 to 999"),
        ("option,60,,,,-1,,,", "level", "from 0 to 999"),
        ("option,60,,,,,-100,,", "germany_italy", "from -99 to 99"),
        ("option,60,,,,,--5,,", "germany_italy", "expected a whole number"),
        (f"option,60,,,,{'9' * 5000},,,", "level", f"got '{'9' * 40}…'"),
        ("option,60,,,,²,,,", "level", "expected a whole number"),
        ("option,60,a\u202eb,,,,,,", "name", "one line"),
        ("option,60", "", "has 2 columns, and needs 9"),
    ],
)
def test_ruling_38_a_fault_says_what_would_do(row: str, column: str, told: str) -> None:
    """One fault in its line and column."""
    (bad,) = sheet(row).bad
    assert (bad.line, bad.column) == (2, column)
    assert told in bad.text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", f"line 1: the first line must read {HEADER}"),
        (f"{HEADER}\n", "line 1: there are no options or actions below the headers"),
        (
            HEADER.replace("colour", "color") + "\n",
            "line 1, color: is no column; did you mean colo",
        ),
        (HEADER.replace(",once", "") + "\n", "line 1, once: is missing"),
        (f'{HEADER}\noption,60,"open,,,,,,\n', "line 2: is no CSV from here on"),
    ],
)
def test_ruling_38_a_sheet_that_is_none_is_told(text: str, told: str) -> None:
    """The fault is one of those that are told."""
    found = sheets.read(text)
    assert not found.rows
    assert any(str(bad).startswith(told) for bad in found.bad), [str(bad) for bad in found.bad]


def test_ruling_38_colours_of_the_sheet_are_those_of_the_record() -> None:
    """LiF 5.3.2: red, gray and green."""
    assert set(sheets.COLOURS) == {"red", "gray", "green"}
