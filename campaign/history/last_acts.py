"""The last acts of a record, each with the state before it, while an undo would take back only it.

After such an act only the acts above it here count, and undos. Once those above are taken back,
nothing needs to be folded or decided again. Pure.
"""

from collections import deque

from msgspec.structs import replace

from campaign.history.effective import Effective, own
from campaign.kernel.decisions import LastAct
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from events.base import Event
from events.disputes import ActUndone

DEPTH = 64
"""How many acts are kept; earlier ones are looked up once all of these are taken back."""


class LastActs:
    """Give it each event of an effective history with the states before and after."""

    def __init__(self, system: AnySystem) -> None:
        self._system = system
        self._acts: deque[LastAct] = deque(maxlen=DEPTH)
        self._from = 0

    @property
    def top(self) -> LastAct | None:
        """The last act that counts; None if something after it counts, or it is not kept."""
        return self._acts[-1] if self._acts else None

    @property
    def sought_before(self) -> int:
        """The event before which to look for the last act, if not kept; 0 if there is none."""
        return 0 if self._acts else self._from

    def begin(self, version: int) -> None:
        """Forgets all of them. The events from this one on are known."""
        self._acts.clear()
        self._from = version

    def _leaves_something(self, before: GameState, event: Event) -> bool:
        """Whether the event would leave something behind if it were struck."""
        return self._system.corrections.struck(before, event) is not before

    def _end(self) -> None:
        self._acts.clear()
        self._from = 0

    def take(self, event: Event) -> LastAct | None:
        """The last act, if the event takes back only this one and it leaves nothing behind."""
        top = self.top
        if top is None or not isinstance(event, ActUndone) or event.versions != top.versions:
            return None
        self._acts.pop()
        return top

    def _stays(self, placed: Effective, before: GameState, after: GameState) -> bool:
        """Whether an event leaves something that an undo of an earlier act has to consider."""
        event = placed.event
        if before is None or placed.inserted or placed.amended_by:
            return True
        if own(event) or self._system.secrets.settles(event):
            return True
        if placed.struck_by:
            return after is not before
        return not _of_the_game(before, after) or self._leaves_something(before, event)

    def passed(self, placed: Effective, before: GameState, after: GameState) -> None:
        """Takes the next event.

        Struck or undone events that leave nothing behind are skipped. Anything that stays (a fact
        about the record, a correction, a draw) ends the acts that can be taken back in this way:
        the last act is then looked up from further back.
        """
        event, acts = placed.event, self._acts
        if isinstance(event, ActUndone) and not placed.struck_by:
            return
        if self._stays(placed, before, after):
            self._end()
        elif placed.struck_by:
            return
        elif not event.nth:
            if len(acts) == DEPTH:
                self._from = acts[1].versions[0]
            acts.append(LastAct((placed.version,), event.by, before))
        elif (top := self.top) and top.by == event.by and top.versions[-1] == placed.version - 1:
            acts[-1] = replace(top, versions=(*top.versions, placed.version))
        else:
            self._end()


def _of_the_game(before: GameState, after: GameState) -> bool:
    """Whether an event left members, turn and the record itself as they were."""
    campaign, other = before.campaign, after.campaign
    return (
        campaign.record is other.record
        and campaign.members is other.members
        and bool(campaign.turn == other.turn)
    )
