"""Campaigns by a club's own rules, as the rest of the program sees them. Pure.

A status needs to fold events and to say what is waited for; all else is loaded when it is asked
for.
"""

from typing import Any

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


def _read(part: str) -> Any:
    """A part of the kit, imported now."""
    found: Any
    match part:
        case "chapter":
            from campaign.kit import chapter as found
        case "opening":
            from campaign.kit import opening as found
        case "pages":
            from campaign.kit.showing import pages as found
        case "recording":
            from campaign.kit.showing import recording as found
        case "tables":
            from campaign.kit.showing import tables as found
        case _:
            raise KeyError(part)
    return found


def _of(part: str, name: str) -> Any:
    """What a part has under a name, imported when it is looked at."""
    return system.later(lambda: getattr(_read(part), name))


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
        _of("chapter", "DECIDING"),
        awaiting=tasks.AWAITING,
    ),
    corrections=_of("chapter", "CORRECTIONS"),
    secrets=_of("chapter", "SECRETS"),
    audit=_of("chapter", "AUDIT"),
    view=system.GameView(
        show=shown(screens.show),
        names=calendar.names_of,
        sentence=lambda event, called: _read("chapter").sentence(event, called),
        then=calendar.THEN,
        figures=lambda: _read("tables").KINDS,
        seats=seats_of,
        calendar=calendar.calendar_of,
    ),
    front=system.Front(
        screens=screens.SCREENS,
        verbs=VERBS,
        other_words=OTHER_WORDS,
        choices=_of("opening", "CHOICES"),
        help=Help(_EXAMPLES),
        stops=Breakpoints(
            stages=(kit.PhaseEnded, kit.Opened),
            draws=lambda event: isinstance(event, kit.Acted | kit.Confirmed) and event.draw > 0,
            example="act_name=battle, type=Acted, by=anna",
        ),
        verb_for=tasks.verb_for,
    ),
    pages=_of("pages", "PAGES"),
    notices=Notices(
        tasks.owed,
        tasks.happened,
        lambda context, seats: _read("pages").turn_in_short(context, seats),
    ),
    rooms=replace(screens.ROOMS, war=lambda context, chosen: _read("pages").war(context, chosen)),
    asking=_of("chapter", "ASKING"),
    recording=_of("recording", "RECORDING"),
    tables=_of("tables", "TABLES"),
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
