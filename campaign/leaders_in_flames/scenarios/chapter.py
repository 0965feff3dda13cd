"""LiF 6: the scenarios: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.kernel.verbs import verb_lines
from campaign.leaders_in_flames.state import State

CHAPTER = Chapter[State](
    name="scenarios",
    verbs=verb_lines(
        "campaign.leaders_in_flames.scenarios.verbs",
        "Scenarios",
        {"scenario": "The scenarios, and one of your own."},
    ),
)
