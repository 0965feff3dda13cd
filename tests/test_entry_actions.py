"""LiF 5.3.3: US entry actions: their numbers, dice and chits, and what is left of them after."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from rules_table import after, opened, then
from sessions import Session, bodies, ledger_in

from campaign import draws
from campaign.decider import Command, Given, Refused
from campaign.leaders_in_flames import SYSTEM
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import actions_kit, chart, questions
from campaign.leaders_in_flames.us_entry.questions import Question, asked
from campaign.leaders_in_flames.us_entry.state import Taken, lying
from events.base import Event
from events.sealed import Opening
from events.us_entry import (
    ChartRow,
    Chit,
    EntryActionTaken,
    EntryChartImported,
    EntryChitsDrawn,
    EntryChitsDue,
    EntryChitsReturned,
    EntryChitsStocked,
    EntryOpened,
    NeutralMinorEntered,
    PoolBelowZero,
    StockRow,
)

SECRET = "5e" * 32
SEEDS = [f"{number:064x}" for number in range(1, 25)]
"""Enough for a roll of 4 or less and one above to be among them; a test asks for both."""
JAPAN, GERMANY = "entry-japan", "entry-germany-italy"


def table(draws_by: str = "table", chits: str = "ledger", **request: Any) -> State:
    """A campaign where dice are rolled and chits lie as told; twenty chits of value 3 in common."""
    rulings = {"draws": draws_by, "entry_chits": chits, **request.pop("rulings", {})}
    state = opened(rulings=rulings, **request)
    rows = (StockRow(3, 20),) if chits == "ledger" else ()
    return after(
        state,
        EntryOpened(mode=chits),  # type: ignore[arg-type]
        EntryChitsStocked(rows=rows, commitment="c" * 64, sealed="sealed"),
    )


def charted(state: State, *rows: ChartRow) -> State:
    """The club's chart has these rows."""
    return after(state, EntryChartImported(rows=rows, source="our chart"))


def numbered(state: State, germany: int | None = None, japan: int | None = None) -> State:
    """Action 40 of the club's chart has these numbers."""
    return charted(
        state, ChartRow(kind="action", number=40, germany_italy=germany, japan=japan)
    )  # fmt: skip


def laid(state: State, count: int, pool: str = JAPAN) -> State:
    """So many chits more lie in a pool."""
    last = state.entry.last_chit
    chits = tuple(Chit(f"c{last + one}", SEEDS[one]) for one in range(1, count + 1))
    return after(
        state,
        EntryChitsDrawn(pool=pool, chits=chits, cause="step"),  # type: ignore[arg-type]
    )


def decided(
    state: State, command: str, seed: str = SEEDS[0], **fields: Any
) -> tuple[Event, ...] | Refused:
    """What the rules make of a command, with the secret and a seed at hand."""
    wanted: Command = msgspec.convert(fields, SYSTEM.commands[command])
    given = Given(openings={"chits": Opening("chits", SECRET)}, seed=seed)
    return SYSTEM.decide(state, wanted, given)


def taken(state: State, action: int = 40, **fields: Any) -> tuple[Event, ...]:
    """The events of an action that must be accepted."""
    events = decided(state, "TakeEntryAction", action=action, **fields)
    assert not isinstance(events, Refused), events
    return events


def refused(
    state: State, command: str = "TakeEntryAction", **fields: Any
) -> tuple[str | None, str]:
    """Rule and reason of a command that must be refused."""
    answer = decided(state, command, **fields)
    assert isinstance(answer, Refused), answer
    return answer.rule, answer.reason


def filled(state: State, germany: int = 0, japan: int = 0) -> State:
    """So many of the ledger's chits lie in the entry pools, by an action of ten for each."""
    row = ChartRow("action", 99, germany_italy=10 * germany, japan=10 * japan)
    return after(state, *taken(charted(state, row), 99))


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]


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
    assert (len(lying(state.entry, "entry-japan")), state.entry.common) == (5, 15)
    events = taken(state, rolls={"japan": die} if die else {})
    told = events[0]
    assert isinstance(told, EntryActionTaken)
    outcome = told.outcomes["japan"]
    assert (outcome.number, outcome.chits) == (number, chits)
    assert (outcome.roll.value if outcome.roll else None) == die
    state = after(state, *events)
    assert (len(lying(state.entry, "entry-japan")), state.entry.common) == (5 + chits, 15 - chits)
    assert list(told.outcomes) == ["japan"]


@pytest.mark.parametrize(("number", "die", "chits"), NUMBERS)
def test_a_number_comes_to_chits_of_the_table(number: int, die: int | None, chits: int) -> None:
    """LiF 5.3.3: from a cup they are due; those that leave are named, and are no longer there."""
    state = laid(numbered(table(chits="table"), japan=number), 5)
    named = {"chits": {JAPAN: ["c4", "c2"][:-chits]}} if chits < 0 else {}
    events = taken(state, rolls={"japan": die} if die else {}, **named)
    after_it = after(state, *events)
    if chits > 0:
        assert kinds(events) == ["EntryActionTaken", "EntryChitsDue"]
        assert isinstance(events[1], EntryChitsDue)
        assert (events[1].pool, events[1].count) == (JAPAN, chits)
        assert len(lying(after_it.entry, "entry-japan")) == 5
    elif chits < 0:
        assert kinds(events) == ["EntryActionTaken", "EntryChitsReturned"]
        gone = {"c4", "c2"} if chits == -2 else {"c4"}
        assert set(lying(after_it.entry, "entry-japan")) == {f"c{n}" for n in range(1, 6)} - gone
    else:
        assert kinds(events) == ["EntryActionTaken"]


def test_a_pool_that_lacks_chits_is_below_zero() -> None:
    """LiF 5.3.3: -25 of a pool of one, on a 6: one leaves, and one of the two is missing."""
    state = filled(numbered(table(), japan=-25), japan=1)
    events = taken(state, rolls={"japan": 6})
    assert kinds(events) == ["EntryActionTaken", "EntryChitsReturned", "PoolBelowZero"]
    below = events[2]
    assert isinstance(below, PoolBelowZero)
    assert (below.pool, below.missing, len(below.chits)) == ("entry-japan", 1, 1)
    assert not after(state, *events).entry.may_draw


def test_a_pool_at_the_table_below_zero_waits_for_its_chits() -> None:
    """LiF 5.3.3: -20 of a pool of one: the whole pool goes unnamed, and one is to be drawn."""
    state = laid(numbered(table(chits="table"), japan=-20), 1)
    events = taken(state)
    assert kinds(events) == ["EntryActionTaken", "EntryChitsReturned", "PoolBelowZero"]
    entry = after(state, *events).entry
    assert not entry.chits
    assert [(due.pool, due.count, due.aside) for due in entry.due] == [("entry-japan", 1, True)]


def test_each_theatre_has_its_own_roll_and_pool() -> None:
    """LiF 5.3.3: 13 brings Germany and Italy two chits on a 3; -4 takes Japan's on a 4."""
    state = numbered(table(), germany=13, japan=-4)
    state = filled(state, japan=3)
    events = taken(state, rolls={"germany-italy": 3, "japan": 4})
    assert kinds(events) == ["EntryActionTaken", "EntryChitsDrawn", "EntryChitsReturned"]
    entry = after(state, *events).entry
    assert (len(lying(entry, "entry-germany-italy")), len(lying(entry, "entry-japan"))) == (2, 2)
    assert not [chit for chit in entry.chits.values() if chit.pool.startswith("tension")]


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
        ("table", -4, {}, None),
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
    """LiF 5.3: what may be drawn must be there before a die falls, not what will be."""
    empty = opened(rulings={"draws": "ledger"})
    answers = {refused(numbered(empty, japan=number), seed=seed, action=40) for seed in SEEDS}
    stock = "the common pool is empty; stock it from the club's chart first"
    assert answers == {("LiF 5.3", stock)}
    few = after(empty, EntryChitsStocked(rows=(StockRow(1, 1),), commitment="c" * 64, sealed="s"))
    if number != 4:
        answers = {refused(numbered(few, japan=number), seed=seed, action=40) for seed in SEEDS}
        most = {14: 2, 30: 3, -34: 4}[number]
        assert answers == {("LiF 5.3", f"the common pool holds 1 chit, and this may draw {most}")}


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
    ask = msgspec.convert({"action": 40}, SYSTEM.commands["TakeEntryAction"])
    for draws_by, chits, seed in (
        ("ledger", "ledger", True), ("table", "ledger", True), ("ledger", "table", True),
        ("table", "table", False),
    ):  # fmt: skip
        wanted = SYSTEM.wanted(table(draws_by, chits), ask)
        assert (list(wanted.openings), wanted.seed, wanted.seal) == (["chits"], seed, None)
    assert not SYSTEM.wanted(opened(), ask).openings


# --- what is said of a refusal ------------------------------------------------------------------

OURS = ChartRow("action", 40, japan=-4)
TOLD = [
    ({"action": 41}, "Ruling 38",
     "action 41 is neither in the kit nor in your chart; import its row with ImportEntryChart"),
    ({"action": 8, "power": "japan"}, "Ruling 38",
     "action 8: its number is unknown for both entry pools (our sources do not have it); "
     "import it from your own chart"),
    ({"action": 42}, "Ruling 38",
     "action 42: its number is unknown for both entry pools (your chart leaves it empty); "
     "import it from your own chart"),
    ({"action": 10, "power": "germany"}, "LiF 5.3.3", "action 10 is Japan's, not germany's"),
    ({"action": 3}, None,
     "target: action 3 is for new-caledonia or netherlands-east-indies; name it"),
    ({"action": 3, "target": "borneo"}, "LiF 5.3.3",
     "action 3 is for new-caledonia or netherlands-east-indies, not for borneo"),
    ({"action": 3, "target": "new-caledonia"}, "LiF 5.3.3",
     "there is no Vichy France to hold New Caledonia"),
    ({"action": 3, "target": "netherlands-east-indies"}, "LiF 5.3.3",
     "Do the Netherlands East Indies provide oil to Japan? State oil with yes or no"),
    ({"action": 3, "target": "netherlands-east-indies", "stated": {"oil": "yes"}}, "LiF 5.3.3",
     "Do the Netherlands East Indies provide oil to Japan? The answer is yes, which forbids it"),
    ({"action": 3, "target": "netherlands-east-indies", "stated": {"oil": "no"}}, "LiF 5.3.3",
     "Is this an Axis declaration of war step? State step with yes or no"),
    ({"action": 10}, "LiF 5.3.3", "Does Japan control Nanking? State nanking with yes or no"),
    ({"action": 10, "target": "nanking"}, None, "target: action 10 has none"),
    ({"action": 10, "stated": {"nanking": "yes"}, "units": ["x"]}, None,
     "units: action 10 moves none"),
    ({"action": 11, "stated": {"vladivostok": "no"}}, "LiF 5.3.3",
     "Does Japan control Vladivostok? The answer is no, which forbids it"),
    ({"action": 12}, None, "target: action 12 is for a hex, such as a1234"),
    ({"action": 12, "target": "a1234"}, "LiF 5.3.3",
     "Is the hex Chinese controlled? State chinese with yes or no"),
    ({"action": 16}, "LiF 5.3.3", "Yugoslavia has not been conquered by the Axis"),
    ({"action": 17}, "LiF 5.3.3",
     "Germany has neither conquered France nor both installed and collapsed Vichy France"),
    ({"action": 18}, "LiF 5.3.3", "there is no Vichy France"),
    ({"action": 18, "target": "france"}, None, "target: action 18 has none"),
    ({"action": 40, "rolls": {"germany-italy": 3}}, None,
     "rolls: action 40 has no number for germany-italy, and no roll"),
    ({"action": 40, "chits": {"tension-japan": ["c1"]}}, None,
     "chits: action 40 removes none from tension-japan"),
    ({"action": 40, "stated": {"nanking": "yes"}}, None,
     "stated: there is no question 'nanking'; nothing is asked here"),
    ({"action": 40}, None, "rolls: dice are rolled at the table; name the number rolled"),
    ({"action": 40, "chits": {"entry-japan": ["c1"]}, "rolls": {"japan": 4}}, "Ruling 38",
     "the ledger draws which chits leave a pool; name none"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "rule", "reason"), TOLD)
def test_a_refusal_says_what_is_wrong(
    fields: dict[str, Any], rule: str | None, reason: str
) -> None:
    """LiF 5.3.3, ruling 38: each refusal names the rule and what would be right."""
    kit = (ChartRow("action", number, japan=0) for number in actions_kit.KIT)
    state = charted(table(), *kit, OURS, ChartRow("action", 42, name="Silent"))
    assert refused(state, **fields) == (rule, reason)


def test_refusals_name_what_stands_in_the_way() -> None:
    """LiF 5.3.3: conditions of the record, each named."""
    kit = (ChartRow("action", number, japan=0) for number in actions_kit.KIT)
    state = charted(table(), *kit, ChartRow("action", 40, japan=0, once=True))
    gas: dict[str, Any] = {"action": 12, "target": "a1234", "stated": {"chinese": "yes"}}
    nei: dict[str, Any] = {
        "action": 3,
        "target": actions_kit.NEI,
        "stated": {"oil": "no", "step": "yes"},
    }
    france = then(state, "InstallVichy")
    assert refused(france, action=3, target="new-caledonia")[1] == (
        "French Indo-China is not aligned with Japan"
    )
    guaranteed = msgspec.structs.replace(
        state, entry=msgspec.structs.replace(state.entry, options=(Taken(46, actions_kit.NEI),))
    )
    assert refused(guaranteed, **nei)[1] == "the USA has guaranteed the Netherlands East Indies"
    occupied = then(state, "TakeEntryAction", **nei)
    assert refused(occupied, **nei) == (
        "LiF 5.3.3", "action 3 has been taken against the Netherlands East Indies, and comes once",
    )  # fmt: skip
    held = then(state, "SetMinor", minor=actions_kit.NEI, status="aligned", power="japan")
    assert refused(held, **nei)[1] == (
        "the record has the Netherlands East Indies aligned by japan"
    )  # fmt: skip
    used = then(state, "TakeEntryAction", **gas)
    war = then(used, "DeclareWar", attacker="usa", target="japan")
    assert refused(war, **gas)[1] == "Japan is at war with the USA, and uses no gas"
    peace = then(war, "MakePeace", powers=["usa", "japan"])
    assert refused(peace, **gas)[1] == (
        "Japan has been at war with a power for which it gave up gas"
    )  # fmt: skip
    hostile = then(state, "DeclareWar", attacker="germany", target="usa")
    assert refused(hostile, action=17)[1] == "the USA is at war with Germany"
    once = then(state, "TakeEntryAction", action=40)
    assert refused(once, action=40)[1] == "action 40 has been taken, and comes once"
    assert refused(state, **{**gas, "target": "z1234"})[1].startswith(
        "target: Z1234: there is no map Z"
    )
    assert refused(state, "AlignSpain")[1] == (
        "Germany has no agreement with Franco (entry action 17)"
    )
    assert refused(state, "RetakeCity", city="nanking")[1] == (
        "no puppet government was formed in Nanking"
    )
    assert refused(state, "RetakeCity", city="shanghai")[1] == (
        "city: shanghai is the seat of no puppet government; "
        "there is nanking, vladivostok and zagreb"
    )
    formed = then(state, "TakeEntryAction", action=10, stated={"nanking": "yes"})
    gone = then(formed, "RetakeCity", city="nanking")
    assert refused(gone, "RetakeCity", city="nanking")[1] == (
        "the government in Nanking has been dissolved already"
    )


def test_refusals_name_the_unit_that_stays() -> None:
    """LiF 5.3.3: action 3 moves land and air units that are on the map, each once."""
    state = charted(table(), ChartRow("action", 3, japan=0))
    units = [
        {"id": "inf", "power": "netherlands", "type": "INF", "starts": "map"},
        {"id": "sub", "power": "netherlands", "type": "SUB", "starts": "map"},
        {"id": "mil", "power": "netherlands", "type": "MIL"},
    ]
    state = then(state, "AddCounters", counters=units)
    nei: dict[str, Any] = {
        "action": 3,
        "target": actions_kit.NEI,
        "stated": {"oil": "no", "step": "yes"},
    }
    for named, rule, reason in (
        (["x"], None, "units: there is no counter 'x' in this campaign"),
        (["inf", "inf"], None, "units: inf stands there twice"),
        (["mil"], "LiF 5.3.3", "mil is not on the map"),
        (["sub"], "LiF 5.3.3", "sub is a ship, and goes to the nearest port instead"),
    ):
        assert refused(state, **nei, units=named) == (rule, reason)


def test_refusals_name_the_chits_that_leave() -> None:
    """LiF 5.3.3: at the table the chits that leave are named when it is known how many do."""
    lost: dict[str, Any] = {"rolls": {"japan": 4}}
    kept: dict[str, Any] = {"rolls": {"japan": 5}}
    dice = laid(numbered(table("table", "table"), japan=-4), 3)
    pool = "the Japan entry pool"
    assert refused(dice, action=40, **lost)[1] == (
        f"chits: name the 1 chit that leave {pool}, each once"
    )
    assert refused(dice, action=40, **lost, chits={JAPAN: ["c7"]})[1] == (
        f"chits: c7 is not in {pool}"
    )
    assert refused(dice, action=40, **kept, chits={JAPAN: ["c1"]})[1] == (
        f"chits: none leaves {pool} by this roll; name none"
    )
    ledger = laid(numbered(table("ledger", "table"), japan=-14), 3)
    assert refused(ledger, action=40)[1] == (
        f"chits: name the 2 chits that may leave {pool}, each once, first to last"
    )
    assert refused(ledger, action=40, chits={JAPAN: ["c1", "c7"]})[1] == (
        f"chits: c7 is not in {pool}"
    )
    one = laid(numbered(table("ledger", "table"), japan=-4), 3)
    assert refused(one, action=40)[1] == (
        f"chits: name the 1 chit that may leave {pool}, each once, first to last"
    )
    due = after(dice, EntryChitsDue(pool="entry-japan", count=2))
    assert refused(due, action=40, **lost, chits={JAPAN: ["c1"]}) == (
        "LiF 5.3.3", f"2 chits are due in {pool}; they are entered before any leaves it",
    )  # fmt: skip
    single = after(dice, EntryChitsDue(pool="entry-japan", count=1))
    assert refused(single, action=40, **lost)[1].startswith("1 chit is due")
    aside = after(dice, EntryChitsDue(pool="entry-japan", count=1, aside=True))
    assert len(taken(aside, **lost, chits={JAPAN: ["c2"]})) == 2


# --- questions ------------------------------------------------------------------------------------


def test_a_question_is_answered_by_its_key() -> None:
    """LiF 5.3.3: what may be answered follows from what the rule allows."""
    ask = [
        Question("oil", "Oil?", ("no",)),
        Question("where", "Where?", ("honolulu", "singapore")),
        Question("who", "Who?", ()),
    ]
    good = {"oil": "no", "where": "singapore", "who": "anybody"}
    assert asked(ask, good, "LiF 5.3.3") is None
    assert asked([], {}, "LiF 5.3.3") is None
    for wrong, rule, reason in (
        ({"oil": "yes"}, "LiF 5.3.3", "Oil? The answer is yes, which forbids it"),
        ({"oil": "maybe"}, None, "stated: oil: 'maybe' will not do; answer yes or no"),
        (
            {"where": "guam"},
            None,
            "stated: where: 'guam' will not do; answer honolulu or singapore",
        ),
        ({"why": "so"}, None, "stated: there is no question 'why'; it asks for oil, where, who"),
    ):
        assert asked(ask, {**good, **wrong}, "LiF 5.3.3") == Refused(rule, reason)
    for missing, reason in (
        ("oil", "Oil? State oil with yes or no"),
        ("where", "Where? State where with honolulu or singapore"),
        ("who", "Who? State who"),
    ):
        told = {key: answer for key, answer in good.items() if key != missing}
        assert asked(ask, told, "LiF 5.3.3") == Refused("LiF 5.3.3", reason)


def test_the_kits_actions_ask_what_only_the_map_tells() -> None:
    """LiF 5.3.3: by action, and for action 3 by its target."""

    def keys(action: int, target: str | None = None) -> list[str]:
        return [one.key for one in actions_kit.questions(action, target)]

    assert {action: keys(action) for action in (3, 7, 10, 11, 12, 16, 17, 18)} == {
        3: ["oil", "vichy", "step"], 7: [], 10: ["nanking"], 11: ["vladivostok"],
        12: ["chinese"], 16: ["zagreb"], 17: [], 18: [],
    }  # fmt: skip
    assert keys(3, "new-caledonia") == ["vichy", "step"]
    assert keys(3, "netherlands-east-indies") == ["oil", "step"]
    for action in actions_kit.KIT:
        assert chart.key("action", action) in chart.kit()
    assert questions.YES_OR_NO == ("yes", "no")


# --- what is left of them -------------------------------------------------------------------------


def test_a_government_leaves_its_partisans_behind() -> None:
    """LiF 5.3.3: formed, retaken, militia and supply gone; the partisan numbers stay."""
    rows = (ChartRow("action", number, germany_italy=0) for number in (10, 11, 16))
    minors = {"yugoslavia": {"status": "conquered", "power": "germany"}}
    state = charted(table(setup={"minors": minors}), *rows)
    for action, city in ((10, "nanking"), (11, "vladivostok"), (16, "zagreb")):
        state = then(state, "TakeEntryAction", action=action, stated={city: "yes"})
    assert state.entry.supply == {
        "nanking": ("japan", "secondary"), "vladivostok": ("japan", "secondary"),
        "zagreb": ("germany", "secondary"),
    }  # fmt: skip
    partisans = {"china": 15, "siberia": 10, "yugoslavia": 15}
    assert state.entry.partisans == partisans
    state = then(state, "RetakeCity", city="vladivostok")
    assert sorted(state.entry.supply) == ["nanking", "zagreb"]
    state = then(then(state, "RetakeCity", city="nanking"), "RetakeCity", city="zagreb")
    assert state.entry.supply == {}
    assert state.entry.dissolved == (11, 10, 16)
    assert state.entry.partisans == partisans
    places = {who: held.place for who, held in state.play.counter_placements.items()}
    assert places == dict.fromkeys(
        ("militia-nanking", "militia-vladivostok", "militia-zagreb"), "removed"
    )


def test_a_militia_in_play_is_left_where_it_is() -> None:
    """LiF 5.3.1: one that the club has put on the map does not go back to the force pool."""
    state = charted(table(), ChartRow("action", 10, japan=0))
    counter = {"id": "militia-nanking", "power": "japan", "type": "MIL", "starts": "map"}
    state = then(state, "AddCounters", counters=[counter])
    events = taken(state, 10, stated={"nanking": "yes"})
    assert kinds(events) == ["EntryActionTaken", "SupplySourceGained", "PartisanNumberSet"]


def test_the_record_keeps_what_was_taken_and_when() -> None:
    """LiF 5.3.3: number, target, turn and what its maker stated, in their order."""
    rows = (ChartRow("action", number, japan=0) for number in (12, 18))
    state = charted(table(), *rows)
    state = then(state, "TakeEntryAction", action=12, target="a1234", stated={"chinese": "yes"})
    state = then(then(state, "AdvanceTurn"), "InstallVichy")
    state = then(state, "TakeEntryAction", action=18)
    assert state.entry.actions == (
        Taken(12, "A1234", "1939-SO", {"chinese": "yes"}), Taken(18, "", "1939-ND", {}),
    )  # fmt: skip
    assert state.entry.partisans == {"vichy-france": 10}
    assert not state.entry.gas_ended
    assert then(state, "DeclareWar", attacker="japan", target="usa").entry.gas_ended


def test_spain_is_remembered() -> None:
    """LiF 5.3.3: Germany and Italy never co-operate again, whatever comes of Spain."""
    setup = {"conquest": {"france": "complete"}}
    state = charted(table(setup=setup), ChartRow("action", 17, germany_italy=0))
    state = then(then(state, "TakeEntryAction", action=17), "AlignSpain")
    assert state.entry.spain_joined
    state = then(state, "SetMinor", minor="spain", status="conquered", power="usa")
    assert refused(state, "Cooperate", powers=["italy", "germany"]) == (
        "LiF 5.3.3", "since Germany aligned Spain, Italy co-operates with it no more",
    )  # fmt: skip
    assert refused(state, "AlignSpain") == (
        "Record", "the record has Spain conquered by usa",
    )  # fmt: skip
    war = then(charted(table(setup=setup), ChartRow("action", 17, japan=0)), "TakeEntryAction",
               action=17)  # fmt: skip
    war = then(war, "DeclareWar", attacker="usa", target="spain")
    assert refused(war, "AlignSpain") == ("Record", "the record has Spain at war")


# --- ability 25 -----------------------------------------------------------------------------------

ENTER: dict[str, Any] = {"leader": "pretelat", "minor": "belgium"}


def over_the_border(state: State) -> State:
    """Prételat stands at the Belgian border, face-up."""
    return then(state, "PlaceLeader", leader="pretelat", location="W2214")


def test_ability_25_takes_a_chit_on_three_or_less() -> None:
    """LiF 5.3, ability 25: from each of the ledger's dice; one refusal is like another."""
    seen = set()
    leaders = {"pretelat": "arriving"}
    for chits in ("ledger", "table"):
        state = over_the_border(table("ledger", chits, leaders=leaders))
        state = laid(state, 2, GERMANY) if chits == "table" else filled(state, germany=2)
        named = {"chits": {GERMANY: ["c2"]}} if chits == "table" else {}
        for seed in SEEDS:
            events = decided(state, "EnterNeutralMinor", seed, **ENTER, **named)
            assert not isinstance(events, Refused), events
            told = events[0]
            assert isinstance(told, NeutralMinorEntered)
            low = told.roll.value <= 3
            done = after(state, *events)
            assert len(lying(done.entry, "entry-germany-italy")) == 2 - low
            assert kinds(events)[1:] == (["EntryChitsReturned"] if low else [])
            assert done.entry.draw >= told.roll.draw > state.entry.draw
            if low and chits == "table":
                assert lying(done.entry, "entry-germany-italy") == ("c1",)
            seen.add((chits, low))
        wrong = {"chits": {GERMANY: ["c9"]}}
        answers = {refused(state, "EnterNeutralMinor", seed=s, **ENTER, **wrong) for s in SEEDS}
        assert len(answers) == 1
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("fields", "rule", "reason"),
    [
        ({"minor": "usa"}, None, "minor: usa is a major power"),
        ({"minor": "greece"}, "Record", "the record has Greece aligned with commonwealth"),
        ({"minor": "norway"}, "Record", "the record has Norway at war"),
        ({"leader": "rommel"}, "LiF 3.2", "rommel has no ability 25"),
        ({"leader": "gamelin"}, None, "leader: there is no leader 'gamelin'"),
        ({"roll": None}, None, "roll: dice are rolled at the table; name the number rolled"),
        ({"chits": {JAPAN: ["c1"]}}, None,
         "chits: none leaves entry-japan, but entry-germany-italy alone"),
        ({"chits": {GERMANY: ["c1"]}, "roll": 4}, None,
         "chits: none leaves the Germany/Italy entry pool by this roll; name none"),
    ],
)  # fmt: skip
def test_a_refusal_says_why_nobody_marches(
    fields: dict[str, Any], rule: str | None, reason: str
) -> None:
    """LiF 5.3, 3.2, ability 25: each refusal names what stands in the way."""
    setup = {"minors": {"greece": {"status": "aligned", "power": "commonwealth"}}}
    leaders = {"pretelat": "arriving", "rommel": "map"}
    state = over_the_border(table("table", "table", setup=setup, leaders=leaders))
    state = then(laid(state, 1, GERMANY), "DeclareWar", attacker="germany", target="norway")
    assert refused(state, "EnterNeutralMinor", **{**ENTER, "roll": 3, **fields}) == (rule, reason)


def test_a_leader_who_may_not_march_stays() -> None:
    """LiF 3.2, 5.3, ability 25: on the map, face-up, no Vichy France, and leaders in play."""
    waiting = table(leaders={"pretelat": "arriving"})
    assert refused(waiting, "EnterNeutralMinor", **ENTER, roll=4) == (
        "LiF 3.1", "only a leader on the map leads a stack; pretelat is arriving",
    )  # fmt: skip
    state = over_the_border(waiting)
    down = then(state, "TurnLeader", leader="pretelat", face_up=False)
    assert refused(down, "EnterNeutralMinor", **ENTER, roll=4) == (
        "LiF 3.2", "pretelat is face-down",
    )  # fmt: skip
    vichy = then(state, "InstallVichy")
    assert refused(vichy, "EnterNeutralMinor", **ENTER, roll=4) == (
        "LiF abilities", "no neutral country is entered while Vichy France stands",
    )  # fmt: skip
    without = table(modules={"leaders": False})
    assert refused(without, "EnterNeutralMinor", **ENTER, roll=4) == (
        "Module leaders", "this campaign is played without leaders",
    )  # fmt: skip


# --- a club ---------------------------------------------------------------------------------------


def test_a_club_takes_an_action_and_the_record_names_its_maker(tmp_path: Path) -> None:
    """LiF 5.3.3: Germany's player states what the map shows, and stands for it in the record."""
    minors = {"yugoslavia": {"status": "conquered", "power": "germany"}}
    session = Session(ledger_in(tmp_path)).open(setup={"minors": minors})
    rows = [{"kind": "action", "number": 16, "germany_italy": 25}]
    session.do("ImportEntryChart", rows=rows, source="our chart")
    session.do("StockEntryChits", rows=[{"value": value, "count": 9} for value in range(5)])
    refusal = session.ask("TakeEntryAction", "ben", action=16, stated={"zagreb": "yes"})
    assert refusal["rule"] == "Members"
    answer = session.do("TakeEntryAction", "anna", action=16, stated={"zagreb": "yes"})
    assert [event["type"].removeprefix("lif.") for event in answer["events"]] == [
        "EntryActionTaken", "EntryChitsDrawn", "CountersAdded", "CounterMoved",
        "SupplySourceGained", "PartisanNumberSet",
    ]  # fmt: skip
    (made,) = (body for _, body in bodies(session) if body["type"] == "lif.EntryActionTaken")
    assert (made["by"], made["stated"]) == ("anna", {"zagreb": "yes"})
    held = lying(session.state.entry, "entry-germany-italy")
    assert len(held) == made["outcomes"]["germany-italy"]["chits"] in (2, 3)
    session.do("RetakeCity", city="zagreb")
    assert session.state.entry.partisans == {"yugoslavia": 15}
    session.do("AdvanceTurn")
    assert lying(session.state.entry, "entry-germany-italy") == held
