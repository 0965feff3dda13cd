"""Events of the campaign that is visited, each in a sentence."""

from campaign.web.screens import names
from campaign.web.visits import Visit


def sentences(visit: Visit, versions: list[int]) -> list[tuple[int, str]]:
    """Events by number, each in a sentence."""
    if not versions:
        return []
    here, ledger = visit.here, visit.house.ledger
    view, called = here.live.system.view, names(here)
    found = []
    for entry in ledger.effective(here.name, versions[0] - 1, versions[-1]):
        then = isinstance(entry.event, view.then)
        known = view.names(ledger.live(here.name, entry.version).state) if then else called
        found.append((entry.version, view.sentence(entry.event, known)))
    return found
