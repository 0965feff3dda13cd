"""LiF 5.3.2, 5.3.3: what may be taken next, as far as the record says. Pure.

It uses no value of a chit: only the USA's player knows whether the level is high enough.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import (
    action_rules,
    actions_kit,
    chart,
    options_effects,
    options_kit,
    shortfall,
)
from campaign.leaders_in_flames.us_entry.commands import PickEntryOption
from campaign.leaders_in_flames.us_entry.options import AIMED
from campaign.leaders_in_flames.us_entry.pools import USA
from campaign.leaders_in_flames.us_entry.state import THEATRES, taken
from events.lif.us_entry import ChartRow, Theatre

Kind = Literal["option", "action"]


class Move(msgspec.Struct, frozen=True):
    """LiF 5.3: an option or action that the record does not forbid."""

    kind: Kind
    number: int
    name: str
    power: str
    """Who takes it; empty where nobody has said."""
    targets: tuple[str, ...] = ()
    """Whom it may be for now; empty where it is for nobody by name, or for anything."""
    aimed: tuple[Theatre, ...] = ()
    """LiF 5.3.2: an option's theatres; empty where nobody has said."""
    level: int | None = None
    """LiF 5.3.2: an option's entry level; None where nobody has said."""
    missing: tuple[str, ...] = ()
    """Ruling 38: what the club's chart has still to say before it can be taken."""
    asks: tuple[str, ...] = ()
    """What only the map tells, as questions."""


class NextMoves(msgspec.Struct, frozen=True):
    """LiF 5.3: what may be taken next."""

    options: tuple[Move, ...]
    actions: tuple[Move, ...]
    spain: bool
    """LiF 5.3.3: whether Germany may align Spain under action 17."""


def next_moves(state: State) -> NextMoves:
    """LiF 5.3: options and actions of the chart that nothing in the record forbids."""
    return NextMoves(
        tuple(_options(state)),
        tuple(_actions(state)),
        spain=_spain(state),
    )


# --- options ------------------------------------------------------------------------------------


def _options(state: State) -> Iterator[Move]:
    if shortfall.forbids(state, "tension"):
        return
    for row in chart.rows(state.entry, "option"):
        if any(isinstance(number, int) and number < 0 for number in _tension(row)):
            continue
        known = options_kit.KIT.get(row.number)
        targets = _targets(state, known.targets if known else "none")
        allowed = [target for target in targets if _allowed(state, row, target)]
        if not allowed:
            continue
        asks = (
            *options_kit.questions(row.number),
            *options_effects.questions(state, row.number),
        )
        yield Move(
            "option",
            row.number,
            row.name,
            USA,
            tuple(target for target in allowed if target),
            aimed(row),
            row.level,
            missing(row),
            tuple(question.text for question in asks),
        )


def _targets(state: State, targets: options_kit.Targets) -> tuple[str | None, ...]:
    """LiF 5.3.2: whom an option may be for; None means without a target."""
    if targets == "ally":
        return options_kit.allies(state)
    return options_kit.GUARANTEED if targets == "guaranteed" else (None,)


def _allowed(state: State, row: ChartRow, target: str | None) -> bool:
    option = PickEntryOption(option=row.number, target=target)
    return options_kit.allowed(state, row, option) is None


def _tension(row: ChartRow) -> tuple[int | Refused, ...]:
    """Ruling 38: the tension of an option; below 0 nobody says what it does, and it is refused."""
    return tuple(chart.number(row, theatre) for theatre in aimed(row))


def aimed(row: ChartRow) -> tuple[Theatre, ...]:
    """LiF 5.3.2: whom an option is aimed at: by its colour, or else by the numbers it has."""
    by_number = (theatre for theatre in THEATRES if isinstance(chart.number(row, theatre), int))
    return AIMED.get(row.colour) or tuple(by_number)


def missing(row: ChartRow) -> tuple[str, ...]:
    """Ruling 38: what must still be entered before an option or action can be taken."""
    if row.kind == "action":
        known = any(isinstance(chart.number(row, theatre), int) for theatre in THEATRES)
        return () if known else ("number",)
    against = aimed(row)
    found = [] if row.level is not None else ["level"]
    if not against:
        return (*found, "colour", "number")
    unknown = any(not isinstance(chart.number(row, theatre), int) for theatre in against)
    return (*found, "number") if unknown else tuple(found)


# --- actions ------------------------------------------------------------------------------------


def _actions(state: State) -> Iterator[Move]:
    for row in chart.rows(state.entry, "action"):
        number = row.number
        targets = actions_kit.TARGETS if number == actions_kit.OCCUPATION else ("",)
        allowed = tuple(
            target
            for target in targets
            if not _spent(state, row, target)
            and action_rules.may_not(state, number, target) is None
        )
        if not allowed:
            continue
        only = allowed[0] if len(allowed) == 1 else None
        yield Move(
            "action",
            number,
            row.name,
            row.power,
            tuple(target for target in allowed if target),
            missing=missing(row),
            asks=tuple(question.text for question in actions_kit.questions(number, only)),
        )


def _spent(state: State, row: ChartRow, target: str) -> bool:
    """LiF 5.3.3: gas any number of times, action 3 once a country, other kit actions once."""
    if row.number == actions_kit.GAS or not (row.number in actions_kit.KIT or row.once):
        return False
    return taken(state.entry.actions, row.number, target or None)


def _spain(state: State) -> bool:
    """LiF 5.3.3: the agreement is made, and the record has Spain neutral and at peace."""
    held = state.minors.get("spain")
    return (
        taken(state.entry.actions, actions_kit.FRANCO)
        and (held is None or held.status == "neutral")
        and not any("spain" in sides for sides in state.at_war)
    )
