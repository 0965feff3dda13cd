"""A campaign's past as it is stored: events read when they are asked for, and the part that a
correction or an undo needs. IO.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from campaign.disputes.routing import is_of_record
from campaign.history.effective import DOES_NOT_FOLD, Joining, Logged, LookedBackAt
from campaign.history.timeline import START, Base, BaseError, Timeline
from campaign.kernel.decisions import Command, LastAct
from campaign.kernel.members import GameState
from campaign.store.reader import Live, Reader, log_entry
from events.base import Event, topic
from events.campaign import MemberEnrolled

if TYPE_CHECKING:
    from campaign.disputes.commands import ConsentToUndo, Correct, UndoAct

# --- A stored log to look back at: an event is read when it is asked for ------------------------


class StoredPast(LookedBackAt):
    """A campaign's events up to a version. A store has every version from 1 on."""

    def __init__(self, reader: Reader, name: str, until: int) -> None:
        self._reader = reader
        self._name = name
        self._until = until

    def joined(self) -> dict[str, int]:
        """The event with which each member joined; 0 for those there from the start.

        Once play has begun, only enrolments are read.
        """
        joining, begun = Joining(), 0
        for begun, event in self:
            joining.follow(begun, event)
            if joining.play_has_begun:
                break
        kinds = [topic(MemberEnrolled)]
        for version, _, stored in self._reader.store.of_topics(
            self._name, kinds, begun, self._until
        ):
            joining.follow(version, log_entry(version, stored, self._name).event)
        return joining.before(self._until + 1)

    def __len__(self) -> int:
        return self._until

    @overload
    def __getitem__(self, at: int) -> Logged: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Logged]: ...
    def __getitem__(self, at: int | slice) -> Logged | Sequence[Logged]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(self._until))]
        if not -self._until <= at < self._until:
            raise IndexError(at)
        place = at % self._until
        return next(self._reader.behind(self._name, place, place + 1))

    def __iter__(self) -> Iterator[Logged]:
        return self._reader.behind(self._name, 0, self._until)


# --- The part of a campaign's past that a correction or an undo needs, and no more --------------
#
# For each corrected campaign, states are kept along its record, so that the next correction only
# reads and folds what comes after the first event it touches.

Past = tuple[Sequence[Logged], Base]


class Pasts:
    """The pasts of one store's campaigns."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._timelines: dict[str, Timeline] = {}
        self._heads: dict[str, str] = {}
        """The digest of the last event that each of them has followed."""

    def forget(self, name: str) -> None:
        """Drops the kept states of a campaign."""
        self._timelines.pop(name, None)
        self._heads.pop(name, None)

    def last_act(self, name: str, live: Live, by: str) -> LastAct | None:
        """A member's last act, if its undo needs nothing else of the past."""
        from campaign.disputes import undo

        try:
            return undo.last_act(self._followed(name, live), by)
        except DOES_NOT_FOLD:
            self.forget(name)
            return None

    def of(self, name: str, live: Live, command: Command) -> Past:
        """The log after a state that the command does not touch, and that state."""
        reader, until = self._reader, live.version
        if not is_of_record(type(command)):
            return StoredPast(reader, name, until), START
        from campaign.disputes.commands import ConsentToUndo, Correct, UndoAct

        if not isinstance(command, Correct | UndoAct | ConsentToUndo):
            return StoredPast(reader, name, until), START
        try:
            base = self._base(name, live, command)
        except DOES_NOT_FOLD:
            self.forget(name)
            return reader.log(name, until), START
        return list(reader.behind(name, base[0], until)), base

    def after(
        self, name: str, version: int, events: Sequence[Event], head: str
    ) -> tuple[GameState, int]:
        """The state after events that are about to be recorded after a version, the last with the
        digest `head`, and how many events were folded for it.

        Raises what a fold raises, and `LookupError` if nothing is kept up to that version.
        """
        timeline = self._timelines[name]
        if timeline.version != version:
            raise BaseError(version)
        before = timeline.folded
        timeline.unrecorded = tuple(enumerate(events, version + 1))
        try:
            for number, event in timeline.unrecorded:
                timeline.follow(number, event)
            state = timeline.settle()
        finally:
            timeline.unrecorded = ()
        self._heads[name] = head
        return state, timeline.folded - before

    def _is_of(self, name: str, timeline: Timeline) -> bool:
        """Whether the log still has the event that was followed last."""
        return self._head(name, timeline.version) == self._heads.get(name)

    def _head(self, name: str, version: int) -> str:
        return next((one.digest for one in self._reader.history(name, version - 1, version)), "")

    def _base(self, name: str, live: Live, command: "Correct | UndoAct | ConsentToUndo") -> Base:
        from campaign.disputes import undo
        from campaign.disputes.commands import Correct

        def behind(after: int) -> list[Logged]:
            return list(self._reader.behind(name, after, live.version))

        timeline = self._followed(name, live)
        while True:
            try:
                if isinstance(command, Correct):
                    return undo.base(timeline, undo.named_by(command))
                if command.versions:
                    return undo.base(timeline, command.versions)
                return undo.base_of_undo(live.system, timeline, command.by, behind)
            except BaseError as error:
                timeline = self._from_snapshot(name, live, error.version, timeline)

    def _followed(self, name: str, live: Live) -> Timeline:
        """A campaign's states up to now: follows what was recorded since.

        Another what-if may have taken the name of a deleted one.
        """
        timeline = self._timelines.get(name)
        if timeline is None or timeline.version > live.version or not self._is_of(name, timeline):
            return self._from_snapshot(name, live, live.version + 1)
        try:
            for version, event in self._reader.behind(name, timeline.version, live.version):
                timeline.follow(version, event)
            timeline.settle()
        except BaseError as error:
            return self._from_snapshot(name, live, error.version, timeline)
        self._heads[name] = live.head
        return timeline

    def _from_snapshot(
        self, name: str, live: Live, version: int, known: Timeline | None = None
    ) -> Timeline:
        """A campaign's states, from the newest snapshot before an event or from the start.

        What was `known` did not reach far enough: this goes at least twice as far back.
        """
        if known is not None:
            version = min(version, 2 * known.base - live.version)
        base = self._reader.older(name, version)
        timeline = self._reader.timeline(name, base, live.version)
        self._timelines[name], self._heads[name] = timeline, live.head
        return timeline
