"""LiF 4: wars, peace, conquest, Vichy and the minor countries: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.leaders_in_flames.politics import wars
from campaign.leaders_in_flames.politics.interviews import ASKED
from campaign.leaders_in_flames.politics.rows import TABLES
from campaign.leaders_in_flames.politics.sentences import SENTENCES
from campaign.leaders_in_flames.state import State
from events.lif import politics as facts

CHAPTER = Chapter[State](
    name="politics",
    sentences=SENTENCES,
    decide=wars.DECIDE,
    evolve=wars.EVOLVE,
    trusted={
        facts.WarDeclared: "war and peace",
        facts.PeaceMade: "war and peace",
        facts.ConquestChanged: "conquests",
        facts.VichyInstalled: "conquests",
        facts.VichyCollapsed: "conquests",
        facts.MinorChanged: "minor countries",
    },
    tables=TABLES,
    asked=ASKED,
)
