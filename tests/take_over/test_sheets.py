"""Three sheets of different layout with planted faults: every one is named at its cell."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from campaign.kernel.decisions import Refused
from campaign.kernel.interview.positions import TRIAL, CellFinding, ReadPosition, read_position
from campaign.kernel.opening import OpenCampaign
from campaign.lif.scenarios.taking_over import TABLES
from campaign.lif.system import SYSTEM
from campaign.text.cells import rewritten
from campaign.text.shapes import Fault

HERE = Path(__file__).parent
FAULTS = tomllib.loads((HERE / "faults.toml").read_text())


def read(text: str) -> ReadPosition:
    """A sheet as it is read."""
    position = read_position(text, TABLES, "form")
    assert not isinstance(position, Fault)
    return position


@pytest.mark.parametrize("sheet", FAULTS)
def test_every_planted_fault_is_named_at_its_cell(sheet: str) -> None:
    position = read((HERE / "sheets" / sheet).read_text())
    for which, is_open in (("open", True), ("read", False)):
        expected = FAULTS[sheet][which]
        named = {one.where: one.text for one in position.findings if one.is_open is is_open}
        assert named.keys() == expected.keys()
        assert {cell: named[cell][: len(text)] for cell, text in expected.items()} == expected


@pytest.mark.parametrize("sheet", FAULTS)
def test_a_sheet_whose_cells_are_settled_is_the_position(sheet: str) -> None:
    """Cells are written anew and rows left out as on the page; the others stay as they were."""
    settled = FAULTS[sheet]["settled"]
    text = (HERE / "sheets" / sheet).read_text()
    text = rewritten(text, settled["change"], frozenset(settled["without"]))
    position = read(text)
    assert list(map(str, position.open)) == []
    stated = msgspec.json.encode(position.request["extras"]["position"])
    assert msgspec.json.decode(stated) == settled["position"]
    decided = SYSTEM.rules.open(OpenCampaign(name="club", **position.request), TRIAL)
    assert not isinstance(decided, Refused), decided


def test_a_row_that_is_left_out_is_counted_and_not_read() -> None:
    position = read((HERE / "sheets" / "table.md").read_text())
    assert position.left_out == (20,)
    assert position.request["extras"]["position"]["left_out"] == [20]


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("12", "1941-JA"),
        ("1941-jf", "1941-JF"),
        ("Jan/Feb 41", "1941-JF"),
        ("Mär/Apr 1942", "1942-MA"),
        ("ND 39", "1939-ND"),
    ],
)
def test_a_turn_is_read_in_every_common_form(typed: str, turn: str) -> None:
    """LiF 6: Global War begins in September/October 1939, so its turn 12 is July/August 1941."""
    position = read(f"turn\t{typed}\n")
    assert position.open == ()
    assert position.request["extras"]["position"]["turn"] == turn


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("1939-JA", "1939-JA is not between the first turn, 1939-SO, and the last, 1945-JA"),
        ("Jan/Apr 41", "Jan/Apr 41 is no turn; write it as 1941-JF, or count it: 12"),
        ("37", "1945-SO is not between the first turn, 1939-SO, and the last, 1945-JA"),
    ],
)
def test_a_turn_outside_of_the_war_is_named(typed: str, text: str) -> None:
    assert [one.text for one in read(f"turn\t{typed}\n").open] == [text]


def test_a_sheet_without_its_turn_is_asked_for_it() -> None:
    assert read("").open == read("\n\n").open != ()
    (finding,) = read("Power\tPoints\nGermany\t3\n").open
    assert isinstance(finding, CellFinding)
    assert str(finding).startswith("A1 (turn): say which turn it is")


@pytest.mark.parametrize("cell", ["?", "x" * 10_000, "=" * 300])
def test_a_strange_cell_is_named_and_shown_in_short(cell: str) -> None:
    position = read(f"turn\t12\n\nPower\tPoints\n{cell}\t{cell}\n?\t!\n")
    assert {one.where for one in position.open} == {"A4", "B4", "A5", "B5"}
    assert all(len(str(one)) < 400 for one in position.open)


def test_rows_without_heads_are_named() -> None:
    position = read("turn\t12\nRommel\tmap\tE1429\n")
    assert [one.where for one in position.open] == ["A2"]
    assert "no heads of columns stand above this row" in position.open[0].text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "PK\x03\x04 and more",
            "this is no text, but another file; save as CSV, or paste the cells",
        ),
        ("a\0b", "this is no text, but another file; save as CSV, or paste the cells"),
        ("Germany\t3\n" * 2_001, "2,001 rows are too many; at most 2,000"),
        ("x" * 500_001, "500,001 letters are too many; at most 500,000"),
        ('a,"' + "b" * 140_000, "a cell is too long"),
        ("a," * 60 + "b\n", "row 1 has more than 60 columns"),
    ],
)
def test_what_is_no_sheet_is_refused_whole(text: str, why: str) -> None:
    fault = read_position(text, TABLES, "form")
    assert isinstance(fault, Fault)
    assert fault.text.startswith(why)


def test_points_beside_players_are_asked_for_and_not_lost() -> None:
    """A table of who plays what that also has points is read for its players alone."""
    position = read("turn;12\n\npower;veto points;player\nGermany;3;Anna\nUSSR;4;Ben\n")
    text = "no figures are read beside these heads; give power and points a table of their own"
    assert {one.where: one.text for one in position.open} == {"B3": text}
