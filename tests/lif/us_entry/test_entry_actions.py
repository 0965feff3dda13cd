"""LiF 5.3.3: US entry actions: what their numbers come to by dice and chits, and who learns it."""

from typing import Any

import msgspec
import pytest

from campaign.kernel import draws
from campaign.lif.state import chits_in
from campaign.lif.system import SYSTEM
from campaign.lif.us_entry.chits.entry_chits import is_free
from events.lif.us_entry import (
    EntryActionTaken,
    EntryChitsDrawn,
    EntryChitsReturned,
    EntryChitsStocked,
    PoolBelowZero,
    StockRow,
)
from support.entry_table import JAPAN, SEEDS, filled, kinds, laid, numbered, refused, table, taken
from support.rules_table import after, opened

# --- numbers ------------------------------------------------------------------------------------

NUMBERS = [
    (13, 3, 2), (13, 4, 1), (20, None, 2), (0, None, 0), (10, None, 1), (9, 9, 1), (9, 10, 0),
    (1, 1, 1), (1, 2, 0), (99, 9, 10), (99, 10, 9), (-4, 4, -1), (-4, 5, 0), (-13, 3, -2),
    (-13, 4, -1), (-20, None, -2), (-10, None, -1),
]  # fmt: skip
"""A chart's number, the die, and the chits: one for each ten, one more on the rest or less."""


@pytest.mark.parametrize(("number", "die", "chits"), NUMBERS)
def test_a_number_comes_to_chits_of_the_ledger(number: int, die: int | None, chits: int) -> None:
    """LiF 5.3.3: five chits lie in the pool; as many more or fewer lie there after, all told 25."""
    state = filled(numbered(table(), japan=number), japan=5)
    assert (len(chits_in(state.entry, "entry-japan")), state.entry.common) == (5, 15)
    events = taken(state, rolls={"japan": die} if die else {})
    told = events[0]
    assert isinstance(told, EntryActionTaken)
    outcome = told.outcomes["japan"]
    assert (outcome.number, outcome.chits) == (number, chits)
    assert (outcome.roll.value if outcome.roll else None) == die
    state = after(state, *events)
    assert (len(chits_in(state.entry, "entry-japan")), state.entry.common) == (
        5 + chits,
        15 - chits,
    )
    assert list(told.outcomes) == ["japan"]


def test_a_pool_that_lacks_chits_is_below_zero() -> None:
    """LiF 5.3.3: -25 of a pool of one, on a 6: one leaves, and one of the two is missing."""
    state = filled(numbered(table(), japan=-25), japan=1)
    events = taken(state, rolls={"japan": 6})
    assert kinds(events) == ["EntryActionTaken", "EntryChitsReturned", "PoolBelowZero"]
    below = events[2]
    assert isinstance(below, PoolBelowZero)
    assert (below.pool, below.missing, len(below.chits)) == ("entry-japan", 1, 1)
    assert not is_free(after(state, *events).entry, "entry")


def test_a_usa_that_may_not_draw_still_receives_chits() -> None:
    """LiF 5.3.3: the wait after a shortfall holds for the entry step, not for others' actions."""
    state = filled(numbered(table(), japan=-20), japan=1)
    state = after(state, *taken(state))
    assert not is_free(state.entry, "entry")
    state = filled(state, germany=1, japan=2)
    assert len(chits_in(state.entry, "entry-japan")) == 2
    assert len(chits_in(state.entry, "entry-germany-italy")) == 1


# --- the ledger's dice ----------------------------------------------------------------------------


def test_the_ledgers_die_can_be_checked() -> None:
    """LiF 5.3.3, ruling 21: the die is draw 1 of US entry under the turn's seed, the chits follow.

    The leaders' draws are counted apart.
    """
    sides = [f"{number:02}" for number in range(1, 11)]
    seen = set()
    for seed in SEEDS:
        state = numbered(table("ledger"), germany=14, japan=14)
        events = taken(state, seed=seed)
        told = events[0]
        assert isinstance(told, EntryActionTaken)
        for draw, theatre in ((1, "germany-italy"), (2, "japan")):
            die = int(draws.pick(seed, state.campaign.id, draw, ("us entry",), sides))
            outcome = told.outcomes[theatre]  # type: ignore[index]
            assert outcome.roll is not None
            assert (outcome.roll.value, outcome.roll.draw) == (die, draw)
            assert outcome.roll.source == "ledger"
            assert outcome.chits == (2 if die <= 4 else 1)
            seen.add(outcome.chits)
        drawn = [event for event in events if isinstance(event, EntryChitsDrawn)]
        assert [event.draw for event in drawn] == [3, 3 + len(drawn[0].chits)]
        done = after(state, *events)
        assert done.entry.draw == 2 + len(done.entry.chits)
        assert done.draw == state.draw
    assert seen == {1, 2}


def test_a_roll_without_chits_is_counted_too() -> None:
    """LiF 5.3.3: a die that brings nothing is a draw like any other."""
    numbers = []
    state = numbered(table("ledger"), japan=1)
    for _ in range(3):
        events = taken(state, seed=SEEDS[3])
        told = events[0]
        assert isinstance(told, EntryActionTaken) and told.outcomes["japan"].roll is not None
        numbers.append(told.outcomes["japan"].roll.draw)
        state = after(state, *events)
        assert state.entry.draw == numbers[-1] + told.outcomes["japan"].chits
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    ("chits", "number", "named", "rule"),
    [
        ("ledger", -4, {JAPAN: ["c1"]}, "Ruling 38"),
        ("table", -4, {JAPAN: []}, None),
        ("table", -4, {JAPAN: ["c1", "c2"]}, None),
        ("table", -4, {JAPAN: ["c9"]}, None),
        ("table", -14, {JAPAN: ["c1"]}, None),
        ("table", -14, {JAPAN: ["c1", "c1"]}, None),
        ("table", -14, {JAPAN: ["c1", "c9"]}, None),
    ],
)
def test_no_refusal_tells_the_roll(
    chits: str, number: int, named: dict[str, list[str]], rule: str | None
) -> None:
    """LiF 5.3.3: what is wrong with a command is said whatever the ledger's die would be."""
    state = laid(numbered(table("ledger", chits), japan=number), 3)
    answers = {refused(state, seed=seed, action=40, chits=named) for seed in SEEDS}
    assert len(answers) == 1
    assert answers.pop()[0] == rule


@pytest.mark.parametrize("number", [4, 14, 30, -34])
def test_a_common_pool_too_small_is_no_oracle(number: int) -> None:
    """LiF 5.3: what a shortfall may draw must be there before a die falls, not what will be.

    Ruling 55: of what an action brings comes what is there, and the event says how many want.
    """
    empty = opened(rulings={"draws": "ledger"})
    answers = {refused(numbered(empty, japan=number), seed=seed, action=40) for seed in SEEDS}
    stock = "the common pool is empty; stock it from the club's chart first"
    assert answers == {("LiF 5.3", stock)}
    few = after(empty, EntryChitsStocked(rows=(StockRow(1, 1),), commitment="c" * 64, sealed="s"))
    if number < 0:
        answers = {refused(numbered(few, japan=number), seed=seed, action=40) for seed in SEEDS}
        assert answers == {("LiF 5.3", "the common pool holds 1 chit, and this may draw 4")}
    else:
        drawn = [taken(numbered(few, japan=number), seed=seed)[1:] for seed in SEEDS]
        came = {(len(event.chits), event.wanting) for row in drawn for event in row}  # type: ignore[attr-defined]
        assert came == {4: {(1, 0)}, 14: {(1, 0), (1, 1)}, 30: {(1, 2)}}[number]


@pytest.mark.parametrize(("number", "pool"), [(-4, 3), (-14, 3), (-14, 2), (-14, 1), (-4, 1)])
def test_chits_named_before_the_ledgers_die_leave_in_their_order(number: int, pool: int) -> None:
    """LiF 5.3.3: -4 takes the first named on a 4 or less, -14 the second; a pool that goes whole
    needs no names, and what it lacks puts it below zero.
    """
    state = laid(numbered(table("ledger", "table"), japan=number), pool)
    may = 1 if number == -4 else min(2, pool)
    order = ["c3", "c1"] if pool == 3 else ["c2", "c1"] if pool == 2 else ["c1"]
    names = [{JAPAN: order[:may]}] + ([{}] if pool == 1 else [])
    seen = set()
    for seed in SEEDS:
        for named in names:
            events = taken(state, seed=seed, chits=named)
            told = events[0]
            assert isinstance(told, EntryActionTaken)
            outcome = told.outcomes["japan"]
            assert outcome.roll is not None
            wanted = (1 if number == -14 else 0) + (outcome.roll.value <= 4)
            assert outcome.chits == -wanted
            gone = [event.chits for event in events if isinstance(event, EntryChitsReturned)]
            below = [event.missing for event in events if isinstance(event, PoolBelowZero)]
            assert gone == ([tuple(order[: min(wanted, pool)])] if wanted else [])
            assert below == ([wanted - pool] if wanted > pool else [])
            seen.add(wanted)
    assert len(seen) == 2


# --- secrets --------------------------------------------------------------------------------------


def test_the_values_of_chits_show_in_nothing() -> None:
    """LiF 5.3.3: with other values in the common pool an action reads the same but commitments."""

    def played(value: int) -> list[Any]:
        state = opened(rulings={"draws": "ledger"})
        stock = EntryChitsStocked(rows=(StockRow(value, 9),), commitment="c" * 64, sealed="s")
        state = numbered(after(state, stock), germany=35, japan=-10)
        events = taken(state)
        assert kinds(events) == ["EntryActionTaken", "EntryChitsDrawn", "PoolBelowZero"]
        plain: list[Any] = msgspec.to_builtins(events)
        told = [chit.pop("commitment") for event in plain for chit in event.get("chits", ())]
        assert len(set(told)) == len(told)
        return plain

    assert played(2) == played(5)


def test_an_action_asks_the_world_for_no_more_than_it_needs() -> None:
    """LiF 5.3.3: the secret once there is one; the seed where the ledger rolls or picks chits."""
    ask = msgspec.convert({"action": 40}, SYSTEM.rules.commands["TakeEntryAction"])
    for draws_by, chits, seed in (
        ("ledger", "ledger", True), ("table", "ledger", True), ("ledger", "table", True),
        ("table", "table", False),
    ):  # fmt: skip
        wanted = SYSTEM.rules.needs(table(draws_by, chits), ask)
        assert (list(wanted.openings), wanted.seed, wanted.seal) == (["chits"], seed, None)
    assert not SYSTEM.rules.needs(opened(), ask).openings
