"""FoW Choosing Your Force: rosters as CSV and as commands have them, and a club's army list."""

import csv
import time
from importlib.resources import files
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.fow.forces import rosters
from campaign.fow.forces.validity import force_rule, prices
from events.fow.forces import Platoon

HEAD = "id,name,class,points,squads,recce,transport,allied,infantry_teams,skill,motivation\n"
SHEET = HEAD + (
    "hq,Company HQ,hq,45,,,,,4,,\n"
    "rifle-1,1st Platoon,combat,195,3,,,,10,,\n"
    "trucks,Trucks,support,20,,,yes,,,,\n"
    "gurkhas,Gurkhas,support,210,3,x,no,yes,10,veteran,fearless\n"
)
PLATOONS = (
    Platoon(id="hq", unit_class="hq", points=45, name="Company HQ", infantry_teams=4),
    Platoon(
        id="rifle-1",
        unit_class="combat",
        points=195,
        name="1st Platoon",
        squads=3,
        infantry_teams=10,
    ),
    Platoon(id="trucks", unit_class="support", points=20, name="Trucks", transport=True),
    Platoon(
        id="gurkhas",
        unit_class="support",
        points=210,
        name="Gurkhas",
        squads=3,
        recce=True,
        allied=True,
        infantry_teams=10,
        skill="veteran",
        motivation="fearless",
    ),
)


def told(text: str) -> list[str]:
    """The faults of a roster, in words."""
    return [str(bad) for bad in rosters.read_roster(text).bad]


# --- rosters ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        SHEET,
        "\ufeff" + SHEET,
        SHEET.replace("\n", "\r\n"),
        SHEET.replace(",", ";"),
        SHEET.replace(",", "\t"),
        SHEET.replace("rifle-1,1st Platoon", '"rifle-1","1st Platoon"'),
        SHEET.replace("\nrifle", "\n\n,,,,,,,,,,\nrifle"),
        SHEET.replace("hq,45", "HQ, 45 ").replace("veteran", "Veteran"),
        SHEET.rstrip("\n"),
    ],
    ids=[
        "plain",
        "bom",
        "crlf",
        "semicolons",
        "tabs",
        "quotes",
        "blanks",
        "spaces",
        "no-last-line-end",
    ],
)
def test_a_roster_reads_alike_however_it_was_saved(text: str) -> None:
    assert rosters.read_roster(text) == rosters.Sheet(PLATOONS)


def test_what_a_roster_may_leave_out_is_left_out() -> None:
    """Four columns are enough; a force of several companies names each platoon's in one more."""
    short = "id,name,class,points,company\nhq,,hq,50,first\na,,combat,300,first\n"
    assert [(one.id, one.company, one.squads) for one in rosters.read_roster(short).rows] == [
        ("hq", "first", 0),
        ("a", "first", 0),
    ]


def test_a_force_written_as_a_sheet_reads_back_as_the_same_force() -> None:
    assert rosters.read_roster(rosters.written_roster(PLATOONS)).rows == PLATOONS
    assert rosters.roster_template() == HEAD
    of_two = (Platoon(id="hq", unit_class="hq", points=1, company="first"),)
    assert rosters.read_roster(rosters.written_roster(of_two)).rows == of_two


def test_every_bad_row_is_told_at_once_with_its_line() -> None:
    text = HEAD + (
        "hq,Company HQ,hq,45,,,,,4,,\n"
        "Rifle 1,1st Platoon,combt,-5,three,maybe,,,1000,veterann,\n"
        "hq,,combat,,,,,,,,\n"
        "gurkhas,,combat,100,,,,yes,,,bold\n"
        "lorries,,hq,10,,,yes,,,,\n"
        "short,row\n"
    )
    assert told(text) == [
        "line 3, id: expected lower-case letters, digits and hyphens, such as rifle-1, "
        "got 'Rifle 1'",
        "line 3, class: expected hq, combat, weapons or support, got 'combt'; did you mean combat?",
        "line 3, skill: expected conscript, trained or veteran, or nothing, got 'veterann'; "
        "did you mean veteran?",
        "line 3, points: expected a whole number from 0 to 9999, got '-5'",
        "line 3, squads: expected a whole number from 0 to 99, or nothing, got 'three'",
        "line 3, infantry_teams: expected a whole number from 0 to 999, or nothing, got '1000'",
        "line 3, recce: expected yes, no or nothing, got 'maybe'",
        "line 4, id: hq is on line 2 already",
        "line 4, points: is empty; write a whole number from 0 to 9999",
        "line 5, motivation: expected reluctant, confident or fearless, or nothing, got 'bold'",
        "line 5, class: expected support: an allied platoon counts as Support",
        "line 6, transport: the headquarters is no Transport Platoon",
        "line 7: has 2 columns, and needs 11",
    ]
    assert rosters.read_roster(text).rows == ()


def test_a_long_name_and_an_empty_sheet_are_told() -> None:
    assert told(HEAD) == ["line 1: there are no platoons below the headers"]
    assert told(f"{HEAD}a,{'n' * 81},combat,5,,,,,,,") == [
        "line 2, name: takes one line of up to 80 characters"
    ]
    assert told(f'{HEAD}a,"two\nlines",combat,5,,,,,,,') == [
        "line 2, name: takes one line of up to 80 characters"
    ]
    assert told("id,name,class,points,company\na,,hq,5,First Company\n") == [
        "line 2, company: expected an id, such as first, or nothing, got 'First Company'"
    ]
    assert "did you mean points?" in " ".join(told("id,name,class,point\nhq,,hq,5\n"))


def test_a_command_s_platoons_follow_the_same_rules() -> None:
    platoons = (
        Platoon(id="hq", unit_class="hq", points=45),
        Platoon(id="hq", unit_class="combat", points=-1),
        Platoon(id="Two words", unit_class="weapons", points=5, allied=True),
    )
    refused = rosters.refused(platoons)
    assert refused is not None and refused.rule is None and refused.about.field == "platoons"
    assert refused.reason == (
        "platoons: hq: id hq is on platoon 1 already; "
        "hq: points expected a whole number from 0 to 9999, got '-1'; "
        "Two words: id expected lower-case letters, digits and hyphens, such as rifle-1, "
        "got 'Two words'; "
        "Two words: class expected support: an allied platoon counts as Support"
    )
    assert rosters.refused(PLATOONS) is None


def test_a_thousand_rows_are_read_and_no_more() -> None:
    """A thousand platoons in well under a second; one more is one too many."""
    rows = [f"p-{number},,combat,10,,,,,,,\n" for number in range(1000)]
    begins = time.process_time()
    assert len(rosters.read_roster(HEAD + "".join(rows)).rows) == 1000
    assert time.process_time() - begins < 1
    assert told(HEAD + "".join([*rows, "one-more,,combat,10,,,,,,,\n"])) == [
        "line 1002: a force has at most 1,000 platoons"
    ]


@given(st.text(alphabet=';,\t\n"ab1-é', max_size=80))
def test_no_sheet_breaks_the_reader(text: str) -> None:
    """Whatever a file holds, it is platoons or faults, never both and never neither."""
    for head in ("", HEAD):
        found = rosters.read_roster(head + text)
        assert bool(found.rows) != bool(found.bad)


# --- the numbers --------------------------------------------------------------------------------


def test_the_numbers_are_the_book_s() -> None:
    """pp. 183-186 and 237-240."""
    numbers = ("small", "min-combat", "company-min-combat", "sniper", "handy", "sectors")
    assert [force_rule(slug) for slug in numbers] == [600, 2, 2, 50, 1500, 7]
    assert prices() == {
        "casualties": 0,
        "squads": 0,
        "support": 0,
        "air": 0,
        "add-platoon": 5,
        "remove-platoon": 5,
        "swap-platoon": 5,
        "change-mission": 5,
    }


@pytest.mark.parametrize("name", ["force_rules", "reorganisation"])
def test_no_table_cites_lines_of_the_book(name: str) -> None:
    text = files("campaign.fow").joinpath(f"tables/{name}.csv").read_text("utf-8")
    rows = list(csv.DictReader(StringIO(text)))
    assert rows and "lines" not in rows[0] and all(row["page"] for row in rows)
