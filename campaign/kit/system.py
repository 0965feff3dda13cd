"""Campaigns by a club's own rules, as the rest of the program sees them. Pure.

A status needs to fold events and to say what is waited for; all else is loaded when it is asked
for.
"""

from importlib import import_module
from typing import Any

from campaign.kernel import system
from campaign.kernel.pages import Notices
from campaign.kernel.terminal.screens import Breakpoints, Help, shown
from campaign.kit import calendar, state
from campaign.kit.opening import RULEBOOK
from campaign.kit.play import acts, phases, secrets
from campaign.kit.showing import screens, tasks
from campaign.kit.state import SEATS, State, seats_of
from campaign.kit.verb_lines import OTHER_WORDS, VERBS
from events import kit
from events.base import Event
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


def _drew(event: Event) -> bool:
    return bool(getattr(event, "draw", 0)) and isinstance(event, kit.Acted | kit.Confirmed)


def _of(module: str, name: str) -> Any:
    """What a module has under a name; it is imported now."""
    return getattr(import_module(f"campaign.kit.{module}"), name)


def _later(module: str, name: str) -> Any:
    """The same at the first look."""
    return system.later(lambda: _of(module, name))


def _in_short(context: Any, seats: frozenset[str]) -> Any:
    return _of("showing.pages", "turn_in_short")(context, seats)


SYSTEM = system.System(
    name="kit",
    rulebooks=(RULEBOOK,),
    codec=Codec(events_of(kit), SEATS.ids, own=SEATS.own),
    calendar=calendar.CALENDAR,
    seats=SEATS,
    rules=system.rules(
        FOLDS,
        state.begun,
        SEATS,
        _later("chapter", "DECIDING"),
        awaiting=tasks.AWAITING,
    ),
    corrections=_later("chapter", "CORRECTIONS"),
    secrets=_later("chapter", "SECRETS"),
    audit=_later("chapter", "AUDIT"),
    view=system.GameView(
        show=shown(screens.show),
        names=calendar.names_of,
        sentence=lambda event, names: str(_of("chapter", "sentence")(event, names)),
        then=calendar.THEN,
        figures=lambda: _of("showing.tables", "KINDS"),
        seats=seats_of,
    ),
    front=system.Front(
        screens=screens.SCREENS,
        verbs=VERBS,
        other_words=OTHER_WORDS,
        choices=_later("opening", "CHOICES"),
        help=Help(_EXAMPLES),
        stops=Breakpoints(
            stages=(kit.PhaseEnded, kit.Opened),
            draws=_drew,
            example="act_name=battle, type=Acted, by=anna",
        ),
        verb_for=tasks.verb_for,
    ),
    pages=_later("showing.pages", "PAGES"),
    notices=Notices(tasks.owed, tasks.happened, _in_short),
    rooms=screens.ROOMS,
    asking=_later("chapter", "ASKING"),
    recording=_later("showing.recording", "RECORDING"),
    tables=_later("showing.tables", "TABLES"),
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
