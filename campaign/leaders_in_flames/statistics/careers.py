"""LiF 3, 4: the careers of leaders, step by step. Pure."""

from collections import Counter
from collections.abc import Iterable

from campaign.leaders_in_flames.statistics.facts import CareerEvent, CareerStep, Fact


def career(facts: Iterable[Fact], leader: str) -> tuple[CareerStep, ...]:
    """What happened to one leader, in its order; empty for one who is still set aside."""
    return tuple(fact for fact in facts if isinstance(fact, CareerStep) and fact.leader == leader)


def careers(facts: Iterable[Fact]) -> dict[str, tuple[CareerStep, ...]]:
    """The careers of all leaders that have one, by leader in the order of their ids."""
    found: dict[str, list[CareerStep]] = {}
    for fact in facts:
        if isinstance(fact, CareerStep):
            found.setdefault(fact.leader, []).append(fact)
    return {who: tuple(found[who]) for who in sorted(found)}


def in_figures(career: Iterable[CareerStep]) -> Counter[CareerEvent]:
    """How often each kind of thing happened in a career."""
    return Counter(step.what for step in career)
