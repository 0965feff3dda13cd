"""The facts that statistics count, of a campaign in a ledger."""

from campaign.history.transitions import transitions
from campaign.leaders_in_flames.statistics.facts import Fact
from campaign.leaders_in_flames.statistics.gathering import all_facts
from campaign.leaders_in_flames.system import SYSTEM
from campaign.store.ledger import Ledger
from support.sessions import NAME


def facts_in(book: Ledger, name: str = NAME) -> list[Fact]:
    """As its events count now."""
    return all_facts(transitions(SYSTEM, book.effective(name)))
