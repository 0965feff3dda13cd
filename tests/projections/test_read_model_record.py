"""The read tables of disputes and corrections: rows by hand, read at once or step by step."""

from pathlib import Path

import pytest

from campaign.kernel import decisions
from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from events import campaign as shared
from events.disputes import EventAmended, EventsInserted, FigureAdjusted
from events.lif.board import BallotSealed
from support.disputed import (
    CLAIM,
    FILE,
    HOSTILE,
    POINTS,
    correct,
    disputed,
    first_turn,
    upheld,
    version_of,
)
from support.sessions import ADDRESS, NAME, Session
from tests.projections.test_read_model import query

TABLES = ("disputes", "disputed_events", "dispute_entries", "dispute_rulings", "corrections")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The campaign with its three disputes, read."""
    session = disputed(tmp_path_factory.mktemp("club"))
    projector.update(session.ledger, NAME)
    return session


@pytest.fixture(scope="module")
def book(club: Session) -> Ledger:
    """Its ledger."""
    return club.ledger


def test_disputes_as_they_stand(book: Ledger) -> None:
    """Two are upheld; play rests for the third, which waits for the referee."""
    told = query(
        book,
        "SELECT dispute, turn, raised_by, claim, concerned, stage, waits_for, verdict, ruled_by,"
        " answer_until, appeal_until, play_rests FROM disputes ORDER BY dispute",
    )
    terms = ("2099-01-31", "2099-02-28"), (None, None), ("2099-03-31", None)
    assert told == [
        ("d1", "1939-ND", "ben", CLAIM, "japan", "ruled", "", "upheld", "ref", *terms[0], 0),
        ("d2", "1939-ND", "anna", "I said goats.", "", "ruled", "", "upheld", "host", *terms[1], 0),
        ("d3", "1939-ND", "ben", HOSTILE, "italy", "open", "ref", None, None, *terms[2], 1),
    ]


def test_what_was_said_in_its_order(book: Ledger) -> None:
    """With the event that recorded it; a consent has no words."""
    told = query(
        book,
        "SELECT dispute, number, version, turn, what, by, text, file_digest"
        " FROM dispute_entries ORDER BY dispute, number",
    )
    assert told == [
        ("d1", 1, 38, "1939-ND", "claim", "ben", CLAIM, None),
        ("d1", 2, 40, "1939-ND", "evidence", "ben", "The mail says so.", FILE),
        ("d1", 3, 41, "1939-ND", "answer", "anna", "Nobody wrote it down.", None),
        ("d1", 4, 42, "1939-ND", "ruling", "ref", "It costs 3.", None),
        ("d2", 1, 45, "1939-ND", "claim", "anna", "I said goats.", None),
        ("d2", 2, 46, "1939-ND", "ruling", "host", "Goats they were.", None),
        ("d2", 3, 52, "1940-JF", "consent", "eve", "", None),
        ("d3", 1, 47, "1939-ND", "claim", "ben", HOSTILE, None),
    ]


def test_rulings_with_their_consent(book: Ledger) -> None:
    """Ref's holds by itself; the host plays, and Eve consented."""
    told = query(
        book,
        "SELECT dispute, number, turn, by, verdict, needs_consent, consented_by, appealed_by,"
        " switches FROM dispute_rulings ORDER BY dispute",
    )
    assert told == [
        ("d1", 4, "1939-ND", "ref", "upheld", 0, None, None, "{}"),
        ("d2", 2, "1939-ND", "host", "upheld", 1, "eve", None, "{}"),
    ]


def test_corrections_with_the_ruling_they_rest_on(book: Ledger) -> None:
    """The payment, the geese, Italy's point."""
    told = query(
        book,
        "SELECT version, turn, kind, dispute, ruling, by, reason, about, figure, figure_of, change,"
        " struck_by FROM corrections ORDER BY version",
    )
    assert told == [
        (44, "1939-ND", "amended", "d1", 4, "ref", "booked as 1", "21", None, None, None, None),
        (53, "1940-JF", "struck", "d2", 2, "host", "", "36", None, None, None, None),
        (54, "1940-JF", "adjusted", "d1", 4, "ref", "for the trouble", "", "veto-points", "italy",
         1, None),
    ]  # fmt: skip


def test_disputed_events_and_what_became_of_them(book: Ledger) -> None:
    """d1's event was amended, d2's struck, and d3's stands."""
    told = query(
        book,
        "SELECT dispute, version, amended_by, struck_by FROM disputed_events"
        " JOIN events USING (campaign, version) ORDER BY dispute",
    )
    assert told == [("d1", 21, 44, None), ("d2", 36, None, 53), ("d3", 18, None, None)]


def test_lif_4_2_the_account_book_counts_as_corrected(book: Ledger) -> None:
    """Japan's points at the end of each turn, and Italy's point with its cause."""
    found: dict[str, dict[str, int]] = {}
    for turn, power, points in query(book, "SELECT turn, power, points FROM veto_points"):
        found.setdefault(turn, {})[power] = points
    assert found == POINTS
    told = query(
        book,
        "SELECT version, power, change, reason, balance FROM veto_point_changes"
        " WHERE power IN ('japan', 'italy') AND version > 2 ORDER BY version, power",
    )
    assert told == [
        (21, "japan", -3, "veto against Franco", 0),
        (51, "italy", 2, "the year’s points", 4),
        (51, "japan", 3, "the year’s points", 3),
        (54, "italy", 1, "adjusted under d1", 5),
    ]


def test_an_act_taken_back_and_a_struck_correction_are_rows(tmp_path: Path) -> None:
    """Neither dispute nor ruling for the one; the other says what struck it."""
    session = first_turn(tmp_path)
    session.do("UndoAct", "anna")
    undone = len(list(session.ledger.history(NAME)))
    dispute = upheld(session, 14)
    correct(session, "AdjustFigure", dispute=dispute, figure="veto-points", of="italy", change=1)
    gift = version_of(session, FigureAdjusted)
    correct(session, "StrikeEvents", dispute=dispute, versions=[gift])
    projector.update(session.ledger, NAME)
    told = query(
        session.ledger,
        "SELECT version, kind, dispute, ruling, by, about, struck_by FROM corrections"
        " ORDER BY version",
    )
    assert told == [
        (undone, "undone", None, None, "anna", str(undone - 1), None),
        (gift, "adjusted", "d1", 2, "ref", "", gift + 1),
        (gift + 1, "struck", "d1", 2, "ref", str(gift), None),
    ]
    assert query(session.ledger, "SELECT points FROM veto_points WHERE power='italy'") == [2]


def test_foreign_keys_hold_and_every_column_is_described(book: Ledger) -> None:
    """Each row leads to those it names."""
    assert query(book, "PRAGMA foreign_key_check") == []
    told = set(query(book, 'SELECT "table", "column" FROM descriptions'))
    for name in TABLES:
        columns = query(book, f'SELECT name FROM pragma_table_info("{name}")')
        assert {(name, ""), *((name, column) for column in columns)} <= told
    links = query(book, 'SELECT DISTINCT "table" FROM pragma_foreign_key_list("corrections")')
    assert set(links) == {
        "campaigns", "events", "turns", "members", "dispute_rulings",
    }  # fmt: skip
    assert set(TABLES) <= set(database.all_tables())


def test_no_address_and_no_ciphertext_comes_with_a_corrected_event(tmp_path: Path) -> None:
    """An amended enrolment holds the member's address; no byte of the tables has it."""
    session = first_turn(tmp_path)
    anna = version_of(session, shared.MemberEnrolled, member="anna")
    laid = version_of(session, BallotSealed, power="italy")
    dispute = upheld(session, anna, laid)
    correct(session, "AmendEvent", dispute=dispute, version=anna, fields={"name": "Änne"})
    projector.update(session.ledger, NAME)
    whole = b"".join(file.read_bytes() for file in tmp_path.glob("campaign-tables.db*"))
    assert "Änne".encode() in whole and ADDRESS.encode() not in whole
    for _, event in session.ledger.log(NAME):
        if sealed := getattr(event, "sealed", ""):
            assert sealed.encode() not in whole


def test_events_that_a_correction_holds_hide_what_others_hide() -> None:
    """Ciphertexts inside an amended or a forgotten event are shown to nobody."""
    held = {"type": "x", "power": "italy", "sealed": "ff", "seed_sealed": "ff"}
    bare = {"type": "x", "power": "italy"}
    amended = decisions.public(7, EventAmended(dispute="d1", about=3, event=held))
    assert amended["event"] == bare and amended["about"] == 3
    inserted = decisions.public(7, EventsInserted(dispute="d1", after=3, events=(held, held)))
    assert inserted["events"] == [bare, bare]
