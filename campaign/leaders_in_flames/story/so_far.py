"""The campaign so far as one story: a chapter a year, each turn's news as flowing text. Pure."""

import msgspec

from campaign.kernel.pages import MorePage, PageContext
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.story.item import Weight
from campaign.leaders_in_flames.story.telling import QUIET, turn_story
from campaign.leaders_in_flames.turn_notes import Context

STORY_PAGE = "story.html"
LEAST = Weight.RETURNED
"""What weighs less is bookkeeping, such as the year's points, and stands in the turns alone."""


class StoryTurn(msgspec.Struct, frozen=True):
    """A turn in the story."""

    turn: str
    months: str
    first: str
    """The most important news."""
    rest: str
    """The others, as flowing text."""
    is_quiet: bool


class StoryYear(msgspec.Struct, frozen=True):
    """A chapter."""

    year: int
    turns: tuple[StoryTurn, ...]


def story_page(context: Context) -> MorePage:
    """The page of the story, which every page links to."""
    return MorePage(
        STORY_PAGE,
        "The campaign so far",
        "story/templates/so_far.html",
        lambda: so_far(context),
        listed=True,
    )


def so_far(context: Context) -> tuple[StoryYear, ...]:
    """The story up to the page's turn."""
    years: dict[int, list[StoryTurn]] = {}
    for place, log in enumerate(context.past):
        told = turn_story(PageContext(context.logs, place))
        first, *rest = [line.text for line in told.news if line.weight >= LEAST] or [QUIET]
        months = calendar.NAMES[log.turn[5:]]
        turn = StoryTurn(log.turn, months, first, " ".join(rest), first == QUIET)
        years.setdefault(calendar.year(log.turn), []).append(turn)
    return tuple(StoryYear(year, tuple(turns)) for year, turns in years.items())
