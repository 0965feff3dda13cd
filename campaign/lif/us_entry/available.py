"""LiF 5.3: US entry as everybody may see it: what it waits for, and what may be taken. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import NOTHING, Needs, Refused, Supplied
from campaign.lif import calendar
from campaign.lif import state as game
from campaign.lif.us_entry import actions, chart, options
from campaign.lif.us_entry.chart import GUARANTEE, PETAIN, MapQuestion
from campaign.lif.us_entry.chits import entry_chits
from campaign.lif.us_entry.options import level_of
from campaign.text.json_values import JsonObject
from events.lif.us_entry import ChartRow, Kind, Theatre

# --- for everybody ------------------------------------------------------------------------------


def shown(state: game.State) -> JsonObject:
    """LiF 5.3: US entry as everybody may see it, in JSON values: a part of the state shown.

    Empty if it is not played. It gives only values that were shown.
    """
    if game.MODULE not in state.campaign.modules:
        return {"us_entry": {}}
    entry = state.entry
    parts = {
        "mode": entry.mode,
        "stocked": bool(entry.secret_commitment),
        "common_pool": entry.common if entry.mode == "ledger" else None,
        "pools": {pool: len(game.chits_in(entry, pool)) for pool in game.POOLS},
        "aside": _aside(entry),
        "due": [
            {"pool": due.pool, "count": due.count, "aside": due.aside, "since": due.since or None}
            for due in sorted(entry.due, key=lambda due: (game.POOLS.index(due.pool), due.aside))
        ],
        "may_draw": entry_chits.is_free(entry, "entry"),
        "may_choose": entry_chits.is_free(entry, "tension"),
        "options": _taken(entry, "option", entry.options),
        "actions": _taken(entry, "action", entry.actions),
        "guaranteed": list(guarantees(entry)),
        "partisans": dict(sorted(entry.partisans.items())),
        "supply_sources": {
            place: {"power": power, "rank": rank}
            for place, (power, rank) in sorted(entry.supply.items())
        },
        "dissolved": sorted(entry.dissolved),
        "gas_ended": entry.gas_ended,
        "spain_joined": entry.spain_joined,
        "shown": [
            {"chit": who, "pool": chit.pool, "aside": chit.aside, "value": chit.shown}
            for who, chit in entry.chits.items()
            if chit.shown is not None
        ],
    }
    return {"us_entry": parts}


def unplayed(state: game.State) -> Refused | None:
    """LiF 5.3: refuses where the campaign has no US entry."""
    if game.MODULE in state.campaign.modules:
        return None
    return Refused(f"Module {game.MODULE}", game.WITHOUT[game.MODULE])


def may_declare_war(state: game.State) -> tuple[str, ...]:
    """LiF 5.3.2: the countries of option 46 whose war with Japan lets the USA declare it, too."""
    if game.at_war(state, "japan", "usa"):
        return ()
    return tuple(target for target in guarantees(state.entry) if chart.attacked(state, target))


def aided(state: game.State) -> bool:
    """Ruling 57: whether action 18's agreement with Vichy France is in force."""
    return state.vichy == "installed" and game.taken(state.entry.actions, PETAIN)


def _aside(entry: game.UsEntry) -> list[JsonObject]:
    """LiF 5.3.3: numbers of chits put aside, by pool and the turn they were put there."""
    tally: dict[tuple[int, int, str], int] = {}
    for chit in entry.chits.values():
        if chit.aside:
            key = (game.POOLS.index(chit.pool), calendar.ordinal(chit.since), chit.since)
            tally[key] = tally.get(key, 0) + 1
    return [
        {"pool": game.POOLS[pool], "count": count, "since": since}
        for (pool, _, since), count in sorted(tally.items())
    ]


def _taken(
    entry: game.UsEntry, kind: str, chosen: tuple[game.EntryChoice, ...]
) -> list[JsonObject]:
    choices = sorted(chosen, key=lambda choice: (choice.number, choice.target, choice.turn))
    return [
        {
            "number": choice.number,
            "name": chart.name_of(entry, kind, choice.number),
            "target": choice.target or None,
            "turn": choice.turn or None,
        }
        for choice in choices
    ]


def guarantees(entry: game.UsEntry) -> tuple[str, ...]:
    """LiF 5.3.2: countries guaranteed by option 46; if Japan attacks one, the USA joins the war."""
    return tuple(sorted({option.target for option in entry.options if option.number == GUARANTEE}))


# --- for the USA's player alone -----------------------------------------------------------------


def private_needs(state: game.State, member: str) -> Needs | Refused:
    """Members: what the USA's own view needs; only for its player, or for a host if it has none."""
    shared = state.campaign
    if member not in shared.members:
        return Refused("Members", f"{member!r} is not enrolled in this campaign")
    if refused := unplayed(state):
        return refused
    if state.entry.secret_opened:
        return NOTHING
    holder = shared.powers.get(game.USA)
    if holder is None and not shared.is_host(member):
        return Refused("Members", "nobody plays the USA, so that its chits are the host's secret")
    if holder not in (None, member):
        return Refused(
            "Members", f"the values of the chits are the secret of {shared.called(holder)}"
        )
    return entry_chits.secret_needs(state)


def private(state: game.State, supplied: Supplied) -> JsonObject:
    """LiF 5.3: the USA's own chits with their values, in JSON values: only for its player."""
    entry = state.entry
    secret = entry.secret_opened or (entry_chits.secret_of(supplied) if entry.chits else "")
    values = entry_chits.chit_values(secret, state, entry.chits)
    return {
        "turn": state.campaign.turn,
        "pools": {
            pool: {
                "chits": [_own(entry, who, values) for who in game.chits_in(entry, pool)],
                "total": sum(values[who] for who in game.chits_in(entry, pool)),
            }
            for pool in game.POOLS
        },
        "levels": {theatre: level_of(state, theatre, values) for theatre in game.THEATRES},
        "aside": [
            {
                **_own(entry, who, values),
                "pool": entry.chits[who].pool,
                "since": entry.chits[who].since,
                "until": _until(entry, who, values),
            }
            for kind in entry_chits.KINDS
            for who in game.aside(entry, kind)
        ],
        "waits": {kind: _wait(entry, kind, values) for kind in entry_chits.KINDS},
    }


def _own(entry: game.UsEntry, who: str, values: Mapping[str, int]) -> JsonObject:
    chit = entry.chits[who]
    return {
        "chit": who,
        "value": values[who],
        "drawn": chit.drawn or None,
        "shown": chit.shown is not None,
    }


def _until(entry: game.UsEntry, who: str, values: Mapping[str, int]) -> str:
    """Ruling 39: the first turn in which a chit put aside has waited long enough."""
    return calendar.named(calendar.ordinal(entry.chits[who].since) + values[who])


def _wait(entry: game.UsEntry, kind: Kind, values: Mapping[str, int]) -> str | None:
    """Ruling 39: the turn in which a wait ends; the later end counts.

    None if there is none, or if a value put aside is still to be entered.
    """
    if game.due_aside(entry, kind):
        return None
    ends = [_until(entry, who, values) for who in game.aside(entry, kind)]
    return max(ends, key=calendar.ordinal, default=None)


# --- LiF 5.3.2, 5.3.3: what may be taken next, as far as the record says ------------------------
#
# It uses no value of a chit: only the USA's player knows whether the level is high enough.

MoveKind = Literal["option", "action"]


class Move(msgspec.Struct, frozen=True):
    """LiF 5.3: an option or action that the record does not forbid."""

    kind: MoveKind
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

    def lacks(self, levels: Mapping[Theatre, int]) -> dict[Theatre, int]:
        """LiF 5.3.2: by how much the USA's levels are too low for an option."""
        level = self.level or 0
        return {one: level - levels[one] for one in self.aimed if levels[one] < level}


class NextMoves(msgspec.Struct, frozen=True):
    """LiF 5.3: what may be taken next."""

    options: tuple[Move, ...]
    actions: tuple[Move, ...]
    spain: bool
    """LiF 5.3.3: whether Germany may align Spain under action 17."""


def next_moves(state: game.State) -> NextMoves:
    """LiF 5.3: options and actions of the chart that nothing in the record forbids."""
    may_pick = entry_chits.forbids(state, "tension") is None
    has_agreed = game.taken(state.entry.actions, chart.FRANCO)
    return NextMoves(
        tuple(_moves(state, "option")) if may_pick else (),
        tuple(_moves(state, "action")),
        spain=has_agreed and actions.not_neutral(state, "spain") is None,
    )


def _moves(state: game.State, kind: MoveKind) -> Iterator[Move]:
    is_option = kind == "option"
    for row in chart.rows(state.entry, kind):
        allowed = _targets(state, row)
        if not allowed:
            continue
        only = allowed[0] if len(allowed) == 1 else None
        yield Move(
            kind,
            row.number,
            row.name,
            game.USA if is_option else row.power,
            tuple(target for target in allowed if target),
            chart.aimed(row) if is_option else (),
            row.level,
            missing(row),
            tuple(question.text for question in _questions(state, kind, row.number, only)),
        )


def _targets(state: game.State, row: ChartRow) -> tuple[str, ...]:
    """LiF 5.3.2, 5.3.3: whom an option or action may be for now; an empty one means without."""
    named = chart.targets(state, row.number) or ("",)
    if row.kind == "action":
        named = chart.TARGETS if row.number == chart.OCCUPATION else ("",)
    elif any(tension < 0 for tension in chart.numbers(row).values()):
        return ()  # nobody says what a tension below 0 does
    return tuple(target for target in named if _allows(state, row, target))


def _allows(state: game.State, row: ChartRow, target: str) -> bool:
    if row.kind == "option":
        from campaign.lif.us_entry.commands import PickEntryOption

        option = PickEntryOption(option=row.number, target=target or None)
        return chart.allowed(state, row, option) is None
    refused = actions.too_often(state, row, target) or actions.may_not(state, row.number, target)
    return refused is None


def _questions(
    state: game.State, kind: MoveKind, number: int, target: str | None
) -> tuple[MapQuestion, ...]:
    if kind == "action":
        return chart.action_questions(number, target)
    return (*chart.option_questions(number), *options.militia_questions(state, number))


def missing(row: ChartRow) -> tuple[str, ...]:
    """Ruling 38: what must still be entered before an option or action can be taken."""
    if row.kind == "action":
        return () if chart.numbers(row) else ("number",)
    against = chart.aimed(row)
    fields = [] if row.level is not None else ["level"]
    if not against:
        return (*fields, "colour", "number")
    is_known = {*against} <= chart.numbers(row).keys()
    return tuple(fields) if is_known else (*fields, "number")


# --- takeable -----------------------------------------------------------------------------------
# LiF 5.3.2, 5.3.3: what may be taken at once: what the deciders themselves would not refuse.
#
# They are asked with every question about the map answered so that it allows the move, and are not
# let to look at a chit or to roll a die. What they would still ask for, such as a target or a die,
# is no hindrance.

ANY_HEX = "A1234"
"""A hex for gas, which is not chosen before it is used."""


def takeable(state: game.State) -> NextMoves:
    """LiF 5.3: the options and actions that would not be refused now, each for whom it may be."""
    if state.campaign.closed:
        return NextMoves((), (), spain=False)
    from campaign.lif.us_entry.commands import AlignSpain, TakeEntryAction

    moves = next_moves(state)
    at_once = game.untimely(state, TakeEntryAction) is None
    return NextMoves(
        tuple(_fitting(state, moves.options, _option)),
        tuple(_fitting(state, moves.actions, _action)) if at_once else (),
        spain=moves.spain and game.untimely(state, AlignSpain) is None,
    )


def unknown(state: game.State) -> tuple[Move, ...]:
    """Ruling 38: what only the club's chart still keeps from being taken."""
    moves = next_moves(state)
    return tuple(move for move in (*moves.options, *moves.actions) if move.missing)


def _fitting(
    state: game.State, moves: Sequence[Move], judged: Callable[[game.State, Move, str], Any]
) -> Iterator[Move]:
    for move in moves:
        results = {target: judged(state, move, target) for target in move.targets or ("",)}
        fit = [
            target
            for target, result in results.items()
            if not isinstance(result, Refused) or result.about.missing
        ]
        if fit:
            yield replace(move, targets=tuple(target for target in fit if target))


def _option(state: game.State, move: Move, target: str) -> object:
    from campaign.lif.us_entry.commands import PickEntryOption

    command = PickEntryOption(
        option=move.number,
        target=target or None,
        stated=_allowing(_questions(state, "option", move.number, target)),
        removed=int(move.number == chart.REFLAGGED),
    )
    return options.judged(state, command)


def _action(state: game.State, move: Move, target: str) -> object:
    hex_or_none = ANY_HEX if move.number == chart.GAS else None
    questions = chart.action_questions(move.number, target)
    from campaign.lif.us_entry.commands import TakeEntryAction

    command = TakeEntryAction(
        action=move.number, target=target or hex_or_none, stated=_allowing(questions)
    )
    return actions.judged(state, command)


def _allowing(questions: Sequence[MapQuestion]) -> dict[str, str]:
    """Answers that let the move happen; those that must differ do."""
    answers: dict[str, str] = {}
    for question in questions:
        open_answers = [one for one in question.allows if one not in answers.values()]
        answers[question.key] = (open_answers or question.allows or ("yes",))[0]
    return answers
