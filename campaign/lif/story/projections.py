"""LiF 3, 4.1: read tables of chances, vetoes, points paid and careers. Pure."""

import json
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from campaign.kernel import projections
from campaign.lif.board import cup
from campaign.lif.roster import COMBAT, DRAW, LEADER, POWER
from campaign.lif.state import State, with_status
from campaign.lif.story.facts import CareerStep, CupDraw, PointsPaid, VetoCast, facts_of

# --- LiF 3, 4.1: read tables of chances, vetoes, points paid and careers ------------------------

CHANCES = projections.Projection(
    "chances",
    "Who could be drawn if the Promotions Board drew now; all of them are as likely",
    {
        "leader": LEADER,
        "one_in": (int, "One in so many is the chance of each"),
        "joins": (int, "The year whose leaders an empty cup would take in first; else empty"),
    },
    ("leader",),
    {("leader",): "leaders"},
    optional=("joins",),
)
CUP_DRAWS = projections.Projection(
    "cup_draws",
    "The cup before every draw, and so the chance of each leader and of the one drawn",
    {
        "draw": DRAW,
        "turn": projections.TURN,
        "version": projections.VERSION,
        "leader": (str, "Leader drawn, by id"),
        "one_in": (int, "Leaders in the cup: one in so many was the chance of each"),
        "cup": (str, "Their ids, as JSON: json_each(cup) makes rows of them"),
    },
    ("draw",),
    {
        ("draw",): "promotions",
        ("turn",): "turns",
        ("version",): "events",
        ("leader",): "leaders",
    },
)
HEAD_TO_HEAD = projections.Projection(
    "head_to_head",
    "Every veto and support that took effect: whose it was, and whose leader it was about",
    {
        "draw": DRAW,
        "power": POWER,
        "member": (str, "Member who held the power then; the host, where nobody did"),
        "said": (str, "veto, or support: a veto by the leader's own side"),
        "leader": LEADER,
        "of_power": (str, "Power that the leader counted for then; empty if nobody's"),
        "of_member": (str, "Member who held that power then; empty if nobody's"),
        "turn": projections.TURN,
        "version": projections.VERSION,
    },
    ("draw", "power"),
    {
        ("draw",): "promotions",
        ("power",): "powers",
        ("member",): "members",
        ("leader",): "leaders",
        ("of_power",): "powers",
        ("of_member",): "members",
        ("turn",): "turns",
        ("version",): "events",
    },
    optional=("of_power", "of_member"),
    indexes=(("leader",), ("power", "of_power")),
)
SPENDING = projections.Projection(
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
    {
        ("version",): "events",
        ("power",): "powers",
        ("member",): "members",
        ("draw",): "promotions",
        ("leader",): "leaders",
        ("turn",): "turns",
    },
    indexes=(("member",),),
)
CAREERS = projections.Projection(
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
        "combat": COMBAT,
    },
    ("version", "leader", "step"),
    {("version",): "events", ("leader",): "leaders", ("turn",): "turns"},
    optional=("place", "about", "draw", "combat"),
    indexes=(("leader",),),
)


# --- Rows of the read tables of chances, vetoes, points paid and careers ------------------------


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """A row for each fact of an event that a table has; dice and chits have tables of their own."""
    for fact in facts_of(step):
        match fact:
            case CupDraw():
                yield CUP_DRAWS, _cup_draw(fact)
            case VetoCast():
                yield HEAD_TO_HEAD, _veto(fact)
            case PointsPaid():
                yield SPENDING, _paid(fact)
            case CareerStep():
                yield CAREERS, _career(fact)


def _cup_draw(fact: CupDraw) -> projections.Row:
    return {
        "draw": fact.draw,
        "turn": fact.turn,
        "version": fact.version,
        "leader": fact.leader,
        "one_in": len(fact.cup),
        "cup": json.dumps(fact.cup),
    }


def _veto(fact: VetoCast) -> projections.Row:
    return {
        "draw": fact.draw,
        "power": fact.power,
        "member": fact.member,
        "said": fact.said,
        "leader": fact.leader,
        "of_power": fact.of_power or None,
        "of_member": fact.of_member or None,
        "turn": fact.turn,
        "version": fact.version,
    }


def _paid(fact: PointsPaid) -> projections.Row:
    return {
        "version": fact.version,
        "power": fact.power,
        "member": fact.member,
        "what_for": fact.on,
        "points": fact.points,
        "draw": fact.draw,
        "leader": fact.leader,
        "turn": fact.turn,
    }


def _career(fact: CareerStep) -> projections.Row:
    return {
        "version": fact.version,
        "leader": fact.leader,
        "step": fact.what,
        "turn": fact.turn,
        "place": fact.where or None,
        "about": fact.about or None,
        "draw": fact.draw or None,
        "combat": fact.combat or None,
    }


def current(state: State) -> projections.Current:
    """LiF 4.1(1): who could be drawn now."""
    now = next_draw(state)
    one_in, joins = len(now.leaders), now.year
    chances: list[projections.Row] = [
        {"leader": who, "one_in": one_in, "joins": joins} for who in now.leaders
    ]
    yield CHANCES, chances


TABLES = projections.Projections[State](
    tables=(
        CHANCES,
        CUP_DRAWS,
        HEAD_TO_HEAD,
        SPENDING,
        CAREERS,
    ),
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

    @property
    def chance(self) -> Fraction:
        """The chance of each of them; 0 where there is nobody."""
        return Fraction(1, len(self.leaders)) if self.leaders else Fraction(0)

    def chance_of(self, leader: str) -> Fraction:
        """The chance of one leader."""
        return self.chance if leader in self.leaders else Fraction(0)


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
