"""A game put together from its chapters and the facts that every campaign shares. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.kernel import members, record, shared_facts
from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.decisions import Refused
from campaign.kernel.members import Campaign
from campaign.kernel.record import stop_at_correction
from campaign.kernel.state import S
from events.base import Event
from events.campaign import CampaignOpened
from events.disputes import RulingConsented, RulingGiven

Evolver = Callable[[S, Any], S]
Ruling = Callable[[S, Mapping[str, str | int | bool]], S | Refused]


def evolvers(chapters: Sequence[Chapter[S]], rule: Ruling[S]) -> dict[type[Event], Evolver[S]]:
    """What each event but the first does to a state.

    A fact of the frame changes the shared part first; chapters follow it, in their order. An event
    of the game is folded by one chapter alone. Raises `ValueError` where two claim it.
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
    """Disputes: the switches of a ruling, once it holds. Raises `ValueError` for bad ones."""
    dispute = state.campaign.record.disputes[getattr(event, "dispute", "")]
    if dispute.stage != "ruled" or not dispute.switches:
        return state
    ruled = rule(state, dispute.switches)
    if isinstance(ruled, Refused):
        raise ValueError(ruled.reason)
    return ruled


def with_campaign(state: S, campaign: Campaign) -> S:
    """A game's state with another shared part; every game's state is a struct that bears it."""
    if campaign is state.campaign:
        return state
    changed: S = replace(state, campaign=campaign)  # type: ignore[type-var]
    return changed


def evolver(
    begin: Callable[[CampaignOpened, Campaign], S], table: Mapping[type[Event], Evolver[S]]
) -> Callable[[S | None, Event], S]:
    """The whole fold: the opening begins a state, and every other event changes one."""

    def evolve(state: S | None, event: Event) -> S:
        if state is not None:
            return table[type(event)](state, event)
        if not isinstance(event, CampaignOpened):
            raise ValueError("a campaign begins with its opening")
        return begin(event, members.opened(event))

    return evolve


def struck(leaves: Callable[[S, Event], S]) -> Callable[[S | None, Event], S]:
    """What a struck event leaves behind: in the shared part, and by the game's own word."""

    def after(state: S | None, event: Event) -> S:
        if state is None:
            raise ValueError("a campaign's opening is not struck")
        return leaves(with_campaign(state, shared_facts.struck(state.campaign, event)), event)

    return after


def fold_modules(chapters: Iterable[Chapter[Any]], *others: Callable[..., Any]) -> frozenset[str]:
    """The modules whose functions a fold calls: those of the chapters, and others named."""
    folds = (fold for chapter in chapters for fold in chapter.evolve.values())
    return frozenset(function.__module__ for function in (*folds, *others))
