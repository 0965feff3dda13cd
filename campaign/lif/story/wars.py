"""Wars, peace, conquests and alignments of a turn, each power's in one sentence. LiF 4. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from campaign.lif.names import the_country
from campaign.lif.roster import POWERS
from campaign.lif.story.items import (
    MANY,
    Item,
    TurnEvents,
    Weight,
    countries,
    sentence,
    some,
    unique,
    verb,
)
from campaign.text.english import counted
from events.lif.politics import Conquest

Names = tuple[str, ...]


def world(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4: what became of powers and countries."""
    yield from _wars_and_conquests(turn)
    yield from _peace(turn)
    yield from _fallen(turn)
    yield from _aligned(turn)


# --- wars ---------------------------------------------------------------------------------------


def _by_conqueror(turn: TurnEvents) -> dict[str, Names]:
    """Minor countries that each power conquered."""
    conquests: dict[str, list[str]] = {}
    for one in turn.all("minor"):
        if one.how == "conquered":
            conquests.setdefault(one.whom, []).append(one.who)
    return {power: unique(minors) for power, minors in conquests.items()}


def _attackers(turn: TurnEvents) -> dict[Names, Names]:
    """Who declared war on the same countries; powers come before minor countries."""
    targets: dict[str, list[str]] = {}
    for one in turn.all("war"):
        targets.setdefault(one.who, []).append(one.whom)
    attackers: dict[Names, list[str]] = {}
    for who, whom in targets.items():
        attackers.setdefault(unique(sorted(whom, key=_is_minor)), []).append(who)
    return {whom: tuple(sorted(who, key=_is_minor)) for whom, who in attackers.items()}


def _is_minor(name: str) -> bool:
    return name not in POWERS


def _wars_and_conquests(turn: TurnEvents) -> Iterator[Item]:
    """All declarations of a power in one sentence; with them what it conquered of those minors."""
    conquests = _by_conqueror(turn)
    for targets, attackers in _attackers(turn).items():
        alone = len(attackers) == 1 and all(map(_is_minor, targets))
        if alone and set(targets) & set(conquests.get(attackers[0], ())):
            yield _overrun(attackers[0], targets, conquests.pop(attackers[0]))
        else:
            yield _declared(turn, attackers, targets)
    for power, minors in conquests.items():
        who, weight = the_country(power), Weight.MINOR_CONQUEST
        yield _item(weight, minors, f"{who} conquered {{}}", f"{who} conquers {{}}")


def _item(weight: Weight, names: Names, past: str, present: str) -> Item:
    """News of some countries, in the past tense and for a headline in the present."""
    text, brief = past.format(countries(names)), past.format(_some(names))
    headline = sentence(present.format(_some(names)))
    return Item(weight, sentence(text), headline, sentence(brief), says_more=_many(names))


def _some(names: Sequence[str]) -> str:
    """Countries in a headline."""
    return some([the_country(name) for name in names])


def _many(*rows: Sequence[str]) -> bool:
    """Whether a headline leaves some of them out."""
    return any(len(row) > MANY for row in rows)


def _overrun(power: str, targets: Names, minors: Names) -> Item:
    """A power's declarations, and what it conquered in the same turn."""
    who, same = the_country(power), targets == minors
    all_of_them = "it" if len(targets) == 1 else "all of them"
    apart = "," if len(targets) > 1 and not same else ""
    text, brief = (
        f"{who} declared war on {named(targets)}{apart} and conquered "
        f"{all_of_them if same else named(minors)}"
        for named in (countries, _some)
    )
    headline = f"{who} conquers {_some(minors)}"
    if fighting := [name for name in targets if name not in minors]:
        headline += f" and declares war on {_some(fighting)}"
    more = _many(minors, fighting)
    return Item(
        Weight.MINOR_CONQUEST, sentence(text), sentence(headline), sentence(brief), says_more=more
    )


def _declared(turn: TurnEvents, attackers: Names, targets: Names) -> Item:
    text, brief = (
        sentence(f"{named(attackers)} declared war on {named(targets)}")
        for named in (countries, _some)
    )
    powers = tuple(name for name in targets if not _is_minor(name))
    leading = tuple(name for name in attackers if not _is_minor(name))
    if powers and leading:
        headline, more = _war_headline(turn, leading, powers), _many(leading, powers)
        size = len(powers)
        return Item(Weight.MAJOR_WAR, text, headline, brief, size=size, says_more=more)
    says = verb(len(attackers), "declares", "declare")
    headline = sentence(f"{_some(attackers)} {says} war on {_some(targets)}")
    more = _many(attackers, targets)
    return Item(Weight.MINOR_WAR, text, headline, brief, says_more=more)


def _war_headline(turn: TurnEvents, attackers: Names, powers: Names) -> str:
    """The Axis strikes; the Allies declare war."""
    sides = {turn.end.rulings.sides[name] for name in attackers}
    if sides == {"axis"}:
        says = verb(len(attackers), "strikes", "strike")
        return sentence(f"{_some(attackers)} {says}: war with {_some(powers)}")
    says = verb(len(attackers), "declares", "declare")
    return sentence(f"{_some(attackers)} {says} war on {_some(powers)}")


# --- peace --------------------------------------------------------------------------------------


def _peace(turn: TurnEvents) -> Iterator[Item]:
    """Who made peace with whom; the power with most partners comes first."""
    pairs = [(one.who, one.whom) for one in turn.all("peace")]
    while pairs:
        first, _ = Counter(chain.from_iterable(pairs)).most_common(1)[0]
        partners = unique(b if a == first else a for a, b in pairs if first in (a, b))
        pairs = [pair for pair in pairs if first not in pair]
        yield _made_peace(first, partners)


def _made_peace(power: str, partners: Names) -> Item:
    majors = power in POWERS and any(name in POWERS for name in partners)
    weight = Weight.MAJOR_PEACE if majors else Weight.MINOR_PEACE
    if len(partners) == 1:
        return _item(weight, (power, *partners), "{} made peace", "{} make peace")
    who = the_country(power)
    return _item(weight, partners, f"{who} made peace with {{}}", f"{who} makes peace with {{}}")


# --- powers -------------------------------------------------------------------------------------


def _fallen(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4.1, 4.2: powers conquered and liberated, and Vichy France."""
    vichy = [one.how for one in turn.all("vichy")]
    fates = [(one.who, one.how) for one in turn.all("conquest")]
    if "installed" in vichy:
        text = "Vichy France was installed, and Free France fights on"
        if ("france", "incomplete") in fates:
            fates.remove(("france", "incomplete"))
            text = f"France was incompletely conquered. {text}"
        yield Item(Weight.CONQUEST, sentence(text), "France falls: Vichy France is installed.")
    if "collapsed" in vichy:
        yield Item(Weight.VICHY, "Vichy France collapsed.", "Vichy France collapses.")
    whole = _whose_fate(fates, "complete")
    partly = tuple(who for who in _whose_fate(fates, "incomplete") if who not in whole)
    yield from _fate(whole, "completely conquered", "conquered")
    yield from _fate(partly, "incompletely conquered")
    yield from _fate(_whose_fate(fates, "free"), "liberated")


def _whose_fate(fates: Sequence[tuple[str, str]], status: Conquest) -> Names:
    return unique(who for who, how in fates if how == status)


def _fate(powers: Names, text: str, headline: str = "") -> Iterator[Item]:
    """What became of powers, if of any; in fewer words for a headline."""
    if powers:
        who, was, now = countries(powers), *_be(powers)
        shown = sentence(f"{who} {now} {headline or text}")
        yield Item(Weight.CONQUEST, sentence(f"{who} {was} {text}"), shown)


def _be(names: Names) -> tuple[str, str]:
    return ("was", "is") if len(names) == 1 else ("were", "are")


# --- minor countries ----------------------------------------------------------------------------


def _aligned(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4.1: minor countries that aligned or became neutral; Spain at its price (5.3.3)."""
    bought = {"spain"} if turn.all("spain") else set()
    for one in turn.all("spain"):
        spent = counted(one.number, "offensive chit")
        text = f"Germany aligned Spain for {spent}. Italy no longer co-operates with Germany."
        yield Item(Weight.ALIGNED, text, "Spain joins Germany.")
    by: dict[str, list[str]] = {}
    for one in turn.all("minor"):
        if one.how == "aligned" and one.who not in bought:
            by.setdefault(one.whom, []).append(one.who)
    for power, aligned in by.items():
        minors, whom = unique(aligned), the_country(power)
        now = verb(len(minors), "joins", "join")
        yield _item(Weight.ALIGNED, minors, f"{{}} aligned with {whom}", f"{{}} {now} {whom}")
    if neutral := unique(one.who for one in turn.all("minor") if one.how == "neutral"):
        now = verb(len(neutral), "becomes", "become")
        yield _item(Weight.ALIGNED, neutral, "{} became neutral", f"{{}} {now} neutral")
