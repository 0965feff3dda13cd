"""FoW Axis of Attack: paying for another mission, in whatever order sides try it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.fow.missions import roles
from campaign.fow.state import LineState, SidePoints, State, with_line
from campaign.fow.system import SYSTEM
from campaign.kernel.decisions import Command, Refused, Supplied
from fow.support import war
from support.driver import NAME

ROLL = SYSTEM.rules.commands["RollMission"]
CHANGE = SYSTEM.rules.commands["ChangeMission"]
DECLINE = SYSTEM.rules.commands["DeclineChange"]
POINTS = st.integers(min_value=0, max_value=12)
DIE = st.integers(min_value=1, max_value=6)
TRIES = st.lists(
    st.tuples(
        st.sampled_from(("change", "decline")),
        st.sampled_from(("allies", "axis")),
        st.integers(min_value=4, max_value=12),
    ),
    max_size=6,
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> State:
    """Anzio in mid-way, its next mission not yet rolled for."""
    start = {"anzio": {"last": {"allies": 1, "axis": 1}}}
    with war(tmp_path_factory.mktemp("anzio"), start=start) as club:
        state: State = club._ledger.live(NAME).state
        return state


def after(state: State, command: Command) -> State | None:
    """The state after a command; None where it is refused."""
    answer = SYSTEM.rules.decide(state, command, Supplied())
    if isinstance(answer, Refused):
        return None
    for event in answer:
        state = SYSTEM.rules.evolve(state, event)
    return state


def line_of(state: State) -> LineState:
    return state.lines["anzio"]


@given(allies=POINTS, axis=POINTS, one=DIE, other=DIE, overdraw=st.booleans(), tries=TRIES)
def test_one_change_in_all_by_one_row_and_only_by_the_side_that_is_asked(
    opened: State,
    allies: int,
    axis: int,
    one: int,
    other: int,
    overdraw: bool,
    tries: list[tuple[str, str, int]],
) -> None:
    points = {"allies": SidePoints(allies, 0, 1), "axis": SidePoints(axis, 0, 1)}
    ruled = replace(opened.rulings, overdraw="yes" if overdraw else "no")
    begun = with_line(replace(opened, rulings=ruled), replace(line_of(opened), points=points))
    state = after(begun, ROLL(dice={"allies": (one,), "axis": (other,)}))
    assert state is not None
    row, attacker = line_of(state).row, line_of(state).attacker
    rich = [side for side in points if overdraw or points[side].won >= 5]
    if allies != axis and rich:
        leader = "allies" if allies > axis else "axis"
        assert line_of(state).change.offered_to == (leader if leader in rich else rich[0])
    assert (line_of(state).phase == "change") == bool(rich)
    paid = 0
    for what, side, wanted in tries:
        before = line_of(state)
        mission = roles.mission_of(wanted)
        command = CHANGE(side=side, mission=mission) if what == "change" else DECLINE(side=side)
        then = after(state, command)
        asked = before.change.offered_to == side
        near = wanted in roles.neighbours(row)
        assert (then is not None) == (asked and (what == "decline" or near))
        if then is None:
            continue
        state, paid = then, paid + (what == "change")
        assert line_of(state).points[side].spent == (5 if what == "change" else 0)
    line = line_of(state)
    assert paid <= 1
    assert abs(line.row - row) == paid
    assert (line.phase == "change") == bool(line.change.offered_to)
    if attacker:
        assert line.attacker == attacker
    assert overdraw or all(now.balance >= 0 for now in line.points.values())
