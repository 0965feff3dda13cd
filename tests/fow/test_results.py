"""Battles booked: losses that count, and a round without a battle."""

from pathlib import Path

import pytest

from campaign.fow.results.losses import SideLosses, counted_losses
from fow.support import war


def test_fow_ruling_27_what_is_no_platoon_for_points() -> None:
    """A Transport Platoon that is ignored goes before the first of an Intense Battle."""
    losses = {"able": SideLosses(3, 0, 1), "baker": SideLosses()}
    assert counted_losses(losses, intense=True, first=None) == {"able": 1, "baker": 0}


def test_fow_ruling_17_a_battle_that_was_never_played(tmp_path: Path) -> None:
    """No points, no sector, no last mission; the round counts, and with it the limit."""
    with war(tmp_path, games=2, players={"anna": "allies", "ben": "axis"}) as club:
        club.do("BeginBattle", by="anna")
        club.do("ReportResult", ended_by="objective", side="allies", turn=4)
        before = club.line()["victory_points"]
        club.do("AdvanceTurn")
        assert club.refused("AbandonBattle", by="ben", reason="fog").startswith("Members: only")
        (gone, end) = club.do("AbandonBattle", reason="the hall was closed")
        assert (gone["battle"], end["how"]) == ("anzio-2", "stalemate")
        assert "anzio-2" not in club.show()["battles"]
        assert club.line()["victory_points"] == before and club.line()["sector"] == 3
        assert club.rejudged() == [] and club.doubted() == []


ANZIO = ["reserves", "ambush", "prepared-positions", "defensive-battle"]


@pytest.mark.parametrize(
    ("start", "last"),
    [
        ({"sector": 5}, "naval-gunfire"),
        ({"sector": 2, "mission": "hold-the-line", "attacker": "axis"}, "counterbattery"),
        ({"sector": 3, "mission": "hold-the-line", "attacker": "axis"}, "counterbattery"),
    ],
)
def test_the_rules_of_a_battle_stand_in_the_book_s_order(
    tmp_path: Path, start: dict[str, str | int], last: str
) -> None:
    """Pages 233 and 234: the mission's, and behind them the sector's own."""
    with war(tmp_path, games=8, start={"anzio": start}) as club:
        (begun,) = club.do("BeginBattle")
        assert list(begun["rules"]) == [*ANZIO, last]
