"""Statistics in words: the steps of a career, chances, expectations, lists of vetoes. Pure."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from campaign.extensions.statistics.measures import HeadToHead
from campaign.lif.calendar import in_words, is_turn
from campaign.lif.names import STATUSES, the_country
from campaign.lif.on_map import sentences
from campaign.lif.on_map.sentences import way
from campaign.lif.story.facts import CareerEvent, CareerStep
from campaign.text.english import counted, listed


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


def _circle(step: CareerStep) -> str:
    return _because(f"sent to the production circle until {turn_or_place(step.where)}")(step)


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
    "to-circle": _circle,
    "returned": lambda step: "came back from the production circle",
    "recalled": _because("recalled to the cup"),
    "killed": _because("killed"),
    "removed": _because("out of the game"),
}
STATUS_WORDS: dict[str, str] = {str(status): text for status, text in STATUSES.items()}


def signed_tenths(number: Fraction | float) -> str:
    """A gain or loss to one decimal: `+3.2`, `−0.5`, `0.0`."""
    text = f"{float(number):+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")


def tenths(number: Fraction | float) -> str:
    """A number to one decimal."""
    return f"{float(number):.1f}"


def one_in(count: int) -> str:
    """LiF 4.1(1): the chance of each of so many leaders: `1 in 9 (11.1%)`."""
    return f"1 in {count} ({100 / count:.1f}%)"


def whose(power: str) -> str:
    """Whose leaders: a power's inside a sentence, or nobody's."""
    return the_country(power) if power else "nobody’s leaders"


def rivalries(rows: Iterable[HeadToHead], most: int) -> str:
    """The fiercest pairs: `Germany against the USA 6, Italy against the USSR 2`."""
    pairs = [row for row in rows if row.vetoes][:most]
    return ", ".join(
        f"{the_country(row.who)} against {whose(row.of)} {row.vetoes}" for row in pairs
    )


def spent_on(vetoes: int, supports: int, votes: int) -> str:
    """What points went for: `12 on vetoes, 2 on support and 16 on votes`."""
    parts = ((vetoes, "vetoes"), (supports, "support"), (votes, "votes"))
    return listed(f"{points} on {what}" for points, what in parts if points)


def times(number: int) -> str:
    """How often: `never`, `once`, `twice`, `9 times`."""
    return {0: "never", 1: "once", 2: "twice"}.get(number) or counted(number, "time")
