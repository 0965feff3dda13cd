"""Flames of War, as the rest of the program sees it. Pure.

A status needs to fold events and to say what is waited for; all else is loaded when it is asked
for.
"""

from typing import Any

from campaign.fow import names, state
from campaign.fow.folding import CORRECTING, FOLDS
from campaign.fow.rulings import RULEBOOK_NAMES, RULEBOOKS, RULES
from campaign.fow.screens import AWAITING, ROOMS, SCREENS
from campaign.fow.state import SEATS, State, seats_of
from campaign.fow.verb_lines import OTHER_WORDS, VERBS
from campaign.kernel import system
from campaign.kernel.terminal.screens import Breakpoints, Help
from events import codec
from events.fow import EVENTS
from events.fow.battles import BattleBegun, ResultReported
from events.fow.missions import MissionChosen, MissionRolled

# --- What is loaded where it is asked for -------------------------------------------------------


def _read(part: str) -> Any:
    """A part of the game, imported now."""
    found: Any
    match part:
        case "opening":
            from campaign.fow.opening import new_campaign as found
        case "corrections":
            from campaign.fow import corrections as found
        case "figures":
            from campaign.fow.report import figures as found
        case "pages":
            from campaign.fow.report import pages as found
        case "notices":
            from campaign.fow.report import notifications as found
        case "recording":
            from campaign.fow.report import recording as found
        case "chapters":
            from campaign.fow import chapters as found
        case _:
            raise KeyError(part)
    return found


def _of(part: str, name: str) -> Any:
    """What a part has under a name, imported when it is looked at."""
    return system.later(lambda: getattr(_read(part), name))


def _subjects(now: State) -> dict[str, str]:
    """What may be written about: battles."""
    called = names.names_of(now)
    return {f"battle:{one}": called.battle(one) for one in now.battles}


# --- What Flames of War brings to the command line, put together --------------------------------


_EXAMPLES: dict[str, str] = {
    "turn": "round-01",
    "next turn": "round-02",
    "later turn": "round-03",
    "scenario": "anzio",
    "other scenario": "linked",
    "seat": "allies",
    "other seat": "axis",
    "command": '{"command": "ConfirmResult"}',
    "event": "ResultReported",
}
"""What the help of shared verbs names as an example."""
FRONT = system.Front[State](
    screens=SCREENS,
    verbs=VERBS,
    other_words=OTHER_WORDS,
    choices=_of("opening", "CHOICES"),
    help=Help(_EXAMPLES),
    stops=Breakpoints(
        stages=(MissionChosen, BattleBegun, ResultReported),
        draws=lambda event: isinstance(event, MissionRolled),
        example="side=allies, type=ResultReported, by=anna, rule=FoW",
    ),
)


# --- Flames of War, put together ----------------------------------------------------------------

SYSTEM = system.System(
    name="fow",
    rulebooks=RULEBOOKS,
    rulebook_names=RULEBOOK_NAMES,
    codec=codec.Codec(EVENTS, SEATS.ids, own=SEATS.own),
    calendar=names.CALENDAR,
    seats=SEATS,
    rules=system.rules(
        FOLDS,
        state.begun,
        SEATS,
        _of("chapters", "DECIDING"),
        state.rule,
        AWAITING,
        RULES,
    ),
    corrections=_of("corrections", "CORRECTIONS"),
    secrets=_of("chapters", "SECRETS"),
    audit=_of("chapters", "AUDIT"),
    view=system.GameView(
        show=lambda now: _read("chapters").show(now),
        concerned=lambda now, events: _read("corrections").concerned(now, events),
        figures=lambda: _read("figures").KINDS,
        names=names.names_of,
        seats=seats_of,
        sentence=lambda event, called: _read("chapters").sentence(event, called),
        subjects=_subjects,
    ),
    front=FRONT,
    pages=_of("pages", "PAGES"),
    notices=_of("notices", "NOTICES"),
    rooms=ROOMS,
    asking=_of("chapters", "ASKING"),
    recording=_of("recording", "RECORDING"),
    tables=_of("chapters", "TABLES"),
    snapshots=system.Snapshots(
        State, system.fold_modules(FOLDS, state.begun, state.rule).union(CORRECTING)
    ),
)
