"""Flames of War, as the rest of the program sees it. Pure.

A status needs to fold events and to say what is waited for; all else is loaded when it is asked
for.
"""

from importlib import import_module
from pkgutil import get_data
from typing import Any

from campaign.fow import names, state
from campaign.fow.battle_log import turns
from campaign.fow.dice import draws, rolls
from campaign.fow.forces import entries, reorganisation
from campaign.fow.members import teams
from campaign.fow.missions import selection
from campaign.fow.results import battles, outcomes
from campaign.fow.rulings import RULEBOOK_NAMES, RULEBOOKS, RULES
from campaign.fow.screens import AWAITING, ROOMS, SCREENS
from campaign.fow.state import SEATS, State, seats_of
from campaign.fow.terrain import battlefields
from campaign.kernel import system
from campaign.kernel.terminal.screens import Breakpoints, Help
from campaign.kernel.terminal.verb_lines import in_families, verb_list
from events import codec
from events.fow import EVENTS
from events.fow.battles import BattleBegun, ResultReported
from events.fow.missions import MissionChosen, MissionRolled

FOLDS: system.Folds[State] = (
    state.EVOLVE,
    draws.EVOLVE,
    teams.EVOLVE,
    entries.EVOLVE,
    reorganisation.EVOLVE,
    selection.EVOLVE,
    battlefields.EVOLVE,
    battles.EVOLVE,
    outcomes.EVOLVE,
    turns.EVOLVE,
    rolls.EVOLVE,
)
"""In the order of the chapters."""
CORRECTING = ("campaign.fow.corrections",)
"""The modules that a fold calls where a correction was recorded."""


# --- What is loaded where it is asked for -------------------------------------------------------


def _of(module: str, name: str) -> Any:
    """A part of the game by its name in a module, which is imported when it is looked at."""
    return system.later(lambda: getattr(import_module(f"campaign.fow.{module}"), name))


def _call(module: str, name: str) -> Any:
    """The same of a function, which is imported when it is called."""

    def called(*values: Any) -> Any:
        return _of(module, name).whole()(*values)

    return called


def _subjects(now: State) -> dict[str, str]:
    """What may be written about: battles."""
    called = names.names_of(now)
    return {f"battle:{one}": called.battle(one) for one in now.battles}


# --- What Flames of War brings to the command line, put together --------------------------------

_LIST = (get_data("campaign.fow", "tables/verbs.txt") or b"").decode()
"""Its verbs in the order of a first round, whose mission is given; then how the next is chosen."""

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
    verbs=verb_list("campaign.fow", _LIST),
    other_words={
        **in_families(_LIST),
        "free-battle": "battle free",
        "leave-side": "battle leave",
        "battles": "help battle",
    },
    choices=_of("opening.new_campaign", "CHOICES"),
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
        show=_call("chapters", "show"),
        concerned=_call("corrections", "concerned"),
        figures=lambda: _of("report.figures", "KINDS").whole(),
        names=names.names_of,
        seats=seats_of,
        sentence=_call("chapters", "sentence"),
        subjects=_subjects,
    ),
    front=FRONT,
    pages=_of("report.pages", "PAGES"),
    notices=_of("report.notifications", "NOTICES"),
    rooms=ROOMS,
    asking=_of("chapters", "ASKING"),
    recording=_of("report.recording", "RECORDING"),
    tables=_of("chapters", "TABLES"),
    snapshots=system.Snapshots(
        State, system.fold_modules(FOLDS, state.begun, state.rule).union(CORRECTING)
    ),
)
