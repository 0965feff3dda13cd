"""LiF 5.1, 5.4: what the move of a counter asks, and where it may go."""

from collections.abc import Iterator

import pytest

from campaign.kernel.interview.pages import Complete, NextPage, Page
from campaign.lif.force_pools.moves import MoveCounter
from campaign.store.ledger import Ledger
from support.asked import asked_in, offered

NAME = "club"


@pytest.fixture(scope="module")
def pools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """September/October 1939 with an army in the pool, and one of 1941."""
    with Ledger(tmp_path_factory.mktemp("pools") / "campaign.db") as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        rows = [
            {"id": "first-army", "power": "usa", "type": "INF", "name": "1st Army"},
            {"id": "late", "power": "usa", "type": "INF", "available": 1941},
        ]
        sent = {"command": "AddCounters", "counters": rows}
        assert ledger.submit(NAME, sent)["accepted"]
        yield ledger


@pytest.mark.parametrize(
    ("counter", "places"),
    [
        ("1st army", ["circle", "map", "reserve", "scrapped", "removed"]),
        ("late", ["removed"]),
    ],
)
def test_only_places_where_a_counter_may_go_are_offered(
    pools: Ledger, counter: str, places: list[str]
) -> None:
    """Not where it is, nor into play before its year (LiF 5.4)."""
    assert offered(asked_in(pools, NAME, MoveCounter, {"counter": counter}), "to") == places


def test_the_turn_of_arrival_is_asked_for(pools: Ledger) -> None:
    """By the rule that misses it; a wrong one is refused beside its answer."""
    given = {"counter": "first-army", "to": "circle", "reason": ""}
    found = asked_in(pools, NAME, MoveCounter, given)
    assert isinstance(found, NextPage) and isinstance(found.page, Page)
    assert [one.label for one in found.page.questions] == ["In which turn does it arrive?"]
    wrong = asked_in(pools, NAME, MoveCounter, {**given, "arrives": "1938-jf"})
    assert isinstance(wrong, NextPage)
    late = "first-army must arrive after 1939-SO; 1938-JF is too early"
    assert wrong.errors == {"arrives": late}


@pytest.mark.parametrize(
    ("answers", "fields"),
    [
        ({"to": "circle", "reason": "built", "arrives": "1939-nd"},
         {"to": "circle", "reason": "built", "arrives": "1939-ND"}),
        ({"to": "map", "location": "e1429", "face_up": "no", "reason": ""},
         {"to": "map", "location": "E1429", "face_up": False}),
        ({"to": "scrap", "reason": ""}, {"to": "scrapped"}),
    ],
)  # fmt: skip
def test_answers_become_a_move(
    pools: Ledger, answers: dict[str, str], fields: dict[str, object]
) -> None:
    """The place where it lies, and only what that place has."""
    found = asked_in(pools, NAME, MoveCounter, {"counter": "first", **answers})
    assert isinstance(found, Complete) and found.fields == {"counter": "first-army", **fields}
