"""A turn's news in the order of their importance, with its headline and the line below. Pure."""

from collections.abc import Iterable, Sequence

import msgspec

from campaign.leaders_in_flames.board.history import Draw
from campaign.leaders_in_flames.story import board, leaders, others, wars
from campaign.leaders_in_flames.story.item import Item, ToldTurn, Weight

WORDS = 25
"""So many words at most has the line below the headline."""
MORE = "There is more news below."
"""The line where no piece of the rest is short enough for it."""
LONGEST = 96
"""So many characters at most has a headline of two sentences."""


class Told(msgspec.Struct, frozen=True):
    """A turn in words."""

    headline: str
    lede: str
    news: tuple[Item, ...]


def news(turn: ToldTurn, draws: Sequence[Draw]) -> tuple[Item, ...]:
    """All the news, most important first."""
    chapters: Iterable[Iterable[Item]] = (
        wars.world(turn),
        leaders.fates(turn),
        board.the_board(turn, draws),
        others.on_the_map(turn),
        others.us_entry(turn),
        leaders.cup(turn),
        leaders.beginning(turn),
        leaders.allotted(turn),
    )
    found = [item for chapter in chapters for item in chapter]
    return tuple(sorted(found, key=lambda item: (-item.weight, -item.size)))


def headline(items: Sequence[Item]) -> tuple[str, int]:
    """The headline, and how many pieces of news it tells.

    Of two turns of the whole war, such as a war and a conquest, it tells both.
    """
    ahead = [item for item in items if item.headline]
    if not ahead:
        return "", 0
    first, *more = ahead
    if more and more[0].weight >= Weight.MAJOR_PEACE and more[0].weight != first.weight:
        both = f"{first.headline} {more[0].headline}"
        if len(both) <= LONGEST:
            return both, 2
    return first.headline, 1


def lede(rest: Sequence[Item]) -> str:
    """As much of the rest as a line of 25 words holds, in its order."""
    text: list[str] = []
    room = WORDS
    for item in rest:
        words = len(item.short.split())
        if words <= room:
            text.append(item.short)
            room -= words
    return " ".join(text) if text or not rest else MORE
