"""LiF 4: the distinctions of a campaign, from its facts and their sums. Pure."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from campaign.kernel.volume.blocks import Honour
from campaign.lif import calendar
from campaign.lif.book.measures import cup_luck, longest_board, spending, tenths, times
from campaign.lif.book.sums import Sums
from campaign.lif.names import Names, country
from campaign.lif.roster import POWERS
from campaign.lif.story.facts import CareerEvent, CareerStep, CupDraw, Fact, PointsPaid, only
from campaign.text.english import capital, counted, listed

K = TypeVar("K")
FEW = 3
"""So many share a distinction by name at most."""
Award = tuple[str, str, str]
"""For what, who has it, and why."""


def honours(
    facts: Sequence[Fact], total: Sums, points: Mapping[str, int], names: Names
) -> tuple[Honour, ...]:
    """Every distinction that somebody earned, from facts and their sums; `points` are the veto
    points left to each power.
    """
    awards = (
        *_careers(facts, names, _AT_THE_BOARD),
        *_dearest(facts, names),
        *_lucky(total),
        *_longest(total),
        *_points(total, points, names),
        *_careers(facts, names, _AT_WAR),
    )
    return tuple(Honour(title, name, capital(why)) for title, name, why in awards)


Career = tuple[str, CareerEvent, Callable[[int], str]]
_AT_THE_BOARD: tuple[Career, ...] = (
    ("Most vetoed", "vetoed", lambda count: f"the Board sent him back {times(count)}"),
)
_AT_WAR: tuple[Career, ...] = (
    ("Hardest fighter", "fought", lambda count: f"stood in {counted(count, 'combat')}"),
    ("Greatest traveller", "moved", lambda count: f"moved {times(count)}"),
    ("Most recalled", "recalled", lambda count: f"recalled {times(count)}"),
)


def _careers(facts: Sequence[Fact], names: Names, kinds: Sequence[Career]) -> Iterator[Award]:
    """Whom something happened to most often."""
    for title, what, why in kinds:
        steps = Counter(step.leader for step in only(CareerStep, facts) if step.what == what)
        yield from _most(title, steps, names.leader, why)


def _points(total: Sums, points: Mapping[str, int], names: Names) -> Iterator[Award]:
    """LiF 4.1(3), 4.1(5): who paid most, who kept most, and who vetoed each other."""
    spent = Counter({row.who: row.total for row in spending(total, "member")})
    paid = _most(
        "The spender", spent, names.member, lambda count: f"paid {counted(count, 'veto point')}"
    )
    kept = _most(
        "The miser",
        Counter(points),
        country,
        lambda count: f"ended with {counted(count, 'veto point')} unspent",
    )
    feuds: Counter[frozenset[str]] = Counter()
    for (who, of, said), count in total.cast_by_member.items():
        if said == "veto" and of not in ("", who):
            feuds[frozenset({who, of})] += count
    fought = _most(
        "The feud",
        feuds,
        lambda pair: listed(sorted(map(names.member, pair))),
        lambda count: f"{counted(count, 'veto', 'vetoes')} against each other’s leaders",
    )
    yield from (*paid, *kept, *fought)


def _most(
    title: str, counts: Counter[K], name: Callable[[K], str], why: Callable[[int], str]
) -> Iterator[Award]:
    """Who has the most of something, those who share it together; nobody has it with none."""
    most = max(counts.values(), default=0)
    if most > 0:
        names = _shared([name(one) for one, count in counts.items() if count == most])
        yield title, names, why(most)


def _shared(names: Sequence[str]) -> str:
    """Names in their order, no more than a few."""
    known = sorted(names)
    if len(known) <= FEW:
        return listed(known)
    return f"{', '.join(known[:FEW])} and {counted(len(known) - FEW, 'other')}"


def _dearest(facts: Sequence[Fact], names: Names) -> Iterator[Award]:
    """The draw that cost most, the earliest of several."""
    price: Counter[int] = Counter()
    for one in only(PointsPaid, facts):
        price[one.draw] += one.points
    most = max(price.values(), default=0)
    if most:
        draw = min(number for number, points in price.items() if points == most)
        drawn = {one.draw: names.leader(one.leader) for one in only(CupDraw, facts)}
        why = f"draw {draw} cost {counted(most, 'veto point')} around the table"
        yield "Dearest draw", drawn.get(draw, f"draw {draw}"), why


def _lucky(total: Sums) -> Iterator[Award]:
    """LiF 4.1(1): the powers that drew most above and below what was to be expected."""
    rows = [row for row in cup_luck(total) if row.group in POWERS]
    for title, best, sign in (("Luck of the cup", max, 1), ("Cold hand", min, -1)):
        row = best(rows, key=lambda one: one.luck, default=None)
        if row is not None and row.luck * sign > 0:
            drawn = f"{counted(row.leaders, 'leader')} drawn"
            why = f"{drawn}, where {tenths(row.expected_leaders)} were to be expected"
            yield title, country(row.group), why


def _longest(total: Sums) -> Iterator[Award]:
    board = longest_board(total)
    if board is not None and board.draws > 1:
        why = f"{counted(board.draws, 'draw')} in one turn"
        yield "Longest Board", calendar.in_words(board.turn), why
