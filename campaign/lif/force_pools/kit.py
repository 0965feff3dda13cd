"""LiF 1, 5: the kit's counters other than leaders, as far as our sources name them. Pure.

Of the kit's 140 counters 58 are leaders and 8 are veto chits; those belong to the leader system and
are not part of a force pool. The other 74 are in `tables/counters_kit.csv`.
"""

from collections.abc import Collection, Mapping
from functools import cache

import msgspec

from campaign.kernel.decisions import Refused
from campaign.lif.roster import rows
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import State
from events.lif.force_pools import Counter

GUARDS = 8
"""LiF 5.1: Guards Banner armies in the kit."""
KIT_ONLY_OF = ("finland", "netherlands")
"""LiF 5.4: the minor countries that have late-war counters."""

MODULES = {
    "5.1": "guards-banner",
    "5.2": "replacement-aircraft",
    "5.3": "us-entry",
    "5.4": "late-war",
}
"""The part of the kit that a rule's counters belong to."""

NUMBERS = ("combat", "movement", "cost")


class KitRow(Counter, frozen=True, kw_only=True, omit_defaults=False):
    """LiF 5: one of the kit's counters, with what our sources say about it and no more."""

    rule: str
    """Section of the rules it comes with."""
    known: tuple[str, ...]
    """Columns that our sources fill in."""
    power: str = ""
    """Empty where the sources do not say whose it is."""
    type: str = ""

    @property
    def module(self) -> str:
        """The part of the kit it belongs to."""
        return MODULES[self.rule]

    def counter(self) -> Counter | None:
        """The counter to play with; None until somebody has said whose it is."""
        if not self.power:
            return None
        return Counter(**{name: getattr(self, name) for name in Counter.__struct_fields__})


@cache
def kit() -> dict[str, KitRow]:
    """LiF 5: the kit's 74 counters other than leaders and veto chits, by id."""
    return {row["id"]: _row(row) for row in rows("counters_kit")}


def _row(row: Mapping[str, str]) -> KitRow:
    fields = {
        column: value
        for column, value in row.items()
        if value and column not in ("known", "guards_banner")
    }
    guards = row["guards_banner"] == "yes"
    known = tuple(row["known"].split())
    return msgspec.convert(
        {**fields, "known": known, "guards_banner": guards}, KitRow, strict=False
    )


def guards() -> tuple[Counter, ...]:
    """LiF 5.1: the eight Guards Banner armies, as far as our sources name them (ruling 37)."""
    made = (row.counter() for row in kit().values() if row.guards_banner)
    return tuple(counter for counter in made if counter is not None)


def is_played(row: KitRow, modules: Collection[str], rulebook: str) -> bool:
    """LiF 5: a kit counter needs its part of the kit; the list edition has no us-entry to need."""
    return row.module in modules or (row.rule == "5.3" and rulebook != LIF_1998)


def played(state: State, row: KitRow) -> Refused | None:
    """LiF 5: why a kit counter is not in a campaign: its part of the kit is not played."""
    if is_played(row, state.campaign.modules, state.campaign.rulebook):
        return None
    text = f"{row.id} belongs to {row.module}, which this campaign does not play"
    return Refused(f"Module {row.module}", text)


def unknown(counter: Counter, *needed: str) -> Refused | None:
    """Ruling 37: a check that needs a number nobody has entered is refused, naming it."""
    missing = [name for name in needed if getattr(counter, name) in (None, "")]
    if not missing:
        return None
    where = "our sources do not have it" if counter.id in kit() else "its sheet left it empty"
    text = f"{counter.id}: {' and '.join(missing)} unknown ({where}); enter it from your own sheet"
    return Refused("Ruling 37", text)
