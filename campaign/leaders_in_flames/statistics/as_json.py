"""Statistics for programs, in JSON values: expectations to three decimals. Pure."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics import chances, dice, luck, spending, vetoes
from campaign.leaders_in_flames.statistics.careers import career
from campaign.leaders_in_flames.statistics.chances import NextDraw
from campaign.leaders_in_flames.statistics.dice import ChitLuck, DiceLuck
from campaign.leaders_in_flames.statistics.facts import CareerStep, Fact
from campaign.leaders_in_flames.statistics.luck import CupLuck
from campaign.text.json_values import JsonObject


def rounded(number: Fraction | float | None) -> float | None:
    """A number to three decimals."""
    return None if number is None else round(float(number), 3)


def of_campaign(state: State, facts: Sequence[Fact]) -> JsonObject:
    """All statistics of a campaign but the careers, which are asked for leader by leader."""
    return {
        "next_draw": _next(chances.next_draw(state)),
        "draws": [
            {
                "draw": draw.draw,
                "turn": draw.turn,
                "version": draw.version,
                "leader": draw.leader,
                "one_in": len(draw.cup),
            }
            for draw in chances.cup_draws(facts)
        ],
        "luck": [_luck(row) for row in luck.cup_luck(facts)],
        "vetoes": {
            "by_power": _plain(vetoes.head_to_head(facts)),
            "by_member": _plain(vetoes.head_to_head(facts, "member")),
            "leaders": _plain(vetoes.contested(facts)),
            "boards": _plain(vetoes.boards(facts)),
        },
        "spending": {
            "by_power": _plain(spending.spending(facts)),
            "by_member": _plain(spending.spending(facts, "member")),
        },
        "dice": [_dice(row) for row in dice.dice_luck(facts)],
        "chits": [_chits(row) for row in dice.chit_luck(facts)],
    }


def of_leader(state: State, facts: Sequence[Fact], leader: str) -> JsonObject:
    """One leader: the chance of the next draw, the board, the career."""
    now = chances.next_draw(state)
    rows = [row for row in vetoes.contested(facts) if row.leader == leader]
    cast = [veto for veto in vetoes.vetoes_cast(facts) if veto.leader == leader]
    return {
        "leader": leader,
        "one_in": len(now.leaders) if leader in now.leaders else None,
        "board": _plain(rows)[0] if rows else None,
        "vetoes": _plain(cast),
        "career": [_step(step) for step in career(facts, leader)],
    }


def of_power(facts: Sequence[Fact], power: str) -> JsonObject:
    """One power: its luck, its vetoes and those against its leaders, its points, its dice."""
    pairs = vetoes.head_to_head(facts)
    lucks = [_luck(row) for row in luck.cup_luck(facts) if row.group == power]
    mine = [paid for paid in spending.points_paid(facts) if paid.power == power]
    return {
        "power": power,
        "luck": lucks[0] if lucks else None,
        "vetoed": _plain(row for row in pairs if row.who == power),
        "vetoed_by": _plain(row for row in pairs if row.of == power),
        "spending": _plain(spending.spending(mine, "member")),
        "dice": [_dice(row) for row in dice.dice_luck(facts) if row.power == power],
    }


def _plain(rows: Iterable[msgspec.Struct]) -> list[Any]:
    found: list[Any] = msgspec.to_builtins(list(rows))
    return found


def _next(now: NextDraw) -> JsonObject:
    return {"leaders": list(now.leaders), "one_in": len(now.leaders) or None, "year": now.year}


def _step(step: CareerStep) -> JsonObject:
    return {
        "version": step.version,
        "turn": step.turn,
        "what": step.what,
        "where": step.where or None,
        "about": step.about or None,
        "draw": step.draw or None,
        "combat": step.combat or None,
    }


def _luck(row: CupLuck) -> JsonObject:
    return {
        "group": row.group,
        "leaders": row.leaders,
        "expected_leaders": rounded(row.expected_leaders),
        "spread": rounded(row.spread),
        "stars": row.stars,
        "expected_stars": rounded(row.expected_stars),
        "star_spread": rounded(row.star_spread),
    }


def _dice(row: DiceLuck) -> JsonObject:
    return {
        "on": row.on,
        "power": row.power or None,
        "rolls": row.rolls,
        "mean": rounded(row.mean),
        "hits": row.hits,
        "expected_hits": rounded(row.expected_hits),
        "spread": rounded(row.spread),
    }


def _chits(row: ChitLuck) -> JsonObject:
    return {
        "opened_at_the_end": row.is_end,
        "chits": row.chits,
        "total": row.total,
        "expected": rounded(row.expected),
    }
