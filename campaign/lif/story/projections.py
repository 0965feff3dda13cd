"""LiF 3, 4.1: read tables of chances, vetoes, points paid and careers. Pure."""

import json
from collections.abc import Iterator

import msgspec

from campaign.kernel import projections
from campaign.lif.board import cup
from campaign.lif.state import State, with_status
from campaign.lif.story.facts import CareerStep, CupDraw, PointsPaid, VetoCast, facts_of
from campaign.lif.tables import COMBAT, DRAW, LEADER, POWER

CHANCES = projections.projection(
    "chances",
    "Who could be drawn if the Promotions Board drew now; all of them are as likely",
    {
        "leader": LEADER,
        "one_in": (int, "One in so many is the chance of each"),
        "joins": (int, "The year whose leaders an empty cup would take in first; else empty"),
    },
    ("leader",),
    optional=("joins",),
)
CUP_DRAWS = projections.projection(
    "cup_draws",
    "The cup before every draw, and so the chance of each leader and of the one drawn",
    {
        "draw": DRAW,
        "turn": projections.TURN,
        "version": projections.VERSION,
        "leader": projections.Column(str, "Leader drawn, by id", "leaders"),
        "one_in": (int, "Leaders in the cup: one in so many was the chance of each"),
        "cup": (str, "Their ids, as JSON: json_each(cup) makes rows of them"),
    },
    ("draw",),
)
HEAD_TO_HEAD = projections.projection(
    "head_to_head",
    "Every veto and support that took effect: whose it was, and whose leader it was about",
    {
        "draw": DRAW,
        "power": POWER,
        "member": projections.Column(
            str, "Member who held the power then; the host, where nobody did", "members"
        ),
        "said": (str, "veto, or support: a veto by the leader's own side"),
        "leader": LEADER,
        "of_power": projections.Column(
            str, "Power that the leader counted for then; empty if nobody's", "powers"
        ),
        "of_member": projections.Column(
            str, "Member who held that power then; empty if nobody's", "members"
        ),
        "turn": projections.TURN,
        "version": projections.VERSION,
    },
    ("draw", "power"),
    optional=("of_power", "of_member"),
    indexes=(("leader",), ("power", "of_power")),
)
SPENDING = projections.projection(
    "spending",
    "Every payment at the Promotions Board, by power and by the member who held it then",
    {
        "version": projections.VERSION,
        "power": POWER,
        "member": projections.MEMBER,
        "what_for": (str, "veto, support or vote"),
        "points": (int, "Veto points paid"),
        "draw": DRAW,
        "leader": LEADER,
        "turn": projections.TURN,
    },
    ("version", "power"),
    indexes=(("member",),),
)
CAREERS = projections.projection(
    "careers",
    "What happened to every leader, step by step",
    {
        "version": projections.VERSION,
        "leader": LEADER,
        "step": (
            str,
            "begins joins-cup joins-reserve drawn vetoed promoted placed moved turned used fought "
            "ground-struck to-circle returned recalled killed removed",
        ),
        "turn": projections.TURN,
        "place": (str, "Where; of begins the status, of to-circle the turn of his return"),
        "about": (str, "Ability, reason, side in a combat, or way of moving"),
        "draw": (int, "Number of the draw that brought it"),
        "combat": COMBAT[:2],
    },
    ("version", "leader", "step"),
    optional=("place", "about", "draw", "combat"),
    indexes=(("leader",),),
)


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
