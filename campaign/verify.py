"""The offline auditor: a campaign's rows in, findings out. Pure; it needs neither store nor vault.

It re-derives what the record claims: the chain of digests, the fold, and through the rule system's
own claims the chain of draw seeds, every draw whose seed is out, every ballot and vote opened. What
stands beside the events is held against them: the receipts of all submissions.

What a record cannot say about itself: whether it was rewritten whole or cut off behind an event,
which only a digest kept elsewhere shows; whether the ledger's clock was right; whether what was
told to it, a draw from a real cup or a combat's losses, happened so; who sat at the keyboard; and
whether somebody with the vault's key looked at what is sealed, or foresaw a draw.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any

from campaign.decider import Claims, Finding, System
from campaign.receipts import Papers
from campaign.record.effective import NOT_FOLLOWING, Logged
from campaign.record.timeline import Timeline
from campaign.systems import SYSTEMS
from events import chain, codec
from events.base import Event, topic
from events.campaign import CampaignOpened

Row = tuple[int, str, bytes]


class Audit:
    """One pass over a campaign's rows: iterate `findings`, then read what it saw.

    `wanted` are digests from old mails and reports; `found` then says at which version the history
    still has each. `name` is what the rows are filed under, where they are. `again` reads the rows
    behind a version once more, where a correction sends the fold back; without it the events are
    kept in memory. `papers` are the receipts, where there are any to look at.
    """

    def __init__(
        self,
        wanted: str | Iterable[str] | None = None,
        name: str | None = None,
        again: Callable[[int], Iterable[Row]] | None = None,
        papers: Papers | None = None,
    ) -> None:
        self.checked = 0
        """Events looked at."""
        self.version = 0
        self.head = ""
        """Digest of the last event."""
        self.state: Any = None
        """The state that a fresh fold gives."""
        self.found: dict[str, int] = {}
        """The digests wanted that the history has, each with its version."""
        self.papers = papers
        self._wanted = frozenset([wanted] if isinstance(wanted, str) else wanted or ())
        self._name = name
        self._system: System | None = None
        self._claims: Claims | None = None
        self._broken = False
        self._opened = ""
        self._again = again
        self._past: list[Logged] = []
        self._timeline: Timeline | None = None

    @property
    def contains(self) -> int | None:
        """The version of the earliest digest found; None where none was."""
        return min(self.found.values(), default=None)

    @property
    def unproved(self) -> int:
        """Claims that nobody can check yet, such as draws of a turn that still runs."""
        return self._claims.unproved() if self._claims else 0

    def findings(self, rows: Iterable[Row]) -> Iterator[Finding]:
        """Everything that is wrong, in the order of the log."""
        for version, kind, stored in rows:
            self.checked += 1
            event, told = _read(stored)
            yield from self._chain(version, stored, event)
            self.version, self.head = version, chain.digest(chain.body(stored))
            if self.head in self._wanted:
                self.found.setdefault(self.head, version)
            if event is None:
                self._broken = True
                yield Finding(version, "event", told)
                continue
            if kind != topic(event) and kind not in codec.UPCASTERS:
                told = f"is filed as {kind} and calls itself {topic(event)}"
                yield Finding(version, "event", told)
            yield from self._event(version, event)
            if self.papers and isinstance(version, int):
                yield from self.papers.event(version, event, self.head)
        yield from self._settled()
        if not self.checked:
            yield Finding(0, "event", "there are no events")
        elif self._opened and self._name not in (None, self._own_name()):
            told = f"opens {self._own_name()} and is filed as {self._name!r}"
            yield Finding(1, "event", told)
        if self.papers:
            yield from self.papers.rest(self._wanted)

    def _own_name(self) -> str:
        """What the campaign calls itself; a branch has a name of its own."""
        return self._opened if self.state is None else str(self.state.campaign.name)

    def _chain(self, version: int, stored: bytes, event: Event | None) -> Iterator[Finding]:
        if version != self.version + 1:
            yield Finding(version, "chain", f"comes after version {self.version}")
        if not chain.intact(stored):
            yield Finding(version, "chain", "the event's bytes do not match its digest")
        if event is not None and event.prev != self.head:
            prev, before = event.prev[:12] or "nothing", self.head[:12] or "nothing"
            yield Finding(version, "chain", f"follows {prev}, not {before}")

    def _event(self, version: int, event: Event) -> Iterator[Finding]:
        if self._system is None:
            if not isinstance(event, CampaignOpened) or event.system not in SYSTEMS:
                if not self._broken:
                    yield Finding(version, "event", "a campaign begins with its opening")
                self._broken = True
                return
            self._opened = event.campaign
            self._system = SYSTEMS[event.system]
            self._claims = self._system.claims()
        if self._timeline is None:
            self._timeline = Timeline(self._system, self._behind)
        if self._again is None:
            self._past.append((version, event))
        try:
            if not self._timeline.continued_by(event):
                yield from self._settled()
            if self.state is not None and self._claims is not None:
                yield from self._claims.check(version, self.state, event)
            self.state = self._timeline.follow(version, event)
        except NOT_FOLLOWING as error:
            self._broken = True
            yield Finding(version, "fold", f"does not follow from what came before ({error!r})")

    def _settled(self) -> Iterator[Finding]:
        """What is wrong with the last correction, now that it has no further event."""
        if self._timeline is None:
            return
        try:
            self.state = self._timeline.settle()
        except NOT_FOLLOWING as error:
            self._broken = True
            told = f"does not follow from what came before ({error!r})"
            yield Finding(self._timeline.version, "fold", told)

    def _behind(self, version: int) -> Iterator[Logged]:
        """The events behind a version once more."""
        if self._again is None:
            yield from self._past[bisect_right(self._past, version, key=itemgetter(0)) :]
            return
        for number, _, stored in self._again(version):
            event = _read(stored)[0]
            if number > version and event is not None:
                yield number, event


def compare(audit: Audit, version: int, head: str, state: Any) -> Iterator[Finding]:
    """Whether the state in use is the state that a fresh fold gives."""
    if (audit.version, audit.head) != (version, head):
        yield Finding(version, "live state", "does not stand at the head of the log")
    elif audit.state != state:
        yield Finding(version, "live state", "differs from a fresh fold; delete the snapshots")


def _read(stored: bytes) -> tuple[Event | None, str]:
    try:
        return codec.decode(chain.body(stored)), ""
    except codec.UnreadableEventError as error:
        return None, f"unreadable: {error}"


_TAGS = re.compile(r"<wbr ?/?>|\u00ad|\u200b|=\r?\n", re.IGNORECASE)
"""What a page or a mail puts inside a long word."""
_SPACES = re.compile(r"</?[a-zA-Z!][^<>]*>|&nbsp;|&#160;|\n>+ ?")
"""What stands for a space there: tags, and the marks of a quotation."""
_DIGEST = re.compile(
    r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{8}(?:\s+[0-9a-f]{8}){7})(?![0-9a-f])", re.IGNORECASE
)


def digests_in(text: str) -> list[str]:
    """Every digest that a mail or a report tells, whole or in groups of eight, in its order."""
    plain = _SPACES.sub(" ", _TAGS.sub("", text))
    found = ("".join(one.group().split()).lower() for one in _DIGEST.finditer(plain))
    return list(dict.fromkeys(found))
