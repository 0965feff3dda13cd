"""The audit of Flames of War: dice that can be checked, and what is taken on trust. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping

from campaign.flames_of_war import rolling
from campaign.flames_of_war.chapters import ROLLS, TRUSTED
from campaign.flames_of_war.state import State
from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import ClaimedDraw
from events.base import Event


class FowAuditor:
    """One pass over a campaign."""

    def __init__(self) -> None:
        self._drawn: list[ClaimedDraw] = []
        self._trusted: Counter[str] = Counter()

    def pending(self, state: State | None) -> Mapping[str, int]:
        """Nothing waits but draws, which are counted elsewhere."""
        return {}

    def drawn(self) -> list[ClaimedDraw]:
        """The dice claimed since this was last read."""
        drawn, self._drawn = self._drawn, []
        return drawn

    def trusted(self) -> Mapping[str, int]:
        """The facts that rest on the players' word alone."""
        return self._trusted

    def check(self, version: int, state: State, event: Event) -> Iterator[Finding]:
        """Dice of the ledger wait for their seed; those of the table are taken on trust."""
        self._drawn += rolling.claims(ROLLS, version, state, event)
        kind = TRUSTED.get(type(event))
        if kind and getattr(event, "source", "") != "ledger":
            self._trusted[kind] += 1
        return iter(())
