"""Flames of War: its decider. Each rule file decides and folds its own part. Pure."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.interviews import ASKED as corrections_asked
from campaign.disputes.sentences import spoken
from campaign.flames_of_war import (
    amended,
    beginning,
    calendar,
    corrections,
    figures,
    names,
    rolling,
    shown,
    timing,
)
from campaign.flames_of_war.chapters import CHAPTERS
from campaign.flames_of_war.choices import CHOICES
from campaign.flames_of_war.forces.set_up import of_set_up
from campaign.flames_of_war.front import FRONT
from campaign.flames_of_war.opening import new_campaign, opened_again
from campaign.flames_of_war.rooms import AWAITING, ROOMS
from campaign.flames_of_war.rulings import RULEBOOKS, RULES
from campaign.flames_of_war.seats import SEATS, seats_of
from campaign.flames_of_war.state import State
from campaign.kernel.assembly import decider, fold_modules, rules, struck
from campaign.kernel.chapter import asking, joined
from campaign.kernel.decisions import Decision
from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from campaign.kernel.shown import shown as with_shared
from campaign.kernel.system import (
    Audit,
    Corrections,
    GameView,
    Secrets,
    Snapshots,
    System,
    later,
)
from campaign.kernel.tables import combined
from campaign.kernel.trusted import TrustAuditor
from events.base import Event
from events.codec import Codec
from events.fow import EVENTS

DECIDER = decider(CHAPTERS, calendar.CALENDAR, timing.untimely, rolling.entropies_of, AWAITING)


def _forces(facts: tuple[Event, ...], forces: Mapping[str, Mapping[str, Any]]) -> Decision:
    """FoW Choosing Your Force: the forces of a set-up, in the state that its first facts make."""
    state: State | None = None
    for fact in facts:
        state = SYSTEM.rules.evolve(state, fact)
    return of_set_up(state, forces) if state is not None else ()


def _open(request: OpenCampaign, chain: SeedChain) -> Decision:
    return new_campaign.open_campaign(request, chain, _forces)


def _pages() -> object:
    from campaign.flames_of_war.pages import PAGES

    return PAGES


def _notices() -> object:
    from campaign.flames_of_war.notices import NOTICES

    return NOTICES


SYSTEM = System(
    name="fow",
    rulebooks=RULEBOOKS,
    codec=Codec(EVENTS, SEATS.ids, own=SEATS.own),
    calendar=calendar.CALENDAR,
    seats=SEATS,
    rules=rules(DECIDER, RECORD, _open, beginning.begun, SEATS, beginning.rule, RULES),
    corrections=Corrections(
        struck=struck(corrections.left_behind),
        rule=beginning.rule,
        faults=corrections.CORRECTED.faults,
        amended=amended.refused,
        again=corrections.again,
    ),
    secrets=Secrets(
        settles=corrections.CORRECTED.settles,
        numbers=corrections.CORRECTED.numbers,
    ),
    audit=Audit(
        request_of=opened_again.request_of,
        auditor=lambda: TrustAuditor(CHAPTERS),
        recorded=joined(chapter.recorded for chapter in CHAPTERS),
        field_of=joined(chapter.field_of for chapter in CHAPTERS),
        drew=corrections.CORRECTED.drew,
    ),
    view=GameView(
        show=with_shared(shown.show),
        concerned=corrections.concerned,
        figures=figures.KINDS,
        names=names.names_of,
        seats=seats_of,
        sentence=spoken(joined(chapter.sentences for chapter in CHAPTERS)),
    ),
    front=FRONT,
    pages=later(_pages),
    notices=later(_notices),
    rooms=ROOMS,
    asking=replace(asking(CHAPTERS, corrections_asked), choices=CHOICES),
    tables=combined([chapter.tables for chapter in CHAPTERS]),
    snapshots=Snapshots(
        State,
        fold_modules(CHAPTERS, State, beginning.begun, corrections.left_behind, beginning.rule),
    ),
)
