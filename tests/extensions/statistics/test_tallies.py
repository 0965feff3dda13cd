"""LiF 4.1: the figures on the page of a campaign, by hand."""

from pathlib import Path

import pytest

from campaign.extensions.statistics.tallies import Tallies, tallies
from campaign.store.ledger import Ledger
from support import shown, table
from support.table import FIRST_TURN, HOSTILE, NAME, OPEN_BALLOTS, TO_1940, ballot, draw


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Tallies:
    """The board of the short campaign: Guderian, Balbo, Cunningham and Chiang are drawn."""
    book = table.opened(tmp_path_factory.mktemp("club"))
    table.play(book, FIRST_TURN + TO_1940)
    return shown_in(book)


def shown_in(book: Ledger) -> Tallies:
    """The section of a campaign."""
    found = tallies(shown.context_of(book, NAME))
    assert found is not None
    return found


def test_lif_4_1_2_who_vetoes_whom(view: Tallies) -> None:
    """The Commonwealth vetoes Guderian and Balbo, France Guderian, Germany Cunningham."""
    matrix = view.matrix
    assert matrix is not None
    assert matrix.columns == ("germany", "italy", "commonwealth")
    assert [
        (row.power, [cell.vetoes for cell in row.cells], row.total, row.supports)
        for row in matrix.rows
    ] == [
        ("germany", [0, 0, 1], 1, 0),
        ("italy", [0, 0, 0], 0, 1),
        ("commonwealth", [1, 1, 0], 2, 0),
        ("france", [1, 0, 0], 1, 0),
    ]
    assert {cell.shade for row in matrix.rows for cell in row.cells} == {0, 1}
    assert matrix.rows[2].cells[0].words == "Commonwealth, leaders of Germany: 1 veto"
    assert f"Ben vetoed leaders of {HOSTILE} once" in matrix.rivals


def test_records_of_the_campaign(view: Tallies) -> None:
    """Two leaders are level; four draws in one Board; Germany's player paid 1, 1 and 2."""
    found = {record.name: record for record in view.records}
    assert list(found) == [
        "Most vetoed leader", "Longest Board", "Biggest spender", "Least likely draw",
    ]  # fmt: skip
    most = found["Most vetoed leader"]
    assert (most.value, most.href) == ("Guderian and Cunningham", "")
    assert most.note == "each sent back once"
    longest = found["Longest Board"]
    assert (longest.value, longest.note) == ("4 draws", "September/October 1939")
    assert longest.href == "1939-SO.html#board"
    assert (found["Biggest spender"].value, found["Biggest spender"].note) == (HOSTILE, "4 points")
    rarest = found["Least likely draw"]
    assert (rarest.value, rarest.href) == ("Guderian", "leader-guderian.html")
    assert rarest.note == "1 in 21, September/October 1939"


def test_lif_4_1_3_points_spent_and_what_for(view: Tallies) -> None:
    """The most first; equal ones by name."""
    assert [(row.who, row.vetoes, row.supports, row.votes, row.total) for row in view.spending] == [
        ("germany", 1, 0, 3, 4),
        ("commonwealth", 2, 0, 0, 2),
        ("italy", 0, 2, 0, 2),
        ("france", 1, 0, 0, 1),
    ]


def test_lif_4_1_1_luck_of_the_cup_as_bars_from_the_middle(view: Tallies) -> None:
    """Germany has 5 of 21 twice, then 5 of 20 twice, Mannerheim among them: 0.98 expected."""
    rows = {row.power: row for row in view.luck}
    germany = rows["germany"]
    assert (germany.drawn, germany.expected[:3], germany.luck) == (1, "1.0", "0.0")
    assert all(row.left + row.width == 50 for row in view.luck if not row.is_good)
    assert all(row.left == 50 for row in view.luck if row.is_good)
    assert max(row.width for row in view.luck) == 50
    assert "the Allies drew 2" in view.sides


def test_without_a_draw_there_are_no_figures(tmp_path: Path) -> None:
    """Nothing is said; after one draw no Board is the longest, and nobody was vetoed."""
    book = table.opened(tmp_path)
    assert tallies(shown.context_of(book, NAME)) is None
    table.play(book, [{"command": "OpenReinforcement"}, draw("franco"),
                      ballot("japan", "no-veto"), OPEN_BALLOTS])  # fmt: skip
    view = shown_in(book)
    assert view.matrix is None and view.spending == ()
    assert [record.name for record in view.records] == ["Least likely draw"]
