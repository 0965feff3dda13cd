"""LiF 5: force pools as they are shown, the turn's arrivals, and what an auditor would find."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.kernel.decisions import Supplied
from campaign.lif.force_pools.moves import at_start_of, misplaced
from campaign.lif.force_pools.projections import PLACES, pools
from campaign.lif.state import CounterPlacement, State
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events.base import Event
from events.lif.force_pools import (
    Counter,
    CounterDescribed,
    CounterMoved,
    CountersArrived,
    CountersAvailable,
)
from support.sessions import NAME, Session, ledger_in, stored
from support.thorough import Record, found_in

SHEET = [
    {"id": "ge-inf-1", "power": "germany", "type": "INF", "combat": 7, "movement": 3},
    {"id": "ge-inf-2", "power": "germany", "type": "INF", "starts": "map"},
    {"id": "ge-arm-1", "power": "germany", "type": "ARM", "available": 1940},
    {"id": "ge-arm-2", "power": "germany", "type": "ARM", "available": 1941},
    {"id": "fi-inf-1", "power": "finland", "type": "INF"},
    {"id": "guards-7th", "power": "ussr", "type": "INF", "guards_banner": True},
    {"id": "guards-4", "power": "ussr", "type": "", "guards_banner": True},
]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign of 1939 with seven counters."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("AddCounters", counters=SHEET, source="our sheet")
    yield session
    session.ledger.close()


def state_of(session: Session) -> State:
    """The state now."""
    state = session.ledger.live(NAME).state
    assert isinstance(state, State)
    return state


def altered(state: State, who: str, **changes: Any) -> State:
    """A state in which a counter's placement is otherwise."""
    placed = {**state.play.counter_placements}
    placed[who] = replace(placed[who], **changes)
    return replace(state, play=replace(state.play, counter_placements=placed))


# --- shown --------------------------------------------------------------------------------------


def test_the_pools_list_powers_types_and_places(session: Session) -> None:
    """Major powers first in their order, then minors; each type with every place."""
    found = pools(state_of(session))
    assert [(one.power, one.type) for one in found] == [
        ("germany", "ARM"),
        ("germany", "INF"),
        ("ussr", "INF"),
        ("ussr", "unknown"),
        ("finland", "INF"),
    ]
    armour, infantry = found[0], found[1]
    assert set(armour.places) == set(PLACES)
    assert armour.places["future"] == ("ge-arm-1", "ge-arm-2")
    assert infantry.counts["pool"] == 1 and infantry.counts["map"] == 1
    assert infantry.total == 2


def test_show_lists_all_eight_powers_and_the_guards(session: Session) -> None:
    """Keys `force_pools` and `guards_banner`, in JSON values."""
    shown = session.ledger.show(NAME)
    assert list(shown["force_pools"])[:8] == list(shown["veto_points"])
    assert shown["force_pools"]["italy"] == {}
    assert shown["force_pools"]["germany"]["INF"]["map"] == ["ge-inf-2"]
    assert shown["guards_banner"] == {
        "guards-4": {"place": "reserve", "location": None},
        "guards-7th": {"place": "reserve", "location": None},
    }


def test_every_counter_is_shown_exactly_once(session: Session) -> None:
    """Over all powers, types and places."""
    shown = session.ledger.show(NAME)["force_pools"]
    held = [
        who
        for types in shown.values()
        for places in types.values()
        for there in places.values()
        for who in there
    ]
    assert sorted(held) == sorted(row["id"] for row in SHEET)


# --- the start of a turn ------------------------------------------------------------------------


def test_lif_5_4_a_turn_brings_arrivals_and_january_the_years_counters(session: Session) -> None:
    """Both in one turn, each by its own event, and nobody twice."""
    session.do("MoveCounter", counter="ge-inf-1", to="circle", arrives="1940-JF", reason="built")
    assert at_start_of(state_of(session), "1939-ND", Supplied()) == ()
    assert at_start_of(state_of(session), "1940-JF", Supplied()) == (
        CountersAvailable(year=1940, counters=("ge-arm-1",)),
        CountersArrived(turn="1940-JF", counters=("ge-inf-1",)),
    )
    session.do("AdvanceTurn")
    session.do("AdvanceTurn")
    placed = state_of(session).play.counter_placements
    assert placed["ge-inf-1"] == CounterPlacement("map")
    assert placed["ge-arm-1"] == CounterPlacement("pool")
    assert placed["ge-arm-2"] == CounterPlacement("future")


def test_lif_5_1_a_guards_army_of_a_later_year_joins_the_reserve(session: Session) -> None:
    """Not the force pool, when its year comes."""
    army = {"id": "guards-5", "power": "ussr", "type": "INF", "guards_banner": True}
    session.do("AddCounters", counters=[{**army, "available": 1940}])
    assert state_of(session).play.counter_placements["guards-5"].place == "future"
    session.do("AdvanceTurn")
    session.do("AdvanceTurn")
    assert state_of(session).play.counter_placements["guards-5"].place == "reserve"


# --- what an auditor asks -----------------------------------------------------------------------


def test_a_campaign_with_counters_verifies(session: Session) -> None:
    """Moves, arrivals, years and the closing leave nothing to find."""
    session.do("MoveCounter", counter="ge-inf-1", to="circle", arrives="1939-ND", reason="built")
    session.do("MoveCounter", counter="guards-7th", to="map", location="E1429", reason="set up")
    session.do("MoveCounter", counter="guards-7th", to="reserve", reason="destroyed")
    session.do("MoveCounter", counter="ge-inf-2", to="scrapped", reason="old")
    session.do("AdvanceTurn")
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    audit = Verification(SYSTEMS)
    assert list(audit.findings(stored(session))) == []
    assert audit.state == state_of(session)


@pytest.mark.parametrize(
    ("who", "changes", "told"),
    [
        ("ge-inf-1", {"place": "circle"}, "with the arrival missing"),
        ("ge-inf-1", {"place": "circle", "arrives": "1939-SO"}, "should have arrived"),
        ("ge-inf-1", {"arrives": "1940-JF"}, "at pool with the arrival 1940-JF"),
        ("ge-inf-1", {"location": "E1429"}, "in E1429 as well"),
        ("guards-7th", {"place": "pool"}, "no place for it"),
        ("guards-7th", {"place": "scrapped"}, "no place for it"),
    ],
)
def test_what_is_misplaced_is_named(
    session: Session, who: str, changes: dict[str, Any], told: str
) -> None:
    """One line for the counter that is where it cannot be."""
    state = state_of(session)
    assert misplaced(state) == []
    (line,) = misplaced(altered(state, who, **changes))
    assert line.startswith(who) and told in line


def test_a_counter_in_no_place_and_a_place_without_counter_are_named(session: Session) -> None:
    """Conservation: counters and places are the same set."""
    state = state_of(session)
    placed = {**state.play.counter_placements, "ghost": CounterPlacement("pool")}
    del placed["ge-inf-1"]
    lost = replace(state, play=replace(state.play, counter_placements=placed))
    assert misplaced(lost) == ["ge-inf-1 is in no place", "ghost is no counter"]


def test_a_counter_overdue_is_named(session: Session) -> None:
    """In January 1940 the armour of 1940 may not wait any longer."""
    state = state_of(session)
    later = replace(state, campaign=replace(state.campaign, turn="1940-JF"))
    assert misplaced(later) == ["ge-arm-1 has been due since 1940"]


def test_what_should_have_arrived_is_found_with_the_next_turn(session: Session) -> None:
    """What should have arrived and did not is found with the next turn."""
    session.do("MoveCounter", counter="ge-inf-1", to="circle", arrives="1939-ND", reason="built")
    session.do("AdvanceTurn")
    record = Record(stored(session))
    assert found_in(record)[0] == []
    (place,) = (n for n, body in enumerate(record) if body["type"] == "lif.CountersArrived")
    del record[place]
    assert found_in(record)[0][0] == "rules: the rules also give lif.CountersArrived"


@pytest.mark.parametrize(
    "event",
    [
        CounterMoved(counter="ghost", to="map", reason="x"),
        CounterDescribed(counter=Counter("ghost", "germany", "INF")),
    ],
)
def test_the_fold_knows_no_strangers(session: Session, event: Event) -> None:
    """An event about a counter that was never added does not follow."""
    live = session.ledger.live(NAME)
    with pytest.raises(ValueError, match="ghost"):
        live.system.rules.evolve(live.state, event)
