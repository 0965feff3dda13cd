"""The facts that statistics count, of a campaign in a ledger."""

from campaign.history.effective import transitions
from campaign.lif.story.facts import Fact, all_facts
from campaign.lif.system import SYSTEM
from campaign.store.ledger import Ledger
from support.sessions import NAME


def facts_in(book: Ledger, name: str = NAME) -> list[Fact]:
    """As its events count now."""
    return all_facts(transitions(SYSTEM, book.effective(name)))
