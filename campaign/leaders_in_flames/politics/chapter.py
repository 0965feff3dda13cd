"""LiF 4: wars, peace, conquest, Vichy and the minor countries: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.leaders_in_flames.politics import wars
from campaign.leaders_in_flames.politics.readback import READERS
from campaign.leaders_in_flames.politics.rows import TABLES
from campaign.leaders_in_flames.politics.sentences import SENTENCES
from campaign.leaders_in_flames.state import State

CHAPTER = Chapter[State](
    name="politics",
    sentences=SENTENCES,
    readback=READERS,
    decide=wars.DECIDE,
    evolve=wars.EVOLVE,
    tables=TABLES,
)
