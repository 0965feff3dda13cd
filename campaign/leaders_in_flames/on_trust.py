"""What only the players at the table saw or said, by kind. Pure.

A war's target, a unit's place, what a combat cost, a die or chit from the table's own cup: the
tracker checks that the rules allow it, never that it happened.
"""

from collections import Counter

from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.dice import draws_chits
from events.base import Event
from events.lif import force_pools as pools
from events.lif import on_map as play
from events.lif import us_entry as entry
from events.lif.board import LeaderDrawn, VetoPointsBought
from events.lif.cup import ReservesCalledOut
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)

_KINDS: dict[type[Event], str] = {
    WarDeclared: "war and peace",
    PeaceMade: "war and peace",
    ConquestChanged: "conquests",
    VichyInstalled: "conquests",
    VichyCollapsed: "conquests",
    MinorChanged: "minor countries",
    ReservesCalledOut: "reserves called out",
    VetoPointsBought: "intelligence points",
    play.LeaderPlaced: "places",
    play.LeaderMoved: "places",
    play.LeaderTurned: "places",
    play.LeaderSentToCircle: "places",
    play.StageBegan: "course of the turn",
    play.ImpulseBegan: "course of the turn",
    play.StepBegan: "course of the turn",
    play.CooperationAgreed: "agreements",
    play.CooperationEnded: "agreements",
    play.AbilityUsed: "abilities used",
    play.CombatReported: "combats",
    play.LeaderGroundStruck: "combats",
    play.LeaderKilled: "deaths",
    play.GuardsPromoted: "places",
    pools.CountersAdded: "counters",
    pools.CounterDescribed: "counters",
    pools.CounterMoved: "places",
    entry.ScenarioAnswered: "answers to the scenario",
    entry.EntryChartImported: "imported charts",
    entry.EntryChitsStocked: "imported charts",
    entry.SupplySourceLost: "places",
    entry.SpainJoined: "minor countries",
}


def count(trusted: Counter[str], state: State, event: Event) -> None:
    """Adds what of an event is taken on trust, given the state before it."""
    if kind := _KINDS.get(type(event)):
        trusted[kind] += 1
    match event:
        case play.CombatReported():
            trusted["losses"] += len(event.losses)
        case LeaderDrawn() | play.LeaderRecalled() if event.source == "table":
            trusted["table draws"] += 1
        case entry.EntryOptionPicked() | entry.EntryActionTaken():
            rolls = [one.roll for one in event.outcomes.values() if one.roll]
            trusted["table rolls"] += sum(one.source == "table" for one in rolls)
            trusted["stated conditions"] += len(event.stated)
        case entry.NeutralMinorEntered() if event.roll.source == "table":
            trusted["table rolls"] += 1
        case entry.EntryChitsDrawn() | entry.AsideChitsEntered() if not draws_chits(state):
            trusted["table chits"] += len(event.chits)
        case entry.EntryChitsReturned() | entry.EntryChitsMoved() if not draws_chits(state):
            trusted["table chits"] += len(event.chits)
