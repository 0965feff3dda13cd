"""LiF 4: who is at war since when, and what is conquered or aligned, at any turn. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from campaign.kernel.pages import MorePage, journal_href
from campaign.lif import calendar
from campaign.lif.names import country, the_country
from campaign.lif.politics.chapter import in_words
from campaign.lif.politics.war_history import War, enemies, fights, wars
from campaign.lif.roster import POWERS
from campaign.lif.state import State, pair
from campaign.lif.story.facts import WarStep
from campaign.lif.story.turn_notes import Context, Log
from campaign.lif.story.turn_sums import war_steps
from campaign.text.english import capital, listed

# --- LiF 4: what each turn changed in the war, and how it stood at its end ----------------------


class WarTurn(msgspec.Struct, frozen=True):
    """A turn that changed something."""

    turn: str
    news: tuple[str, ...]
    fronts: tuple[str, ...]
    """Who was at war with whom at its end."""
    fallen: str
    """What was conquered by then."""


def war_turns(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[WarTurn]:
    """Every turn that changed something, the latest first."""
    by_turn: dict[str, list[WarStep]] = {}
    for step in steps:
        by_turn.setdefault(step.turn, []).append(step)
    for log in reversed(logs):
        if log.turn in by_turn:
            news = tuple(_in_words(step) for step in by_turn[log.turn])
            yield WarTurn(log.turn, news, tuple(fronts(log.end)), fallen(log.end))


def fronts(state: State) -> Iterator[str]:
    """LiF 4: who is at war with whom, each war once, the Axis first."""
    shown: set[tuple[str, str]] = set()
    for power in sorted(POWERS, key=lambda power: state.rulings.sides[power] != "axis"):
        foes = [foe for foe in enemies(state, power) if pair(power, foe) not in shown]
        shown |= {pair(power, foe) for foe in foes}
        if foes:
            yield f"{capital(the_country(power))} against {listed(map(the_country, foes))}."


def fallen(state: State) -> str:
    """LiF 4.1, 4.2: what is conquered, in a sentence or two; empty where nothing is."""
    parts = [
        *(the_country(who) for who in POWERS if state.conquest.get(who) == "complete"),
        *(
            f"{the_country(who)} (incompletely)"
            for who in POWERS
            if state.conquest.get(who) == "incomplete"
        ),
        *(
            the_country(who)
            for who, known in sorted(state.minors.items())
            if known.status == "conquered"
        ),
    ]
    conquered = f"Conquered: {listed(parts)}." if parts else ""
    vichy = "Vichy France is installed." if state.vichy == "installed" else ""
    return " ".join(filter(None, (conquered, vichy)))


def _in_words(step: WarStep) -> str:
    """A change in the war, as the journal says it; of Vichy no more than that it changed."""
    if step.what == "vichy":
        return f"Vichy France {'was installed' if step.status == 'installed' else 'collapsed'}."
    return in_words(step.what, step.who, step.other, step.status)


# --- LiF 4.1, 4.2: which countries are conquered, aligned or split, and since when --------------


class CountryLine(msgspec.Struct, frozen=True):
    """A country and since when it has been so."""

    name: str
    turn: str
    """Since when; empty where it was so from the start."""
    href: str


class PowerLine(msgspec.Struct, frozen=True):
    """LiF 4.2: a major power that is conquered, or Vichy France."""

    power: str
    status: str
    since: CountryLine


class CountryGroup(msgspec.Struct, frozen=True):
    """LiF 4.1: the minor countries of a power; without a power those that are neutral again."""

    power: str
    name: str
    conquered: tuple[CountryLine, ...]
    aligned: tuple[CountryLine, ...]


def powers_fallen(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[PowerLine]:
    """LiF 4.2: powers that are conquered now, and what became of Vichy France."""
    state, last = logs[-1].end, {(step.what, step.who): step for step in steps}
    for power in POWERS:
        status = state.conquest.get(power, "free")
        if status != "free":
            since = _country_line(logs, country(power), last.get(("conquest", power)))
            yield PowerLine(power, f"{status}ly conquered", since)
    if state.vichy != "none":
        since = _country_line(logs, "Vichy France", last.get(("vichy", "france")))
        yield PowerLine("france", state.vichy, since)


def minors_by_power(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[CountryGroup]:
    """LiF 4.1: the minor countries that each power conquered or is aligned with."""
    last = {step.who: step for step in steps if step.what == "minor"}
    groups: dict[str, dict[str, list[CountryLine]]] = {}
    for minor, known in sorted(logs[-1].end.minors.items()):
        group = groups.setdefault(known.power or "", {"conquered": [], "aligned": []})
        status = "conquered" if known.status == "conquered" else "aligned"
        group[status].append(_country_line(logs, country(minor), last.get(minor)))
    strangers = sorted(groups.keys() - {*POWERS, ""})
    for power in (*POWERS, *strangers, ""):
        if group := groups.get(power, {}):
            name = country(power) if power else "Neutral again"
            yield CountryGroup(power, name, tuple(group["conquered"]), tuple(group["aligned"]))


def _country_line(logs: Sequence[Log], name: str, step: WarStep | None) -> CountryLine:
    if step is None:
        return CountryLine(name, "", "")
    return CountryLine(name, step.turn, journal_href(logs, step.version))


# --- LiF 4: who is at war with whom and since when, and what is conquered, at any turn ----------

WAR_PAGE = "war.html"


class WarCell(msgspec.Struct, frozen=True):
    """Two major powers: whether they are at war, and since when."""

    power: str
    kind: str
    """`war`, `self`, or nothing."""
    month: str
    year: str
    href: str
    words: str


class WarRow(msgspec.Struct, frozen=True):
    """A major power and its wars with the others."""

    power: str
    cells: tuple[WarCell, ...]


class WarDate(msgspec.Struct, frozen=True):
    """Where a war began or ended."""

    turn: str
    """Its id; empty where it was so from the start."""
    href: str


class WarLine(msgspec.Struct, frozen=True):
    """A war with a minor country, or one that is over."""

    sides: str
    first: WarDate
    last: WarDate
    how: str
    """How it ended; empty where it goes on."""


class StateOfWar(msgspec.Struct, frozen=True):
    """The page."""

    rows: tuple[WarRow, ...]
    powers: tuple[str, ...]
    minors: tuple[WarLine, ...]
    """Wars with minor countries that go on."""
    over: tuple[WarLine, ...]
    """The last to end first."""
    fallen: tuple[PowerLine, ...]
    countries: tuple[CountryGroup, ...]
    turns: tuple[WarTurn, ...]
    """The latest first."""


def war_page(context: Context) -> MorePage:
    """The page on the state of the war, which every page links to."""
    return MorePage(
        WAR_PAGE,
        "State of the war",
        "politics/templates/war.html",
        lambda: state_of_war(context),
        listed=True,
    )


def state_of_war(context: Context) -> StateOfWar:
    """Who is at war with whom, since when, and what is conquered.

    In the record a war goes on until its peace; here it is over once a side is conquered.
    """
    logs, state = context.logs, context.log.end
    steps = tuple(chain.from_iterable(war_steps(logs)))
    fought = wars(logs[0].notes.start, steps)
    now = [war for war in fought if not war.until and all(fights(state, of) for of in war.sides)]
    majors = [war for war in now if war.is_major]
    powers = _sides(majors)
    over = [_over(logs, war, steps) for war in fought if war not in now]
    return StateOfWar(
        tuple(
            WarRow(power, tuple(_cell(logs, power, other, majors) for other in powers))
            for power in powers
        ),
        powers,
        tuple(_war_line(logs, war) for war in now if not war.is_major),
        tuple(sorted(over, key=lambda line: _order(line.last.turn), reverse=True)),
        tuple(powers_fallen(logs, steps)),
        tuple(minors_by_power(logs, steps)),
        tuple(war_turns(logs, steps)),
    )


def _sides(majors: Iterable[War]) -> tuple[str, ...]:
    """The major powers that are in some wars, in their order."""
    sides = {side for war in majors for side in war.sides}
    return tuple(power for power in POWERS if power in sides)


def _order(turn: str) -> int:
    return calendar.ordinal(turn) if turn else 0


# --- the powers ---------------------------------------------------------------------------------


def _cell(logs: Sequence[Log], power: str, other: str, majors: Sequence[War]) -> WarCell:
    if power == other:
        return WarCell(other, "self", "", "", "", "")
    war = next((war for war in majors if {*war.sides} == {power, other}), None)
    if war is None:
        return WarCell(other, "", "", "", "", f"not at war with {the_country(other)}")
    since = f"since {calendar.in_words(war.since)}" if war.since else "from the start"
    words = f"at war with {the_country(other)} {since}"
    if not war.since:
        return WarCell(other, "war", "at", "start", "", words)
    return WarCell(
        other, "war", war.since[5:], war.since[:4], journal_href(logs, war.version), words
    )


# --- wars by line -------------------------------------------------------------------------------


def _war_line(logs: Sequence[Log], war: War, last: WarDate | None = None, how: str = "") -> WarLine:
    first, second = war.sides
    sides = f"{capital(the_country(first))} and {the_country(second)}"
    began = _date(logs, war.since, war.version)
    return WarLine(sides, began, last or WarDate("", ""), how)


def _date(logs: Sequence[Log], turn: str, version: int) -> WarDate:
    return WarDate(turn, journal_href(logs, version) if turn else "")


def _over(logs: Sequence[Log], war: War, steps: Sequence[WarStep]) -> WarLine:
    """A war that ended by a peace, or by the conquest of a side."""
    if war.until:
        return _war_line(logs, war, _date(logs, war.until, war.ended), "peace")
    gone = [side for side in war.sides if not fights(logs[-1].end, side)]
    ends = [end for side in gone if (end := _conquest(side, steps)) is not None]
    if not ends:
        return _war_line(logs, war, None, f"{listed(map(the_country, gone))} conquered")
    first = min(ends, key=lambda step: step.version)
    how = f"{the_country(first.who)} conquered"
    return _war_line(logs, war, _date(logs, first.turn, first.version), how)


def _conquest(who: str, steps: Sequence[WarStep]) -> WarStep | None:
    """LiF 4.1, 4.2: the step that conquered a country."""
    conquest = (
        step for step in reversed(steps)
        if step.who == who and step.status in ("complete", "conquered")
    )  # fmt: skip
    return next(conquest, None)
