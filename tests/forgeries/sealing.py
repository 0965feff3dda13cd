"""A forged record, sealed as whoever has the program would: chain, receipts, versions named later.

Rows and receipts are made when they are asked for, because an audit that finds something early
wants no more of them.
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import msgspec

from events import chain

from .recorded import Act, Body, Record

NAMED = {
    "campaign.DisputeRaised": ("versions",), "campaign.EventsStruck": ("versions",),
    "campaign.EventAmended": ("about",), "campaign.EventsInserted": ("after",),
    "campaign.Rewound": ("to",), "campaign.ActUndone": ("versions",),
    "campaign.UndoConsented": ("versions",),
    "campaign.BookmarkSet": ("about",), "campaign.OpeningAsked": ("about",),
    "campaign.SealedOpened": ("about",),
}  # fmt: skip
"""Fields that name events by version."""
_encode = msgspec.json.Encoder().encode


class Sealed:
    """A record with some of its acts replaced: `acts[at:at + count]` become `instead`.

    `whole` is the record itself, sealed to its end: what lies before the forged act is taken from
    there.
    """

    def __init__(
        self,
        record: Record,
        at: int = 0,
        count: int = 0,
        instead: list[Act] | None = None,
        whole: "Sealed | None" = None,
    ) -> None:
        self._acts = [*record.acts[:at], *(instead or []), *record.acts[at + count :]]
        old = list(accumulate((len(act.events) for act in record.acts), initial=0))
        gone, come = old[at + count] - old[at], sum(len(act.events) for act in instead or [])
        self._begin, self._end, self._shift = old[at], old[at + count], come - gone
        self._refused = record.refused
        self._touched = set(range(old[at] + 1, old[at] + come + 1))
        self._making = self._events()
        self._writing = self._papers()
        self._at = at if whole else 0
        self._before = old[at - 1] if at else -1
        self._marks: list[int] = []
        self._rows: list[tuple[int, str, bytes]] = whole._rows[: old[at]] if whole else []
        self._receipts = whole._receipts[: whole._marks[at]] if whole else []

    def rows(self, start: int = 0) -> Iterator[tuple[int, str, bytes]]:
        """The rows of the log from an index on."""
        while self._reach(start):
            yield self._rows[start]
            start += 1

    def receipts(self) -> Iterator[tuple[int, bytes]]:
        """The receipts."""
        place = 0
        while place < len(self._receipts) or next(self._writing, False):
            yield self._receipts[place]
            place += 1

    def _reach(self, place: int) -> bool:
        """Makes rows up to a place; False where there are not so many."""
        while len(self._rows) <= place:
            if not next(self._making, False):
                return False
        return True

    def moved(self, version: int) -> int:
        """Where an event of the old record stands now; where it is gone, the one before."""
        if version <= self._begin:
            return version
        if version <= self._end:
            return min(version, self._end + self._shift)
        return version + self._shift

    def _events(self) -> Iterator[bool]:
        version = len(self._rows)
        head = self._head(version)
        for act in self._acts[self._at :]:
            for body in act.events:
                version += 1
                body = self._named(version, body)
                told = {**body, "prev": head} if head else body
                stored = chain.seal(_encode(told))
                head = chain.head(stored)
                self._rows.append((version, str(body["type"]), stored))
                yield True

    def _named(self, version: int, body: Body) -> Body:
        names = NAMED.get(str(body["type"]), ())
        if not self._shift or not names or version in self._touched:
            return body
        return {**body, **{name: self._at_home(body[name]) for name in names if name in body}}

    def _at_home(self, named: Any) -> Any:
        if isinstance(named, list):
            return [self.moved(one) for one in named]
        return self.moved(named)

    def _papers(self) -> Iterator[bool]:
        """Refused ones come in behind the event that was the last when they did."""
        prev = chain.head(self._receipts[-1][1]) if self._receipts else ""
        last = self._begin if self._at else 0
        refused = [(self.moved(behind), body) for behind, body in self._refused]
        if self._at:
            refused = [one for one in refused if one[0] > self._before]
        for act in [*self._acts[self._at :], None]:
            self._marks.append(len(self._receipts))
            coming = [body for behind, body in refused if behind <= last]
            refused = refused[len(coming) :]
            first, last = last + 1, last + len(act.events if act else [])
            told = [{**body, "head": self._head(first - 1)} for body in coming]
            if act and act.receipt:
                head = self._head(first - 1)
                told.append({**act.receipt, "head": head, "versions": [first, last]})
            for body in told:
                body = {key: value for key, value in body.items() if key != "prev"}
                stored = chain.seal(_encode({**body, "prev": prev} if prev else body))
                prev = chain.head(stored)
                self._receipts.append((len(self._receipts) + 1, stored))
                yield True

    def _head(self, version: int) -> str:
        if version:
            self._reach(version - 1)
        return chain.head(self._rows[version - 1][2]) if version else ""
