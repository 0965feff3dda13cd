"""Any roll that anybody may type: refused in words, or recorded so that it is decided so again."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.fow.dice.aids import Input
from campaign.fow.dice.chapter import SENTENCES
from campaign.fow.dice.commands import AIDS, RollDice
from campaign.fow.names import names_of
from campaign.fow.state import State
from campaign.fow.system import SYSTEM
from campaign.kernel.decisions import Refused, Supplied
from fow.battles import begun, turns

MISSIONS = ("hold-the-line", "big-push", "cauldron", "breakthrough", "roadblock", "free-for-all")
OWN = [slug for slug, aid in AIDS.items() if not aid.row.elsewhere]


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory) -> list[State]:
    """A battle of each kind, in the first turn of the side that begins."""
    states: list[State] = []
    for mission in MISSIONS:
        with begun(tmp_path_factory.mktemp(mission), mission) as own:
            turns(own, "baker" if mission == "cauldron" else "able")
            state = own._ledger.live("club").state
            assert isinstance(state, State)
            states.append(state)
    return states


def value(asked: Input) -> st.SearchStrategy[Any]:
    """A fact that fits, or nearly."""
    match asked.kind:
        case "flag":
            fits: st.SearchStrategy[Any] = st.booleans()
        case "number":
            fits = st.integers(asked.low - 1, min(asked.high, 9) + 1)
        case "word":
            fits = st.sampled_from((*asked.words, "odd"))
        case _:
            fits = st.sampled_from(("p1", "able", "british", "soviet", ""))
    return fits


@settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_any_roll_is_refused_in_words_or_decided_so_again(
    battles: list[State], data: st.DataObject
) -> None:
    """No roll stops the program, and what it records is read back to the same events."""
    state = data.draw(st.sampled_from(battles))
    aid = AIDS[data.draw(st.sampled_from(OWN))]
    told = {
        one.name: data.draw(value(one))
        for one in aid.inputs
        if not one.known and (one.needed or data.draw(st.booleans()))
    }
    dice = data.draw(st.none() | st.lists(st.integers(1, 6), max_size=6).map(tuple))
    side = data.draw(st.sampled_from(("able", "baker")))
    command = RollDice(aid=aid.slug, side=side, dice=dice, **told)
    supplied = Supplied(seed="ab" * 32)
    decision = SYSTEM.rules.decide(state, command, supplied)
    if isinstance(decision, Refused):
        assert decision.reason
        return
    recorded = [msgspec.structs.replace(event, by="host") for event in decision]
    after: Any = state
    for event in recorded:
        after = SYSTEM.rules.evolve(after, event)
    assert SENTENCES[type(decision[0])](decision[0], names_of(state)).endswith(".")
    drawn = tuple(claim.result for claim in supplied.claims)
    again = SYSTEM.rules.decide(state, command, Supplied(drawn=drawn))
    assert not isinstance(again, Refused), again
    assert again == decision
