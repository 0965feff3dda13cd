"""LiF 3, 4.1: read tables of chances, vetoes, points paid and careers. Pure."""

import json
from collections.abc import Iterator

import msgspec

from campaign.kernel import projections
from campaign.lif.board import cup
from campaign.lif.read_tables import READ_TABLES
from campaign.lif.state import State, with_status
from campaign.lif.story.facts import CareerStep, CupDraw, PointsPaid, VetoCast, facts_of

CHANCES = READ_TABLES.table("chances")
CUP_DRAWS = READ_TABLES.table("cup_draws")
HEAD_TO_HEAD = READ_TABLES.table("head_to_head")
SPENDING = READ_TABLES.table("spending")
CAREERS = READ_TABLES.table("careers")


# --- Rows of the read tables of chances, vetoes, points paid and careers ------------------------


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """A row for each fact of an event that a table has; dice and chits have tables of their own."""
    for fact in facts_of(step):
        match fact:
            case CupDraw():
                yield CUP_DRAWS.of(fact, one_in=len(fact.cup), cup=json.dumps(fact.cup))
            case VetoCast():
                yield HEAD_TO_HEAD.of(fact)
            case PointsPaid():
                yield SPENDING.of(fact, what_for=fact.on)
            case CareerStep():
                draw = fact.draw or None
                yield CAREERS.of(fact, step=fact.what, place=fact.where, draw=draw)


def current(state: State) -> projections.Current:
    """LiF 4.1(1): who could be drawn now."""
    now = next_draw(state)
    one_in, joins = len(now.leaders), now.year
    chances: list[projections.Row] = [
        {"leader": who, "one_in": one_in, "joins": joins} for who in now.leaders
    ]
    yield CHANCES, chances


TABLES = projections.Projections[State](
    tables=(CHANCES, CUP_DRAWS, HEAD_TO_HEAD, SPENDING, CAREERS),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (
        state.sheet,
        state.leaders,
        state.active,
        state.campaign.turn,
        state.campaign.closed,
    ),
)


class NextDraw(msgspec.Struct, frozen=True):
    """LiF 4.1(1): who could be drawn if the board drew now."""

    leaders: tuple[str, ...]
    """In the order of their ids; empty if the cup is and no leader would join it."""
    year: int | None = None
    """The year whose leaders an empty cup would take in first; None where it is not empty, and in
    the list edition."""


def next_draw(state: State) -> NextDraw:
    """LiF 4.1(1): who could be drawn now. A leader who is before the board is not in the cup."""
    if not state.active or state.campaign.closed:
        return NextDraw(())
    in_cup = with_status(state, "cup")
    if in_cup:
        return NextDraw(tuple(in_cup))
    added = cup.next_year(state)
    return NextDraw(
        tuple(sorted(who for event in added for who in event.leaders)),
        added[0].year if added else None,
    )
