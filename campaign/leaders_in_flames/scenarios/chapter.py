"""LiF 6: the scenarios: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.leaders_in_flames.scenarios.verb_lines import VERBS
from campaign.leaders_in_flames.state import State

CHAPTER = Chapter[State](
    name="scenarios",
    verbs=VERBS,
)
