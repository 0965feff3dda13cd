"""LiF 4: wars, peace, conquest, Vichy and the minor countries: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.kernel.verbs import verb_lines
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
    verbs=verb_lines(
        "campaign.leaders_in_flames.politics.verbs",
        "War and peace",
        {
            "war": "Record a declaration of war.",
            "peace": "Record a peace.",
            "conquest": "Record that a power is conquered or liberated.",
            "vichy": "Record that Vichy France is installed or collapses.",
            "minor": "Record whose side a minor country is on.",
        },
    ),
    tables=TABLES,
)
