"""Leaders in Flames, as the rest of the program sees it. Pure.

A status needs to fold events and to say what is waited for; all else is loaded when it is asked
for.
"""

from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING

from campaign.kernel import system
from campaign.lif import calendar, rulings, state
from campaign.lif.board import fold as board
from campaign.lif.board.waiting import AWAITING
from campaign.lif.force_pools import fold as force_pools
from campaign.lif.front import FRONT
from campaign.lif.names import Names, names_of
from campaign.lif.on_map import fold as on_map
from campaign.lif.politics import fold as politics
from campaign.lif.roster import POWERS, SEATS
from campaign.lif.state import State
from campaign.lif.us_entry import fold as us_entry
from campaign.text.json_values import JsonObject
from events.base import Event
from events.codec import Codec
from events.lif import EVENTS
from events.lif.board import BallotsOpened

if TYPE_CHECKING:
    from campaign.kernel.projections import FigureKinds

FOLDS: system.Folds[State] = (
    politics.EVOLVE,
    board.EVOLVE,
    on_map.EVOLVE,
    force_pools.EVOLVE,
    us_entry.EVOLVE,
)
"""In the order of the chapters."""
CORRECTING = ("campaign.lif.corrections", "campaign.lif.board.corrections")
"""The modules that a fold calls where a correction was recorded."""


# --- What is loaded where it is asked for -------------------------------------------------------


def _chapters() -> ModuleType:
    from campaign.lif import chapters

    return chapters


def _secrets() -> ModuleType:
    from campaign.lif import secrets

    return secrets


def _corrections() -> object:
    from campaign.lif.corrections import CORRECTIONS

    return CORRECTIONS


def _pages() -> object:
    from campaign.lif.story.pages import PAGES

    return PAGES


def _notices() -> object:
    from campaign.lif.story.notices import NOTICES

    return NOTICES


def _rooms() -> object:
    from campaign.lif.board.views.live_page import ROOMS

    return ROOMS


# --- How a state and its events are shown -------------------------------------------------------


def _recording() -> object:
    from campaign.lif.story.recording import RECORDING

    return RECORDING


def _show(now: State) -> JsonObject:
    from campaign.lif.chapters import show

    return show(now)


def sentence(event: Event, names: Names | None = None) -> str:
    """An event as a sentence. Without `names`, leaders are the kit's and members go by ids."""
    from campaign.lif import chapters

    return chapters.sentence(event, names)


def _concerned(now: State, events: Iterable[Event]) -> tuple[str, ...]:
    from campaign.lif.corrections import concerned

    return concerned(now, events)


def _below_zero(now: State) -> tuple[str, ...]:
    from campaign.lif.board.corrections import below_zero

    return below_zero(now)


def _figures() -> "FigureKinds[State]":
    from campaign.lif.figures import KINDS

    return KINDS


def _subjects(now: State) -> dict[str, str]:
    """What may be written about: leaders and draws."""
    leaders = {f"leader:{who}": one.name for who, one in now.sheet.items()}
    return leaders | {f"draw:{one}": f"draw {one}" for one in range(1, now.draw + 1)}


def _tables() -> object:
    """In the order in which they were made, so that a reader finds them where they were."""
    from campaign.kernel.projections import combined
    from campaign.lif import read_tables
    from campaign.lif.board import projections as board
    from campaign.lif.force_pools import projections as force_pools
    from campaign.lif.on_map import projections as on_map
    from campaign.lif.politics import projections as politics
    from campaign.lif.story import projections as story
    from campaign.lif.us_entry import projections as us_entry

    return combined(
        (
            politics.TABLES,
            board.TABLES,
            read_tables.TABLES,
            on_map.OF_ABILITIES,
            on_map.TABLES,
            force_pools.TABLES,
            us_entry.TABLES,
            story.TABLES,
        )
    )


# --- Leaders in Flames, put together ------------------------------------------------------------

SYSTEM = system.System(
    name="lif",
    rulebooks=rulings.RULEBOOKS,
    rulebook_names=rulings.RULEBOOK_NAMES,
    codec=Codec(EVENTS, POWERS),
    calendar=calendar.CALENDAR,
    seats=SEATS,
    rules=system.rules(
        FOLDS,
        state.begun,
        SEATS,
        system.later(lambda: _chapters().DECIDING),
        state.rule,
        AWAITING,
        rulings.RULES,
    ),
    corrections=system.later(_corrections),
    secrets=system.later(lambda: _secrets().SECRETS),
    branches=system.later(lambda: _secrets().BRANCHES),
    audit=system.later(lambda: _chapters().AUDIT),
    view=system.GameView(
        show=_show,
        concerned=_concerned,
        names=names_of,
        sentence=sentence,
        then=(BallotsOpened,),
        below_zero=_below_zero,
        figures=_figures,
        subjects=_subjects,
    ),
    front=FRONT,
    pages=system.later(_pages),
    notices=system.later(_notices),
    rooms=system.later(_rooms),
    asking=system.later(lambda: _chapters().ASKING),
    recording=system.later(_recording),
    tables=system.later(_tables),
    snapshots=system.Snapshots(
        State, system.fold_modules(FOLDS, state.begun, state.rule).union(CORRECTING)
    ),
)
