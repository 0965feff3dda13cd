"""`fields.toml`, read: to which class a forgery belongs, and why."""

import tomllib
from functools import cache
from pathlib import Path

from campaign.systems import SYSTEMS
from tests.fow import test_fow_cases
from tests.house import test_cases

from . import conditions, conditions_of_war
from .forgery import Forgery
from .recorded import Record

ASKED = {**conditions_of_war.CONDITIONS, **conditions.CONDITIONS}
CLASSES = ("always", "reckoned", "trust", "pending", "open")


class Row:
    """A row: its class, what holds in special cases, and the reason."""

    def __init__(self, text: str) -> None:
        words, _, self.why = (part.strip() for part in text.partition("|"))
        self.first, *rest = words.split()
        self.special = dict(word.split("=") for word in rest)
        assert {self.first, *self.special.values()} <= set(CLASSES), text
        assert self.why, f"a row without a reason: {text}"

    def of(self, record: Record, forgery: Forgery) -> str:
        """The class of a forgery; the more special entry wins."""
        found = (self.first, 0)
        for case, means in self.special.items():
            weight = 0
            if case.startswith("?"):
                name, _, kind = case[1:].partition(":")
                if kind in ("", forgery.kind) and ASKED[name](record, forgery):
                    weight = 4 + bool(kind)
            elif case.startswith("@"):
                part, _, kind = case[1:].partition(":")
                if part in record.name and kind in ("", forgery.kind):
                    weight = 1 + 2 * bool(kind)
            elif case == forgery.kind:
                weight = 2
            if weight > found[1]:
                found = (means, weight)
        return found[0]


@cache
def rows(file: str = "fields.toml") -> dict[tuple[str, str], Row]:
    """Every row by event and field; the stamp's rows are those of the event ``."""
    told = tomllib.loads((Path(__file__).parent / file).read_text("utf-8"))
    found = {("", field): Row(text) for field, text in told["stamp"].items()}
    cases = test_fow_cases.ALL if file.startswith("fow") else test_cases.ALL
    for table in (told["fields"], *(case.forged for case in cases if case.forged)):
        for topic, fields in table.items():
            found |= {(topic, field): Row(text) for field, text in fields.items()}
    return found


def row(topic: str, field: str) -> Row | None:
    """An event's own row, or the stamp's; what an act keeps has one row for all of its fields."""
    return rows().get((topic, field)) or rows().get(("", field.partition(".")[0]))


def has_no_row(topic: str, field: str) -> bool:
    """Whether nothing is said of a field of an event's own, nor of a part of it."""
    name = field.partition(".")[0]
    kind = SYSTEMS.codec.events.get(topic)
    fields = kind.__struct_fields__ if kind else ()
    return name in fields and name not in {
        one.partition(".")[0] for at, one in rows() if at == topic
    }


def judged(record: Record, forgery: Forgery) -> str:
    """The class that the table gives a forgery. A field without a row has to be found, however it
    is forged; what is no field of the event's own is `open` without one.
    """
    if (forgery.field, forgery.kind) == ("act", "dropped") and forgery.act + 1 == len(record.acts):
        return "trust"  # A record that was cut off shows only where a digest was kept elsewhere.
    found = row(forgery.topic, forgery.field)
    if found is None and has_no_row(forgery.topic, forgery.field):
        return "always"
    return found.of(record, forgery) if found else "open"
