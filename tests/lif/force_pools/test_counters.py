"""The leader counters: the kit's own sheet, and a club's."""

import csv
import io

import pytest

from campaign.kernel.decisions import Refused
from campaign.lif import roster
from campaign.lif.roster import COLUMNS, POWERS, kit, read_sheet

HEADER = ",".join(COLUMNS)
ROW = "own-leader,Own Leader,usa,4,1941,,,2 36"


def test_lif_1_the_kit_has_58_leaders_of_three_to_five_stars() -> None:
    """LiF 1, ruling 4: each of a major power but the Finn and the Spaniard, with his abilities."""
    sheet = kit()
    assert len(sheet) == 58
    assert all(3 <= leader.rank <= 5 for leader in sheet.values())
    minors = {leader.id: leader.power for leader in sheet.values() if roster.is_minor(leader)}
    assert minors == {"mannerheim": "finland", "franco": "spain"}
    assert {leader.power for leader in sheet.values()} == {*POWERS, "finland", "spain"}
    assert all(leader.abilities for leader in sheet.values())
    assert all(bool(leader.year) != bool(leader.mark) for leader in sheet.values())


def test_lif_1_a_leader_has_a_year_or_a_mark() -> None:
    """LiF 1: Rommel comes in 1940; Patton waits for the war with Germany, De Gaulle for a France.

    Darlan is Vichy's, De Lattre Free France's.
    """
    sheet = kit()
    assert (sheet["rommel"].year, sheet["rommel"].mark) == (1940, "")
    assert (sheet["patton"].year, sheet["patton"].mark) == (None, "Ge")
    assert (sheet["de-gaulle"].year, sheet["de-gaulle"].mark) == (None, "free-france")
    assert sheet["darlan"].allegiance == "vichy-france"
    assert sheet["de-lattre"].allegiance == "free-france"


def test_ruling_4_a_club_s_own_sheet_goes_through_the_opening_event() -> None:
    """Ruling 4: its counters are stored with the campaign; the kit's own need not be."""
    sheet = read_sheet(f"{HEADER}\n{ROW}\n")
    assert isinstance(sheet, dict)
    assert roster.from_rows(roster.as_rows(sheet)) == sheet
    assert roster.as_rows(kit()) == ()
    assert roster.from_rows(()) == kit()
    written = io.StringIO()
    writer = csv.DictWriter(written, COLUMNS)
    writer.writeheader()
    for leader in kit().values():
        told = {name: getattr(leader, name) for name in COLUMNS}
        writer.writerow({**told, "abilities": " ".join(map(str, leader.abilities))})
    assert read_sheet(written.getvalue()) == kit()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "the first line"),
        ("id,name\n", "the first line"),
        (f"{HEADER}\n", "no leaders"),
        (f"{HEADER}\n{ROW}\n{ROW}\n", "line 3: own-leader stands here twice"),
        (f"{HEADER}\nx,X,usa,4,1941\n", "line 2: needs 8 columns"),
        (f"{HEADER}\n{ROW},more\n", "line 2: needs 8 columns"),
        (f"{HEADER}\n{ROW.replace(',4,', ',four,')}\n", "line 2: rank must be"),
        (f"{HEADER}\n{ROW.replace('1941', 'soon')}\n", "line 2: year must be"),
        (f"{HEADER}\n{ROW.replace('1941', '')}\n", "line 2: needs a year or a mark"),
        (f"{HEADER}\n{ROW.replace('1941,', '1941,Ge')}\n", "line 2: needs a year or a mark"),
        (f"{HEADER}\n{ROW.replace('1941,', ',Xx')}\n", "line 2: mark must be"),
        (f"{HEADER}\n{ROW.replace(',usa,', ',,')}\n", "line 2: power must be"),
        (f"{HEADER}\n{ROW.replace('2 36', '2 123')}\n", "line 2: abilities must be"),
        (f"{HEADER}\n{ROW.replace('own-leader', 'own leader')}\n", "line 2: id must be"),
        (f"{HEADER}\n{ROW.replace('own-leader', 'Own-Leader')}\n", "line 2: id must be"),
        (f"{HEADER}\n{ROW.replace('own-leader', '')}\n", "line 2: id must be"),
        (f"{HEADER}\n{ROW.replace(',4,', ',9,')}\n", "line 2: rank must be"),
    ],
)
def test_ruling_4_the_first_row_that_is_none_is_named(text: str, named: str) -> None:
    """Ruling 4: one line that says where and what, and no sheet at all."""
    refused = read_sheet(text)
    assert isinstance(refused, Refused)
    assert refused.rule is None
    assert named in refused.reason and "\n" not in refused.reason
