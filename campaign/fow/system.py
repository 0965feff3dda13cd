"""Flames of War, as the rest of the program sees it. Pure.

A status needs to fold events and to say what is waited for; all else is loaded when it is asked
for.
"""

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from campaign.fow import names, state
from campaign.fow.folding import CORRECTING, FOLDS
from campaign.fow.rulings import RULEBOOK_NAMES, RULEBOOKS, RULES
from campaign.fow.screens import AWAITING, ROOMS, SCREENS
from campaign.fow.state import SEATS, State, seats_of
from campaign.fow.verb_lines import OTHER_WORDS, VERBS
from campaign.kernel import projections, system
from campaign.kernel.terminal.screens import Breakpoints, Help
from campaign.text.json_values import JsonObject
from events import base, codec
from events.fow import EVENTS, battles, missions

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


def _opening_choices() -> object:
    from campaign.fow.opening.new_campaign import CHOICES

    return CHOICES


FRONT = system.Front[State](
    screens=SCREENS,
    verbs=VERBS,
    other_words=OTHER_WORDS,
    choices=system.later(_opening_choices),
    help=Help(_EXAMPLES),
    stops=Breakpoints(
        stages=(missions.MissionChosen, battles.BattleBegun, battles.ResultReported),
        draws=lambda event: isinstance(event, missions.MissionRolled),
        example="side=allies, type=ResultReported, by=anna, rule=FoW",
    ),
)


# --- What is loaded where it is asked for -------------------------------------------------------


def _chapters() -> ModuleType:
    from campaign.fow import chapters

    return chapters


def _corrections() -> object:
    from campaign.fow.corrections import CORRECTIONS

    return CORRECTIONS


def _pages() -> object:
    from campaign.fow.report.pages import PAGES

    return PAGES


def _notices() -> object:
    from campaign.fow.report.notifications import NOTICES

    return NOTICES


def _recording() -> object:
    from campaign.fow.report.recording import RECORDING

    return RECORDING


def _show(now: State) -> JsonObject:
    from campaign.fow.chapters import show

    return show(now)


def _sentence(event: base.Event, called: Any) -> str:
    from campaign.fow.chapters import sentence

    return sentence(event, called)


def _concerned(now: State, events: Iterable[base.Event]) -> tuple[str, ...]:
    from campaign.fow.corrections import concerned

    return concerned(now, events)


def _subjects(now: State) -> dict[str, str]:
    """What may be written about: battles."""
    called = names.names_of(now)
    return {f"battle:{one}": called.battle(one) for one in now.battles}


def _figures() -> projections.FigureKinds[State]:
    from campaign.fow.report.figures import KINDS

    return KINDS


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
        system.later(lambda: _chapters().DECIDING),
        state.rule,
        AWAITING,
        RULES,
    ),
    corrections=system.later(_corrections),
    secrets=system.later(lambda: _chapters().SECRETS),
    audit=system.later(lambda: _chapters().AUDIT),
    view=system.GameView(
        show=_show,
        concerned=_concerned,
        figures=_figures,
        names=names.names_of,
        seats=seats_of,
        sentence=_sentence,
        subjects=_subjects,
    ),
    front=FRONT,
    pages=system.later(_pages),
    notices=system.later(_notices),
    rooms=ROOMS,
    asking=system.later(lambda: _chapters().ASKING),
    recording=system.later(_recording),
    tables=system.later(lambda: _chapters().TABLES),
    snapshots=system.Snapshots(
        State, system.fold_modules(FOLDS, state.begun, state.rule).union(CORRECTING)
    ),
)
