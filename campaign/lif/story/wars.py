"""Wars, peace, conquests and alignments of a turn, each power's in one sentence. LiF 4. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from campaign.lif.names import the_countries, the_country
from campaign.lif.roster import POWERS
from campaign.lif.state import grouped
from campaign.lif.story import items
from campaign.lif.story.items import Item, TurnEvents, Weight, item, unique, verb
from campaign.text.english import counted
from events.lif import politics
from events.lif.aftermath import SpainJoined

Names = tuple[str, ...]


def world(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4: what became of powers and countries."""
    yield from _wars_and_conquests(turn)
    yield from _peace(turn)
    yield from _fallen(turn)
    yield from _aligned(turn)


# --- wars ---------------------------------------------------------------------------------------


def _minors(
    turn: TurnEvents, status: politics.MinorStatus, without: Names = ()
) -> dict[str, Names]:
    """Minor countries that became conquered, aligned or neutral, by the power they are with."""
    by = grouped(
        (one.power or "", one.minor)
        for one in turn.all(politics.MinorChanged)
        if status == ("neutral" if one.power is None else one.status) and one.minor not in without
    )
    return {power: unique(minors) for power, minors in by.items()}


def _attackers(turn: TurnEvents) -> dict[Names, Names]:
    """Who declared war on the same countries; powers come before minor countries."""
    targets = grouped((one.attacker, one.target) for one in turn.all(politics.WarDeclared))
    attackers = grouped((unique(sorted(whom, key=_is_minor)), who) for who, whom in targets.items())
    return {whom: tuple(sorted(who, key=_is_minor)) for whom, who in attackers.items()}


def _is_minor(name: str) -> bool:
    return name not in POWERS


def _wars_and_conquests(turn: TurnEvents) -> Iterator[Item]:
    """All declarations of a power in one sentence; with them what it conquered of those minors."""
    conquests = _minors(turn, "conquered")
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
    text, brief, shown = the_countries(names), _some(names), present.format(_some(names))
    return item(weight, past.format(text), shown, past.format(brief), says_more=_many(names))


def _some(names: Sequence[str]) -> str:
    """Countries in a headline."""
    return items.some([the_country(name) for name in names])


def _many(*rows: Sequence[str]) -> bool:
    """Whether a headline leaves some of them out."""
    return any(len(row) > items.MANY for row in rows)


def _overrun(power: str, targets: Names, minors: Names) -> Item:
    """A power's declarations, and what it conquered in the same turn."""
    who, same = the_country(power), targets == minors
    all_of_them = "it" if len(targets) == 1 else "all of them"
    apart = "," if len(targets) > 1 and not same else ""
    text, brief = (
        f"{who} declared war on {named(targets)}{apart} and conquered "
        f"{all_of_them if same else named(minors)}"
        for named in (the_countries, _some)
    )
    headline = f"{who} conquers {_some(minors)}"
    if fighting := [name for name in targets if name not in minors]:
        headline += f" and declares war on {_some(fighting)}"
    more = _many(minors, fighting)
    return item(Weight.MINOR_CONQUEST, text, headline, brief, says_more=more)


def _declared(turn: TurnEvents, attackers: Names, targets: Names) -> Item:
    """Of a war between powers the headline names no minors: the Axis strikes, the Allies declare
    war.
    """
    text, brief = (
        f"{named(attackers)} declared war on {named(targets)}" for named in (the_countries, _some)
    )
    weight, size = Weight.MINOR_WAR, 0
    powers, leading = (
        tuple(name for name in names if not _is_minor(name)) for names in (targets, attackers)
    )
    if powers and leading:
        attackers, targets, weight, size = leading, powers, Weight.MAJOR_WAR, len(powers)
    says = f"{verb(len(attackers), 'declares', 'declare')} war on"
    if size and {turn.end.rulings.sides[name] for name in attackers} == {"axis"}:
        says = f"{verb(len(attackers), 'strikes', 'strike')}: war with"
    headline, more = f"{_some(attackers)} {says} {_some(targets)}", _many(attackers, targets)
    return item(weight, text, headline, brief, size=size, says_more=more)


# --- peace --------------------------------------------------------------------------------------


def _peace(turn: TurnEvents) -> Iterator[Item]:
    """Who made peace with whom; the power with most partners comes first."""
    pairs = list(unique(one.powers for one in turn.all(politics.PeaceMade)))
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
    fates = grouped((one.status, one.power) for one in turn.all(politics.ConquestChanged))
    partly, whole = fates.get("incomplete", []), unique(fates.get("complete", ()))
    if turn.all(politics.VichyInstalled):
        text = "Vichy France was installed, and Free France fights on"
        if "france" in partly:
            partly = [who for who in partly if who != "france"]
            text = f"France was incompletely conquered. {text}"
        yield item(Weight.CONQUEST, text, "France falls: Vichy France is installed")
    if turn.all(politics.VichyCollapsed):
        yield item(Weight.VICHY, "Vichy France collapsed", "Vichy France collapses")
    yield from _fate(whole, "completely conquered", "conquered")
    yield from _fate(unique(who for who in partly if who not in whole), "incompletely conquered")
    yield from _fate(unique(fates.get("free", ())), "liberated")


def _fate(powers: Names, text: str, headline: str = "") -> Iterator[Item]:
    """What became of powers, if of any; in fewer words for a headline."""
    if powers:
        who, shown = the_countries(powers), headline or text
        past, present = f"{who} {items.was(powers)} {text}", f"{who} {items.now(powers)} {shown}"
        yield item(Weight.CONQUEST, past, present)


# --- minor countries ----------------------------------------------------------------------------


def _aligned(turn: TurnEvents) -> Iterator[Item]:
    """LiF 4.1: minor countries that aligned or became neutral; Spain at its price (5.3.3)."""
    joined = turn.all(SpainJoined)
    for one in joined:
        spent = counted(one.offensive_chits, "offensive chit")
        text = f"Germany aligned Spain for {spent}. Italy no longer co-operates with Germany"
        yield item(Weight.ALIGNED, text, "Spain joins Germany")
    for power, minors in _minors(turn, "aligned", ("spain",) if joined else ()).items():
        whom, says = the_country(power), verb(len(minors), "joins", "join")
        yield _item(Weight.ALIGNED, minors, f"{{}} aligned with {whom}", f"{{}} {says} {whom}")
    for neutral in _minors(turn, "neutral").values():
        says = verb(len(neutral), "becomes", "become")
        yield _item(Weight.ALIGNED, neutral, "{} became neutral", f"{{}} {says} neutral")
