"""Battles begun, reported, confirmed and booked; every refusal with its words."""

from pathlib import Path
from typing import Any

from campaign.fow.results.losses import SideLosses, counted_losses
from fow.support import War, war

PEOPLE = {"anna": "allies", "ben": "axis"}
HELD: dict[str, Any] = {"ended_by": "objective", "side": "allies", "turn": 4}


def anzio(folder: Path, **setup: Any) -> War:
    """Anzio with a player on each side; the battle of the Factory has begun."""
    club = war(folder, **{"games": 8, "players": PEOPLE, **setup})
    club.do("BeginBattle", by="anna")
    return club


# --- beginning ----------------------------------------------------------------------------------


def test_fow_ruling_27_what_is_no_platoon_for_points() -> None:
    """A Transport Platoon that is ignored goes before the first of an Intense Battle."""
    losses = {"able": SideLosses(3, 0, 1), "baker": SideLosses()}
    assert counted_losses(losses, intense=True, first=None) == {"able": 1, "baker": 0}


# --- sectors and the end ------------------------------------------------------------------------


def test_fow_ruling_17_a_battle_that_was_never_played(tmp_path: Path) -> None:
    """No points, no sector, no last mission; the round counts, and with it the limit."""
    with anzio(tmp_path, games=2) as club:
        club.do("ReportResult", **HELD)
        before = club.line()["victory_points"]
        club.do("AdvanceTurn")
        assert club.refused("AbandonBattle", by="ben", reason="fog").startswith("Members: only")
        (gone, end) = club.do("AbandonBattle", reason="the hall was closed")
        assert (gone["battle"], end["how"]) == ("anzio-2", "stalemate")
        assert "anzio-2" not in club.show()["battles"]
        assert club.line()["victory_points"] == before and club.line()["sector"] == 3
        assert club.rejudged() == [] and club.doubted() == []


# --- teams --------------------------------------------------------------------------------------
