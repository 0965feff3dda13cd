"""Events and receipts for tests of the stores, which do not read them."""

from campaign.store.protocol import Row
from campaign.verify.receipts import Receipt
from events import chain

TIME = "1999-01-01T00:00:00.000Z"


def row(version: int, topic: str = "campaign.Noted", text: str = "") -> Row:
    """Bytes that look like an event's."""
    return version, topic, chain.seal(b'{"n":%d,"t":"%b"}' % (version, text.encode()))


def rows(first: int, last: int) -> list[Row]:
    """Events in a row."""
    return [row(version) for version in range(first, last + 1)]


def paper(sent: str = "0" * 64, versions: tuple[int, int] | None = None) -> Receipt:
    """A receipt."""
    return Receipt(TIME, sent, "", by="anna" if versions else "", versions=versions)
