"""The chapters of Leaders in Flames: what they decide, correct, hide and audit together. Pure."""

from collections.abc import Callable, Iterable, Mapping

from campaign.disputes import sentences
from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.routing import INTERVIEWS
from campaign.kernel import shared_rules, system
from campaign.kernel.chapters import Chapter, TrustAuditor, asking, joined
from campaign.kernel.decisions import Decision, Finding
from campaign.kernel.interview.answers import Choice
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.kernel.terminal.screens import shown
from campaign.lif import calendar, state
from campaign.lif.abilities.chapter import CHAPTER as ABILITIES
from campaign.lif.board import corrections as board_corrections
from campaign.lif.board import cup
from campaign.lif.board.chapter import CHAPTER as BOARD
from campaign.lif.board.corrections import UnopenedMarkers
from campaign.lif.board.waiting import AWAITING
from campaign.lif.corrections import CORRECTED
from campaign.lif.force_pools import moves
from campaign.lif.force_pools.chapter import CHAPTER as FORCE_POOLS
from campaign.lif.names import Names, Sentences, the_country
from campaign.lif.on_map import impulses
from campaign.lif.on_map.chapter import CHAPTER as ON_MAP
from campaign.lif.picture import naming
from campaign.lif.politics.chapter import CHAPTER as POLITICS
from campaign.lif.roster import SEATS, kit
from campaign.lif.scenarios.catalogue import request_of
from campaign.lif.state import State, entropies_of, untimely
from campaign.lif.us_entry import aftermath, available
from campaign.lif.us_entry.chapter import CHAPTER as US_ENTRY
from campaign.lif.us_entry.chits import secrets
from campaign.lif.us_entry.chits.secrets import ChitAuditor, UnopenedChits
from campaign.text.json_values import JsonObject
from events.base import Event, public_type

CHAPTERS: tuple[Chapter[State], ...] = (
    POLITICS,
    BOARD,
    ON_MAP,
    ABILITIES,
    FORCE_POOLS,
    US_ENTRY,
)


# --- Every event as an English sentence, for the journal; nothing sealed is shown ---------------

SENTENCES: Sentences = joined(
    (shared_rules.SENTENCES, sentences.SENTENCES, *(chapter.sentences for chapter in CHAPTERS))
)
"""A sentence for every type of event."""


def sentence(event: Event, names: Names | None = None) -> str:
    """An event as a sentence. Without `names`, leaders are the kit's and members go by ids."""
    words = SENTENCES.get(type(event))
    if words is None:
        return f"{public_type(event)} was recorded."
    return words(event, names or Names(kit()))


# --- The whole state as everybody may see it ----------------------------------------------------


def _more(now: State) -> JsonObject:
    """Other parts that chapters show: the course of the turn, force pools, US entry."""
    parts = (
        cup.values_shown,
        impulses.shown,
        naming.shown,
        moves.shown,
        available.shown,
        aftermath.shown,
    )
    return {key: value for part in parts for key, value in part(now).items()}


show = shown(state.show, _more)
"""A state in JSON values."""


# --- What the rules cannot decide again: chits whose secret is hidden, and what is on trust -----


class LifAuditor(TrustAuditor[State]):
    """One pass over a campaign."""

    def __init__(self) -> None:
        super().__init__(CHAPTERS)
        self._chits = ChitAuditor()

    def pending(self, state: State | None) -> Mapping[str, int]:
        """What can only be checked once a secret or a marker is shown."""
        markers = state.board.markers.values() if state else ()
        sealed = sum(not marker.opened for marker in markers)
        return {**self._chits.pending(), "sealed markers": sealed}

    def check(self, version: int, state: State, event: Event) -> Iterable[Finding]:
        """What is wrong with an event, given the state before it."""
        super().check(version, state, event)  # it counts, and finds nothing
        return self._chits.check(version, state, event)


# --- The events of a log with a seal that is not open yet: markers and entry chits --------------


def unopened(log: Iterable[tuple[int, Event]]) -> frozenset[int]:
    """The versions whose choice or value nobody has seen."""
    markers, chits = UnopenedMarkers(), UnopenedChits()
    for version, event in log:
        markers.follow(version, event)
        chits.follow(version, event)
    return frozenset(markers.hidden | chits.hidden)


# --- Leaders in Flames: its decider -------------------------------------------------------------
# Each rule file decides and folds its own part.

DECIDER = system.decider(CHAPTERS, calendar.CALENDAR, untimely, entropies_of, AWAITING, the_country)


def _open(request: OpenCampaign, chain: SeedChain) -> Decision:
    from campaign.lif.scenarios.new_campaign import open_campaign

    return open_campaign(request, chain)


def _choices() -> Mapping[str, Callable[[State], Choice]]:
    from campaign.lif.choices import CHOICES

    return CHOICES


# --- What the chapters say together, facet by facet ---------------------------------------------

DECIDING = system.deciding(DECIDER, RECORD, _open, SEATS)
SECRETS = system.Secrets[State](
    sealed=board_corrections.sealed,
    unopened=unopened,
    settles=CORRECTED.settles,
    numbers=CORRECTED.numbers,
    private_needs=available.private_needs,
    private=available.private,
)
BRANCHES = system.Branches[State](
    branch_needs=secrets.branch_needs,
    branch_events=secrets.dealt,
    reopen_needs=secrets.reopen_needs,
    reopen_events=secrets.redealt,
    renew_needs=secrets.renew_needs,
    renew_events=secrets.renew_events,
)
AUDIT = system.Audit[State](
    request_of=request_of,
    auditor=LifAuditor,
    recorded=joined(chapter.recorded for chapter in CHAPTERS),
    field_of=joined(chapter.field_of for chapter in CHAPTERS),
    drew=CORRECTED.drew,
    dealt=secrets.EVENTS,
)
ASKING = asking(CHAPTERS, INTERVIEWS, _choices)
