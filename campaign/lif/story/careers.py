"""LiF 3, 4: the careers of leaders, step by step, and in words. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable

from campaign.lif.calendar import in_words, is_turn
from campaign.lif.names import STATUSES, the_country
from campaign.lif.on_map import sentences
from campaign.lif.on_map.sentences import way
from campaign.lif.state import grouped
from campaign.lif.story.facts import CareerEvent, CareerStep, CupDraw, Fact, VetoCast, only


def career(facts: Iterable[Fact], leader: str) -> tuple[CareerStep, ...]:
    """What happened to one leader, in its order; empty for one who is still set aside."""
    return tuple(step for step in only(CareerStep, facts) if step.leader == leader)


def careers(facts: Iterable[Fact]) -> dict[str, tuple[CareerStep, ...]]:
    """The careers of all leaders that have one, by leader in the order of their ids."""
    by_leader = grouped((step.leader, step) for step in only(CareerStep, facts))
    return {who: tuple(by_leader[who]) for who in sorted(by_leader)}


def by_leader(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """The steps of each leader's career, with the draws and ballots about him."""
    about = (fact for fact in facts if isinstance(fact, CareerStep | CupDraw | VetoCast))
    return grouped((fact.leader, fact) for fact in about)


def in_figures(career: Iterable[CareerStep]) -> Counter[CareerEvent]:
    """How often each kind of thing happened in a career."""
    return Counter(step.what for step in career)


# --- a step in words ----------------------------------------------------------------------------


def step_in_words(step: CareerStep) -> str:
    """What happened to a leader, without his name: `went by rail to W2214`."""
    return _WORDS[step.what](step)


def reason(about: str) -> str:
    """Why, with a conquered country by its name."""
    who, _, rest = about.partition(" ")
    return f"{the_country(who)} {rest}" if rest in _FALLEN else about


_FALLEN = ("conquered", "completely conquered")


def joined(about: str) -> str:
    """LiF 4: how a leader came into the cup."""
    if about.isdigit():
        return f"joined the cup with the leaders of {about}"
    return f"joined the cup: {about}" if about else "joined the cup"


def _because(text: str) -> Callable[[CareerStep], str]:
    """Words with a reason behind them, where the record has one."""
    return lambda step: f"{text}: {reason(step.about)}" if step.about else text


def turn_or_place(where: str) -> str:
    """A turn in words; anything else as it is."""
    return in_words(where) if is_turn(where) else where


def _fought(step: CareerStep) -> str:
    role = {"attacker": "attacked at", "defender": "defended"}.get(step.about, "was in combat at")
    return f"{role} {sentences.in_words(step.where)}"


def _used(step: CareerStep) -> str:
    """LiF 3.2: where an ability was used; it may be a country."""
    where = sentences.in_words(step.where)
    if where == step.where and where.islower():
        where = f"in {the_country(where)}"
    elif where:
        where = f"at {where}"
    return f"used ability {step.about} {where}".rstrip()


_WORDS: dict[CareerEvent, Callable[[CareerStep], str]] = {
    "begins": lambda step: f"began {STATUS_WORDS.get(step.where, step.where)}",
    "joins-cup": lambda step: joined(step.about),
    "joins-reserve": lambda step: "went back to the reserve pool",
    "drawn": lambda step: f"drawn from the cup (draw {step.draw})",
    "vetoed": lambda step: "vetoed, and back in the cup",
    "promoted": lambda step: "promoted",
    "placed": lambda step: f"placed at {sentences.in_words(step.where)}",
    "moved": lambda step: f"{way(step.about)} {sentences.in_words(step.where)}",
    "turned": lambda step: f"turned {step.about}",
    "used": _used,
    "fought": _fought,
    "ground-struck": lambda step: "ground struck",
    "to-circle": lambda step: _because(
        f"sent to the production circle until {turn_or_place(step.where)}"
    )(step),
    "returned": lambda step: "came back from the production circle",
    "recalled": _because("recalled to the cup"),
    "killed": _because("killed"),
    "removed": _because("out of the game"),
}
STATUS_WORDS: dict[str, str] = {str(status): text for status, text in STATUSES.items()}


def one_in(count: int) -> str:
    """LiF 4.1(1): the chance of each of so many leaders: `1 in 9 (11.1%)`."""
    return f"1 in {count} ({100 / count:.1f}%)"
