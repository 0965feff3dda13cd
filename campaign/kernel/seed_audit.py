"""Audits draws: the chain of seeds, and the result of each draw under its seed. Pure.

The draws that acts claim wait here until their turn's seed is revealed.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from campaign.kernel import draws
from campaign.kernel.decisions import Auditor, Claim, Finding
from campaign.kernel.members import Campaign
from campaign.kernel.state import GameState
from events.base import Event
from events.campaign import CampaignClosed, SeedsRenewed, TurnBegan
from events.chain import DIGEST_LENGTH
from events.disputes import Branched

_FAR = 100_000
"""The most links of a chain that are followed; no sound chain has more."""


class NothingClaimed:
    """The auditor of a game that seals nothing and takes no facts from outside."""

    def check(self, version: int, state: GameState, event: Event) -> Iterator[Finding]:
        """No findings."""
        return iter(())

    def pending(self, state: GameState) -> Mapping[str, int]:
        """Empty: draws are counted elsewhere."""
        return {}

    def trusted(self) -> Mapping[str, int]:
        """Nothing."""
        return {}


class SeedAuditor:
    """One pass over a campaign: the game's own auditor, plus the seeds and their draws."""

    def __init__(self, game: Auditor) -> None:
        self._game = game
        self._waiting: list[tuple[int, Claim]] = []
        self._chains: list[tuple[str, int]] = []
        """Seeds of former chains, the last one out, and how long each chain was."""

    def pending(self, state: GameState | None) -> Mapping[str, int]:
        """How many claims cannot be checked yet, by kind: draws wait for their seed."""
        return {"draws": len(self._waiting), **self._game.pending(state)}

    def trusted(self) -> Mapping[str, int]:
        """How many facts rest only on what people saw or said, by kind."""
        return self._game.trusted()

    def claims(self, drawn: Iterable[tuple[int, Claim]]) -> None:
        """Takes the draws of the acts so far, each with the event that began its act."""
        self._waiting += drawn

    def check(self, version: int, state: Any, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""
        yield from self._game.check(version, state, event)
        shared: Campaign = state.campaign
        match event:
            case TurnBegan() | CampaignClosed() if shared.seed_number:
                yield from self._revealed(version, shared, event.seed_revealed)
            case SeedsRenewed():
                yield from self._renewed(version, shared, event)
            case Branched():
                self._waiting = []  # the seed of that turn is the origin's to reveal
                if event.behind != version - 1:
                    text = f"begins after event {event.behind}, and is event {version}"
                    yield Finding(version, "what-if", text)

    def _revealed(self, version: int, shared: Campaign, seed: str) -> Iterator[Finding]:
        """Draws: each seed hashes to the one revealed before it, the first to the anchor."""
        waiting, self._waiting = self._waiting, []
        if not _is_digest(seed) or draws.link(seed) != shared.last_revealed:
            fixed = "by the renewal" if self._chains else "at the start"
            yield Finding(version, "seed", f"is not the next link of the chain fixed {fixed}")
            return
        for began, claim in waiting:
            given = draws.pick(seed, shared.id, claim.number, claim.mixed, claim.candidates)
            if given != claim.result:
                text = f"the seed gives {given}, the record has {claim.result}"
                yield Finding(began, "draw", text)

    def _renewed(self, version: int, shared: Campaign, event: SeedsRenewed) -> Iterator[Finding]:
        """Draws: the seed in use, if any, is revealed; the new chain was never used before."""
        if shared.seed_number <= shared.seed_links:
            yield from self._revealed(version, shared, event.seed_revealed)
        elif event.seed_revealed:
            yield Finding(version, "seed", "is revealed though the chain was used up")
        last = event.seed_revealed if _is_digest(event.seed_revealed) else shared.last_revealed
        self._chains.append((last, shared.seed_links))
        if not _is_digest(event.anchor) or event.links < 1:
            yield Finding(version, "seed", "the new chain has no digest as its end, or no links")
        elif any(_of_one_chain(event.anchor, *chain) for chain in self._chains):
            yield Finding(version, "seed", "the new chain was in use before")


def _of_one_chain(anchor: str, last: str, links: int) -> bool:
    """Whether hashing leads from one of two values to the other within a chain's length."""
    from_last, from_anchor = last, anchor
    for _ in range(min(links, _FAR) + 1):
        if anchor == from_last or last == from_anchor:
            return True
        from_last, from_anchor = draws.link(from_last), draws.link(from_anchor)
    return False


def _is_digest(text: str) -> bool:
    return len(text) == DIGEST_LENGTH and all(c in "0123456789abcdef" for c in text)
