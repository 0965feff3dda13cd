"""Rows of the read tables of chances, vetoes, points paid and careers. Pure."""

import json
from collections.abc import Iterator

from campaign.kernel.tables import Current, Row, TableRow, Tables
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics import read_tables
from campaign.leaders_in_flames.statistics.chances import next_draw
from campaign.leaders_in_flames.statistics.facts import CareerStep, CupDraw, PointsPaid, VetoCast
from campaign.leaders_in_flames.statistics.gathering import facts_of


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """A row for each fact of an event that a table has; dice and chits have tables of their own."""
    for fact in facts_of(step):
        match fact:
            case CupDraw():
                yield read_tables.CUP_DRAWS, _cup_draw(fact)
            case VetoCast():
                yield read_tables.HEAD_TO_HEAD, _veto(fact)
            case PointsPaid():
                yield read_tables.SPENDING, _paid(fact)
            case CareerStep():
                yield read_tables.CAREERS, _career(fact)


def _cup_draw(fact: CupDraw) -> Row:
    return {
        "draw": fact.draw,
        "turn": fact.turn,
        "version": fact.version,
        "leader": fact.leader,
        "one_in": len(fact.cup),
        "cup": json.dumps(fact.cup),
    }


def _veto(fact: VetoCast) -> Row:
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


def _paid(fact: PointsPaid) -> Row:
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


def _career(fact: CareerStep) -> Row:
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


def current(state: State) -> Current:
    """LiF 4.1(1): who could be drawn now."""
    now = next_draw(state)
    one_in, joins = len(now.leaders), now.year
    chances: list[Row] = [{"leader": who, "one_in": one_in, "joins": joins} for who in now.leaders]
    yield read_tables.CHANCES, chances


TABLES = Tables[State](
    tables=(
        read_tables.CHANCES,
        read_tables.CUP_DRAWS,
        read_tables.HEAD_TO_HEAD,
        read_tables.SPENDING,
        read_tables.CAREERS,
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
