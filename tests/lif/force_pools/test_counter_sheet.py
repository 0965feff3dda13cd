"""LiF 5.4: a club's counter sheet: the template, good rows, and every fault of the bad ones."""

import csv

import msgspec
import pytest

from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.lif import roster
from campaign.lif.force_pools import kit as counters_kit
from campaign.lif.force_pools.checks import COLUMNS, STARTS, judge, read, template
from campaign.lif.scenarios.catalogue import MODULES
from campaign.lif.state import State
from campaign.lif.system import SYSTEM
from campaign.text.csv_sheets import JudgedSheet
from events.base import Event
from events.lif.force_pools import Counter, CountersAdded
from support.rules_table import opened, refusal, then

HEADER = ",".join(COLUMNS)


def sheet(*rows: str) -> JudgedSheet[Counter]:
    """A sheet of these rows below the headers."""
    return read("\n".join([HEADER, *rows]) + "\n")


def faults(found: JudgedSheet[Counter]) -> list[tuple[int, str]]:
    """Line and column of every fault."""
    return [(bad.line, bad.column) for bad in found.bad]


def campaign(rulebook: str = "lif-1998", **modules: bool) -> State:
    """A campaign of autumn 1942."""
    turns = {"scenario": "custom", "first_turn": "1942-SO", "last_turn": "1945-JA"}
    played = {name.replace("_", "-"): is_played for name, is_played in modules.items()}
    return opened(rulebook=rulebook, modules=played, **turns)


def added(state: State, found: JudgedSheet[Counter]) -> State:
    """The campaign after a sheet without faults was imported."""
    judged = judge(state, found)
    assert not judged.bad
    return then(state, "AddCounters", counters=msgspec.to_builtins(judged.counters))


# --- the kit ------------------------------------------------------------------------------------


def test_lif_1_the_kit_has_140_counters() -> None:
    """58 leaders, 8 veto chits, and 74 others: 8 Guards, 17 aircraft, 3 militia, 46 late-war."""
    kit = counters_kit.kit().values()
    sections = [row.rule for row in kit]
    assert len(roster.kit()) == 58
    assert [sections.count(rule) for rule in ("5.1", "5.2", "5.3", "5.4")] == [8, 17, 3, 46]
    assert len(roster.kit()) + 8 + len(kit) == 140


def test_lif_5_1_what_the_sources_name_of_the_guards() -> None:
    """MECH with 11 factors, INF 9-4, INF 8-4 the 7th; five more without a number or a type."""
    guards = [row for row in counters_kit.kit().values() if row.rule == "5.1"]
    assert all(row.power == "ussr" and row.guards_banner for row in guards)
    named = {(row.type, row.combat, row.movement) for row in guards if row.type}
    assert named == {("MECH", 11, None), ("INF", 9, 4), ("INF", 8, 4)}
    assert sum(row.combat is None for row in guards) == 5
    assert counters_kit.kit()["guards-7th"].name.startswith("7th")


def test_lif_5_3_the_militia_by_city() -> None:
    """Nanking and Vladivostok are Japan's, Zagreb is Germany's."""
    militia = {row.id: row.power for row in counters_kit.kit().values() if row.rule == "5.3"}
    assert militia == {
        "militia-nanking": "japan",
        "militia-vladivostok": "japan",
        "militia-zagreb": "germany",
    }


def test_ruling_37_the_column_known_names_the_columns_filled_in() -> None:
    """What the table calls known is there, and what it does not call known is empty."""
    for row in counters_kit.kit().values():
        for field in ("power", "type", "name", "combat", "movement"):
            assert (getattr(row, field) not in (None, "")) == (field in row.known), (row.id, field)


def test_ruling_37_a_check_names_the_number_it_lacks() -> None:
    """The refusal says which counter and which number."""
    army = counters_kit.kit()["guards-5"].counter()
    assert army is not None
    refused = counters_kit.unknown(army, "type", "combat")
    assert refused is not None
    assert refused.rule == "Ruling 37"
    assert "guards-5: type and combat unknown" in refused.reason
    mech = counters_kit.kit()["guards-mech"].counter()
    assert mech is not None
    assert counters_kit.unknown(mech, "type", "combat") is None


# --- the template -------------------------------------------------------------------------------


def test_the_template_has_the_headers_and_the_kits_74_rows() -> None:
    """Headers first, then the kit as far as it is known."""
    rows = list(csv.reader(template().splitlines()))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 75
    assert "guards-mech,ussr,MECH,,11,,,corps,,yes,reserve,," in template().splitlines()


def test_the_template_as_it_is_reads_without_a_fault() -> None:
    """28 rows have an owner; the 46 late-war rows wait to be filled in."""
    found = read(template())
    assert found.bad == ()
    assert len(found.good) == 8 + 17 + 3
    assert len(found.blank) == 46
    assert added(campaign(), found).play.counter_placements["guards-mech"].place == "reserve"


def test_lif_5_2_aircraft_wait_until_the_club_says_when_they_come() -> None:
    """Without a year they are not in the pool; with one they are, once it has come."""
    state = added(campaign(), read(template()))
    assert state.play.counter_placements["german-aircraft-01"].place == "future"
    state = added(state, sheet("german-aircraft-01,germany,FTR,,5,,,,1940,,"))
    assert state.play.counter_placements["german-aircraft-01"].place == "pool"


# --- good rows ----------------------------------------------------------------------------------


def test_a_row_becomes_a_counter() -> None:
    """Numbers are numbers; what is empty is unknown, corps, no Guards, in the pool."""
    (one,) = sheet("su-inf-1,ussr,inf,1st Infantry,6,3,3,division,1943,no,map").good
    assert (one.id, one.power, one.type, one.name) == ("su-inf-1", "ussr", "INF", "1st Infantry")
    assert (one.combat, one.movement, one.cost, one.available) == (6, 3, 3, 1943)
    assert (one.size, one.guards_banner, one.starts) == ("division", False, "map")
    (two,) = sheet("su-inf-2,ussr,INF,,,,,,,,").good
    assert (two.combat, two.size, two.guards_banner, two.starts) == (None, "corps", False, "pool")


def test_columns_in_any_order_semicolons_and_a_byte_order_mark_will_do() -> None:
    """Spreadsheets write what they like."""
    names = sorted(COLUMNS)
    values = {"id": "x", "power": "china", "type": "INF", "combat": "4"}
    text = ";".join(names) + "\r\n" + ";".join(values.get(name, "") for name in names) + "\r\n"
    (one,) = read("\ufeff" + text).good
    assert (one.id, one.power, one.type, one.combat) == ("x", "china", "INF", 4)


def test_a_name_may_hold_commas_and_line_breaks() -> None:
    """Lines are still counted as the reader of the file counts them."""
    found = sheet('x,china,INF,"Army, of\nthe North",,,,,,,', "y,china,INF,,many,,,,,,")
    assert found.good[0].name == "Army, of\nthe North"
    assert faults(found) == [(4, "combat")]


def test_empty_lines_do_not_count() -> None:
    """Neither blank lines nor lines of commas."""
    assert len(sheet("", "x,china,INF,,,,,,,,", ",,,,,,,,,,", "").good) == 1


# --- bad rows -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "column"),
    [
        (",usa,INF,,,,,,,,", "id"),
        ("Big One,usa,INF,,,,,,,,", "id"),
        ("x,,INF,,,,,,,,", "power"),
        ("x,germny,INF,,,,,,,,", "power"),
        ("x,Dutch East,INF,,,,,,,,", "power"),
        ("x,usa,,,,,,,,,", "type"),
        ("x,usa,INF,,strong,,,,,,", "combat"),
        ("x,usa,INF,,-1,,,,,,", "combat"),
        ("x,usa,INF,,,3.5,,,,,", "movement"),
        ("x,usa,INF,,,,100,,,,", "cost"),
        ("x,usa,INF,,,,,army,,,", "size"),
        ("x,usa,INF,,,,,,43,,", "available"),
        ("x,usa,INF,,,,,,,perhaps,", "guards_banner"),
        ("x,usa,INF,,,,,,,,circle", "starts"),
        ("x,ussr,INF,,,,,,,yes,pool", "starts"),
        ("guards-4,,,,,,,,,,pool", "starts"),
        ("x,usa,INF", ""),
        ("x,usa,INF,,,,,,,,,,,", ""),
        ("x,usa,HQ-I,,,,,,,,,perhaps", "hq"),
        ("x,usa,FTR,,,,,,,,,,Old one", "replaces"),
    ],
)
def test_a_bad_row_is_told_with_its_line_and_column(row: str, column: str) -> None:
    """One fault, in one line that says what would be right."""
    found = sheet("good,usa,INF,,,,,,,,", row)
    assert faults(found) == [(3, column)]
    assert len(found.good) == 1
    assert str(found.bad[0]).startswith(f"line 3, {column}: " if column else "line 3: ")


@pytest.mark.parametrize("starts", ["map", "scrapped", "removed", "future"])
def test_lif_5_1_a_guards_army_that_starts_elsewhere_is_a_fault_of_its_line(starts: str) -> None:
    """It is kept in reserve until a promotion; in play it is moved."""
    state = campaign(guards_banner=True)
    found = sheet("good,usa,INF,,,,,,,,", f"guards-4,ussr,INF,,,,,,,yes,{starts}")
    (bad,) = judge(state, found).bad
    assert (bad.line, bad.column) == (3, "starts")
    more = "; the host may move it there afterwards" if starts == "map" else ""
    text = f"expected reserve for the Guards Banner army guards-4, got {starts}{more}"
    assert bad.text == f"{text} (LiF 5.1)"


def test_lif_5_1_a_guards_army_starts_in_reserve_or_waits_for_its_year() -> None:
    """Told so or not; with a year it may wait, and comes to the reserve."""
    rows = ("guards-4,ussr,INF,,,,,,,yes,", "guards-5,ussr,INF,,,,,,,yes,reserve",
            "guards-6,ussr,INF,,,,,,1944,yes,future")  # fmt: skip
    placed = added(campaign(guards_banner=True), sheet(*rows)).play.counter_placements
    assert [placed[who].place for who in ("guards-4", "guards-5", "guards-6")] == [
        "reserve", "reserve", "future",
    ]  # fmt: skip


def test_every_fault_of_every_row_is_told_at_once() -> None:
    """Seven faults in the first row, one in the third; the good rows are known all the same."""
    found = sheet(
        "A b,germny,,,x,y,z,big,,,",
        "good,usa,INF,,,,,,,,",
        "also,usa,INF,,,,,,1066,,",
    )
    columns = ["id", "power", "type", "combat", "movement", "cost", "size"]
    assert faults(found) == [*((2, column) for column in columns), (4, "available")]
    assert [one.id for one in found.good] == ["good"]


def test_an_id_twice_is_told_with_the_line_that_had_it_first() -> None:
    """The second row is at fault."""
    found = sheet("x,usa,INF,,,,,,,,", "y,usa,INF,,,,,,,,", "x,usa,ARM,,,,,,,,")
    assert faults(found) == [(4, "id")]
    assert "line 2" in found.bad[0].text


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", ["", *COLUMNS[:-2]]),
        (HEADER.replace("cost", "costs"), ["", "cost", "costs"]),
        (HEADER + ",cost", ["", "cost"]),
        (HEADER, [""]),
    ],
)
def test_headers_that_will_not_do(text: str, columns: list[str]) -> None:
    """A column missing, twice or unknown; a sheet with nothing in it."""
    found = read(text)
    assert [bad.column for bad in found.bad] == columns
    assert found.good == ()


def test_what_is_no_csv_is_told_where_it_breaks_off() -> None:
    """A quotation mark that nothing closes."""
    found = sheet("x,usa,INF,,,,,,,,", 'y,usa,"INF')
    assert faults(found) == [(3, "")]


# --- against a campaign -------------------------------------------------------------------------


def test_rows_that_the_campaign_refuses_are_all_told() -> None:
    """With the line, the column where one is at fault, and the rule."""
    state = added(campaign(), sheet("guards-4,ussr,ARM,,10,,,,,yes,", "x,usa,INF,,5,,,,,,"))
    found = sheet(
        "guards-4,ussr,ARM,,11,,,,,yes,",
        "x,usa,INF,,6,,,,,,",
        "late-war-01,ussr,INF,,,,,,,,",
        "guards-mech,ussr,INF,,,,,,,yes,",
        "y,usa,INF,,,,,,,,",
    )
    judged = judge(state, found)
    told = [(bad.line, bad.column) for bad in judged.bad]
    assert told == [(2, "combat"), (3, "combat"), (4, ""), (5, "type")]
    assert "Ruling 37" in judged.bad[0].text
    assert "LiF 5.4" in judged.bad[2].text
    assert [one.id for one in judged.counters] == ["y"]


def test_the_same_sheet_again_says_nothing_new() -> None:
    """A sheet may be imported twice: rows already known are left out and named."""
    first = sheet("x,usa,INF,,5,,,,,,", "y,usa,INF,,,,,,,,")
    state = added(campaign(), first)
    judged = judge(state, sheet("x,usa,INF,,5,,,,,,", "y,usa,INF,,4,,,,,,"))
    assert judged.bad == ()
    assert judged.known == ("x",)
    assert [one.id for one in judged.counters] == ["y"]


def test_rows_of_modules_not_played_are_left_out_and_named() -> None:
    """One filled sheet serves every campaign of a club."""
    found = sheet("late-war-01,usa,INF,,,,,,,,", "guards-7th,,,,,,,,,,", "x,usa,INF,,,,,,,,")
    judged = judge(campaign(late_war=False), found)
    assert judged.bad == ()
    assert judged.not_played == ("late-war-01",)
    assert [one.id for one in judged.counters] == ["guards-7th", "x"]


def test_lif_5_1_a_ninth_guards_army_is_one_too_many() -> None:
    """The kit has eight."""
    rows = [f"g-{number},ussr,INF,,,,,,,yes," for number in range(9)]
    judged = judge(campaign(), sheet(*rows))
    assert [(bad.line, bad.column) for bad in judged.bad] == [(10, "guards_banner")]


def test_starting_places_offered_are_those_of_the_rules() -> None:
    """Anywhere but on the production circle."""
    assert set(STARTS) == {"future", "pool", "map", "reserve", "scrapped", "removed"}


def test_older_sheets_without_the_newer_columns_will_do() -> None:
    """Ruling 51 and LiF 5.2 brought `hq` and `replaces`; a sheet or a row may end before them."""
    older = ",".join(COLUMNS[:-2])
    for text in (f"{older}\nx,usa,INF,,,,,,,,\n", f"{HEADER}\nx,usa,INF,,,,,,,,\n"):
        found = read(text)
        assert (found.bad, found.good) == ((), (Counter(id="x", power="usa", type="INF"),))
    moved = ",".join((*COLUMNS[-2:], *COLUMNS[:-2]))
    assert faults(read(f"{moved}\n,,x,usa,INF,,,,,,\n")) == [(2, "")]


def test_ruling_51_the_column_hq_and_lif_5_2_the_column_replaces() -> None:
    found = sheet("staff,usa,SUP,,,,,,,,,yes,", "new,usa,FTR,,,,,,,,,,old")
    staff, new = found.good
    assert (staff.hq, staff.replaces, new.hq, new.replaces) == (True, "", False, "old")


def test_lif_5_3_1_without_us_entry_a_militia_waits_for_no_action() -> None:
    """In the list edition nothing could bring it; a sheet that is the kit's lays it at once."""
    row = "militia-zagreb,germany,MIL,Zagreb militia,,,,,,no,future"
    (counter,) = judge(campaign("lif-list"), sheet(row)).counters
    assert counter.starts == "pool"
    (waiting,) = judge(campaign(), sheet(row)).counters
    assert waiting.starts == "future"


def replaced(row: str) -> str:
    """What a sheet's row that replaces a counter is told."""
    before = sheet(
        "old,germany,FTR,,6,9,2,,,,", "inf,germany,INF,,6,,,,,,", "it,italy,FTR,,6,,,,,,",
        "flying,germany,FTR,,6,,,,,,map", "gone,germany,FTR,,6,,,,,,removed",
    )  # fmt: skip
    judged = judge(added(campaign(), before), sheet(row))
    return "; ".join(bad.text for bad in judged.bad)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("new,germany,FTR,,7,,,,,,,,old",
         "old has combat 6 and new 7; the front values must match (LiF 5.2)"),
        ("new,germany,FTR,,6,8,,,,,,,old",
         "old has movement 9 and new 8; the front values must match (LiF 5.2)"),
        ("new,germany,LND,,,,,,,,,,old", "old is FTR, and new is LND (LiF 5.2)"),
        ("new,germany,INF,,,,,,,,,,inf",
         "inf is no aircraft, and new replaces aircraft alone (LiF 5.2)"),
        ("new,germany,FTR,,,,,,,,,,it", "it is italy's, and new is germany's (LiF 5.2)"),
        ("new,germany,FTR,,,,,,,,,,gone",
         "gone was removed, and nothing takes its place (LiF 5.2)"),
        ("new,germany,FTR,,,,,,,,,,nobody",
         "replaces: new takes the place of another counter in play"),
        ("flying,germany,FTR,,,,,,,,,,old",
         "flying has come into play (map), and replaces nothing any more (LiF 5.2)"),
        ("new,germany,FTR,,6,9,,,,,,,old", ""),
    ],
)  # fmt: skip
def test_lif_5_2_what_cannot_take_anothers_place(row: str, words: str) -> None:
    assert replaced(row) == words


def test_lif_5_2_a_counter_replaces_one_other_and_the_same_sheet_says_nothing_new() -> None:
    state = added(campaign(), sheet("old,germany,FTR,,6,9,2,,,,", "too,germany,FTR,,6,,,,,,"))
    row = "new,germany,FTR,,,,,,,,,,old"
    state = added(state, sheet(row))
    new = state.play.counters["new"]
    assert (new.combat, new.movement, new.cost) == (6, 9, 2)
    assert judge(state, sheet(row)).known == ("new",)
    (bad,) = judge(state, sheet("new,germany,FTR,,,,,,,,,,too")).bad
    assert bad.text == "new: replaces is old already, and cannot be too (Ruling 37)"


def test_lif_5_2_two_rows_cannot_replace_one_counter() -> None:
    state = added(campaign(), sheet("old,germany,FTR,,6,9,2,,,,"))
    rows = sheet("new,germany,FTR,,,,,,,,,,old", "newer,germany,FTR,,,,,,,,,,old").good
    refused = refusal(state, "AddCounters", counters=msgspec.to_builtins(rows))
    assert refused.reason == "counters: old is replaced twice"


# --- Guards Banners alone -------------------------------------------------------------------------


def guards_alone() -> tuple[Event, ...]:
    asked = OpenCampaign(
        name="club",
        scenario="global-war",
        modules={name: name == "guards-banner" for name in MODULES},
    )
    opened = SYSTEM.rules.open(asked, SeedChain("id", "0" * 64, 64, ""))
    assert isinstance(opened, tuple)
    return opened


def test_lif_5_1_an_opening_with_guards_banners_alone_is_set_up_again_with_its_armies() -> None:
    """Eight, from the start."""
    now = guards_alone()
    (laid,) = [event for event in now if isinstance(event, CountersAdded)]
    assert len(laid.counters) == 8 and all(one.guards_banner for one in laid.counters)
    request = SYSTEM.audit.request_of(now, False)
    assert request is not None
    again = SYSTEM.rules.open(request, SeedChain("id", "0" * 64, 64, ""))
    assert isinstance(again, tuple)
    assert [type(event) for event in again] == [type(event) for event in now]
