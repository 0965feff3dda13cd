"""LiF 3.1, 4.1: leaders on the map, on the production circle, and at Vichy's installation."""

import pytest

from campaign.kernel.decisions import Supplied, filled
from campaign.lif.on_map import placing as on_the_map
from campaign.lif.on_map.commands import MoveLeader
from campaign.lif.politics import sides
from campaign.lif.roster import place_of
from campaign.lif.state import Placement, State
from events.base import Event
from events.lif.cup import LeadersJoinedCup, LeadersRemoved, LeadersReturnedToReserve
from events.lif.on_map import (
    LeaderKilled,
    LeaderMoved,
    LeaderRecalled,
    LeadersReturnedFromCircle,
)
from support.rules_table import after, opened, then
from support.spec import Table, given


@pytest.fixture
def table() -> State:
    """Rommel arrives, two Frenchmen are on the map, one waits on the circle."""
    state = opened({"rommel": "arriving", "darlan": "map", "de-lattre": "map", "pretelat": "map"})
    state = then(state, "MoveLeader", leader="darlan", location="W1814")
    state = then(state, "MoveLeader", leader="de-lattre", location="W1514")
    state = then(state, "MoveLeader", leader="pretelat", location="W1515")
    return then(state, "SendLeaderToCircle", leader="pretelat", arrives="1940-JF", reason="aligned")


def test_lif_3_1_a_move_keeps_his_face_and_tells_what_takes_him(table: State) -> None:
    state = then(table, "PlaceLeader", leader="rommel", location="E1429", face_up=False)
    state = then(
        state, "MoveLeader", leader="rommel", location="W2218", means="air", travels_with="Ju 52"
    )
    assert state.play.placements["rommel"] == Placement("W2218", False, "Ju 52")
    state = then(state, "MoveLeader", leader="rommel", location="W2219")
    assert state.play.placements["rommel"] == Placement("W2219", False)


def test_lif_3_1_a_leader_who_starts_on_the_circle_arrives_in_the_next_turn() -> None:
    state = opened({"rommel": "circle"})
    assert on_the_map.at_start_of(state, "1939-ND", Supplied()) == (
        LeadersReturnedFromCircle(turn="1939-ND", leaders=("rommel",)),
    )


@pytest.mark.parametrize(
    ("event", "status"),
    [
        (LeadersRemoved(leaders=("darlan",), reason="conquered"), "removed"),
        (LeadersJoinedCup(leaders=("darlan",), reason="recalled"), "cup"),
        (
            LeadersReturnedToReserve(power="france", mark="Ge", leaders=("darlan",)),
            "reserve",
        ),
        (LeadersReturnedFromCircle(turn="1940-JF", leaders=("darlan",)), "arriving"),
        (LeaderRecalled(leader="darlan", reason="carpet bombed"), "cup"),
        (LeaderKilled(leader="darlan", reason="overrun"), "dead"),
    ],
)
def test_lif_3_1_who_leaves_the_map_leaves_no_trace_on_it(
    table: State, event: Event, status: str
) -> None:
    """Whatever takes him off: no place, no circle, no move still to make."""
    vichy = then(table, "InstallVichy")
    assert "darlan" in vichy.play.placements and "darlan" in sides.must_move(vichy)
    state = after(vichy, event)
    assert state.leaders["darlan"] == status
    assert "darlan" not in state.play.placements
    assert "darlan" not in sides.must_move(state)
    assert state.play.placements["de-lattre"] == vichy.play.placements["de-lattre"]


def test_lif_3_1_company_with_a_forced_marcher_lengthens_the_march() -> None:
    """Chiang's ability 47 gives 2 points to land units that move with him, leaders among them."""
    placed = LeaderMoved(leader="mao", location="A1010", means="other")
    alone = given(placed, leaders={"mao": "map", "chiang": "map"})
    alone.when("MoveLeader", leader="mao", location="A1020").refused("LiF 3.1")
    together = alone.and_then(LeaderMoved(leader="chiang", location="A1010", means="other"))
    together.when("MoveLeader", leader="mao", location="A1021").refused("LiF 3.1")
    together.when("MoveLeader", leader="mao", location="A1020").then(
        LeaderMoved(leader="mao", location="A1020", means="land")
    )


def test_members_a_leader_that_nobody_knows_is_malformed(table: State) -> None:
    for command in ("PlaceLeader", "MoveLeader"):
        Table(table).when(command, leader="petain", location="W1515").refused(None, "petain")
    Table(table).when("TurnLeader", leader="petain", face_up=True).refused(None, "petain")


def test_an_event_says_what_its_command_says_but_for_its_stamp() -> None:
    command = MoveLeader(leader="rommel", location="E1430", travels_with="Ju-52", by="anna")
    moved = LeaderMoved(leader="rommel", location="E1430", means="air", travels_with="Ju-52")
    assert filled(LeaderMoved, command, means="air") == moved


def test_leaders_are_in_the_order_of_the_powers_then_by_rank_and_name() -> None:
    """Those of minor countries come last."""
    leaders = {("finland", 4, "Mannerheim"), ("italy", 3, "Messe"), ("germany", 4, "Bock"),
               ("germany", 5, "Rommel")}  # fmt: skip
    ordered = sorted(leaders, key=lambda one: place_of(*one))
    assert [name for _, _, name in ordered] == ["Rommel", "Bock", "Messe", "Mannerheim"]
