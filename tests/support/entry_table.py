"""US entry on a table without a store: a chart, chits in their pools, and what an action does."""

from collections.abc import Mapping
from typing import Any

import msgspec

from campaign.disputes import routing
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused, Supplied, WithheldError, trial
from campaign.lif.state import State
from campaign.lif.system import SYSTEM
from events.base import Event
from events.lif.us_entry import (
    ChartRow,
    Chit,
    EntryChartImported,
    EntryChitsDrawn,
    EntryChitsStocked,
    EntryOpened,
    StockRow,
)
from events.sealed import Opening
from support import rules_table
from support.rules_table import after, opened

SECRET = "5e" * 32
SEEDS = [f"{number:064x}" for number in range(1, 25)]
"""Enough for a roll of 4 or less and one above to be among them; a test asks for both."""
JAPAN, GERMANY = "entry-japan", "entry-germany-italy"


def table(draws_by: str = "table", chits: str = "ledger", **request: Any) -> State:
    """A campaign where dice are rolled and chits lie as told; twenty chits of value 3 in common."""
    rulings = {"draws": draws_by, "entry_chits": chits, **request.pop("rulings", {})}
    state = opened(rulings=rulings, **request)
    rows = (StockRow(3, 20),) if chits == "ledger" else ()
    return after(
        state,
        EntryOpened(mode=chits),  # type: ignore[arg-type]
        EntryChitsStocked(rows=rows, commitment="c" * 64, sealed="sealed"),
    )


def charted(state: State, *rows: ChartRow) -> State:
    """The club's chart has these rows."""
    return after(state, EntryChartImported(rows=rows, source="our chart"))


def numbered(state: State, germany: int | None = None, japan: int | None = None) -> State:
    """Action 40 of the club's chart has these numbers."""
    return charted(
        state, ChartRow(kind="action", number=40, germany_italy=germany, japan=japan)
    )  # fmt: skip


def laid(state: State, count: int, pool: str = JAPAN) -> State:
    """So many chits more lie in a pool."""
    last = state.entry.last_chit
    chits = tuple(Chit(f"c{last + one}", SEEDS[one]) for one in range(1, count + 1))
    return after(
        state,
        EntryChitsDrawn(pool=pool, chits=chits, cause="step"),  # type: ignore[arg-type]
    )


def decided(
    state: State, command: str, seed: str = SEEDS[0], **fields: Any
) -> tuple[Event, ...] | Refused:
    """What the rules make of a command, with the secret and a seed at hand."""
    given = Supplied(openings={"chits": Opening("chits", SECRET)}, seed=seed)
    return rules_table.decided(state, command, given, **fields)


def tried(state: State, command: str, fields: Mapping[str, Any]) -> Refused | None:
    """Why the rules would refuse, without anything secret at hand."""
    sent = msgspec.json.encode({"command": command, "by": "host", **fields})
    read = decisions.read(sent, SYSTEM.rules.commands)
    if isinstance(read, Refused):
        return read
    try:
        found = routing.decide(SYSTEM, state, read, trial(Supplied()))
    except WithheldError:
        return None
    return found if isinstance(found, Refused) else None


def taken(state: State, action: int = 40, **fields: Any) -> tuple[Event, ...]:
    """The events of an action that must be accepted."""
    events = decided(state, "TakeEntryAction", action=action, **fields)
    assert not isinstance(events, Refused), events
    return events


def refused(
    state: State, command: str = "TakeEntryAction", **fields: Any
) -> tuple[str | None, str]:
    """Rule and reason of a command that must be refused."""
    answer = decided(state, command, **fields)
    assert isinstance(answer, Refused), answer
    return answer.rule, answer.reason


def filled(state: State, germany: int = 0, japan: int = 0) -> State:
    """So many of the ledger's chits lie in the entry pools, by an action of ten for each."""
    row = ChartRow("action", 99, germany_italy=10 * germany, japan=10 * japan)
    return after(state, *taken(charted(state, row), 99))


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]
