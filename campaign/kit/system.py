"""Campaigns by a club's own rules, as the rest of the program sees them. Pure.

A status needs to fold events and to say what is waited for; all else is loaded when it is asked
for.
"""

from types import ModuleType

from msgspec.structs import replace

from campaign.kernel import system
from campaign.kernel.pages import Notices
from campaign.kernel.terminal.screens import Breakpoints, Help, shown
from campaign.kit import calendar, state
from campaign.kit.calendar import RULEBOOK, RULEBOOK_NAMES
from campaign.kit.play import acts, phases, secrets
from campaign.kit.showing import screens, tasks
from campaign.kit.state import SEATS, State, seats_of
from campaign.kit.verb_lines import OTHER_WORDS, VERBS
from events import kit
from events.codec import Codec, events_of

FOLDS: system.Folds[State] = (state.EVOLVE, acts.EVOLVE, secrets.EVOLVE, phases.EVOLVE)
_EXAMPLES: dict[str, str] = {
    "turn": "turn-01",
    "next turn": "turn-02",
    "later turn": "turn-03",
    "scenario": "evening",
    "other scenario": "league",
    "seat": "anselm",
    "other seat": "brida",
    "command": '{"command": "ConfirmAct", "number": 1}',
    "event": "Acted",
    "figure": "figure seats.anselm.points",
}
"""What the help of shared verbs names as an example."""


def _chapter() -> ModuleType:
    from campaign.kit import chapter

    return chapter


def _opening() -> ModuleType:
    from campaign.kit import opening

    return opening


def _pages() -> ModuleType:
    from campaign.kit.showing import pages

    return pages


def _recording() -> ModuleType:
    from campaign.kit.showing import recording

    return recording


def _tables() -> ModuleType:
    from campaign.kit.showing import tables

    return tables


SYSTEM = system.System(
    name="kit",
    rulebooks=(RULEBOOK,),
    rulebook_names=RULEBOOK_NAMES,
    codec=Codec(events_of(kit), SEATS.ids, own=SEATS.own),
    calendar=calendar.CALENDAR,
    seats=SEATS,
    rules=system.rules(
        FOLDS,
        state.begun,
        SEATS,
        system.later(lambda: _chapter().DECIDING),
        awaiting=tasks.AWAITING,
    ),
    corrections=system.later(lambda: _chapter().CORRECTIONS),
    secrets=system.later(lambda: _chapter().SECRETS),
    audit=system.later(lambda: _chapter().AUDIT),
    view=system.GameView(
        show=shown(screens.show),
        names=calendar.names_of,
        sentence=lambda event, called: str(_chapter().sentence(event, called)),
        then=calendar.THEN,
        figures=lambda: _tables().KINDS,
        seats=seats_of,
        calendar=calendar.calendar_of,
    ),
    front=system.Front(
        screens=screens.SCREENS,
        verbs=VERBS,
        other_words=OTHER_WORDS,
        choices=system.later(lambda: _opening().CHOICES),
        help=Help(_EXAMPLES),
        stops=Breakpoints(
            stages=(kit.PhaseEnded, kit.Opened),
            draws=lambda event: isinstance(event, kit.Acted | kit.Confirmed) and event.draw > 0,
            example="act_name=battle, type=Acted, by=anna",
        ),
        verb_for=tasks.verb_for,
    ),
    pages=system.later(lambda: _pages().PAGES),
    notices=Notices(
        tasks.owed,
        tasks.happened,
        lambda context, seats: tuple(_pages().turn_in_short(context, seats)),
    ),
    rooms=replace(screens.ROOMS, war=lambda context, chosen: _pages().war(context, chosen)),
    asking=system.later(lambda: _chapter().ASKING),
    recording=system.later(lambda: _recording().RECORDING),
    tables=system.later(lambda: _tables().TABLES),
    snapshots=system.Snapshots(
        State,
        system.fold_modules(FOLDS, state.begun).union(
            (
                "campaign.kit.chapter",
                "campaign.kit.play.working",
                "campaign.kit.play.standings",
            )
        ),
    ),
)
