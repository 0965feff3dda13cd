"""LiF 5.3.2: entry options with the ledger's hidden chits: what is shown, rolled, moved and said.

The chits are laid under a secret that the tests know, so that each value is the test's own.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.kernel.decisions import About, Decision, Refused
from campaign.kernel.draws import faces, pick
from campaign.lif.state import SIDES, State, chits_in, taken
from campaign.lif.us_entry.chits import entry_chits
from campaign.lif.us_entry.chits.entry_chits import is_free, mixed
from campaign.lif.us_entry.fold import last_draw
from events.base import Event
from events.lif.force_pools import CounterMoved
from events.lif.us_entry import (
    ChartRow,
    Chit,
    CountersTransferred,
    EntryChitsDrawn,
    EntryChitsMoved,
    EntryChitsShown,
    EntryChitsStocked,
    EntryOptionPicked,
    Pool,
    PoolBelowZero,
    StockRow,
)
from support.entry_table import SECRET, SEEDS, charted, decided
from support.rules_table import after, opened, then
from support.sessions import Session, ledger_in

ID = "0" * 32
JAPAN: Pool = "entry-japan"
ITALY: Pool = "entry-germany-italy"
OTHERS = ("germany", "italy", "japan", "ussr", "commonwealth", "france", "china")
MANY = (StockRow(1, 200),)
"""A common pool that no test empties."""


def campaign(
    *rows: ChartRow,
    mode: Any = "ledger",
    stock: tuple[StockRow, ...] = MANY,
    rulings: Mapping[str, Any] | None = None,
) -> State:
    """A campaign of autumn 1939 with a chart, its common pool stocked."""
    members = [
        {"member": "anna", "name": "Anna", "powers": ["japan"]},
        {"member": "ben", "name": "Ben", "powers": ["usa"]},
    ]
    asked = {"entry_chits": mode, **(rulings or {})}
    state = opened(rulings=asked, setup={"members": members})
    if rows:
        state = charted(state, *rows)
    if stock:
        state = after(state, EntryChitsStocked(rows=stock, commitment="0" * 64, sealed="sealed"))
    return state


def laid(state: State, pool: Pool, *values: int) -> State:
    """The state with chits of these values in a pool, face-down; the first of all is c1."""
    last = state.entry.last_chit
    chits = [
        entry_chits.laid(SECRET, state.campaign.id, f"c{number}", value)
        for number, value in enumerate(values, last + 1)
    ]
    return after(state, EntryChitsDrawn(pool=pool, chits=tuple(chits), cause="set-up"))


def picks(state: State, option: int = 60, by: str = "ben", **told: Any) -> Decision:
    """What picking an option comes to."""
    return decided(state, "PickEntryOption", by=by, option=option, **told)


def events(decided: Decision) -> tuple[Event, ...]:
    """The events of a command that must be accepted."""
    assert isinstance(decided, tuple), decided
    return decided


def one(decided: Decision, kind: type[Event]) -> Any:
    """The only event of its type."""
    (found,) = (event for event in events(decided) if type(event) is kind)
    return found


def refusal(decided: Decision, rule: str | None, told: str) -> None:
    """The command is refused under a rule, in these words among others."""
    assert isinstance(decided, Refused), decided
    assert decided.rule == rule, decided
    assert told in decided.reason


def option(number: int = 60, **told: Any) -> ChartRow:
    """A row of the club's chart; aimed at Japan without a level or tension, unless told."""
    return ChartRow("option", number, **{"level": 0, "japan": 0, **told})


def shown(decided: Decision) -> set[str]:
    """The chits that an option shows."""
    return set(one(decided, EntryChitsShown).chits)


# --- showing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "level", "fewest"),
    [
        ((1, 2, 3), 3, {"c3"}),
        ((1, 2, 3), 4, {"c3", "c2"}),
        ((1, 2, 3), 6, {"c1", "c2", "c3"}),
        ((5, 4, 3), 9, {"c1", "c2"}),
        ((2, 2, 2), 1, {"c1"}),
        ((0, 0, 7), 7, {"c3"}),
    ],
)
def test_lif_5_3_2_as_few_chits_are_shown_as_prove_the_level(
    values: tuple[int, ...], level: int, fewest: set[str]
) -> None:
    """By hand: the largest first, until the sum is the level or more."""
    state = laid(campaign(option(level=level)), JAPAN, *values)
    assert shown(picks(state)) == fewest


def test_lif_5_3_2_chits_shown_before_go_first() -> None:
    """Level 4 of 1, 2 and 4: 4 alone would do, but 1 and 2 are known, and 4 once they are not
    enough; after that 4 and the others are known and prove 7.
    """
    first, second = option(level=3), option(61, level=4)
    state = laid(campaign(first, second), JAPAN, 1, 2, 4)
    state = after(state, *events(picks(state, show=["c1", "c2"])))
    assert shown(picks(state)) == {"c1", "c2"}
    assert shown(picks(state, 61)) == {"c1", "c2", "c3"}


def test_lif_5_3_2_a_green_option_shows_each_pool_for_itself() -> None:
    """Level 4: 4 against Germany and Italy, 3 and 1 against Japan; one short in either fails."""
    green = option(colour="green", level=4, germany_italy=0)
    state = laid(laid(campaign(green), ITALY, 4, 1), JAPAN, 3, 1)
    decided = picks(state)
    assert shown(decided) == {"c1", "c3", "c4"}
    assert one(decided, EntryChitsShown).to == OTHERS
    assert shown(picks(state, show=["c1", "c2", "c3", "c4"])) == {"c1", "c2", "c3", "c4"}
    refusal(picks(state, show=["c1", "c2", "c3"]), "LiF 5.3.2", "the Japan entry pool do not")
    refusal(picks(state, show=["c2", "c3", "c4"]), "LiF 5.3.2", "the Germany/Italy entry pool do")
    short = laid(laid(campaign(green), ITALY, 3), JAPAN, 9)
    refusal(picks(short), "LiF 5.3.2", "the Germany/Italy entry pool do not come to it")


def test_lif_5_3_2_what_is_shown_opens_its_commitment() -> None:
    """Anybody can check a chit shown: value and nonce make the commitment it was laid with."""
    state = laid(campaign(option(level=7)), JAPAN, 7)
    (told,) = one(picks(state), EntryChitsShown).chits.values()
    assert told.value == 7
    assert entry_chits.laid(SECRET, ID, "c1", 7) == Chit("c1", state.entry.chits["c1"].commitment)
    assert told.nonce == entry_chits.nonce_of(SECRET, ID, "c1")


def test_lif_5_3_2_the_record_says_what_was_shown_before_the_option_and_the_chits_after() -> None:
    """Chits are shown, the option is picked, and its tension chits move."""
    state = laid(campaign(option(level=3, japan=10)), JAPAN, 3, 3)
    kinds = [type(event) for event in events(picks(state))]
    assert kinds == [EntryChitsShown, EntryOptionPicked, EntryChitsMoved]


def test_lif_5_3_2_no_chit_that_lies_aside_proves_a_level() -> None:
    """LiF 5.3.3: chits aside for the entry pool are no chits of it; the USA may still choose."""
    state = laid(campaign(option(level=3)), JAPAN, 2)
    chit = entry_chits.laid(SECRET, ID, "c2", 9)
    state = after(state, PoolBelowZero(pool=JAPAN, missing=1, chits=(chit,)))
    refusal(picks(state), "LiF 5.3.2", "do not come to it")
    refusal(picks(state, show=["c2"]), None, "show: c2 is not in the Japan entry pool")


def test_lif_5_3_2_a_pool_without_chits_has_no_level() -> None:
    """Before the common pool is stocked there is nothing to show."""
    state = campaign(option(level=1), stock=())
    refusal(picks(state), "LiF 5.3.2", "takes an entry level of 1")
    assert events(picks(campaign(option(level=0), stock=())))


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (["c9"], "show: c9 is not in the Japan entry pool"),
        (["c1", "c1"], "show: name each chit once"),
    ],
)
def test_lif_5_3_2_chits_to_show_are_named_well(told: list[str], why: str) -> None:
    """Each once, each there."""
    state = laid(campaign(option(level=1)), JAPAN, 5)
    refusal(picks(state, show=told), None, why)


def test_lif_5_3_2_without_a_level_nothing_is_shown() -> None:
    """Level 0: no event shows a chit, and none is named."""
    state = laid(campaign(option(level=0)), JAPAN, 5)
    assert [type(event) for event in events(picks(state))] == [EntryOptionPicked]
    refusal(picks(state, show=["c1"]), None, "show: option 60 takes no level")


# --- secrecy ------------------------------------------------------------------------------------


def test_lif_5_3_2_no_value_is_told_but_of_the_chits_shown() -> None:
    """LiF 5.3.2: whatever the chits that stay face-down are worth, the same is told of them."""
    told = []
    for other in (0, 1, 2):
        state = laid(campaign(option(level=9, japan=14)), JAPAN, 9, other)
        told.append(picks(state))
    assert told[0] == told[1] == told[2]


def test_lif_5_3_2_a_level_that_is_not_reached_tells_no_sum() -> None:
    """LiF 5.3.2: the refusal is the same by one point or by ten, and only the USA's player is
    told.
    """
    near = picks(laid(campaign(option(level=10)), JAPAN, 9))
    far = picks(laid(campaign(option(level=10)), JAPAN, 0))
    assert near == far
    refusal(near, "LiF 5.3.2", "takes an entry level of 10")


@pytest.mark.parametrize("by", ["anna", "host"])
def test_lif_5_3_2_nobody_else_picks_an_option(by: str) -> None:
    """Members: the answer would depend on hidden values, so that even the host gets none."""
    for value in (1, 9):
        state = laid(campaign(option(level=5)), JAPAN, value)
        refusal(picks(state, by=by), "Members", "only Ben")


# --- tension ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [7, 14])
def test_lif_5_3_2_the_ledger_rolls_for_the_remainder(number: int) -> None:
    """LiF 5.3.3: 7 is a chit by 1 to 7; 14 is one, and another by 1 to 4. The roll is the draw's
    under the seed of the turn, with the next number.
    """
    sure, remainder = divmod(number, 10)
    came: set[int] = set()
    for seed in SEEDS:
        state = laid(campaign(option(japan=number)), JAPAN, 1, 1, 1)
        decided = picks(state, seed=seed)
        outcome = one(decided, EntryOptionPicked).outcomes["japan"]
        rolled = int(pick(seed, ID, 1, mixed(state), faces(SIDES)))
        assert (outcome.roll.value, outcome.roll.source, outcome.roll.draw) == (rolled, "ledger", 1)
        assert outcome.chits == sure + (1 if rolled <= remainder else 0)
        moved = [event for event in events(decided) if isinstance(event, EntryChitsMoved)]
        assert sum(len(event.chits) for event in moved) == outcome.chits
        came.add(outcome.chits)
    assert came == {sure, sure + 1}


def test_lif_5_3_2_every_draw_has_its_own_number() -> None:
    """A green option: two dice, then the chits of either pool; the next command goes on."""
    green = option(colour="green", germany_italy=11, japan=11)
    state = laid(laid(campaign(green), ITALY, *[1] * 5), JAPAN, *[1] * 5)
    decided = picks(state)
    outcomes = one(decided, EntryOptionPicked).outcomes
    assert [outcomes[who].roll.draw for who in ("germany-italy", "japan")] == [1, 2]
    moves = [event for event in events(decided) if isinstance(event, EntryChitsMoved)]
    first = outcomes["germany-italy"].chits
    assert [event.draw for event in moves] == [3, 3 + first]
    state = after(state, *events(decided))
    assert state.entry.draw == 2 + first + outcomes["japan"].chits
    again = one(picks(state), EntryOptionPicked).outcomes
    assert again["germany-italy"].roll.draw == state.entry.draw + 1


def test_lif_5_3_2_a_roll_without_a_chit_uses_up_its_number_too() -> None:
    """The next roll is another one, so that trying again is no second look at the first."""
    state = laid(campaign(option(japan=1)), JAPAN, 1)
    seed = next(one for one in SEEDS if pick(one, ID, 1, mixed(state), faces(SIDES)) != "01")
    decided = picks(state, seed=seed)
    assert one(decided, EntryOptionPicked).outcomes["japan"].chits == 0
    assert after(state, *events(decided)).entry.draw == 1


def test_lif_5_3_2_what_the_entry_pool_lacks_is_put_aside() -> None:
    """LiF 5.3.3: two tension chits out of a pool of one: the other comes from the common pool."""
    state = laid(campaign(option(japan=20)), JAPAN, 1)
    decided = picks(state)
    assert one(decided, EntryChitsMoved).chits == ("c1",)
    below = one(decided, PoolBelowZero)
    assert (below.pool, below.missing, [chit.id for chit in below.chits]) == (JAPAN, 1, ["c2"])
    later = after(state, *events(decided))
    assert not is_free(later.entry, "entry") and is_free(later.entry, "tension")


@pytest.mark.parametrize("stock", [(), (StockRow(3, 1),)])
def test_lif_5_3_2_the_common_pool_has_what_may_be_lacking(stock: tuple[StockRow, ...]) -> None:
    """LiF 5.3.3: 14 out of an empty pool may lack two chits: refused before a die falls."""
    for seed in SEEDS:
        told = "the common pool holds 1 chit" if stock else "the common pool is empty"
        refusal(picks(campaign(option(japan=14), stock=stock), seed=seed), "LiF 5.3", told)


def test_lif_5_3_2_the_ledger_rolls_and_draws_by_itself() -> None:
    """Rulings 21 and 38: neither a die nor a chit is named to it."""
    state = laid(campaign(option(japan=7)), JAPAN, 1)
    refusal(picks(state, rolls={"japan": 3}), "Ruling 21", "name no roll")
    refusal(picks(state, chits={JAPAN: ["c1"]}), "Ruling 38", "name none")


def test_lif_5_3_2_where_chits_are_chosen_they_are_named_before_the_die_falls() -> None:
    """Ruling 38: with `tension_chits` chosen, 14 needs two names; the first leaves in any case."""
    chosen = campaign(option(japan=14), rulings={"tension_chits": "chosen"})
    state = laid(chosen, JAPAN, 1, 1, 1)
    came = set()
    for seed in SEEDS:
        refusal(picks(state, seed=seed, chits={JAPAN: ["c3"]}), None, "name the 2 chits")
        refusal(picks(state, seed=seed), None, "name the 2 chits")
        decided = picks(state, seed=seed, chits={JAPAN: ["c3", "c1"]})
        count = one(decided, EntryOptionPicked).outcomes["japan"].chits
        assert one(decided, EntryChitsMoved).chits == ("c3", "c1")[:count]
        came.add(count)
    assert came == {1, 2}


def test_lif_5_3_2_chits_at_the_table_with_the_ledger_s_dice() -> None:
    """Ruling 38: named first to last, since the roll comes after; each of the pool it leaves."""
    state = laid(campaign(option(japan=7), mode="table"), JAPAN, 1, 1)
    refusal(picks(state, chits={JAPAN: ["c9"]}), None, "c9 is not in the Japan entry pool")
    none = laid(campaign(option(japan=0), mode="table"), JAPAN, 1, 1)
    told = "chits: none leaves the Japan entry pool; name none"
    refusal(picks(none, chits={JAPAN: ["c2"]}), None, told)
    for seed in SEEDS:
        decided = picks(state, seed=seed, chits={JAPAN: ["c2"]})
        moved = [event for event in events(decided) if isinstance(event, EntryChitsMoved)]
        count = one(decided, EntryOptionPicked).outcomes["japan"].chits
        assert [event.chits for event in moved] == ([("c2",)] if count else [])


def test_ruling_38_the_first_thing_that_nobody_has_entered_is_named() -> None:
    """LiF 5.3.2: the row, then whom it is aimed at, its tension, its level."""
    refusal(picks(campaign()), "Ruling 38", "option 60 is neither in the kit nor in your chart")
    refusal(picks(campaign(), 37), "Ruling 38", "option 37: its colour is unknown")
    red = ChartRow("option", 37, colour="red", level=0)
    refusal(picks(campaign(red), 37), "Ruling 38", "number for Japan's tension pool is unknown")
    tense = ChartRow("option", 37, japan=0)
    refusal(picks(campaign(tense), 37), "Ruling 38", "option 37: its entry level is unknown")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"rolls": {"germany-italy": 3}}, "rolls: option 60 is not aimed at Germany/Italy"),
        (
            {"chits": {"tension-japan": ["c1"]}},
            "chits: option 60 takes none from the Japan tension pool",
        ),
        ({"rolls": {"japan": 3}}, "rolls: 0 leaves nothing to roll for"),
        ({"target": "usa", "option": 40}, "target: option 40 is for nobody by name"),
        (
            {"option": 46},
            "target: option 46 is for the Commonwealth or the Netherlands East Indies",
        ),
        ({"option": 18}, "target: option 18 is for an Allied major power; name it"),
        ({"removed": 3}, "removed: is for option 34 only"),
        ({"gives": {"china": 3}}, "gives: is for option 34 only"),
        ({"option": 34}, "removed: name the convoy points taken off the map, 1 to 15"),
        ({"counters": {"p-40": "china"}}, "counters: are for option 12 only"),
        ({"option": 12, "counters": {"p-40": "china"}}, "counters: there is no counter 'p-40'"),
    ],
)
def test_lif_5_3_2_what_an_option_has_not_is_not_told(told: dict[str, Any], why: str) -> None:
    """The field is named."""
    table = {"draws": "table"} if "rolls" in told else {}
    rows = [option(), *(option(number) for number in (12, 18, 34, 40, 46))]
    decided = picks(campaign(*rows, rulings=table), **told)
    refusal(decided, None, why)
    assert isinstance(decided, Refused)
    missing = told in ({"option": 18}, {"option": 34}, {"option": 46})
    assert decided.about == About(why.partition(":")[0], missing=missing)


# --- limits and conditions ----------------------------------------------------------------------


def test_lif_5_3_2_an_option_is_taken_with_its_target_turn_and_answers() -> None:
    """The record knows when it was picked, for whom, and what was said of the map."""
    state = campaign(option(46), option(40))
    state = after(state, *events(picks(state, 46, target="commonwealth")))
    state = after(state, *events(picks(state, 40, stated={"panama-canal-closed": "yes"})))
    guarantee, canal = state.entry.options
    assert (guarantee.number, guarantee.target, guarantee.turn) == (46, "commonwealth", "1939-SO")
    assert canal.stated == {"panama-canal-closed": "yes"}
    assert taken(state.entry.options, 46, "commonwealth")
    assert not taken(state.entry.options, 46, "netherlands-east-indies")


def test_ruling_3_the_sides_say_who_is_allied() -> None:
    """LiF 5.3.2: a USSR on the Axis side gets no resources."""
    state = campaign(option(18), rulings={"sides.ussr": "axis"})
    war = replace(state, at_war=state.at_war | {("germany", "ussr")})
    refusal(picks(war, 18, target="ussr"), "LiF 5.3.2", "the USSR is not one")


# --- counters -----------------------------------------------------------------------------------


def with_counters(state: State, *counters: dict[str, Any]) -> State:
    """The campaign with counters of the host's."""
    return then(state, "AddCounters", counters=counters)


MILITIA = [{"id": f"mil-{number}", "power": "usa", "type": "MIL"} for number in range(1, 6)]


def test_lif_5_3_2_the_national_guard_is_drawn_under_the_seed() -> None:
    """Two different militia of five; the draws have the numbers after the die's, and it is the
    seed that chooses.
    """
    drawn: set[tuple[str, ...]] = set()
    for seed in SEEDS:
        state = with_counters(campaign(option(44, japan=5)), *MILITIA)
        state = laid(state, JAPAN, 1)
        decided = picks(state, 44, seed=seed)
        told = one(decided, EntryOptionPicked)
        names = [row["id"] for row in MILITIA]
        first = pick(seed, ID, 2, mixed(state), names)
        second = pick(seed, ID, 3, mixed(state), [name for name in names if name != first])
        assert (told.outcomes["japan"].roll.draw, told.draw) == (1, 2)
        assert told.militia == (first, second)
        moves = [event for event in events(decided) if isinstance(event, CounterMoved)]
        assert [(one.counter, one.to, one.arrives) for one in moves] == [
            (first, "circle", "1939-ND"),
            (second, "circle", "1939-ND"),
        ]
        assert after(state, *events(decided)).entry.draw == 3
        drawn.add(told.militia)
    assert len(drawn) > 1


def test_lif_5_3_2_the_ledger_draws_the_national_guard_itself() -> None:
    """Ruling 21: nobody names the militia to it; of two both go, and no draw is used."""
    state = with_counters(campaign(option(44)), *MILITIA)
    stated = {"militia-1": "mil-1", "militia-2": "mil-2"}
    refusal(picks(state, 44, stated=stated), None, "nothing is asked here")
    two = with_counters(campaign(option(44)), *MILITIA[:2])
    told = one(picks(two, 44), EntryOptionPicked)
    assert (told.militia, told.draw) == (("mil-1", "mil-2"), 0)
    assert after(two, *events(picks(two, 44))).entry.draw == 0


def test_lif_5_3_2_militia_named_at_the_table_are_two() -> None:
    """The same counter is not drawn twice."""
    state = with_counters(campaign(option(44), rulings={"draws": "table"}), *MILITIA)
    stated = {"militia-1": "mil-1", "militia-2": "mil-1"}
    decided = picks(state, 44, stated=stated)
    refusal(decided, None, "stated: militia-2: mil-1 is militia-1 already")
    assert isinstance(decided, Refused)
    asks, there = "Which militia was drawn as number 2?", tuple(f"mil-{n}" for n in range(1, 6))
    assert decided.about == About("stated", "militia-2", asks, there, missing=True)
    refusal(picks(state, 44), "LiF 5.3.2", "Which militia was drawn as number 1? State militia-1")


@pytest.mark.parametrize(
    ("counter", "country", "rule", "why"),
    [
        ({"id": "own", "power": "usa", "type": "FTR"}, "usa", None, "own goes to another"),
        ({"id": "spit", "power": "commonwealth", "type": "FTR"}, "china", "LiF 5.3.2",
         "spit is the Commonwealth's, not the USA's"),
        ({"id": "inf", "power": "usa", "type": "INF"}, "china", "LiF 5.3.2", "inf is no aircraft"),
        ({"id": "used", "power": "usa", "type": "FTR", "starts": "map"}, "china", "LiF 5.3.2",
         "used is in no force pool, now or in future"),
        ({"id": "late-war-07", "power": "usa", "type": ""}, "china", "Ruling 37",
         "late-war-07: type unknown"),
    ],
)  # fmt: skip
def test_lif_5_3_2_only_aircraft_of_the_usa_s_force_pools_are_licensed(
    counter: dict[str, Any], country: str, rule: str | None, why: str
) -> None:
    """Option 12: each fault in words."""
    state = with_counters(campaign(option(12)), counter)
    refusal(picks(state, 12, counters={counter["id"]: country}), rule, why)


def test_ruling_40_licences_are_for_good_and_for_future_pools_too() -> None:
    """LiF 5.3.2: an aircraft of 1943 waits in its new owner's future pool; the USA, whose it never
    is again, does not move it.
    """
    state = with_counters(
        campaign(option(12)), {"id": "p-47", "power": "usa", "type": "FTR", "available": 1943}
    )
    state = after(state, *events(picks(state, 12, counters={"p-47": "japan"})))
    assert state.play.counters["p-47"].power == "japan"
    assert state.play.counter_placements["p-47"].place == "future"
    for by, allowed in (("ben", False), ("anna", True)):
        moved = decided(state, "MoveCounter", by=by, counter="p-47", to="removed", reason="x")
        assert isinstance(moved, tuple) is allowed
    again = decided(
        state, "AddCounters", counters=[{"id": "p-47", "power": "usa", "type": "FTR"}]
    )  # fmt: skip
    refusal(again, "Ruling 37", "power is japan already")


def test_ruling_40_a_counter_that_is_not_there_does_not_follow() -> None:
    """The fold takes nothing on trust."""
    with pytest.raises(KeyError):
        after(campaign(), CountersTransferred(counters={"nobody": "china"}, reason="x"))


# --- the whole way ------------------------------------------------------------------------------


def test_lif_5_3_2_an_option_in_a_campaign_of_the_ledger_s(tmp_path: Path) -> None:
    """Vault, seed and secret: all chits are worth 4, so that level 8 takes two of three."""
    club = Session(ledger_in(tmp_path)).open()
    club.do("ImportEntryChart", rows=[
        {"kind": "option", "number": 37, "colour": "gray", "level": 8, "germany_italy": 15},
        {"kind": "option", "number": 60, "colour": "gray", "level": 13, "germany_italy": 1},
    ], source="our chart")  # fmt: skip
    club.do("StockEntryChits", rows=[{"value": 4, "count": 50}], source="our chart")
    club.do("DrawEntryChits", "ben", pool=ITALY, count=3)
    refused = club.ask("PickEntryOption", "ben", option=60)
    assert (refused["accepted"], refused["rule"]) == (False, "LiF 5.3.2")
    told = club.do("PickEntryOption", "ben", option=37)["events"]
    assert [event["type"] for event in told] == [
        "lif.EntryChitsShown", "lif.EntryOptionPicked", "lif.EntryChitsMoved",
        "lif.SupplySourceGained",
    ]  # fmt: skip
    assert sorted(told[0]["chits"]) == ["c1", "c2"]
    assert {chit["value"] for chit in told[0]["chits"].values()} == {4}
    count = told[1]["outcomes"]["germany-italy"]["chits"]
    assert count in (1, 2)
    assert len(chits_in(club.state.entry, "tension-germany-italy")) == count
    assert club.state.entry.chits["c3"].shown is None
    assert "value" not in json.dumps([event for event in told if "Moved" in event["type"]])


def test_draws_of_mobilized_militia_are_used_up() -> None:
    """LiF 5.3.2: option 44's second militia has the next number; a strike leaves both used."""
    drawn = EntryOptionPicked(option=44, militia=("mil-boston", "mil-denver"), draw=5)
    named = EntryOptionPicked(option=44, militia=("mil-boston", "mil-denver"))
    assert (last_draw(drawn), last_draw(named)) == (6, 0)
