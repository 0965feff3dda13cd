"""`fow_fields.toml`, read: what of a Flames of War record only people knew; the rest is found."""

from .forgery import Forgery
from .recorded import Record
from .table import Row, rows

FILE = "fow_fields.toml"


def row(topic: str, field: str) -> Row | None:
    """An event's own row; of the frame's events and the stamp that of the common table."""
    mine = rows(FILE)
    stamp = field.partition(".")[0]
    found = mine.get((topic, field)) or mine.get(("", stamp))
    if found or topic.startswith("fow."):
        return found or rows().get(("", stamp))
    return rows().get((topic, field)) or rows().get(("", stamp))


def judged(record: Record, forgery: Forgery) -> str:
    """The class of a forgery: `always` where nobody says that only people knew it."""
    if (forgery.field, forgery.kind) == ("act", "dropped") and forgery.act + 1 == len(record.acts):
        return "trust"  # A record that was cut off shows only where a digest was kept elsewhere.
    found = row(forgery.topic, forgery.field)
    means = found.of(record, forgery) if found else "always"
    return "open" if means == "reckoned" else means
