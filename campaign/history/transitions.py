"""A history as transitions: each event with its turn and the states before and after it. Pure."""

from collections.abc import Iterable, Iterator

from campaign.history.effective import step
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.transition import HistoryEntry, Transition


def transitions(
    system: System[S], history: Iterable[HistoryEntry], state: S | None = None
) -> Iterator[Transition[S]]:
    """Folds a history from a state, which is None before the first event."""
    for record in history:
        after = step(system, state, record)
        turn = after.campaign.turn or after.campaign.first_turn
        yield Transition(record, turn, state, after)
        state = after
