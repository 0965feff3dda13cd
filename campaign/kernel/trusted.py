"""What of a record rests only on what people saw or said: it is counted, and nothing more. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic

from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.decisions import Finding
from campaign.kernel.state import S
from events.base import Event


class TrustAuditor(Generic[S]):
    """One pass over a campaign whose events claim nothing that the rules do not decide."""

    def __init__(self, chapters: Iterable[Chapter[S]]) -> None:
        known = tuple(chapters)
        self._kinds: Mapping[type[Event], str] = joined(chapter.trusted for chapter in known)
        self._parts = joined(chapter.counted for chapter in known)
        self._counted: Counter[str] = Counter()

    def pending(self, state: S | None) -> Mapping[str, int]:
        """Nothing waits but draws, which are counted elsewhere."""
        return {}

    def trusted(self) -> Mapping[str, int]:
        """The facts that rest on people's word alone, by kind."""
        return self._counted

    def check(self, version: int, state: S, event: Event) -> Iterator[Finding]:
        """No findings: the facts are counted."""
        if kind := self._kinds.get(type(event)):
            self._counted[kind] += 1
        if parts := self._parts.get(type(event)):
            for kind, number in parts(state, event):
                self._counted[kind] += number
        return iter(())


def unless_the_ledgers(kind: str) -> Callable[[Any, Any], Iterator[tuple[str, int]]]:
    """Counts an event whose dice or draw were the table's own."""

    def count(state: Any, event: Any) -> Iterator[tuple[str, int]]:
        if event.source == "table":
            yield kind, 1

    return count
