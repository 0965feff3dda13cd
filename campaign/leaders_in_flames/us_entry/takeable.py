"""LiF 5.3.2, 5.3.3: what may be taken at once: what the deciders themselves would not refuse. Pure.

They are asked with every question about the map answered so that it allows the move, and are not
let to look at a chit or to roll a die. What they would still ask for, such as a target or a die, is
no hindrance.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.timing import untimely
from campaign.leaders_in_flames.us_entry import (
    actions,
    actions_kit,
    chart,
    options,
    options_effects,
    options_kit,
)
from campaign.leaders_in_flames.us_entry.available import Move, NextMoves, next_moves
from campaign.leaders_in_flames.us_entry.commands import (
    AlignSpain,
    PickEntryOption,
    TakeEntryAction,
)
from campaign.leaders_in_flames.us_entry.questions import MapQuestion

ANY_HEX = "A1234"
"""A hex for gas, which is not chosen before it is used."""


def takeable(state: State) -> NextMoves:
    """LiF 5.3: the options and actions that would not be refused now, each for whom it may be."""
    if state.campaign.closed:
        return NextMoves((), (), spain=False)
    moves = next_moves(state)
    at_once = untimely(state, TakeEntryAction) is None
    return NextMoves(
        tuple(_fitting(state, moves.options, _option)),
        tuple(_fitting(state, moves.actions, _action)) if at_once else (),
        spain=moves.spain and untimely(state, AlignSpain) is None,
    )


def unknown(state: State) -> tuple[Move, ...]:
    """Ruling 38: what only the club's chart still keeps from being taken."""
    moves = next_moves(state)
    return tuple(move for move in (*moves.options, *moves.actions) if move.missing)


def _fitting(
    state: State, moves: Sequence[Move], judged: Callable[[State, Move, str], Any]
) -> Iterator[Move]:
    for move in moves:
        targets = move.targets or ("",)
        fit = tuple(target for target in targets if _no_hindrance(judged(state, move, target)))
        if fit:
            yield replace(move, targets=tuple(target for target in fit if target))


def _no_hindrance(found: object) -> bool:
    return not isinstance(found, Refused) or found.about.missing


def _option(state: State, move: Move, target: str) -> object:
    number = move.number
    questions = (*options_kit.questions(number), *options_effects.questions(state, number))
    command = PickEntryOption(
        option=number,
        target=target or None,
        stated=_allowing(questions),
        removed=int(number == options_kit.REFLAGGED),
    )
    return options.judged(state, command)


def _action(state: State, move: Move, target: str) -> object:
    row = chart.row(state.entry, "action", move.number)
    if isinstance(row, Refused):
        return row
    hex_or_none = ANY_HEX if move.number == actions_kit.GAS else None
    questions = actions_kit.questions(move.number, target)
    command = TakeEntryAction(
        action=move.number, target=target or hex_or_none, stated=_allowing(questions)
    )
    return actions.judged(state, command, row)


def _allowing(questions: Sequence[MapQuestion]) -> dict[str, str]:
    """Answers that let the move happen; those that must differ do."""
    answers: dict[str, str] = {}
    for question in questions:
        given = [one for one in question.allows if one not in answers.values()]
        answers[question.key] = (given or question.allows or ("yes",))[0]
    return answers
