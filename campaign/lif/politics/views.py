"""LiF 4: who is at war since when, and what is conquered or aligned, at any turn. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from campaign.kernel.pages import MorePage, Shown, journal_href
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


def war_turns(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[Shown]:
    """Every turn that changed something, the latest first, with who fought whom at its end."""
    by_turn: dict[str, list[WarStep]] = {}
    for step in steps:
        by_turn.setdefault(step.turn, []).append(step)
    for log in reversed(logs):
        if log.turn in by_turn:
            news = tuple(_in_words(step) for step in by_turn[log.turn])
            at_end = {"fronts": tuple(fronts(log.end)), "fallen": fallen(log.end)}
            yield Shown(turn=log.turn, news=news, **at_end)


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


def powers_fallen(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[Shown]:
    """LiF 4.2: powers that are conquered now, and what became of Vichy France."""
    state, last = logs[-1].end, {(step.what, step.who): step for step in steps}
    for power in POWERS:
        status = state.conquest.get(power, "free")
        if status != "free":
            since = _country_line(logs, country(power), last.get(("conquest", power)))
            yield Shown(power=power, status=f"{status}ly conquered", since=since)
    if state.vichy != "none":
        since = _country_line(logs, "Vichy France", last.get(("vichy", "france")))
        yield Shown(power="france", status=state.vichy, since=since)


def minors_by_power(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[Shown]:
    """LiF 4.1: the minor countries that each power conquered or is aligned with; in the end those
    that are neutral again.
    """
    last = {step.who: step for step in steps if step.what == "minor"}
    groups: dict[str, dict[str, list[Shown]]] = {}
    for minor, known in sorted(logs[-1].end.minors.items()):
        group = groups.setdefault(known.power or "", {"conquered": [], "aligned": []})
        status = "conquered" if known.status == "conquered" else "aligned"
        group[status].append(_country_line(logs, country(minor), last.get(minor)))
    strangers = sorted(groups.keys() - {*POWERS, ""})
    for power in (*POWERS, *strangers, ""):
        if group := groups.get(power, {}):
            name = country(power) if power else "Neutral again"
            yield Shown(power=power, name=name, **group)


def _country_line(logs: Sequence[Log], name: str, step: WarStep | None) -> Shown:
    """A country and since when it has been so; without a turn from the start."""
    since = _date(logs, step.turn, step.version) if step else Shown(turn="", href="")
    return Shown(name=name, turn=since.turn, href=since.href)


# --- LiF 4: who is at war with whom and since when, and what is conquered, at any turn ----------

WAR_PAGE = "war.html"


def war_page(context: Context) -> MorePage:
    """The page on the state of the war, which every page links to."""
    return MorePage(
        WAR_PAGE,
        "State of the war",
        "politics/templates/war.html",
        lambda: state_of_war(context),
        listed=True,
    )


def state_of_war(context: Context) -> Shown:
    """Who is at war with whom, since when, and what is conquered.

    In the record a war goes on until its peace; here it is over once a side is conquered.
    """
    logs, state = context.logs, context.log.end
    steps = tuple(chain.from_iterable(war_steps(logs)))
    fought = wars(logs[0].notes.start, steps)
    now = [war for war in fought if _goes_on(state, war)]
    majors = [war for war in now if war.is_major]
    powers = _sides(majors)
    over = [_over(logs, war, steps) for war in fought if war not in now]
    return Shown(
        rows=tuple(_row(logs, power, powers, majors) for power in powers),
        powers=powers,
        minors=tuple(_war_line(logs, war) for war in now if not war.is_major),
        over=tuple(sorted(over, key=lambda line: _order(line.last.turn), reverse=True)),
        fallen=tuple(powers_fallen(logs, steps)),
        countries=tuple(minors_by_power(logs, steps)),
        turns=tuple(war_turns(logs, steps)),
    )


def _goes_on(state: State, war: War) -> bool:
    return not war.until and all(fights(state, side) for side in war.sides)


def _sides(majors: Iterable[War]) -> tuple[str, ...]:
    """The major powers that are in some wars, in their order."""
    sides = {side for war in majors for side in war.sides}
    return tuple(power for power in POWERS if power in sides)


def _order(turn: str) -> int:
    return calendar.ordinal(turn) if turn else 0


# --- the powers ---------------------------------------------------------------------------------


def _row(logs: Sequence[Log], power: str, powers: Sequence[str], majors: Sequence[War]) -> Shown:
    return Shown(power=power, cells=tuple(_cell(logs, power, other, majors) for other in powers))


def _cell(logs: Sequence[Log], power: str, other: str, majors: Sequence[War]) -> Shown:
    """Two major powers: whether they are at war, and since when."""
    blank = {"power": other, "kind": "", "month": "", "year": "", "href": ""}
    if power == other:
        return Shown(**{**blank, "kind": "self"}, words="")
    war = next((war for war in majors if {*war.sides} == {power, other}), None)
    if war is None:
        return Shown(**blank, words=f"not at war with {the_country(other)}")
    words = f"at war with {the_country(other)}"
    if not war.since:
        start = {**blank, "kind": "war", "month": "at", "year": "start"}
        return Shown(**start, words=f"{words} from the start")
    return Shown(
        power=other,
        kind="war",
        month=war.since[5:],
        year=war.since[:4],
        href=journal_href(logs, war.version),
        words=f"{words} since {calendar.in_words(war.since)}",
    )


# --- wars by line -------------------------------------------------------------------------------


def _war_line(logs: Sequence[Log], war: War, last: Shown | None = None, how: str = "") -> Shown:
    """A war with a minor country, or one that is over: how it ended is empty where it goes on."""
    first, second = war.sides
    sides = f"{capital(the_country(first))} and {the_country(second)}"
    began = _date(logs, war.since, war.version)
    return Shown(sides=sides, first=began, last=last or Shown(turn="", href=""), how=how)


def _date(logs: Sequence[Log], turn: str, version: int) -> Shown:
    """When something began or ended; without a turn it was so from the start."""
    return Shown(turn=turn, href=journal_href(logs, version) if turn else "")


def _over(logs: Sequence[Log], war: War, steps: Sequence[WarStep]) -> Shown:
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
