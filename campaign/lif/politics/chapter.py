"""LiF 4: wars, conquest, Vichy and minor countries: the chapter, and its sentences. Pure."""

from campaign.kernel.chapters import Chapter
from campaign.lif.names import Names, Sentences, the_country
from campaign.lif.politics import wars
from campaign.lif.politics.interviews import ASKED
from campaign.lif.politics.projections import TABLES
from campaign.lif.state import State
from campaign.text.english import capital, listed
from events.lif import politics

# --- Wars, conquests and minor countries in sentences -------------------------------------------


def _war(event: politics.WarDeclared, names: Names) -> str:
    return f"{capital(the_country(event.attacker))} declared war on {the_country(event.target)}."


def _peace(event: politics.PeaceMade, names: Names) -> str:
    return f"{capital(listed(the_country(power) for power in event.powers))} made peace."


def _conquest(event: politics.ConquestChanged, names: Names) -> str:
    power = capital(the_country(event.power))
    if event.status == "free":
        return f"{power} was liberated."
    return f"{power} was {event.status}ly conquered."


def _minor(event: politics.MinorChanged, names: Names) -> str:
    minor = capital(the_country(event.minor))
    if event.power is None:
        return f"{minor} became neutral."
    if event.status == "conquered":
        return f"{minor} was conquered by {the_country(event.power)}."
    return f"{minor} aligned with {the_country(event.power)}."


def _vichy_installed(event: politics.VichyInstalled, names: Names) -> str:
    return "Vichy France was installed, and Free France fights on."


def _vichy_collapsed(event: politics.VichyCollapsed, names: Names) -> str:
    return "Vichy France collapsed."


SENTENCES: Sentences = {
    politics.WarDeclared: _war,
    politics.PeaceMade: _peace,
    politics.ConquestChanged: _conquest,
    politics.VichyInstalled: _vichy_installed,
    politics.VichyCollapsed: _vichy_collapsed,
    politics.MinorChanged: _minor,
}
"""A sentence for every event of `politics`."""


# --- LiF 4: wars, peace, conquest, Vichy and the minor countries: the chapter put together ------

CHAPTER = Chapter[State](
    name="politics",
    sentences=SENTENCES,
    decide=wars.DECIDE,
    evolve=wars.EVOLVE,
    trusted={
        politics.WarDeclared: "war and peace",
        politics.PeaceMade: "war and peace",
        politics.ConquestChanged: "conquests",
        politics.VichyInstalled: "conquests",
        politics.VichyCollapsed: "conquests",
        politics.MinorChanged: "minor countries",
    },
    tables=TABLES,
    asked=ASKED,
)
