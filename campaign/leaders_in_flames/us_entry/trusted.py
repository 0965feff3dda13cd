"""LiF 5.3: facts that rest on people's word alone: the table's own dice and chits. Pure."""

from collections.abc import Iterator, Mapping

from campaign.leaders_in_flames.state import Counting, State
from campaign.leaders_in_flames.us_entry.dice import draws_chits
from events.base import Event
from events.lif.aftermath import (
    NeutralMinorEntered,
    SpainJoined,
    SupplySourceLost,
)
from events.lif.us_entry import (
    AsideChitsEntered,
    EntryActionTaken,
    EntryChartImported,
    EntryChitsDrawn,
    EntryChitsMoved,
    EntryChitsReturned,
    EntryChitsStocked,
    EntryOptionPicked,
    EntryTakenBack,
    ScenarioAnswered,
)

TRUSTED: Mapping[type[Event], str] = {
    ScenarioAnswered: "answers to the scenario",
    EntryChartImported: "imported charts",
    EntryChitsStocked: "imported charts",
    SupplySourceLost: "places",
    SpainJoined: "minor countries",
}

Chits = EntryChitsDrawn | AsideChitsEntered | EntryChitsReturned | EntryChitsMoved | EntryTakenBack


def _chits(state: State, event: Chits) -> Iterator[tuple[str, int]]:
    if not draws_chits(state):
        yield "table chits", len(event.chits)


def _rolls(state: State, event: EntryOptionPicked | EntryActionTaken) -> Iterator[tuple[str, int]]:
    rolls = [outcome.roll for outcome in event.outcomes.values() if outcome.roll]
    yield "table rolls", sum(roll.source == "table" for roll in rolls)
    yield "stated conditions", len(event.stated)


def _roll(state: State, event: NeutralMinorEntered) -> Iterator[tuple[str, int]]:
    if event.roll.source == "table":
        yield "table rolls", 1


COUNTED: Counting = {
    EntryChitsDrawn: _chits,
    AsideChitsEntered: _chits,
    EntryChitsReturned: _chits,
    EntryChitsMoved: _chits,
    EntryTakenBack: _chits,
    EntryOptionPicked: _rolls,
    EntryActionTaken: _rolls,
    NeutralMinorEntered: _roll,
}
