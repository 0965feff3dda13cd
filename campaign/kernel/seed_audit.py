"""Draws, from the outside: the chain of seeds, and what each draw gave under its seed. Pure.

A game's auditor says which draws an event claims; they wait here until the seed of their turn is
out.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import msgspec

from campaign.kernel import draws
from campaign.kernel.decisions import Auditor, Finding
from campaign.kernel.members import Campaign
from campaign.kernel.state import GameState
from events.base import Event
from events.campaign import CampaignClosed, SeedsRenewed, TurnBegan
from events.chain import DIGEST_LENGTH
from events.disputes import Branched

_FAR = 100_000
"""Links of a chain that are followed at most; no sound chain has more."""


class ClaimedDraw(msgspec.Struct, frozen=True):
    """A draw that waits for its seed, with all that went into it."""

    version: int
    number: int
    given: str
    """What the record has."""
    mixed: tuple[str, ...]
    candidates: tuple[str, ...]


class GameAuditor(Auditor, Protocol):
    """Checks what a game's events claim, but for the seeds."""

    def drawn(self) -> list[ClaimedDraw]:
        """The draws claimed since this was last asked."""


class SeedAuditor:
    """One pass over a campaign: a game's own auditor, and the seeds with the draws under them."""

    def __init__(self, game: GameAuditor) -> None:
        self._game = game
        self._waiting: list[ClaimedDraw] = []
        self._chains: list[tuple[str, int]] = []
        """Seeds of former chains, the last one out, and how long each chain was."""

    def pending(self, state: GameState) -> Mapping[str, int]:
        """How many claims nobody can check yet, by kind: draws until their seed is out."""
        return {"draws": len(self._waiting), **self._game.pending(state)}

    def trusted(self) -> Mapping[str, int]:
        """How much only people saw or said, by kind."""
        return self._game.trusted()

    def check(self, version: int, state: GameState, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""
        yield from self._game.check(version, state, event)
        self._waiting += self._game.drawn()
        shared: Campaign = state.campaign
        match event:
            case TurnBegan() | CampaignClosed() if shared.seed_number:
                yield from self._revealed(version, shared, event.seed_revealed)
            case SeedsRenewed():
                yield from self._renewed(version, shared, event)
            case Branched():
                self._waiting = []  # the seed of that turn is the origin's to reveal
                if event.behind != version - 1:
                    text = f"begins behind event {event.behind}, and is event {version}"
                    yield Finding(version, "what-if", text)

    def _revealed(self, version: int, shared: Campaign, seed: str) -> Iterator[Finding]:
        """Draws: each seed hashes to the one revealed before it, the first to the anchor."""
        waiting, self._waiting = self._waiting, []
        if not _is_digest(seed) or draws.link(seed) != shared.last_revealed:
            fixed = "by the renewal" if self._chains else "at the opening"
            yield Finding(version, "seed", f"is not the next link of the chain fixed {fixed}")
            return
        for claim in waiting:
            given = draws.pick(seed, shared.id, claim.number, claim.mixed, claim.candidates)
            if given != claim.given:
                text = f"the seed gives {given}, the record has {claim.given}"
                yield Finding(claim.version, "draw", text)

    def _renewed(self, version: int, shared: Campaign, event: SeedsRenewed) -> Iterator[Finding]:
        """Draws: the seed in use is out, if there is one; the new chain is none of the old ones."""
        if shared.seed_number <= shared.seed_links:
            yield from self._revealed(version, shared, event.seed_revealed)
        elif event.seed_revealed:
            yield Finding(version, "seed", "is revealed where the chain was used up")
        last = event.seed_revealed if _is_digest(event.seed_revealed) else shared.last_revealed
        self._chains.append((last, shared.seed_links))
        if not _is_digest(event.anchor) or event.links < 1:
            yield Finding(version, "seed", "the new chain has no end that is a digest, or no links")
        elif any(_of_one_chain(event.anchor, *chain) for chain in self._chains):
            yield Finding(version, "seed", "the new chain is one that was in use before")


def with_seeds(game: Callable[[], GameAuditor]) -> Callable[[], Auditor]:
    """A game's auditors, each with the seeds."""
    return lambda: SeedAuditor(game())


def _of_one_chain(anchor: str, last: str, links: int) -> bool:
    """Whether hashing leads from one of two values to the other within a chain's length."""
    there, back = last, anchor
    for _ in range(min(links, _FAR) + 1):
        if anchor == there or last == back:
            return True
        there, back = draws.link(there), draws.link(back)
    return False


def _is_digest(text: str) -> bool:
    return len(text) == DIGEST_LENGTH and all(c in "0123456789abcdef" for c in text)
