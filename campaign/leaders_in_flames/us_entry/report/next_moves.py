"""LiF 5.3: who may do what next turn, as far as the record says. Pure."""

import msgspec

from campaign.leaders_in_flames.names import listed, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.available import Move, next_moves
from events.lif.us_entry import Theatre

AIMED: dict[tuple[Theatre, ...], str] = {
    ("germany-italy",): "against Germany and Italy",
    ("japan",): "against Japan",
}


class MoveRow(msgspec.Struct, frozen=True):
    """LiF 5.3: an option or action that may come."""

    power: str
    """Empty where nobody has said who takes it."""
    number: int
    name: str
    aim: str
    """For whom, or against whom."""
    needs: tuple[str, ...]
    """What it takes beside the record: a level, an answer about the map."""


class ComesNext(msgspec.Struct, frozen=True):
    """LiF 5.3: what may come, with what each needs."""

    rows: tuple[MoveRow, ...]
    spain: bool
    missing: tuple[str, ...]
    """Ruling 38: what the club's chart has still to say, in words."""


def comes_next(state: State) -> ComesNext:
    """LiF 5.3: options and actions that nothing forbids, by power; those without numbers apart."""
    moves = next_moves(state)
    ready: list[MoveRow] = []
    lacking: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for move in (*moves.options, *moves.actions):
        if move.missing:
            lacking.setdefault((move.kind, move.missing), []).append(str(move.number))
        else:
            ready.append(_row(move))
    order = ("usa", *(power for power in POWERS if power != "usa"), "")
    return ComesNext(
        tuple(sorted(ready, key=lambda row: order.index(row.power))),
        moves.spain,
        tuple(
            f"{kind if len(numbers) == 1 else kind + 's'} {listed(numbers)} ({listed(missing)})"
            for (kind, missing), numbers in lacking.items()
        ),
    )


def _row(move: Move) -> MoveRow:
    aim = AIMED.get(move.aimed, "against both") if move.kind == "option" else ""
    if move.targets:
        aim = f"for {listed(map(the_country, move.targets), 'or')}"
    level = (f"entry level {move.level}",) if move.level else ()
    who = () if move.power else ("Who takes it?",)
    return MoveRow(move.power, move.number, move.name, aim, (*level, *who, *move.asks))
