"""LiF 4.1: what a member adds to the figures of a club: vetoes, points paid, leaders drawn. Pure.

What a power did counts for who held it then, and for the host where nobody did. A draw counts for
who held the power when its turn ended.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from campaign.kernel.pages import PageContext
from campaign.kernel.volume.plain import ClubFigure
from campaign.lif.book.measures import cup_luck, spending
from campaign.lif.book.sums import Sums, of_campaign, sums
from campaign.lif.names import player
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from campaign.lif.story.turn_notes import Log, Notes

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
    return tuple(_figures(of_campaign(logs), *_drawn(logs)))


def _drawn(logs: Sequence[Log]) -> tuple[Counter[str], dict[str, Fraction]]:
    """LiF 4.1(1): by member, the leaders drawn, and those that were to be expected."""
    drawn: Counter[str] = Counter()
    expected: dict[str, Fraction] = {}
    for log in logs:
        for row in cup_luck(sums(log.notes.facts)):
            if row.group in POWERS:
                who = player(log.end, row.group)
                drawn[who] += row.leaders
                expected[who] = expected.get(who, Fraction(0)) + row.expected_leaders
    return drawn, expected


def _figures(
    total: Sums, drawn: Counter[str], expected: dict[str, Fraction]
) -> Iterator[ClubFigure]:
    vetoes: Counter[str] = Counter()
    for (member, _, said), count in total.cast_by_member.items():
        if said == "veto":
            vetoes[member] += count
    paid = Counter({row.who: row.total for row in spending(total, "member")})
    for who in dict.fromkeys((*expected, *vetoes, *paid)):
        yield ClubFigure(who, "vetoes", "vetoes", vetoes[who], how=VETOES)
        yield ClubFigure(who, "paid", "points paid", paid[who], how=PAID)
        share = expected.get(who, Fraction(0))
        yield ClubFigure(who, "drawn", "leaders drawn", drawn[who], share, DRAWN)
