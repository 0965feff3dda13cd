"""A game put together from its chapters and what every campaign shares. Pure.

Deciding: `Decider`. Folding: `evolvers`, `evolver`, `struck`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic

import msgspec

from campaign.kernel import (
    deadlines,
    handover,
    members,
    record,
    schedule_commands,
    shared_facts,
    shared_rules,
)
from campaign.kernel.calendar import Calendar
from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.deadlines import Awaiting
from campaign.kernel.decisions import NOTHING, Command, Decision, Needs, Refused, Supplied
from campaign.kernel.defaults import no_switches
from campaign.kernel.members import AdvanceTurn, Campaign, CloseCampaign
from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from campaign.kernel.record import stop_at_correction
from campaign.kernel.seats import Seats
from campaign.kernel.state import S, with_campaign
from campaign.kernel.system import Rules
from campaign.kernel.vocabulary import Vocabulary
from events.base import Event
from events.campaign import CampaignOpened
from events.disputes import RulingConsented, RulingGiven

Evolver = Callable[[S, Any], S]
Ruling = Callable[[S, Mapping[str, str | int | bool]], S | Refused]

OF_EVERY_GAME: tuple[type[Command], ...] = (
    *members.COMMANDS,
    *schedule_commands.COMMANDS,
    *handover.COMMANDS,
)
"""The commands that every game has, besides those about the record."""
_REVEALING = (AdvanceTurn, CloseCampaign)
"""The commands that reveal the seed of the turn that ends."""


# --- what is decided ----------------------------------------------------------------------------


class Decider(msgspec.Struct, Generic[S], frozen=True):
    """Decides a game's commands, and those that every campaign has."""

    chapters: tuple[Chapter[S], ...]
    calendar: Calendar
    untimely: Callable[[S, type[Command]], Refused | None]
    """Why a command is not possible in this campaign now; None if it is."""
    entropies: Callable[[S, str], int]
    """How often a member has added entropy to the next draw."""
    table: Mapping[type[Command], Callable[[S, Any, Supplied], Decision]]
    needs_of: Mapping[type[Command], Callable[[S, Any], Needs]]
    awaiting: Awaiting[S] = Awaiting()
    """What may have a deadline."""
    the_seat: Callable[[str], str] = str
    """A seat's name inside a sentence."""

    def needs(self, state: S, command: Command) -> Needs:
        """What `decide` needs from the world for a command; ending a turn reveals its seed."""
        needs = self.needs_of.get(type(command))
        if needs is None:
            return Needs(seed=True) if isinstance(command, _REVEALING) else NOTHING
        return needs(state, command)

    def decide(self, state: S, command: Command, supplied: Supplied) -> Decision:
        """The events that follow from a command, or why it is refused; no clock, no dice."""
        kind = type(command)
        if refused := members.permitted(state.campaign, command) or self.untimely(state, kind):
            return refused
        if kind in self.table:
            return self.table[kind](state, command, supplied)
        if kind in schedule_commands.COMMANDS:
            return deadlines.decide(state, self.awaiting, command, supplied.now)
        if kind in handover.COMMANDS:
            return handover.decide(state.campaign, command)
        added = self.entropies(state, command.by)
        shared = shared_rules.decide(
            state.campaign,
            command,
            self.calendar,
            supplied.seed,
            added,
            the_seat=self.the_seat,
        )
        if isinstance(shared, Refused):
            return shared
        if isinstance(command, CloseCampaign):
            ends = (chapter.at_close for chapter in self.chapters if chapter.at_close)
            return (*(event for end in ends for event in end(state, supplied)), *shared)
        if isinstance(command, AdvanceTurn):
            turn = self.calendar.following(state.campaign.turn)
            begins = (chapter.at_turn for chapter in self.chapters if chapter.at_turn)
            return (*shared, *(event for begin in begins for event in begin(state, turn, supplied)))
        return shared


def decider(
    chapters: tuple[Chapter[S], ...],
    calendar: Calendar,
    untimely: Callable[[S, type[Command]], Refused | None],
    entropies: Callable[[S, str], int],
    awaiting: Awaiting[S] | None = None,
    the_seat: Callable[[str], str] = str,
) -> Decider[S]:
    """A game's decider. Raises `ValueError` where two chapters claim a command."""
    table = joined(chapter.decide for chapter in chapters)
    needs_of = joined(chapter.needs for chapter in chapters)
    due = awaiting or Awaiting()
    return Decider(chapters, calendar, untimely, entropies, table, needs_of, due, the_seat)


# --- what is folded -----------------------------------------------------------------------------


def evolvers(chapters: Sequence[Chapter[S]], rule: Ruling[S]) -> dict[type[Event], Evolver[S]]:
    """What each event but the first does to a state.

    A fact of the frame changes the shared part first, then each chapter in order. An event of the
    game is folded by exactly one chapter. Raises `ValueError` if two claim it.
    """
    table: dict[type[Event], Evolver[S]] = {
        **dict.fromkeys(record.REWRITING, stop_at_correction),
        **joined(_own(chapter.evolve) for chapter in chapters),
    }
    for kind in shared_facts.FACTS:
        follows = [chapter.evolve[kind] for chapter in chapters if kind in chapter.evolve]
        table[kind] = _shared(follows, rule if kind in (RulingGiven, RulingConsented) else None)
    return table


def _own(table: Mapping[type[Event], Evolver[S]]) -> dict[type[Event], Evolver[S]]:
    return {kind: fold for kind, fold in table.items() if kind not in shared_facts.FACTS}


def _shared(follows: Sequence[Evolver[S]], rule: Ruling[S] | None) -> Evolver[S]:
    def fold(state: S, event: Event) -> S:
        state = with_campaign(state, shared_facts.evolve(state.campaign, event))
        if rule is not None:
            state = _ruled(state, event, rule)
        for follow in follows:
            state = follow(state, event)
        return state

    return fold


def _ruled(state: S, event: Event, rule: Ruling[S]) -> S:
    """Disputes: sets the switches of a ruling that holds. Raises `ValueError` for bad ones."""
    dispute = state.campaign.record.disputes[getattr(event, "dispute", "")]
    if dispute.stage != "ruled" or not dispute.switches:
        return state
    ruled = rule(state, dispute.switches)
    if isinstance(ruled, Refused):
        raise ValueError(ruled.reason)
    return ruled


def evolver(
    begin: Callable[[CampaignOpened, Campaign], S],
    table: Mapping[type[Event], Evolver[S]],
    seats: Seats,
) -> Callable[[S | None, Event], S]:
    """The whole fold: the opening creates the state, and every other event changes it."""

    def evolve(state: S | None, event: Event) -> S:
        if state is not None:
            return table[type(event)](state, event)
        if not isinstance(event, CampaignOpened):
            raise ValueError("a campaign begins with its opening")
        return begin(event, members.opened(event, seats.ids, seats.noun))

    return evolve


def struck(leaves: Callable[[S, Event], S]) -> Callable[[S | None, Event], S]:
    """What a struck event leaves behind, in the shared part and in the game's own."""

    def after(state: S | None, event: Event) -> S:
        if state is None:
            raise ValueError("a campaign's opening is not struck")
        return leaves(with_campaign(state, shared_facts.struck(state.campaign, event)), event)

    return after


def fold_modules(chapters: Iterable[Chapter[Any]], *others: Callable[..., Any]) -> frozenset[str]:
    """The modules whose functions a fold calls: those of the chapters, and any named besides."""
    folds = (fold for chapter in chapters for fold in chapter.evolve.values())
    return frozenset(function.__module__ for function in (*folds, *others))


# --- both ---------------------------------------------------------------------------------------


def rules(
    decider: Decider[S],
    of_record: Iterable[type[Command]],
    open_campaign: Callable[[OpenCampaign, SeedChain], Decision],
    begin: Callable[[CampaignOpened, Campaign], S],
    seats: Seats,
    rule: Ruling[S] = no_switches,
    number: int = 1,
) -> Rules[S]:
    """The rules of a game whose chapters a decider has.

    `of_record` are the commands about the record itself: disputes, corrections and the like.
    """
    kinds = (*OF_EVERY_GAME, *decider.table, *of_record)
    commands = Vocabulary(kinds, seats.ids, own=seats.own)
    table = evolvers(decider.chapters, rule)
    whole = evolver(begin, table, seats)
    deciding = (decider.needs, decider.decide)
    return Rules(commands, open_campaign, *deciding, whole, table, decider.awaiting, number)
