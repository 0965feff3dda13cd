"""The read tables of chances, vetoes, points spent and careers, by hand."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.lif.story.projections import current
from campaign.projections import projector
from campaign.store.ledger import Ledger
from events.lif.board import LeaderDrawn
from support import table
from support.disputed import correct, first_turn, upheld, version_of
from support.table import NAME
from tests.projections.test_read_model import query


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The short campaign in January 1940, read: four draws, Chiang and Balbo promoted."""
    made = table.opened(tmp_path_factory.mktemp("club"))
    table.play(made, table.FIRST_TURN + table.TO_1940)
    projector.update(made, NAME)
    return made


def test_lif_4_1_1_the_chances_of_the_next_draw(book: Ledger) -> None:
    """Of 21 leaders two were promoted, and January brings seven: one in 26 for each."""
    found = query(book, "SELECT leader, one_in, joins FROM chances")
    assert len(found) == 26
    assert {(one_in, joins) for _, one_in, joins in found} == {(26, None)}
    assert {"rommel", "guderian"} < {who for who, _, _ in found}
    assert "balbo" not in {who for who, _, _ in found}


def test_lif_4_1_1_an_empty_cup_names_the_year_that_joins(book: Ledger) -> None:
    """With everybody of 1940 and before in play, each of the ten leaders of 1941 is one in ten."""
    state = book.live(NAME).state
    leaders = {who: "map" if at == "cup" else at for who, at in state.leaders.items()}
    ((named, found),) = current(replace(state, leaders=leaders))
    assert named.name == "chances"
    assert [row["leader"] for row in found][:2] == ["fletcher", "fougier"]
    assert {(row["one_in"], row["joins"]) for row in found} == {(10, 1941)}
    assert len(found) == 10


def test_lif_4_1_1_the_cup_before_each_draw(book: Ledger) -> None:
    """One in 21 until Balbo leaves it, then one in 20; rows by json_each."""
    found = query(book, "SELECT draw, leader, one_in FROM cup_draws ORDER BY draw")
    assert found == [
        (1, "guderian", 21), (2, "balbo", 21), (3, "cunningham", 20), (4, "chiang", 20),
    ]  # fmt: skip
    cups = query(book, "SELECT cup FROM cup_draws ORDER BY draw")
    first, _, third, _ = (json.loads(cup) for cup in cups)
    assert set(first) - set(third) == {"balbo"}
    rows = "SELECT count(*) FROM cup_draws, json_each(cup) WHERE json_each.value='guderian'"
    assert query(book, rows) == [4]


def test_lif_4_1_2_who_vetoed_whom(book: Ledger) -> None:
    """With the members who held the powers; the host plays Italy and France."""
    columns = "draw, power, member, said, leader, of_power, of_member"
    assert query(book, f"SELECT {columns} FROM head_to_head ORDER BY draw, power") == [
        (1, "commonwealth", "ben", "veto", "guderian", "germany", "anna"),
        (1, "france", "host", "veto", "guderian", "germany", "anna"),
        (2, "commonwealth", "ben", "veto", "balbo", "italy", "host"),
        (2, "italy", "host", "support", "balbo", "italy", "host"),
        (3, "germany", "anna", "veto", "cunningham", "commonwealth", "ben"),
    ]


def test_lif_4_1_3_points_spent(book: Ledger) -> None:
    """Anna 1 against Cunningham, 1 to go on and 2 to stop; Ben 1 and 1; the host 1 and 2."""
    by = "SELECT member, what_for, sum(points) FROM spending GROUP BY 1, 2 ORDER BY 1, 2"
    assert query(book, by) == [
        ("anna", "veto", 1), ("anna", "vote", 3), ("ben", "veto", 2),
        ("host", "support", 2), ("host", "veto", 1),
    ]  # fmt: skip
    spent = "SELECT sum(points) FROM spending"
    paid = "SELECT -sum(change) FROM veto_point_changes WHERE change<0"
    assert query(book, spent) == query(book, paid) == [9]


def test_careers_step_by_step(book: Ledger) -> None:
    """Guderian goes back to the cup; Rommel joins it with 1940."""
    columns = "step, turn, place, about, draw"
    steps = f"SELECT {columns} FROM careers WHERE leader=? ORDER BY version"
    assert query(book, steps, "guderian") == [
        ("begins", "1939-SO", "cup", None, None),
        ("drawn", "1939-SO", None, None, 1),
        ("vetoed", "1939-SO", None, None, 1),
    ]
    assert query(book, steps, "rommel") == [("joins-cup", "1940-JF", None, "1940", None)]


def test_every_link_leads_to_a_row(book: Ledger) -> None:
    """Foreign keys hold."""
    assert query(book, "PRAGMA foreign_key_check") == []


def test_a_veto_on_nobody_s_leader_and_what_was_struck_out(tmp_path: Path) -> None:
    """Japan vetoes Franco; Guderian's draw and the rest are struck out, and their rows go."""
    session = first_turn(tmp_path)
    projector.update(session.ledger, NAME)
    assert query(session.ledger, "SELECT leader FROM cup_draws") == ["franco", "guderian", "balbo"]
    version = version_of(session, LeaderDrawn, leader="guderian")
    correct(session, "Rewind", dispute=upheld(session, version), to=version - 1)
    projector.update(session.ledger, NAME)
    assert query(session.ledger, "SELECT leader FROM cup_draws") == ["franco"]
    vetoes = "SELECT power, leader, of_power, of_member FROM head_to_head"
    assert query(session.ledger, vetoes) == [("japan", "franco", None, None)]
    assert query(session.ledger, "SELECT member, points FROM spending") == [("host", 1)]
    drawn = "SELECT leader FROM careers WHERE step='drawn'"
    assert query(session.ledger, drawn) == ["franco"]
    session.ledger.close()
