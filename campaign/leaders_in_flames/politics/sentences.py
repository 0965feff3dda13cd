"""Wars, conquests and minor countries in sentences. Pure."""

from campaign.leaders_in_flames.names import Names, Sentences, the_country
from campaign.text.english import capital, listed
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)


def _war(event: WarDeclared, names: Names) -> str:
    return f"{capital(the_country(event.attacker))} declared war on {the_country(event.target)}."


def _peace(event: PeaceMade, names: Names) -> str:
    return f"{capital(listed(the_country(power) for power in event.powers))} made peace."


def _conquest(event: ConquestChanged, names: Names) -> str:
    power = capital(the_country(event.power))
    if event.status == "free":
        return f"{power} was liberated."
    return f"{power} was {event.status}ly conquered."


def _minor(event: MinorChanged, names: Names) -> str:
    minor = capital(the_country(event.minor))
    if event.power is None:
        return f"{minor} became neutral."
    if event.status == "conquered":
        return f"{minor} was conquered by {the_country(event.power)}."
    return f"{minor} aligned with {the_country(event.power)}."


def _vichy_installed(event: VichyInstalled, names: Names) -> str:
    return "Vichy France was installed, and Free France fights on."


def _vichy_collapsed(event: VichyCollapsed, names: Names) -> str:
    return "Vichy France collapsed."


SENTENCES: Sentences = {
    WarDeclared: _war,
    PeaceMade: _peace,
    ConquestChanged: _conquest,
    VichyInstalled: _vichy_installed,
    VichyCollapsed: _vichy_collapsed,
    MinorChanged: _minor,
}
"""A sentence for every event of `politics`."""
