"""LiF 4.1: advice on whole positions: figures by hand, and the laws of the design."""

import json
import random

import msgspec
import pytest
from msgspec.structs import replace

from campaign.extensions.veto_advice import continuation
from campaign.extensions.veto_advice.advise import AgentAdvice, VetoAdvice, advise
from campaign.extensions.veto_advice.position import BallotPosition
from support.veto_positions import POWERS, leader, position

GAP = 0.01
"""The largest gain of one agent that the design allows."""


def of(advice: VetoAdvice, power: str) -> AgentAdvice:
    """What the agent of a power is advised."""
    return next(one for one in advice.advice if power in one.powers)


def chance(advice: VetoAdvice, power: str) -> float:
    """How often it pays."""
    return sum(one.chance for one in of(advice, power).choices[1:])


# --- by hand --------------------------------------------------------------------------------------


def test_a_veto_buys_the_mean_of_the_cup() -> None:
    """The last turn, -4 before the Board and -2 beside him: sent back, the mean is -3."""
    advice = advise(position([leader("l", -4), leader("m", -2)], {"germany": 1}))
    assert advice.outcomes["stays"][1] == [-3.0]
    assert advice.outcomes["gone"][0] == [0.0]
    assert chance(advice, "germany") == 1.0
    assert of(advice, "germany").expected == -3.0


def test_a_veto_on_the_only_leader_is_wasted() -> None:
    """He is drawn again, and the point is gone."""
    advice = advise(position([leader("l", -4)], {"germany": 1}))
    assert advice.outcomes == {"stays": [[-4.0], [-4.0]], "gone": [[0.0], [0.0]]}
    assert chance(advice, "germany") == 0.0


def test_a_point_is_saved_for_a_leader_of_ones_own() -> None:
    """List edition: after -4 the Axis draws its own +3 for the point, -1 in all; a veto leads to
    -3.25: either is drawn, -4, or the Allies send the other back and are left with -2.5.
    """
    cup = [leader("l", -4), leader("m", 3, "axis")]
    advice = advise(position(cup, {"germany": 1, "ussr": 2}))
    assert advice.outcomes["gone"][0][0] == 3.0
    assert advice.outcomes["stays"][1] == [-3.25, -2.5, -0.5]
    assert chance(advice, "germany") == 0.0
    assert of(advice, "germany").expected == -1.0


def test_a_vote_of_the_list_edition() -> None:
    """One point for a leader worth 3 to the side that draws one, and no stop."""
    cup = [leader("m", 3, "axis")]
    advice = advise(position(cup, {"germany": 1, "ussr": 2}, phase="votes", leader=leader("l", -4)))
    assert advice.outcomes == {"another": [[3.0] * 2, [3.0] * 2], "end": [[0.0] * 2, [0.0] * 2]}
    assert [one.say for one in of(advice, "germany").choices] == ["abstain", "another"]
    assert chance(advice, "germany") == 1.0 and chance(advice, "ussr") == 0.0


# --- laws -----------------------------------------------------------------------------------------


def some(
    seed: int, *, left: int = 4, cup: int = 9, points: int = 3, turns: int = 8, most: int = 14
) -> BallotPosition:
    """A position of no special kind."""
    dice = random.Random(seed)
    leaders = []
    for number in range(cup):
        side = dice.choice(("axis", "allies"))
        worth = dice.randint(2, most) / 2 * (1 if side == "axis" else -1)
        leaders.append(leader(f"l{number}", worth, side, dice.choice((2, 3))))
    held = {power: dice.randint(0, points) for power in POWERS}
    return position(
        leaders, held, left=left, turns=turns, rulebook=dice.choice(("lif-1998", "lif-list"))
    )


SEEDS = range(2)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_bytes_twice_and_in_any_order(seed: int) -> None:
    """The order of powers and leaders changes nothing."""
    here = some(seed)
    shuffled = replace(
        here,
        powers=dict(reversed(here.powers.items())),
        cup=tuple(reversed(here.cup)),
    )
    first, again, other = advise(here), advise(here), advise(shuffled)
    assert msgspec.json.encode(first) == msgspec.json.encode(again)
    assert (first.advice, first.outcomes) == (other.advice, other.outcomes)
    assert first.gap <= GAP


LATE = {
    "one turn left": some(46, left=1, turns=36, most=5),
    "two turns left": some(26, left=2, turns=36, most=5),
    "three turns left": some(26, left=3, turns=36, most=5),
}
"""Little is at stake: a leader arrives for the last turns of a long campaign."""


@pytest.mark.parametrize("here", [*map(some, SEEDS), *LATE.values()], ids=[*map(str, SEEDS), *LATE])
def test_doubled_values_mix_alike(here: BallotPosition) -> None:
    """And everything is worth twice as much."""
    double = replace(
        here,
        leader=_times(here.leader, 2),
        cup=tuple(_times(one, 2) for one in here.cup),
        powers={
            power: replace(row, worth=(row.worth or 0) * 2) for power, row in here.powers.items()
        },
    )
    for one, two in zip(advise(here).advice, advise(double).advice, strict=True):
        assert [row.chance for row in one.choices] == pytest.approx(
            [row.chance for row in two.choices], abs=0.02
        )
        assert two.expected == pytest.approx(2 * one.expected, abs=0.01)


def _times(one, factor):  # type: ignore[no-untyped-def]
    return replace(one, value=one.value * factor, worth=one.worth * factor)


def test_worth_nothing_nobody_pays() -> None:
    """Where every leader is worth 0."""
    cup = [leader(f"{side}{number}", 0, side) for number in range(2)
           for side in ("axis", "allies", None)]  # fmt: skip
    advice = advise(position(cup, dict.fromkeys(POWERS, 3), left=3, turns=6))
    assert all(chance(advice, power) == 0 for power in POWERS)


def test_without_points_there_is_one_choice() -> None:
    """And it is chosen."""
    advice = advise(position([leader("l", -4), leader("m", 3, "axis")], {}, left=2, turns=4))
    assert all([row.chance for row in one.choices] == [1.0] for one in advice.advice)


def test_alike_powers_are_advised_alike() -> None:
    """Italy and Japan have the same points and prices."""
    cup = [leader("l", -6), leader("m", -2), leader("n", 3, "axis")]
    advice = advise(position(cup, {"italy": 2, "japan": 2, "ussr": 2}, left=2, turns=4))
    assert of(advice, "italy").choices[1].chance == pytest.approx(
        of(advice, "japan").choices[1].chance, abs=1e-4
    )


def test_mirrored_sides_mirror() -> None:
    """The same leaders and points on the other side."""
    ours = [leader("l", -6), leader("m", -2), leader("n", 3, "axis")]
    theirs = [leader("l", 6, "axis"), leader("m", 2, "axis"), leader("n", -3)]
    one = advise(position(ours, {"germany": 1, "ussr": 2}, left=3, turns=4))
    two = advise(position(theirs, {"germany": 2, "ussr": 1}, left=3, turns=4))
    for here, there in (("germany", "ussr"), ("ussr", "germany")):
        assert of(one, here).expected == pytest.approx(of(two, there).expected, abs=0.01)
        assert chance(one, here) == pytest.approx(chance(two, there), abs=0.02)


def test_a_dearer_leader_is_sent_back_as_often_where_nobody_can_support_him() -> None:
    """The chance of any veto never falls with his worth; where it can be, support never falls."""
    for points in ({"germany": 1, "italy": 1}, {"germany": 1, "ussr": 2}):
        last = 0.0
        for worth in range(2, 15, 2):
            cup = [leader("l", -worth), leader("m", -3), leader("n", -1)]
            advice = advise(position(cup, points, left=2, turns=4))
            if "ussr" in points:
                now = chance(advice, "ussr")
            else:
                none = 1.0
                for power in points:
                    none *= 1 - chance(advice, power)
                now = 1 - none
            assert now >= last - 0.02
            last = now


def test_expected_cups_are_near_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight leaders over three turns: what the position is worth, within 5 % of all that the
    cup is worth.
    """
    for seed in SEEDS:
        here = some(seed, left=3, cup=8, points=1)
        exact = advise(here)
        with monkeypatch.context() as patched:
            patched.setattr(continuation, "EXACT", 0)
            rough = advise(here)
        apart = abs(exact.advice[0].expected - rough.advice[0].expected)
        stake = sum(abs(one.worth) for one in here.cup) * here.turns_left / here.turns
        assert apart <= 0.05 * stake, (seed, apart, stake)


# --- programs -------------------------------------------------------------------------------------


def test_the_form_that_programs_read() -> None:
    """All fields, and the position as it was read."""
    here = position([leader("l", -4), leader("m", -2)], {"germany": 1})
    data = json.loads(msgspec.json.encode(advise(here)))
    assert list(data) == [
        "format",
        "position",
        "outcomes",
        "advice",
        "gap",
        "rounds",
        "point",
    ]
    assert data["format"] == "veto-advice/1"
    assert list(data["advice"][0]) == [
        "agent",
        "side",
        "powers",
        "expected",
        "joint_gain",
        "choices",
    ]
    assert list(data["advice"][0]["choices"][0]) == ["say", "pays", "cost", "chance", "value"]
    assert set(data["position"]["powers"]["germany"]) == {
        "side",
        "points",
        "marker",
        "agent",
        "price",
        "worth",
    }
