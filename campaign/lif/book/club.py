"""LiF 4.1: what a member adds to the figures of a club: vetoes, points paid, leaders drawn. Pure.

What a power did counts for who held it then, and for the host where nobody did. A draw counts for
who held the power when its turn ended.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from campaign.kernel.pages import PageContext
from campaign.kernel.volume.plain import ClubFigure
from campaign.lif.book.honours import tally
from campaign.lif.names import player
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from campaign.lif.story.facts import Fact, VetoCast, only
from campaign.lif.story.turn_notes import Log, Notes, facts_in

VETOES = "Vetoes that took effect, by who held the power then."
PAID = "Veto points paid for vetoes, support and votes."
DRAWN = (
    "Leaders of their powers that the cup gave. Expected: at each draw, their leaders among all in "
    "the cup."
)


def club_figures(context: PageContext[State, Notes]) -> tuple[ClubFigure, ...]:
    """LiF 4.1: the figures of everybody who played; none in a campaign without leaders."""
    logs = context.logs
    if "leaders" not in logs[-1].end.campaign.modules:
        return ()
    facts = facts_in(logs)
    drawn, expected = _drawn(logs)
    return tuple(_figures(facts, drawn, expected))


def _drawn(logs: Sequence[Log]) -> tuple[Counter[str], dict[str, Fraction]]:
    """LiF 4.1(1): by member, the leaders drawn, and those that were to be expected."""
    drawn: Counter[str] = Counter()
    expected: dict[str, Fraction] = {}
    for log in logs:
        made = tally(log.notes.facts)
        for power in POWERS:
            if power in made.expected:
                who = player(log.end, power)
                drawn[who] += made.drawn[power]
                expected[who] = expected.get(who, Fraction(0)) + made.expected[power]
    return drawn, expected


def _figures(
    facts: Sequence[Fact], drawn: Counter[str], expected: dict[str, Fraction]
) -> Iterator[ClubFigure]:
    vetoes = Counter(veto.member for veto in only(VetoCast, facts) if veto.said == "veto")
    paid = tally(facts).spent
    for who in dict.fromkeys((*expected, *vetoes, *paid)):
        yield ClubFigure(who, "vetoes", "vetoes", vetoes[who], how=VETOES)
        yield ClubFigure(who, "paid", "points paid", paid[who], how=PAID)
        share = expected.get(who, Fraction(0))
        yield ClubFigure(who, "drawn", "leaders drawn", drawn[who], share, DRAWN)
