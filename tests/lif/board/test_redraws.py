"""Draws made again after a strike are counted, on pages, in tables and by `disputes`."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.kernel.projections import LedgerDraw as Drawn
from campaign.projections import database, projector
from campaign.reports import pages as reports_pages
from campaign.reports.corrections import Redraw, redraws
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from support.command_line import Shell
from support.disputed import correct, upheld
from support.sessions import NAME, Session, ledger_in


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign whose draws are the ledger's, and the board open."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        session.do("DeclareWar", attacker="germany", target="poland")
        session.do("OpenReinforcement")
        yield session


def draw(session: Session) -> int:
    """The version of a draw just made."""
    return int(session.do("DrawLeader")["version"])


def struck(session: Session, version: int) -> int:
    """Strikes a draw under a ruling; the version of the strike."""
    correct(session, "StrikeEvents", dispute=upheld(session, version), versions=[version])
    return int(session.ledger.live(NAME).version)


def pages(session: Session, folder: Path) -> dict[str, str]:
    """The pages of the campaign, by file."""
    reports_pages.write(session.ledger, NAME, folder, None)
    return {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.html")}


def test_a_struck_draw_that_is_drawn_again_is_counted(session: Session, tmp_path: Path) -> None:
    """Twice fished, twice told: on the turn's page, the index, by the verb, and in the table."""
    first = draw(session)
    strike = struck(session, first)
    told = pages(session, tmp_path / "before")
    assert all("made again after a strike" not in text for text in told.values())
    second = draw(session)
    assert f"1 draw was made again after a strike: event {first}, again as {second}." in (
        Shell(tmp_path).fine("disputes", NAME)
    )
    again = struck(session, second)
    third = draw(session)
    line = (
        f"2 draws were made again after a strike: event {first}, again as {second}; "
        f"event {second}, again as {third}."
    )
    session.do("OpenBallots", absent="no-veto")
    assert Shell(tmp_path).fine("disputes", NAME).splitlines()[-1] == line
    told = pages(session, tmp_path / "after")
    assert line in told["1939-SO.html"] and line in told["index.html"]
    projector.update(session.ledger, NAME)
    with closing(sqlite3.connect(database.path(tmp_path / "campaign.db"))) as db:
        rows = db.execute("SELECT version, turn, kind, struck_by FROM struck_draws ORDER BY 1")
        assert rows.fetchall() == [
            (first, "1939-SO", "lif.LeaderDrawn", strike),
            (second, "1939-SO", "lif.LeaderDrawn", again),
        ]
    assert list(Verification(SYSTEMS).findings(session.ledger.store.rows(NAME))) == []


def test_a_turn_without_a_redraw_says_nothing_of_it(session: Session, tmp_path: Path) -> None:
    """A later turn's page has no section of disputes for that alone."""
    struck(session, draw(session))
    draw(session)
    session.do("OpenBallots", absent="no-veto")
    while session.phase == "votes":
        session.do("OpenVotes", absent="abstain")
        if session.phase == "draw":
            draw(session)
            session.do("OpenBallots", absent="no-veto")
    session.do("AdvanceTurn")
    told = pages(session, tmp_path / "pages")
    assert "made again after a strike" in told["1939-SO.html"]
    assert "made again after a strike" not in told["1939-ND.html"]


def test_a_draw_at_the_table_is_not_counted(tmp_path: Path) -> None:
    """The club draws from its own cup; nobody fishes in the ledger's."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(rulings={"draws": "table"})
        session.do("OpenReinforcement")
        version = int(session.do("DrawLeader", leader="franco")["version"])
        struck(session, version)
        session.do("DrawLeader", leader="balbo")
        assert "made again" not in Shell(tmp_path).fine("disputes", NAME)


@pytest.mark.parametrize(
    ("draws", "expected"),
    [
        ([], []),
        ([Drawn(3, "a", 9)], []),
        ([Drawn(3, "a", 9), Drawn(5, "a"), Drawn(12, "a")], [Redraw(3, 9, 12)]),
        ([Drawn(3, "a", 9), Drawn(12, "b")], []),
        ([Drawn(3, "a", 9), Drawn(5, "a", 9), Drawn(12, "a")], [Redraw(3, 9, 12)]),
        (
            [
                Drawn(3, "a", 9),
                Drawn(5, "a", 9),
                Drawn(12, "a"),
                Drawn(14, "a"),
            ],
            [Redraw(3, 9, 12), Redraw(5, 9, 14)],
        ),
        (
            [Drawn(3, "a", 9), Drawn(12, "a", 15), Drawn(17, "a")],
            [Redraw(3, 9, 12), Redraw(12, 15, 17)],
        ),
    ],
)
def test_which_draw_replaces_which(draws: list[Drawn], expected: list[Redraw]) -> None:
    """The first of its kind behind the strike, and each replaces one."""
    assert list(redraws(draws)) == expected
