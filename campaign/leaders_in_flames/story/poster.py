"""The picture to share of a turn: headline, veto points, the leaders it promoted. Pure."""

import msgspec

from campaign.kernel.pages import Poster
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board.report.leaders import LeaderView, leader_view
from campaign.leaders_in_flames.powers import POWER_CODES, POWERS
from campaign.leaders_in_flames.story.telling import turn_story
from campaign.leaders_in_flames.turn_notes import Context
from campaign.text.measure import wrapped

ROOM = 1080
"""Pixels between the margins."""
SIZES = ((76, 2), (60, 3), (48, 4))
"""Sizes of the headline and how many lines of each there may be."""
LEADERS = 5
"""How many leaders have room."""


class PowerFigure(msgspec.Struct, frozen=True):
    """LiF 4.2: a power's veto points, and what the turn changed."""

    power: str
    code: str
    points: int
    change: str


class TurnPoster(msgspec.Struct, frozen=True):
    """The picture of a turn."""

    campaign: str
    turn: str
    """In words; it says so of a what-if."""
    size: int
    headline: tuple[str, ...]
    """In lines."""
    lede: tuple[str, ...]
    powers: tuple[PowerFigure, ...]
    leaders: tuple[LeaderView, ...]
    more: int
    """How many more leaders were promoted."""
    words: str
    """The picture in words."""


def poster(context: Context) -> Poster:
    """The picture of a turn: nothing that the turn's page does not say."""
    log = context.log
    story, shared = turn_story(context), context.logs[-1].end.campaign
    turn = calendar.in_words(log.turn)
    text = story.headline or turn
    if shared.record.branch_of is not None:
        turn = f"{turn}, a what-if"
    size, lines = _set(text)
    promoted = dict.fromkeys(draw.leader for draw in log.notes.results("promoted"))
    leaders = [leader_view(log.end.sheet[who]) for who in promoted]
    leaders.sort(key=lambda leader: -leader.rank)
    shown = leaders if len(leaders) <= LEADERS else leaders[: LEADERS - 1]
    view = TurnPoster(
        shared.title or shared.name,
        turn,
        size,
        lines,
        wrapped(story.lede, 28, ROOM, 2),
        tuple(_figure(context, power) for power in POWERS),
        tuple(shown),
        len(leaders) - len(shown),
        f"{shared.title or shared.name}, {turn}: {text}",
    )
    return Poster("story/templates/poster.svg", view)


def _set(text: str) -> tuple[int, tuple[str, ...]]:
    """The largest size in which a headline fits, and its lines."""
    for size, most in SIZES:
        lines = wrapped(text, size, ROOM, most)
        if not lines[-1].endswith("…"):
            return size, lines
    return size, lines


def _figure(context: Context, power: str) -> PowerFigure:
    log = context.log
    before = log.notes.start.veto_points.get(power, 0)
    points = log.end.veto_points.get(power, 0)
    change = f"{points - before:+d}".replace("-", "−") if points != before else ""
    return PowerFigure(power, POWER_CODES[power], points, change)
