"""Leaders in Flames: its decider. Each rule file decides and folds its own part. Pure."""

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.kernel.assembly import decider, fold_modules, rules, struck
from campaign.kernel.chapter import asking, joined
from campaign.kernel.shown import shown
from campaign.kernel.system import (
    Audit,
    Branches,
    Corrections,
    GameView,
    Secrets,
    Snapshots,
    System,
)
from campaign.leaders_in_flames import (
    amended,
    beginning,
    calendar,
    corrections,
    figures,
    rulings,
    sentences,
)
from campaign.leaders_in_flames.audit import LifAuditor
from campaign.leaders_in_flames.board import corrections as board_corrections
from campaign.leaders_in_flames.board import shield
from campaign.leaders_in_flames.board.room import ROOMS
from campaign.leaders_in_flames.board.waiting import AWAITING
from campaign.leaders_in_flames.chapters import CHAPTERS
from campaign.leaders_in_flames.corrections import CORRECTED
from campaign.leaders_in_flames.force_pools import view as pools
from campaign.leaders_in_flames.front import FRONT
from campaign.leaders_in_flames.names import names_of, the_country
from campaign.leaders_in_flames.notices import NOTICES
from campaign.leaders_in_flames.on_map import impulses
from campaign.leaders_in_flames.pages import PAGES
from campaign.leaders_in_flames.powers import POWERS, SEATS
from campaign.leaders_in_flames.read_tables import TABLES
from campaign.leaders_in_flames.scenarios.new_campaign import open_campaign
from campaign.leaders_in_flames.scenarios.set_up_again import request_of
from campaign.leaders_in_flames.state import State, entropies_of, show
from campaign.leaders_in_flames.timing import untimely
from campaign.leaders_in_flames.unopened import unopened
from campaign.leaders_in_flames.us_entry import branch, renewing, scenario_questions, view
from campaign.text.json_values import JsonObject
from events.codec import Codec
from events.lif import EVENTS
from events.lif.board import BallotsOpened

DECIDER = decider(CHAPTERS, calendar.CALENDAR, untimely, entropies_of, AWAITING, the_country)


def _more(state: State) -> JsonObject:
    """Other parts that chapters show: the course of the turn, force pools, US entry."""
    parts = (impulses.shown, pools.shown, view.shown, scenario_questions.shown)
    return {key: value for part in parts for key, value in part(state).items()}


SYSTEM = System(
    name="lif",
    rulebooks=rulings.RULEBOOKS,
    codec=Codec(EVENTS, POWERS),
    calendar=calendar.CALENDAR,
    seats=SEATS,
    rules=rules(
        DECIDER,
        RECORD,
        open_campaign,
        beginning.begun,
        SEATS,
        corrections.rule,
        rulings.RULES,
    ),
    corrections=Corrections(
        struck=struck(corrections.left_behind),
        unshielded=shield.unshielded,
        adjust=board_corrections.adjust,
        rule=corrections.rule,
        faults=CORRECTED.faults,
        amended=amended.refused,
    ),
    secrets=Secrets(
        sealed=board_corrections.sealed,
        unopened=unopened,
        settles=CORRECTED.settles,
        numbers=CORRECTED.numbers,
        private_needs=view.private_needs,
        private=view.private,
    ),
    branches=Branches(
        branch_needs=branch.branch_needs,
        branch_events=branch.dealt,
        reopen_needs=branch.reopen_needs,
        reopen_events=branch.redealt,
        renew_needs=renewing.renew_needs,
        renew_events=renewing.renew_events,
    ),
    audit=Audit(
        request_of=request_of,
        auditor=LifAuditor,
        recorded=joined(chapter.recorded for chapter in CHAPTERS),
        field_of=joined(chapter.field_of for chapter in CHAPTERS),
        drew=CORRECTED.drew,
        dealt=branch.EVENTS,
    ),
    view=GameView(
        show=shown(show, _more),
        concerned=corrections.concerned,
        names=names_of,
        sentence=sentences.sentence,
        then=(BallotsOpened,),
        below_zero=board_corrections.below_zero,
        figures=figures.KINDS,
    ),
    front=FRONT,
    pages=PAGES,
    notices=NOTICES,
    rooms=ROOMS,
    asking=asking(CHAPTERS),
    tables=TABLES,
    snapshots=Snapshots(
        State,
        fold_modules(
            CHAPTERS,
            State,
            beginning.begun,
            corrections.left_behind,
            board_corrections.adjust,
            corrections.rule,
        ),
    ),
)
