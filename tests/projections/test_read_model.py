"""The read tables: what they hold, what they keep to themselves, and how they catch up."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.projections import database, projector, rows
from campaign.store import protocol
from campaign.store.ledger import Ledger
from events.lif.board import BallotSealed
from support import table
from support.table import ADVANCE, FIRST_TURN, MAIL, NAME, OPEN_BALLOTS, OPEN_VOTES, TO_1940

pytestmark = pytest.mark.further


def query(book: Ledger, sql: str, *values: Any) -> list[Any]:
    """Rows of the read tables; bare values where a row has one column."""
    with closing(sqlite3.connect(database.path(book.store.path))) as db:
        found = db.execute(sql, values).fetchall()
    return [row[0] if len(row) == 1 else row for row in found]


def contents(book: Ledger) -> dict[str, list[Any]]:
    """Everything in the read tables, in key order."""
    told = {}
    for kind in database.all_tables().values():
        keys = ", ".join(f'"{key}"' for key in ("campaign", *kind.pk))
        told[kind.name] = query(book, f'SELECT * FROM "{kind.name}" ORDER BY {keys}')
    return told


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """The short campaign in January 1940, read."""
    made = table.opened(tmp_path)
    table.play(made, FIRST_TURN + TO_1940)
    projector.update(made, NAME)
    return made


def test_lif_4_2_veto_points_stand_at_the_end_of_each_turn(book: Ledger) -> None:
    """As added up by hand in the short campaign."""
    for turn, points in (("1939-SO", table.POINTS_1939), ("1940-JF", table.POINTS_1940)):
        found = query(book, "SELECT power, points FROM veto_points WHERE turn=?", turn)
        assert dict(found) == points
    assert dict(query(book, "SELECT power, veto_points FROM powers")) == table.POINTS_1940


def test_every_point_is_accounted_for(book: Ledger) -> None:
    """The account book of one power, line by line; all changes add up to the balances."""
    germany = query(
        book,
        "SELECT change, reason, balance FROM veto_point_changes WHERE power='germany'"
        " ORDER BY version",
    )
    assert germany == [
        (5, "starting points", 5),
        (-1, "vote for another leader", 4),
        (-1, "veto against Cunningham", 3),
        (-2, "vote to stop", 1),
        (5, "the year’s points", 6),
    ]
    italy = query(book, "SELECT reason FROM veto_point_changes WHERE power='italy'")
    assert italy == ["starting points", "support for Balbo", "the year’s points"]
    sums = query(book, "SELECT power, sum(change) FROM veto_point_changes GROUP BY power")
    assert dict(sums) == table.POINTS_1940


def test_lif_4_1_each_draw_has_its_result_and_its_ballots(book: Ledger) -> None:
    """Four draws: two vetoed, two promoted."""
    draws = query(
        book, "SELECT draw, turn, leader, result, source, sequel FROM promotions ORDER BY draw"
    )
    assert draws == [
        (1, "1939-SO", "guderian", "vetoed", "table", ""),
        (2, "1939-SO", "balbo", "promoted", "table", "continued"),
        (3, "1939-SO", "cunningham", "vetoed", "table", ""),
        (4, "1939-SO", "chiang", "promoted", "table", "vote"),
    ]
    balbo = query(
        book,
        "SELECT power, choice, how, counts, supports, price, paid, laid_by, in_name FROM ballots"
        " WHERE draw=2 AND power IN ('italy', 'commonwealth', 'japan', 'germany') ORDER BY power",
    )
    assert balbo == [
        ("commonwealth", "veto", "sealed", 1, 0, 1, 1, "ben", 0),
        ("germany", "no-veto", "absent", 0, 1, 3, 0, None, 0),
        ("italy", "veto", "sealed", 1, 1, 2, 2, "host", 0),
        ("japan", "no-veto", "absent", 0, 1, 3, 0, None, 0),
    ]
    assert query(book, "SELECT in_name FROM ballots WHERE draw=3 AND power='commonwealth'") == [1]
    assert query(book, "SELECT draw, choice, paid FROM votes WHERE power='germany'") == [
        (2, "another", 1),
        (4, "stop", 2),
    ]


def test_leaders_cup_and_rulings(book: Ledger) -> None:
    """Who stands where, and the one switch that the club turned."""
    promoted = query(book, "SELECT name FROM leaders WHERE status='arriving' ORDER BY leader")
    assert promoted == ["Balbo", "Chiang"]
    cup = query(book, "SELECT leader FROM cup")
    assert {"guderian", "cunningham", "rommel"} <= set(cup)
    assert not {"balbo", "chiang", "kleist"} & set(cup)
    assert query(book, "SELECT switch, value FROM rulings WHERE house") == [("draws", "table")]
    assert len(query(book, "SELECT * FROM leaders")) == 58


def test_turns_and_their_seeds(book: Ledger) -> None:
    """A seed stands with its turn once the turn is over."""
    told = query(book, "SELECT turn, number, name, seed IS NULL FROM turns ORDER BY number")
    assert told == [
        ("1939-SO", 1, "September/October 1939", 0),
        ("1939-ND", 2, "November/December 1939", 0),
        ("1940-JF", 3, "January/February 1940", 1),
    ]
    book.submit(NAME, {"command": "CloseCampaign"})
    projector.update(book, NAME)
    assert query(book, "SELECT count(*) FROM turns WHERE seed IS NULL") == [0]
    assert query(book, "SELECT closed FROM campaigns") == [1]


def test_events_are_the_log(book: Ledger) -> None:
    """As many, in the same order, with the log's digests."""
    log = [(one.version, one.digest) for one in book.history(NAME)]
    assert query(book, "SELECT version, digest FROM events ORDER BY version") == log
    assert query(book, "SELECT head FROM campaigns") == [log[-1][1]]


def test_foreign_keys_hold_and_every_column_is_described(book: Ledger) -> None:
    """Every row refers to rows that are there."""
    assert query(book, "PRAGMA foreign_key_check") == []
    described = set(query(book, 'SELECT "table", "column" FROM descriptions'))
    for kind in database.all_tables().values():
        columns = query(book, f'SELECT name FROM pragma_table_xinfo("{kind.name}")')
        assert {(kind.name, ""), *((kind.name, column) for column in columns)} <= described
    links = query(book, 'SELECT DISTINCT "table" FROM pragma_foreign_key_list("ballots")')
    assert set(links) == {"campaigns", "promotions", "events", "powers"}


# --- what it keeps to itself --------------------------------------------------------------------


def test_no_address_and_no_ciphertext_in_any_byte(tmp_path: Path) -> None:
    """Not in the tables, nor in what lies beside them; sealed ballots have no row."""
    book = table.opened(tmp_path)
    table.play(book, FIRST_TURN)
    projector.update(book, NAME)
    written = b"".join(file.read_bytes() for file in tmp_path.glob("club-tables.db*"))
    sealed = [
        record.event.sealed
        for record in book.history(NAME)
        if isinstance(record.event, BallotSealed)
    ]
    assert MAIL.encode() not in written
    assert sealed
    for ciphertext in (*sealed, book.live(NAME).state.campaign.seed_sealed):
        assert ciphertext.encode() not in written
        assert bytes.fromhex(ciphertext) not in written
    assert query(book, "SELECT max(draw) FROM ballots") == [2]
    assert query(book, "SELECT result FROM promotions WHERE draw=3") == ["open"]


# --- catching up --------------------------------------------------------------------------------


def test_nothing_new_is_nothing_read(book: Ledger) -> None:
    """An update of what is up to date reads no event."""
    assert projector.update(book, NAME) == 0
    table.play(book, [ADVANCE])
    assert projector.update(book, NAME) == 1


def test_a_crash_leaves_the_tables_as_they_were(
    book: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of an update or nothing; the next one makes good."""
    before = contents(book)
    table.play(book, [ADVANCE])
    with monkeypatch.context() as patched:
        patched.setattr(rows, "current", lambda *given: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            projector.update(book, NAME)
    assert contents(book) == before
    assert projector.update(book, NAME) == 1
    assert query(book, "SELECT turn FROM campaigns") == ["1940-MA"]


def test_a_changed_program_reads_all_anew(book: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that another fold made are not trusted."""
    monkeypatch.setattr(projector, "fingerprint", lambda system: "another")
    assert projector.update(book, NAME) == book.store.version(NAME)
    assert projector.update(book, NAME) == 0


def test_another_campaign_of_the_same_name_reads_all_anew(book: Ledger, tmp_path: Path) -> None:
    """The tables of a store that was replaced are made anew."""
    old = query(book, "SELECT id FROM campaigns")
    book.close()
    (tmp_path / "club.db").unlink()
    new = table.opened(tmp_path, seed=2)
    assert projector.update(new, NAME) == new.store.version(NAME)
    assert query(new, "SELECT id FROM campaigns") != old
    assert query(new, "SELECT count(*) FROM promotions") == [0]


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    """The tracker takes no file for its own that it did not make."""
    book = table.opened(tmp_path)
    file = database.path(book.store.path)
    file.write_text("notes of the club")
    with pytest.raises(database.ReadModelError, match="none of ours"):
        projector.update(book, NAME)
    assert file.read_text() == "notes of the club"


def test_a_campaign_that_is_not_there(book: Ledger) -> None:
    """One line, and no rows."""
    with pytest.raises(protocol.StoreError, match="no campaign 'nobody'"):
        projector.update(book, "nobody")


def test_draws_that_nobody_could_foresee(tmp_path: Path) -> None:
    """A draw after a player's own device gave the last word in it."""
    book = table.opened(tmp_path, rulings={})
    table.play(book, [*table.MEMBERS, {"command": "OpenReinforcement"}, {"command": "DrawLeader"}])
    table.play(book, [*table.device(book, "ballot", 1, "no-veto"), OPEN_BALLOTS])
    table.play(book, [*table.device(book, "vote", 1, "another"), OPEN_VOTES])
    table.play(book, [{"command": "DrawLeader"}])
    projector.update(book, NAME)
    told = query(book, "SELECT draw, source, unforeseeable FROM promotions ORDER BY draw")
    assert told == [(1, "ledger", 0), (2, "ledger", 1)]
    assert query(book, "SELECT how FROM ballots WHERE power='commonwealth'") == ["device"]
