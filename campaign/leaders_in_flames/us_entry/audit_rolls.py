"""LiF 5.3.2, 5.3.3: the audit of options, actions and what was rolled for them. Pure."""

from collections.abc import Mapping
from typing import Literal

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities.catalogue import ability
from campaign.leaders_in_flames.names import counted
from campaign.leaders_in_flames.us_entry import chart
from campaign.leaders_in_flames.us_entry.aftermath import ENTERED
from campaign.leaders_in_flames.us_entry.audit_event import AuditedEvent
from campaign.leaders_in_flames.us_entry.options import AIMED
from campaign.leaders_in_flames.us_entry.options_effects import militia_in_pool
from campaign.leaders_in_flames.us_entry.shortfall import due_aside
from campaign.leaders_in_flames.us_entry.state import ENTRY, POOL_NAMES, THEATRES, aside
from events.lif.aftermath import NeutralMinorEntered
from events.lif.us_entry import (
    ChartRow,
    EntryActionTaken,
    EntryChitsDrawn,
    EntryOptionPicked,
    Outcome,
    Pool,
    Theatre,
)

Does = Literal["come into", "go back from", "go to tension from"]


def wanting(look: AuditedEvent, event: EntryChitsDrawn) -> None:
    """Ruling 55: chits are wanting only where the common pool held no more."""
    held = look.state.entry.common
    if event.wanting and len(event.chits) < held:
        look.flag("pool", f"held {held} chits, and {event.wanting} were not drawn")
    if event.draw and not event.chits:
        look.flag("draw", "has a number where nothing was drawn")


class RollAuditor:
    """The results of rolls, and whether they were carried out."""

    def __init__(self) -> None:
        self._owed: dict[tuple[Does, Pool], int] = {}
        """Chits still to come or go, by what they do and their pool."""

    @property
    def owing(self) -> bool:
        """Whether chits that were rolled for must still come or go."""
        return bool(self._owed)

    def picked(self, look: AuditedEvent, event: EntryOptionPicked) -> None:
        """LiF 5.3.2: an option by its row of the chart; LiF 5.3.3: not with tension chits aside."""
        entry = look.state.entry
        if aside(entry, "tension") or due_aside(entry, "tension"):
            look.flag("wait", "an option was picked while chits lay aside for a tension pool")
        row = self._by_chart(look, "option", event.option, event.outcomes)
        if row is not None and row.level != event.level:
            look.flag("option", f"{event.option} takes a level of {row.level}, not {event.level}")
        if event.draw:
            look.picks(event.draw, event.militia, militia_in_pool(look.state))
        for theatre, outcome in event.outcomes.items():
            self._owes("go to tension from", ENTRY[theatre], outcome.chits)

    def taken(self, look: AuditedEvent, event: EntryActionTaken) -> None:
        """LiF 5.3.3: an action by its row of the chart."""
        self._by_chart(look, "action", event.action, event.outcomes)
        for theatre, outcome in event.outcomes.items():
            does: Does = "come into" if outcome.chits > 0 else "go back from"
            self._owes(does, ENTRY[theatre], abs(outcome.chits))

    def minor(self, look: AuditedEvent, event: NeutralMinorEntered) -> None:
        """LiF 5.3, ability 25: a chit leaves the German/Italian entry pool on a low roll."""
        look.roll(event.roll)
        known = ability(event.ability, look.state.campaign.rulebook).number_of("us_entry_roll")
        self._owes("go back from", ENTERED, int(event.roll.value <= known))

    def _by_chart(
        self,
        look: AuditedEvent,
        kind: Literal["option", "action"],
        number: int,
        outcomes: Mapping[Theatre, Outcome],
    ) -> ChartRow | None:
        for outcome in outcomes.values():
            look.outcome(outcome)
        row = chart.row(look.state.entry, kind, number)
        if isinstance(row, Refused):
            look.flag(kind, f"{number} is in no chart")
            return None
        text = {theatre: chart.number(row, theatre) for theatre in THEATRES}
        known = {
            theatre: number for theatre, number in text.items() if not isinstance(number, Refused)
        }
        aimed = AIMED.get(row.colour, tuple(known))
        rolled = {theatre: outcome.number for theatre, outcome in outcomes.items()}
        if rolled != {theatre: known.get(theatre) for theatre in aimed}:
            look.flag(kind, f"{number} was not rolled for by its row of the chart")
        return row

    # --- rolls are carried out ------------------------------------------------------------------

    def _owes(self, does: Does, pool: Pool, count: int) -> None:
        if count:
            self._owed[does, pool] = self._owed.get((does, pool), 0) + count

    def done(self, look: AuditedEvent, pool: Pool, count: int, *does: Does) -> bool:
        """LiF 5.3.3: chits came or went; checks that the roll just before required them."""
        owed = next(((item, pool) for item in does if (item, pool) in self._owed), None)
        if owed is None:
            self.settled(look)
            return False
        left = self._owed.pop(owed) - count
        if left > 0:
            self._owed[owed] = left
        return left >= 0

    def settled(self, look: AuditedEvent) -> None:
        """LiF 5.3.3: every result of a roll is carried out before anything else happens."""
        for (does, pool), count in self._owed.items():
            text = f"{counted(count, 'chit was', 'chits were')} to {does} {POOL_NAMES[pool]}"
            look.flag("roll", f"{text}, and did not")
        self._owed = {}
