"""LiF 4: the distinctions of a campaign, and the tallies that they rest on, from facts. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

from campaign.kernel.volume.blocks import Honour
from campaign.lif import calendar
from campaign.lif.names import Names, country, the_country
from campaign.lif.roster import POWERS
from campaign.lif.story.facts import CareerEvent, CareerStep, CupDraw, Fact, PointsPaid, VetoCast
from campaign.text.english import capital, counted, listed

K = TypeVar("K")
FEW = 3
"""So many share a distinction by name at most."""


class BoardTally(msgspec.Struct, frozen=True):
    """What the Promotions Board did in a campaign, counted."""

    sent_back: Counter[str]
    """By leader: how often the Board sent him back."""
    drawn: Counter[str]
    """By power: how many of its leaders the cup gave."""
    expected: dict[str, Fraction]
    """LiF 4.1(1): by power: at each draw, its leaders in the cup among all in it."""
    draws: Counter[str]
    """By turn."""
    price: Counter[int]
    """By draw: the points paid over it, votes too."""
    leaders: dict[int, str]
    """By draw."""
    vetoes: Counter[tuple[str, str]]
    """By power, and the power whose leader it vetoed; empty for nobody's."""
    feuds: Counter[frozenset[str]]
    """By two members: vetoes of either against leaders of the other."""
    spent: Counter[str]
    """By member: the points paid."""
    paid: Counter[tuple[str, str]]
    """By power, and what for: `veto`, `support`, `vote`."""
    steps: Counter[tuple[CareerEvent, str]]
    """By what happened and leader."""


def tally(facts: Iterable[Fact]) -> BoardTally:
    """The tallies of some facts."""
    made = BoardTally(
        Counter(), Counter(), {}, Counter(), Counter(), {}, Counter(), Counter(), Counter(),
        Counter(), Counter(),
    )  # fmt: skip
    for fact in facts:
        match fact:
            case CupDraw():
                _drawn(made, fact)
            case VetoCast(said="veto"):
                made.vetoes[fact.power, fact.of_power] += 1
                if fact.of_member and fact.of_member != fact.member:
                    made.feuds[frozenset({fact.member, fact.of_member})] += 1
            case PointsPaid():
                made.price[fact.draw] += fact.points
                made.spent[fact.member] += fact.points
                made.paid[fact.power, fact.on] += fact.points
            case CareerStep():
                made.steps[fact.what, fact.leader] += 1
                made.sent_back[fact.leader] += fact.what == "vetoed"
    return made


def _drawn(made: BoardTally, draw: CupDraw) -> None:
    made.draws[draw.turn] += 1
    made.leaders[draw.draw] = draw.leader
    for power in POWERS:
        if (group := draw.groups.get(power)) is not None:
            share = Fraction(group.leaders, len(draw.cup))
            made.expected[power] = made.expected.get(power, Fraction(0)) + share
            made.drawn[power] += group.drawn > 0


def luck(made: BoardTally) -> dict[str, Fraction]:
    """LiF 4.1(1): leaders above expectation, by power in their order; negative below it."""
    return {
        power: made.drawn[power] - made.expected[power]
        for power in POWERS
        if power in made.expected
    }


# --- The honours --------------------------------------------------------------------------------


def honours(made: BoardTally, points: Mapping[str, int], names: Names) -> tuple[Honour, ...]:
    """Every distinction that somebody earned; `points` are the veto points left to each power."""
    return tuple(
        Honour(title, name, capital(why)) for title, name, why in _all(made, points, names)
    )


def _all(
    made: BoardTally, points: Mapping[str, int], names: Names
) -> Iterator[tuple[str, str, str]]:
    leader, member = names.leader, names.member
    yield from _most(
        "Most vetoed",
        made.sent_back,
        leader,
        lambda count: f"the Board sent him back {_times(count)}",
    )
    yield from _dearest(made, names)
    yield from _lucky(made)
    yield from _longest(made)
    yield from _most(
        "The spender", made.spent, member, lambda count: f"paid {counted(count, 'veto point')}"
    )
    yield from _most(
        "The miser",
        Counter(points),
        country,
        lambda count: f"ended with {counted(count, 'veto point')} unspent",
    )
    yield from _most(
        "The feud",
        made.feuds,
        lambda pair: listed(sorted(map(member, pair))),
        lambda count: f"{counted(count, 'veto', 'vetoes')} against each other’s leaders",
    )
    for title, what, why in _CAREERS:
        counts = Counter({who: n for (kind, who), n in made.steps.items() if kind == what})
        yield from _most(title, counts, leader, lambda count, why=why: why(count))  # type: ignore[misc]


_CAREERS: tuple[tuple[str, CareerEvent, Callable[[int], str]], ...] = (
    ("Hardest fighter", "fought", lambda count: f"stood in {counted(count, 'combat')}"),
    ("Greatest traveller", "moved", lambda count: f"moved {_times(count)}"),
    ("Most recalled", "recalled", lambda count: f"recalled {_times(count)}"),
)


def _most(
    title: str, counts: Counter[K], name: Callable[[K], str], why: Callable[[int], str]
) -> Iterator[tuple[str, str, str]]:
    """Who has the most of something, those who share it together; nobody has it with none."""
    most = max(counts.values(), default=0)
    if most > 0:
        yield (
            title,
            _shared([name(one) for one, count in counts.items() if count == most]),
            why(most),
        )


def _shared(names: Sequence[str]) -> str:
    """Names in their order, no more than a few."""
    known = sorted(names)
    if len(known) <= FEW:
        return listed(known)
    return f"{', '.join(known[:FEW])} and {counted(len(known) - FEW, 'other')}"


def _dearest(made: BoardTally, names: Names) -> Iterator[tuple[str, str, str]]:
    """The draw that cost most, the earliest of several."""
    most = max(made.price.values(), default=0)
    if most:
        draw = min(number for number, points in made.price.items() if points == most)
        who = names.leader(made.leaders[draw]) if draw in made.leaders else f"draw {draw}"
        yield (
            "Dearest draw",
            who,
            f"draw {draw} cost {counted(most, 'veto point')} around the table",
        )


def _lucky(made: BoardTally) -> Iterator[tuple[str, str, str]]:
    by_power = luck(made)
    for title, best in (("Luck of the cup", max), ("Cold hand", min)):
        value = best(by_power.values(), default=Fraction(0))
        is_luck = value > 0 if best is max else value < 0
        if is_luck:
            power = next(one for one, of in by_power.items() if of == value)
            drawn, expected = made.drawn[power], float(made.expected[power])
            yield (
                title,
                country(power),
                f"{counted(drawn, 'leader')} drawn, where {expected:.1f} were to be expected",
            )


def _longest(made: BoardTally) -> Iterator[tuple[str, str, str]]:
    most = max(made.draws.values(), default=0)
    if most > 1:
        turn = next(turn for turn, count in made.draws.items() if count == most)
        yield "Longest Board", calendar.in_words(turn), f"{counted(most, 'draw')} in one turn"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count) or counted(count, "time")


def rivals(made: BoardTally) -> str:
    """The fiercest pairs of powers, in a sentence; empty where nobody vetoed another's leader."""
    pairs = [
        (who, of, count)
        for (who, of), count in sorted(made.vetoes.items(), key=lambda one: (-one[1], one[0]))
        if of and of != who
    ][:FEW]
    parts = [
        f"{the_country(who)} vetoed leaders of {the_country(of)} {_times(count)}"
        for who, of, count in pairs
    ]
    return f"{capital('; '.join(parts))}." if parts else ""
