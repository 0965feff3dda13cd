"""A campaign's history for the course of a verb: the ends of its turns, and every event. IO."""

from collections.abc import Iterator
from typing import Any

from campaign.cli.session import Session
from campaign.history import effective
from campaign.history.transitions import transitions
from campaign.kernel.transition import Transition


def turn_ends(session: Session, name: str) -> dict[str, object]:
    """The turns of a campaign, each with the state at its end."""
    system = session.live(name).system
    ends: dict[str, object] = {}
    state: Any = None
    for placed in session.ledger.counted(name):
        state = effective.step(system, state, placed)
        ends[state.campaign.turn] = state
    return {turn: end for turn, end in ends.items() if turn}


def transitions_of(session: Session, name: str) -> Iterator[Transition[Any]]:
    """Every event of a campaign as it counts now, with the states before and after it."""
    return transitions(session.live(name).system, session.ledger.effective(name))
