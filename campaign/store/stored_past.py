"""A stored log to look back at: an event is read when it is asked for. IO."""

from collections.abc import Iterator, Sequence
from typing import overload

from campaign.history.effective import Logged
from campaign.history.joining import Joining
from campaign.history.past import LookedBackAt
from campaign.store.reader import Reader, log_entry
from events.base import topic
from events.campaign import MemberEnrolled


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
