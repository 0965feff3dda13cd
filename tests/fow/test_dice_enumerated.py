"""Dice beside an enumeration of its own: any dice, any ratings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fow.aids import fell

pytestmark = pytest.mark.further

DIE = st.integers(1, 6)
SKILLS = ("conscript", "trained", "veteran")
NERVES = ("reluctant", "confident", "fearless")


@given(st.sampled_from(NERVES), st.booleans(), st.booleans(), st.tuples(DIE, DIE, DIE))
def test_a_test_stops_at_its_first_success(
    rating: str, led: bool, komissar: bool, dice: tuple[int, ...]
) -> None:
    """Rulings 61, 62: one re-roll for the leader, one more for the Komissar, none after a pass."""
    needed = 5 - NERVES.index(rating)
    throws = dice[: 1 + led + komissar]
    passes = [place for place, die in enumerate(throws) if die >= needed]
    used = passes[0] + 1 if passes else len(throws)
    answer = fell("rally", *throws[:used], rating=rating, led=led, komissar=komissar)
    assert answer.outcome == ("passed" if passes else "failed")
    assert answer.used == used
    by_komissar = komissar and used == len(throws) > 1 and used == 1 + led + komissar
    shot = ("killed" if throws[used - 1] == 1 else "used") if by_komissar else ""
    assert answer.komissar == shot


@given(
    st.sampled_from(SKILLS),
    st.tuples(st.booleans(), st.booleans(), st.booleans()),
    st.lists(DIE, min_size=1, max_size=12),
)
def test_hits_are_the_dice_that_reach_the_score(
    target: str, more: tuple[bool, bool, bool], dice: list[int]
) -> None:
    """Pages 64-65: 2, 3 or 4 by Skill, and 1 more for each circumstance; nothing reaches 7."""
    far, concealed, ground = more
    needed = {"conscript": 2, "trained": 3, "veteran": 4}[target]
    needed += far + concealed + (concealed and ground)
    facts = {"over_16": far, "concealed": concealed, "gone_to_ground": concealed and ground}
    answer = fell("shooting-hits", *dice, target=target, **facts)
    assert answer.outcome == len([die for die in dice if die >= needed])
    assert answer.needed == needed


@given(st.integers(0, 12), st.integers(1, 16), st.integers(1, 6), st.booleans(), DIE, DIE)
def test_an_armoured_vehicle_is_saved_bailed_out_or_destroyed(
    armour: int, anti_tank: int, firepower: int, far: bool, save: int, test: int
) -> None:
    """Page 69: worked out from the difference of the two sums."""
    difference = armour + save + int(far) - anti_tank
    facts = {"armour": armour, "anti_tank": anti_tank, "firepower": firepower, "over_16": far}
    if difference > 0:
        assert fell("armour-save", save, **facts).outcome == "unharmed"
        return
    outcomes = {
        (True, True): "bailed-out",
        (True, False): "unharmed",
        (False, True): "destroyed",
        (False, False): "bailed-out",
    }
    expected = outcomes[difference == 0, test >= firepower]
    assert fell("armour-save", save, test, **facts).outcome == expected


@given(st.integers(1, 7), st.data())
def test_a_pool_loses_a_die_and_never_its_last(pool: int, data: st.DataObject) -> None:
    """Page 139: success on any 5 or 6; the pool falls by one, and not below one."""
    dice = data.draw(st.lists(DIE, min_size=pool, max_size=pool))
    answer = fell("air-request", *dice, pool=pool)
    assert answer.outcome == ("granted" if {5, 6} & set(dice) else "refused")
    assert answer.left == (1 if pool == 1 else pool - 1)


@given(st.sampled_from(SKILLS), st.booleans(), st.tuples(DIE, DIE, DIE, DIE))
def test_ranging_takes_three_attempts(target: str, mortars: bool, dice: tuple[int, ...]) -> None:
    """Page 125-126: mortars have a fourth die, which belongs to their first attempt."""
    needed = {"conscript": 2, "trained": 3, "veteran": 4}[target]
    throws = dice if mortars else dice[:3]
    first = next((place for place, die in enumerate(throws) if die >= needed), None)
    used = len(throws) if first is None else first + 1
    attempt = 0 if first is None else max(1, first) if mortars else first + 1
    answer = fell("range-in", *throws[:used], target=target, mortars=mortars)
    assert (answer.outcome, answer.used) == (attempt, used)
