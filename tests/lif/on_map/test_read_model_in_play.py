"""The read tables of leaders in play."""

from pathlib import Path

import pytest

from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from support import front, table
from support.table import ADVANCE, NAME
from tests.projections.test_read_model import query

pytestmark = pytest.mark.further


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """The turn at the front, read."""
    made = front.fought(tmp_path)
    projector.update(made, NAME)
    return made


def test_lif_3_1_leaders_have_a_place_and_a_face(book: Ledger) -> None:
    """Who is off the map has neither; who is on the circle has a turn."""
    told = query(
        book,
        "SELECT leader, status, location, face_up, arrives FROM leaders WHERE leader IN"
        " ('zhukov', 'raeder', 'rommel', 'guderian', 'timoshenko') ORDER BY leader",
    )
    assert told == [
        ("guderian", "cup", None, None, None),
        ("raeder", "map", "sea:north-sea/3", 1, None),
        ("rommel", "circle", None, None, "1940-JF"),
        ("timoshenko", "dead", None, None, None),
        ("zhukov", "map", "E1430", 0, None),
    ]
    table.play(book, [ADVANCE, ADVANCE])
    projector.update(book, NAME)
    back = query(book, "SELECT status, arrives FROM leaders WHERE leader='rommel'")
    assert back == [("arriving", None)]


def test_lif_3_2_every_use_of_an_ability_is_a_row(book: Ledger) -> None:
    """Who, what, where, for whom, and the map whose cap it used up."""
    told = query(book, "SELECT turn, leader, ability, hex, helps, map, step FROM abilities_used")
    assert told == [("1939-SO", "zhukov", 33, "E1428", "ussr", "E", "land-combat")]
    assert query(book, "SELECT name FROM abilities_used")[0]


def test_lif_3_3_combats_losses_and_leaders_lost(book: Ledger) -> None:
    """Build points by side, as added up by hand."""
    told = query(
        book,
        "SELECT combat, kind, hex, attackers, defenders, attacker_lost, defender_lost FROM combats"
        " ORDER BY version",
    )
    assert told == [
        ("1939-SO-1", "land", "E1428", "ussr", "germany", 3, 10),
        ("1939-SO-2", "naval", "sea:north-sea/3", "germany", "commonwealth", 8, 0),
    ]
    lost = query(
        book,
        "SELECT number, side, power, type, fate, build_points FROM combat_losses"
        " WHERE combat='1939-SO-1' ORDER BY number",
    )
    assert lost == [
        (1, "defender", "germany", "INF", "killed", 5),
        (2, "defender", "germany", "INF", "killed", 5),
        (3, "attacker", "ussr", "INF", "killed", 3),
    ]
    gone = query(book, "SELECT leader, fate, combat, chosen_by FROM leaders_lost ORDER BY version")
    assert gone == [
        ("guderian", "recalled", "1939-SO-1", "rule"),
        ("timoshenko", "killed", None, "rule"),
    ]


def test_ruling_48_shattered_units_are_rows_and_not_added_up(tmp_path: Path) -> None:
    """What the unit costs stands in its row; the combat's sum is of the two destroyed."""
    book = front.fought(tmp_path, front.DRIVEN_OFF)
    projector.update(book, NAME)
    sums = query(book, "SELECT attacker_lost, defender_lost FROM combats WHERE kind='land'")
    assert sums == [(3, 10)]
    shattered = "SELECT type, build_points FROM combat_losses WHERE fate='shattered'"
    assert query(book, shattered) == [("ARM", 5)]


def test_ruling_51_counters_tell_an_hq_and_what_they_replace(tmp_path: Path) -> None:
    """An HQ by its type, by the sheet, or none; a new aircraft and the one that left the game."""
    book = table.opened(tmp_path)
    rows = [
        {"id": "hq-east", "power": "germany", "type": "HQ-I"},
        {"id": "staff", "power": "germany", "type": "ARM", "hq": True},
        {"id": "corps", "power": "germany", "type": "INF"},
        {"id": "older", "power": "germany", "type": "FTR"},
    ]
    newer = [{"id": "newer", "power": "germany", "type": "FTR", "replaces": "older"}]
    table.play(book, [{"command": "AddCounters", "counters": each} for each in (rows, newer)])
    projector.update(book, NAME)
    assert query(book, "SELECT counter, hq, replaces, place FROM counters ORDER BY counter") == [
        ("corps", 0, None, "pool"),
        ("hq-east", 1, None, "pool"),
        ("newer", 0, "older", "pool"),
        ("older", 0, None, "removed"),
        ("staff", 1, None, "pool"),
    ]


def test_lif_5_1_guards_banner_promotions(book: Ledger) -> None:
    """6 and 3 for 8."""
    told = query(book, "SELECT combat, unit, army, score, factors, needed FROM guards_banner")
    assert told == [("1939-SO-1", "soviet-inf", "guards-7th", 3, 6, 8)]


def test_lif_5_4_counters_and_force_pools(book: Ledger) -> None:
    """Each counter in one place; the pools count them."""
    told = query(
        book, "SELECT counter, place, location, arrives, guards_banner FROM counters ORDER BY 1"
    )
    assert told == [
        ("guards-7th", "map", "E1428", None, 1),
        ("panzer", "circle", None, "1940-JF", 0),
        ("soviet-inf", "pool", None, None, 0),
    ]
    pools = query(book, "SELECT power, type, pool, circle, map, total FROM force_pools ORDER BY 1")
    assert pools == [("germany", "ARM", 0, 1, 0, 1), ("ussr", "INF", 1, 0, 1, 2)]


def test_every_new_table_and_column_is_described(book: Ledger) -> None:
    """A person who opens the file is told what each is."""
    told = set(query(book, 'SELECT "table", "column" FROM descriptions'))
    for kind in database.all_tables().values():
        assert {(kind.name, column) for column in ("", "campaign", *kind.columns)} <= told
    names = {kind.name for kind in database.all_tables().values()}
    assert {"abilities_used", "combats", "guards_banner", "force_pools", "counters"} <= names
