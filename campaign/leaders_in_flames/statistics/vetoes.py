"""LiF 4.1(2): who vetoes whom: head-to-head, the leaders vetoed most, the longest board. Pure."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from campaign.leaders_in_flames.statistics.facts import CareerStep, CupDraw, Fact, Said, VetoCast


class HeadToHead(msgspec.Struct, frozen=True):
    """LiF 4.1(2): how often one power (or member) vetoed and supported another's leaders."""

    who: str
    of: str
    """Whose leaders; empty for leaders who were nobody's."""
    vetoes: int
    supports: int


class ContestedLeader(msgspec.Struct, frozen=True):
    """LiF 4.1(2): how a leader fared at the Promotions Board."""

    leader: str
    drawn: int
    sent_back: int
    """How many of his draws ended with a veto."""
    vetoes: int
    """Ballots against him that took effect."""
    supports: int


class BoardLength(msgspec.Struct, frozen=True):
    """LiF 4.1: the board of a turn, by how many leaders it drew."""

    turn: str
    draws: int
    version: int
    """The event of its first draw."""


def vetoes_cast(facts: Iterable[Fact]) -> tuple[VetoCast, ...]:
    """Every ballot that took effect, in the order in which the ballots were opened."""
    return tuple(fact for fact in facts if isinstance(fact, VetoCast))


def head_to_head(
    facts: Iterable[Fact], by: Literal["power", "member"] = "power"
) -> tuple[HeadToHead, ...]:
    """Who vetoed and supported whose leaders, the most vetoes first, then the most support."""
    tally: Counter[tuple[str, str, Said]] = Counter()
    for cast in vetoes_cast(facts):
        if by == "power":
            tally[cast.power, cast.of_power, cast.said] += 1
        else:
            tally[cast.member, cast.of_member, cast.said] += 1
    pairs = dict.fromkeys((who, of) for who, of, _ in tally)
    rows = [
        HeadToHead(who, of, tally[who, of, "veto"], tally[who, of, "support"]) for who, of in pairs
    ]
    return tuple(sorted(rows, key=lambda row: (-row.vetoes, -row.supports, row.who, row.of)))


def contested(facts: Iterable[Fact]) -> tuple[ContestedLeader, ...]:
    """Every leader ever drawn, the one sent back most often first, then by vetoes against him."""
    known = list(facts)
    drawn = Counter(fact.leader for fact in known if isinstance(fact, CupDraw))
    back = Counter(
        fact.leader for fact in known if isinstance(fact, CareerStep) and fact.what == "vetoed"
    )
    cast = Counter((fact.leader, fact.said) for fact in vetoes_cast(known))
    rows = [
        ContestedLeader(who, drawn[who], back[who], cast[who, "veto"], cast[who, "support"])
        for who in drawn
    ]
    return tuple(sorted(rows, key=lambda row: (-row.sent_back, -row.vetoes, row.leader)))


def most_vetoed(facts: Iterable[Fact]) -> tuple[ContestedLeader, ...]:
    """Those whom the board sent back most often; several where they are level, none if nobody was
    ever sent back.
    """
    rows = contested(facts)
    most = max((row.sent_back for row in rows), default=0)
    return tuple(row for row in rows if most and row.sent_back == most)


def boards(facts: Iterable[Fact]) -> tuple[BoardLength, ...]:
    """The turns whose boards drew anybody, each with the number of its draws, in their order."""
    found: dict[str, BoardLength] = {}
    for fact in facts:
        if isinstance(fact, CupDraw):
            before = found.get(fact.turn)
            version = before.version if before else fact.version
            draws = before.draws + 1 if before else 1
            found[fact.turn] = BoardLength(fact.turn, draws, version)
    return tuple(found.values())


def longest_board(facts: Iterable[Fact]) -> BoardLength | None:
    """The board with the most draws, the earliest of them where several are as long."""
    return max(boards(facts), key=lambda board: board.draws, default=None)
