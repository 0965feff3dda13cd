"""LiF 4: a position that is stated when a campaign opens: refused or read again."""

from typing import Any

import pytest

from campaign.kernel.decisions import Refused
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.kernel.system import fold
from campaign.lif.scenarios.catalogue import request_of
from campaign.lif.system import SYSTEM
from campaign.lif.us_entry import waiting
from events.base import Event
from events.campaign import CampaignOpened, TurnBegan
from events.lif.cup import LeadersSetUp, PositionStated
from events.lif.us_entry import EntryChitsStocked, EntryOpened

CHAIN = SeedChain("0" * 32, "a" * 64, 36, "sealed")
STATED: dict[str, Any] = {
    "turn": "1941-JA",
    "source": "war.csv",
    "leaders": {"rommel": {"status": "map", "where": "E1429"}},
    "veto_points": {"germany": 2},
}


def opening(position: dict[str, Any], **request: Any) -> tuple[Event, ...] | Refused:
    """What an opening gives that states a position."""
    extras = {"position": position}
    asked = OpenCampaign(name="club", scenario="global-war", extras=extras, **request)
    events = SYSTEM.rules.open(asked, CHAIN)
    return events if isinstance(events, Refused) else tuple(events)


def opened(position: dict[str, Any], **request: Any) -> tuple[Event, ...]:
    """The first facts of a campaign that is taken over."""
    events = opening(position, **request)
    assert not isinstance(events, Refused), events
    return events


def stated(events: tuple[Event, ...]) -> PositionStated:
    """The one event with all that was stated."""
    (event,) = (one for one in events if isinstance(one, PositionStated))
    return event


def test_the_opening_has_the_whole_war_and_goes_on_in_the_stated_turn() -> None:
    """The scenario is set up for its first turn; what the club says is an event of its own."""
    first, placed, *_, last = events = opened(STATED)
    assert isinstance(first, CampaignOpened) and isinstance(placed, LeadersSetUp)
    assert (first.first_turn, first.last_turn, first.begins) == ("1939-SO", "1945-JA", "1941-JA")
    assert (placed.leaders["rommel"], placed.veto_points["germany"]) == ("aside", 5)
    assert isinstance(last, TurnBegan) and last.turn == "1941-JA"
    event = stated(events)
    assert (event.turn, event.source, event.veto_points) == ("1941-JA", "war.csv", {"germany": 2})
    assert (event.leaders["rommel"], event.leaders["manstein"]) == ("map", "cup")
    assert "guderian" not in event.leaders, "he was in the cup in 1939 already"


def test_a_position_read_back_from_the_record_gives_the_same_facts() -> None:
    counters = {
        "guards-7th": {"place": "map", "where": "E1440", "face_up": False},
        "late-war-07": {"place": "circle", "due": "1941-SO", "power": "italy"},
    }
    events = opened({**STATED, "counters": counters})
    again = request_of(events, False)
    assert again is not None and again.extras["position"]["counters"]["late-war-07"] == {
        "place": "circle",
        "face_up": True,
        "due": "1941-SO",
        "power": "italy",
    }
    assert tuple(SYSTEM.rules.open(again, CHAIN)) == events
    for request in ({}, {"rulings": {"conquered_leaders": "removed"}}, {"rulebook": "lif-list"}):
        events = opened(STATED, **request)
        again = request_of(events, False)
        assert again is not None
        assert tuple(SYSTEM.rules.open(again, CHAIN)) == events


def test_a_days_of_decision_campaign_has_its_leaders_in_play_where_they_are_stated() -> None:
    """LiF 4: the kit came in with a war on paper; points that are not stated are the chart's."""
    rulings = {"days_of_decision": True}
    event = stated(opened(STATED, rulings=rulings))
    assert event.active
    assert (event.veto_points["germany"], event.veto_points["italy"]) == (2, 2)
    assert not stated(opened({"turn": "1940-JF"}, rulings=rulings)).active


def test_chits_on_a_table_keep_their_values_there() -> None:
    """LiF 5.3: US entry goes on with chits at the table; the ledger cannot know what they are."""
    setup = {"us_entry": {"chits": {"entry-japan": 3}}}
    (entry,) = (one for one in opened(STATED, setup=setup) if isinstance(one, EntryOpened))
    assert (entry.mode, entry.due) == ("table", {"entry-japan": 3})
    state = fold(SYSTEM, None, opened(STATED, setup=setup))
    assert state is not None
    assert SYSTEM.view.sentence(entry, SYSTEM.view.names(state)) == (
        "The chits of US entry lie in a cup at the table; on the table: 3 in the Japan entry pool."
    )
    refused = opening(STATED, setup=setup, rulings={"entry_chits": "ledger"})
    assert isinstance(refused, Refused)
    assert "the values of chits on a table are known there" in refused.reason


def test_chits_on_a_table_are_not_drawn_again() -> None:
    """Ruling 38: of those that lie there the USA's player owes the values, not a draw."""
    setup = {"us_entry": {"chits": {"entry-japan": 3}}}
    stocked = EntryChitsStocked(rows=(), commitment="c" * 64, sealed="sealed", source="")
    state = fold(SYSTEM, None, (*opened(STATED, setup=setup), stocked))
    assert waiting.lines(state) == (
        (
            "US entry",
            "USA (host) enters the values of chits, 3 for the Japan entry pool: "
            "campaign us-entry enter club POOL",
        ),
    )
    (owed,) = waiting.unfinished(state)
    assert owed.text == "USA (host) still has to enter the values of chits"
    assert owed.step.does == "enter the values of chits (unseen)"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"turn": "1939-JA"}, "turn: 1939-JA is not between the first turn, 1939-SO"),
        ({"turn": "soon"}, "turn: 'soon' is no turn; write it as 1941-MJ"),
        ({"leaders": {"stalin": {"status": "cup"}}}, "leaders.stalin: there is no such leader"),
        ({"source": "x" * 121}, "source: expected one line of at most 120 characters"),
        (
            {"leaders": {"rommel": {"status": "dead", "where": "E1429"}}},
            "leaders.rommel.where: a leader who is dead has no place",
        ),
        ({"leaders": {"rommel": {"status": "map"}}}, "leaders.rommel.where: say where on the map"),
        ({"leaders": {"rommel": {"status": "circle"}}}, "leaders.rommel.back: say in which turn"),
        (
            {"leaders": {"rommel": {"status": "circle", "back": "1941-MJ"}}},
            "leaders.rommel.back: 1941-MJ is not after the turn",
        ),
        ({"leaders": {"rommel": {"status": "drawn"}}}, "leaders.rommel.state: the"),
        ({"veto_points": {"germany": 4000}}, "veto_points.germany: expected a whole number"),
        ({"wars": [["germany", "germany"]]}, "wars[1]: Germany cannot be at war with itself"),
        ({"reserves": {"germany": ["Ge"]}}, "reserves.germany: Germany cannot call out reserves"),
        (
            {"counters": {"guards-9th": {"place": "map"}}},
            "counters.guards-9th.counter: the kit has",
        ),
        (
            {"counters": {"german-aircraft-01": {"place": "map", "due": "1941-ND"}}},
            "counters.german-aircraft-01.due: a counter that is on the map arrives in no turn",
        ),
        ({"weather": "fine"}, "weather: there is no such key"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(change: dict[str, Any], reason: str) -> None:
    refused = opening({**STATED, **change})
    assert isinstance(refused, Refused)
    assert refused.reason.startswith(f"position: {reason}"), refused.reason


def test_a_campaign_without_leaders_states_none() -> None:
    refused = opening(STATED, modules={"leaders": False})
    assert isinstance(refused, Refused)
