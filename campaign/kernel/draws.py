"""Draws that nobody can choose and everybody can check: seeds, dice, audit. Pure."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from campaign.kernel.decisions import Auditor, Claim, Finding, Supplied, WithheldError
from campaign.kernel.members import Campaign, GameState
from events.base import Event
from events.campaign import CampaignClosed, SeedsRenewed, TurnBegan
from events.chain import DIGEST_LENGTH
from events.disputes import Branched

# --- Draws that nobody can choose and everybody can check ---------------------------------------
#
# Seeds form a hash chain: the campaign publishes its end, each turn uses the next link backwards
# and reveals it when the turn is over. A draw takes HMAC-SHA-256 under the turn's seed over lines
# of text (campaign id, draw number, every nonce and entropy mixed in since the draw before) and
# turns it into an index over the candidates in id order, rejecting the values that would favour
# some of them.

HEADER = "campaign-tracker draw 1"
_WORD = 1 << 64


def link(seed: str, steps: int = 1) -> str:
    """The chain's value some steps onward: SHA-256 over the bytes each time. Hex in, hex out."""
    value = bytes.fromhex(seed)
    for _ in range(steps):
        value = hashlib.sha256(value).digest()
    return value.hex()


def seed_of(secret: str, links: int, number: int) -> str:
    """The seed of the campaign's `number`-th turn, from 1. One hashing of seed 1 gives the anchor.

    Raises `ValueError` past the end of the chain.
    """
    if not 1 <= number <= links:
        raise ValueError(f"the chain has {links} seeds, and number {number} is none of them")
    return link(secret, links - number)


def anchor_of(secret: str, links: int) -> str:
    """The end of the chain, published when the campaign starts."""
    return link(secret, links)


def pick(
    seed: str, campaign_id: str, draw: int, mixed: Sequence[str], candidates: Sequence[str]
) -> str:
    """The candidate that a draw picks; each is equally likely.

    Raises `ValueError` without a seed.
    """
    if not seed:
        raise ValueError("there is no seed to draw with")
    names = sorted(candidates)
    text = "\n".join((HEADER, campaign_id, str(draw), *mixed)) + "\n"
    key = bytes.fromhex(seed)
    fair = _WORD - _WORD % len(names)
    value = hmac.digest(key, text.encode(), "sha256")
    while (number := int.from_bytes(value[:8])) >= fair:
        value = hmac.digest(key, value, "sha256")
    return names[number % len(names)]


# --- The draws and dice of one command, each of them provable -----------------------------------
#
# A game that counts some draws separately mixes a label of its own into them, so that draws with
# the same number in two counts are independent.


def faces(sides: int) -> tuple[str, ...]:
    """The faces of a die, as a draw picks among them: all of one length, so that they sort."""
    length = len(str(sides))
    return tuple(f"{number:0{length}}" for number in range(1, sides + 1))


class Dice:
    """Draws in their order, each with the next number; those that are public are claimed."""

    def __init__(
        self, campaign_id: str, supplied: Supplied, mixed: Sequence[str], last: int
    ) -> None:
        """`mixed`: the lines that go into each draw, which are a label and what members added."""
        self._campaign_id = campaign_id
        self._supplied = supplied
        self.mixed = tuple(mixed)
        self.last = last
        """Number of the last draw made."""

    def hidden(self, secret: str, candidates: Sequence[str]) -> str:
        """One of the candidates, drawn under a secret; nobody else may know which, so far."""
        self.last += 1
        return pick(secret, self._campaign_id, self.last, self.mixed, candidates)

    def choose(self, candidates: Sequence[str]) -> str:
        """One of the candidates, drawn under the seed of the turn, or the recorded one.

        Raises `ValueError` if the recorded one is not a candidate, or none is on record; in a trial
        `WithheldError`.
        """
        self.last += 1
        result = self._result(candidates)
        claim = Claim(self.last, self.mixed, tuple(candidates), result)
        self._supplied.claims.append(claim)
        return result

    def roll(self, sides: int) -> int:
        """A roll of a die with this many sides, each equally likely."""
        return int(self.choose(faces(sides)))

    def _result(self, candidates: Sequence[str]) -> str:
        recorded = self._supplied.drawn
        if self._supplied.is_trial:
            raise WithheldError("a draw")
        if recorded is None:
            seed = self._supplied.seed
            return pick(seed, self._campaign_id, self.last, self.mixed, candidates)
        place = len(self._supplied.claims)
        if place >= len(recorded):
            raise ValueError(f"draw {self.last} is not on record")
        if recorded[place] not in candidates:
            raise ValueError(f"{recorded[place]} could not be drawn")
        return recorded[place]


# --- Audits draws: the chain of seeds, and the result of each draw under its seed ---------------
#
# The draws that acts claim wait here until their turn's seed is revealed.

_FAR = 100_000
"""The most links of a chain that are followed; no sound chain has more."""


_ABOUT_SEEDS = frozenset({TurnBegan, CampaignClosed, SeedsRenewed, Branched})
"""The events that reveal a seed, or end a chain of them."""


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

    def check(self, version: int, state: Any, event: Event) -> Iterable[Finding]:
        """What is wrong with an event, given the state before it."""
        found = self._game.check(version, state, event)
        if type(event) not in _ABOUT_SEEDS:
            return found
        return self._about_seeds(found, version, state, event)

    def _about_seeds(
        self, found: Iterable[Finding], version: int, state: Any, event: Event
    ) -> Iterator[Finding]:
        """What is wrong with the seeds of an event, behind what the game has found."""
        yield from found
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
        if not is_hex(seed) or link(seed) != shared.last_revealed:
            fixed = "by the renewal" if self._chains else "at the start"
            yield Finding(version, "seed", f"is not the next link of the chain fixed {fixed}")
            return
        for began, claim in waiting:
            picked = pick(seed, shared.id, claim.number, claim.mixed, claim.candidates)
            if picked != claim.result:
                text = f"the seed gives {picked}, the record has {claim.result}"
                yield Finding(began, "draw", text)

    def _renewed(self, version: int, shared: Campaign, event: SeedsRenewed) -> Iterator[Finding]:
        """Draws: the seed in use, if any, is revealed; the new chain was never used before."""
        if shared.seed_number <= shared.seed_links:
            yield from self._revealed(version, shared, event.seed_revealed)
        elif event.seed_revealed:
            yield Finding(version, "seed", "is revealed though the chain was used up")
        last = event.seed_revealed if is_hex(event.seed_revealed) else shared.last_revealed
        self._chains.append((last, shared.seed_links))
        if not is_hex(event.anchor) or event.links < 1:
            yield Finding(version, "seed", "the new chain has no digest as its end, or no links")
        elif any(_of_one_chain(event.anchor, *chain) for chain in self._chains):
            yield Finding(version, "seed", "the new chain was in use before")


def _of_one_chain(anchor: str, last: str, links: int) -> bool:
    """Whether hashing leads from one of two values to the other within a chain's length."""
    from_last, from_anchor = last, anchor
    for _ in range(min(links, _FAR) + 1):
        if anchor == from_last or last == from_anchor:
            return True
        from_last, from_anchor = link(from_last), link(from_anchor)
    return False


def is_hex(text: str, length: int = DIGEST_LENGTH) -> bool:
    """Whether a text is so many hexadecimal digits."""
    return len(text) == length and set(text) <= set("0123456789abcdef")
