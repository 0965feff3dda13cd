"""Wars, peace, conquests and alignments of a turn, each power's in one sentence. LiF 4. Pure."""

from collections.abc import Iterator, Sequence

from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.story.happenings import Happening
from campaign.leaders_in_flames.story.item import (
    Item,
    ToldTurn,
    Weight,
    countries,
    sentence,
    some,
    unique,
    verb,
)
from campaign.text.english import capital, counted, listed

Names = tuple[str, ...]


def world(turn: ToldTurn) -> Iterator[Item]:
    """LiF 4: what became of powers and countries."""
    yield from _wars_and_conquests(turn)
    yield from _peace(turn)
    yield from _fallen(turn)
    yield from _aligned(turn)


# --- wars ---------------------------------------------------------------------------------------


def _by_conqueror(turn: ToldTurn) -> dict[str, Names]:
    """Minor countries that each power conquered."""
    found: dict[str, list[str]] = {}
    for one in turn.all("minor"):
        if one.how == "conquered":
            found.setdefault(one.whom, []).append(one.who)
    return {power: unique(minors) for power, minors in found.items()}


def _attackers(turn: ToldTurn) -> dict[Names, Names]:
    """Who declared war on the same countries; powers come before minor countries."""
    targets: dict[str, list[str]] = {}
    for one in turn.all("war"):
        targets.setdefault(one.who, []).append(one.whom)
    found: dict[Names, list[str]] = {}
    for who, whom in targets.items():
        found.setdefault(unique(sorted(whom, key=_is_minor)), []).append(who)
    return {whom: tuple(sorted(who, key=_is_minor)) for whom, who in found.items()}


def _is_minor(name: str) -> bool:
    return name not in POWERS


def _wars_and_conquests(turn: ToldTurn) -> Iterator[Item]:
    """All declarations of a power in one sentence; with them what it conquered of those minors."""
    conquests = _by_conqueror(turn)
    for targets, attackers in _attackers(turn).items():
        alone = len(attackers) == 1 and all(map(_is_minor, targets))
        if alone and set(targets) & set(conquests.get(attackers[0], ())):
            yield _overrun(attackers[0], targets, conquests.pop(attackers[0]))
        else:
            yield _declared(turn, attackers, targets)
    for power, minors in conquests.items():
        text = sentence(f"{the_country(power)} conquered {countries(minors)}")
        yield Item(Weight.MINOR_CONQUEST, text, sentence(_conquers(power, minors)))


def _conquers(power: str, minors: Names) -> str:
    return f"{the_country(power)} conquers {some([the_country(minor) for minor in minors])}"


def _overrun(power: str, targets: Names, minors: Names) -> Item:
    """A power's declarations, and what it conquered in the same turn."""
    text = f"{the_country(power)} declared war on {countries(targets)}"
    if targets == minors:
        text += f" and conquered {'it' if len(targets) == 1 else 'all of them'}"
    else:
        text += f"{',' if len(targets) > 1 else ''} and conquered {countries(minors)}"
    headline = _conquers(power, minors)
    if fighting := [name for name in targets if name not in minors]:
        headline += f" and declares war on {countries(fighting)}"
    return Item(Weight.MINOR_CONQUEST, sentence(text), sentence(headline))


def _declared(turn: ToldTurn, attackers: Names, targets: Names) -> Item:
    text = sentence(f"{countries(attackers)} declared war on {countries(targets)}")
    powers = tuple(name for name in targets if not _is_minor(name))
    leading = [name for name in attackers if not _is_minor(name)]
    if powers and leading:
        headline = _war_headline(turn, leading, powers)
        return Item(Weight.MAJOR_WAR, text, headline, size=len(powers))
    says = verb(len(attackers), "declares", "declare")
    headline = f"{countries(attackers)} {says} war on {countries(targets)}"
    return Item(Weight.MINOR_WAR, text, sentence(headline))


def _war_headline(turn: ToldTurn, attackers: Sequence[str], powers: Names) -> str:
    """The Axis strikes; the Allies declare war."""
    sides = {turn.end.rulings.sides[name] for name in attackers}
    if sides == {"axis"}:
        says = verb(len(attackers), "strikes", "strike")
        return sentence(f"{countries(attackers)} {says}: war with {countries(powers)}")
    says = verb(len(attackers), "declares", "declare")
    return sentence(f"{countries(attackers)} {says} war on {countries(powers)}")


# --- peace --------------------------------------------------------------------------------------


def _peace(turn: ToldTurn) -> Iterator[Item]:
    """Who made peace with whom; the power with most partners comes first."""
    pairs = [(one.who, one.whom) for one in turn.all("peace")]
    while pairs:
        count = {name: sum(name in pair for pair in pairs) for pair in pairs for name in pair}
        first = max(count, key=lambda name: count[name])
        partners = unique(b if a == first else a for a, b in pairs if first in (a, b))
        pairs = [pair for pair in pairs if first not in pair]
        majors = first in POWERS and any(name in POWERS for name in partners)
        weight = Weight.MAJOR_PEACE if majors else Weight.MINOR_PEACE
        if len(partners) == 1:
            both = countries((first, *partners))
            yield Item(weight, sentence(f"{both} made peace"), sentence(f"{both} make peace"))
        else:
            rest = f"peace with {countries(partners)}"
            who = the_country(first)
            yield Item(weight, sentence(f"{who} made {rest}"), sentence(f"{who} makes {rest}"))


# --- powers -------------------------------------------------------------------------------------


def _fallen(turn: ToldTurn) -> Iterator[Item]:
    """LiF 4.1, 4.2: powers conquered and liberated, and Vichy France."""
    vichy = [one.how for one in turn.all("vichy")]
    fallen = [one for one in turn.all("conquest") if one.how != "free"]
    if "installed" in vichy:
        text = "Vichy France was installed, and Free France fights on"
        partly = Happening("conquest", "france", how="incomplete")
        if partly in fallen:
            fallen.remove(partly)
            text = f"France was incompletely conquered. {text}"
        yield Item(Weight.CONQUEST, sentence(text), "France falls: Vichy France is installed.")
    if "collapsed" in vichy:
        yield Item(Weight.VICHY, "Vichy France collapsed.", "Vichy France collapses.")
    for how in ("complete", "incomplete"):
        if powers := unique(one.who for one in fallen if one.how == how):
            who, was, now = countries(powers), *_be(powers)
            headline = f"{who} {now} {'' if how == 'complete' else 'incompletely '}conquered"
            text = sentence(f"{who} {was} {how}ly conquered")
            yield Item(Weight.CONQUEST, text, sentence(headline))
    if free := unique(one.who for one in turn.all("conquest") if one.how == "free"):
        who, was, now = countries(free), *_be(free)
        text = sentence(f"{who} {was} liberated")
        yield Item(Weight.CONQUEST, text, sentence(f"{who} {now} liberated"))


def _be(names: Names) -> tuple[str, str]:
    return ("was", "is") if len(names) == 1 else ("were", "are")


# --- minor countries ----------------------------------------------------------------------------


def _aligned(turn: ToldTurn) -> Iterator[Item]:
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
    for power, minors in by.items():
        who, whom = listed(the_country(name) for name in unique(minors)), the_country(power)
        text = sentence(f"{who} aligned with {whom}")
        joins = verb(len(unique(minors)), "joins", "join")
        yield Item(Weight.ALIGNED, text, sentence(f"{who} {joins} {whom}"))
    if neutral := unique(one.who for one in turn.all("minor") if one.how == "neutral"):
        text = sentence(f"{countries(neutral)} became neutral")
        now = verb(len(neutral), "becomes", "become")
        yield Item(Weight.ALIGNED, text, sentence(f"{capital(countries(neutral))} {now} neutral"))
