"""LiF 4: wars, peace, conquest, Vichy and the minor countries: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.leaders_in_flames.politics import wars
from campaign.leaders_in_flames.state import State

CHAPTER = Chapter[State](
    name="politics",
    decide=wars.DECIDE,
    evolve=wars.EVOLVE,
)
