"""Statistics in words: chances, expectations, lists of vetoes. Pure."""

from collections.abc import Iterable
from fractions import Fraction

from campaign.extensions.statistics.measures import HeadToHead
from campaign.lif.names import the_country
from campaign.text.english import counted, listed


def signed_tenths(number: Fraction | float) -> str:
    """A gain or loss to one decimal: `+3.2`, `−0.5`, `0.0`."""
    text = f"{float(number):+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")


def tenths(number: Fraction | float) -> str:
    """A number to one decimal."""
    return f"{float(number):.1f}"


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
