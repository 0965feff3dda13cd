"""A turn of a stored campaign as text. IO."""

from campaign.reports.event_log import StoredLog
from campaign.reports.going_on import read
from campaign.reports.turn_text import TurnText, latest, turn_text
from campaign.store.ledger import Ledger


def told(ledger: Ledger, name: str, turn: str | None = None) -> TurnText:
    """A turn that the campaign has had; without one the latest that has something to tell."""
    book = read(StoredLog(ledger, name))
    if turn is None:
        place, now = latest(book.system, book.logs)
    else:
        place = now = [log.turn for log in book.logs].index(turn)
    return turn_text(book.system, book.whole(place).logs, place, now)
