"""The chapters of Leaders in Flames, each imported when something of it is asked for, and what they
decide, say and ask together. Pure.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from campaign.disputes.routing import INTERVIEWS
from campaign.kernel import shared_rules, system
from campaign.kernel.assembly import ChapterPlace, Chapters, LateVocabulary, asking, decider
from campaign.kernel.chapters import Chapter
from campaign.kernel.decisions import Auditor, Command, Decision
from campaign.kernel.terminal.screens import shown
from campaign.lif import calendar, state
from campaign.lif.board.waiting import AWAITING
from campaign.lif.names import Names, Sentence, the_country
from campaign.lif.roster import SEATS, kit
from campaign.lif.state import State, entropies_of, untimely
from campaign.lif.us_entry import fold
from campaign.text.json_values import JsonObject
from events.base import Event, public_type
from events.lif.board import LeaderDrawn
from events.lif.on_map import LeaderRecalled
from events.lif.us_entry import EntryChitsDealtAnew

if TYPE_CHECKING:
    from campaign.kernel.interview.answers import Choice
    from campaign.kernel.opening import OpenCampaign, SeedChain

# --- The chapters -------------------------------------------------------------------------------


def _chapter(name: str) -> Chapter[State]:
    """Imports a chapter."""
    match name:
        case "politics":
            from campaign.lif.politics.chapter import CHAPTER
        case "board":
            from campaign.lif.board.chapter import CHAPTER
        case "on_map":
            from campaign.lif.on_map.chapter import CHAPTER
        case "abilities":
            from campaign.lif.abilities.chapter import CHAPTER
        case "force_pools":
            from campaign.lif.force_pools.chapter import CHAPTER
        case "us_entry":
            from campaign.lif.us_entry.chapter import CHAPTER
        case _:
            raise KeyError(name)
    return CHAPTER


def _place(name: str, *events: str) -> ChapterPlace:
    """Where a chapter is, and the modules of its events."""
    modules = tuple(f"events.lif.{one}" for one in events)
    return ChapterPlace(f"campaign.lif.{name}", partial(_chapter, name), modules)


CHAPTERS = Chapters[State](
    _place("politics", "politics"),
    _place("board", "board", "cup"),
    _place("on_map", "on_map"),
    _place("abilities", "on_map"),
    _place("force_pools", "force_pools"),
    _place("us_entry", "us_entry", "aftermath"),
)
"""In the order of the rulebook."""


# --- Every event as an English sentence, for the journal; nothing sealed is shown ---------------

SENTENCES = CHAPTERS.facet("sentences")
"""A sentence for every type of event of this game."""


def sentence(event: Event, names: Names | None = None) -> str:
    """An event as a sentence. Without `names`, leaders are the kit's and members go by ids."""
    words = _in_words(type(event))
    if words is None:
        return f"{public_type(event)} was recorded."
    return words(event, names or Names(kit()))


@cache
def _in_words(kind: type[Event]) -> "Sentence | None":
    if any(place.owns(kind) for place in CHAPTERS.places):
        return SENTENCES.get(kind)
    if kind in shared_rules.SENTENCES:
        return shared_rules.SENTENCES[kind]
    from campaign.disputes import sentences

    return sentences.SENTENCES.get(kind)


# --- The whole state as everybody may see it ----------------------------------------------------


def _more(now: State) -> JsonObject:
    """Other parts that chapters show: the course of the turn, force pools, US entry."""
    from campaign.lif.board import cup
    from campaign.lif.force_pools import projections as force_pools
    from campaign.lif.on_map import impulses
    from campaign.lif.picture import naming
    from campaign.lif.us_entry import aftermath, available

    parts = (
        cup.values_shown,
        impulses.shown,
        naming.shown,
        force_pools.shown,
        available.shown,
        aftermath.shown,
    )
    return {key: value for part in parts for key, value in part(now).items()}


show = shown(state.show, _more)
"""A state in JSON values."""


# --- Leaders in Flames: its decider -------------------------------------------------------------
# Each rule file decides its own part.

DECIDER = decider(CHAPTERS, calendar.CALENDAR, untimely, entropies_of, AWAITING, the_country)


def _of_record() -> Iterable[type[Command]]:
    from campaign.disputes.commands import COMMANDS

    return COMMANDS


def _open(request: "OpenCampaign", chain: "SeedChain") -> Decision:
    from campaign.lif.scenarios.new_campaign import open_campaign

    return open_campaign(request, chain)


DECIDING = system.Deciding[State](
    LateVocabulary(CHAPTERS, _of_record, SEATS),
    _open,
    DECIDER.needs,
    DECIDER.decide,
    DECIDER.untimely,
)


# --- What they ask ------------------------------------------------------------------------------


def _choices() -> "Mapping[str, Callable[[State], Choice]]":
    from campaign.lif.choices import CHOICES

    return CHOICES


ASKING = asking(CHAPTERS, INTERVIEWS, _choices)


# --- What lets anybody judge a record -----------------------------------------------------------


def _request_of(events: Sequence[Event], without_setup: bool) -> "OpenCampaign | None":
    from campaign.lif.scenarios.catalogue import request_of

    return request_of(events, without_setup)


def _auditor() -> Auditor:
    from campaign.lif.secrets import LifAuditor

    return LifAuditor(CHAPTERS)


_DREW: Mapping[type[Event], Callable[[Any], bool]] = {
    LeaderDrawn: lambda event: event.source == "ledger",
    LeaderRecalled: lambda event: event.draw > 0 and event.source == "ledger",
    **fold.DREW,
}


def _drew(event: Event) -> bool:
    asks = _DREW.get(type(event))
    return asks(event) if asks else False


AUDIT = system.Audit[State](
    request_of=_request_of,
    auditor=_auditor,
    recorded=CHAPTERS.facet("recorded"),
    field_of=CHAPTERS.facet("field_of"),
    drew=_drew,
    dealt=(EntryChitsDealtAnew,),
)
