"""FoW Victory Points, FoW Fair Fight: the table, and what is left out before it is looked up."""

import pytest

from campaign.fow.results.losses import SideLosses, award, counted_losses


@pytest.mark.parametrize(
    ("lost", "result", "winner", "loser"),
    [(0, "stunning", 6, 1), (1, "major", 5, 2), (2, "minor", 4, 3), (9, "minor", 4, 3)],
)
def test_fow_victory_points_by_the_winners_losses(
    lost: int, result: str, winner: int, loser: int
) -> None:
    """p. 195: whatever the loser lost."""
    gains = award({"able": lost, "baker": 5}, "able", passive=True)
    assert (gains.result, gains.points) == (result, {"able": winner, "baker": loser})


def test_fow_fair_fight_by_what_each_side_destroyed() -> None:
    """Nobody won: the loser's column, by the enemy platoons destroyed (p. 195)."""
    gains = award({"able": 1, "baker": 2}, "", passive=True)
    assert (gains.result, gains.points) == ("fair-fight", {"able": 3, "baker": 2})


def test_fow_ruling_1_a_passive_draw() -> None:
    """Who destroyed nothing has a point by the table, and none by the tip."""
    assert award({"able": 0, "baker": 1}, "", passive=True).points == {"able": 2, "baker": 1}
    assert award({"able": 0, "baker": 1}, "", passive=False).points == {"able": 2, "baker": 0}


def test_fow_rulings_25_and_26_pre_game_losses_first_then_the_first_platoon() -> None:
    """Three lost, one of them before the game: one counts. One lost before the game: none."""
    losses = {"able": SideLosses(3, 1), "baker": SideLosses(1, 1)}
    assert counted_losses(losses, intense=True, first=None) == {"able": 1, "baker": 0}
    assert counted_losses(losses, intense=False, first=None) == {"able": 2, "baker": 0}


def test_fow_ruling_25_the_first_of_the_battle_alone() -> None:
    """Baker's loss was the first: Able's two count."""
    losses = {"able": SideLosses(2), "baker": SideLosses(2)}
    assert counted_losses(losses, intense=True, first="baker") == {"able": 2, "baker": 1}
    assert counted_losses(losses, intense=True, first="") == {"able": 2, "baker": 2}


def test_fow_ruling_27_what_is_no_platoon_for_points() -> None:
    """A Transport Platoon that is ignored goes before the first of an Intense Battle."""
    losses = {"able": SideLosses(3, 0, 1), "baker": SideLosses()}
    assert counted_losses(losses, intense=True, first=None) == {"able": 1, "baker": 0}
