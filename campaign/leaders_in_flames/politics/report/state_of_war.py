"""LiF 4: who is at war with whom and since when, and what is conquered, at any turn. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel.page_links import journal_href
from campaign.kernel.pages import MorePage
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import country, listed, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.course_of_war import War, war_steps, wars
from campaign.leaders_in_flames.statistics.facts import WarStep
from campaign.leaders_in_flames.turn_notes import Context, Log, facts_in
from campaign.text.english import capital

WAR_PAGE = "war.html"
Logs = Sequence[Log]


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


class WarLine(msgspec.Struct, frozen=True):
    """A war, or something else that happened to a country."""

    text: str
    href: str
    when: str
    note: str = ""


class WarList(msgspec.Struct, frozen=True):
    """Wars of one kind."""

    power: str
    title: str
    lines: tuple[WarLine, ...]


class WarTurn(msgspec.Struct, frozen=True):
    """A turn that changed something: what, and how it stood at its end."""

    turn: str
    news: tuple[WarLine, ...]
    fronts: tuple[str, ...]
    """Who was at war with whom at its end, a power a line."""
    fallen: str


class StateOfWar(msgspec.Struct, frozen=True):
    """The page."""

    rows: tuple[WarRow, ...]
    powers: tuple[str, ...]
    minors: tuple[WarList, ...]
    """Wars of each power with minor countries."""
    over: tuple[WarLine, ...]
    fallen: tuple[WarLine, ...]
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
    """Who is at war with whom, since when, and what is conquered."""
    logs = context.logs
    facts = facts_in(logs)
    found, steps = wars(logs[0].notes.start, facts), war_steps(facts)
    now = [war for war in found if not war.until]
    majors = [war for war in now if war.is_major]
    powers = tuple(power for power in POWERS if any(power in war.sides for war in majors))
    return StateOfWar(
        tuple(_row(logs, power, powers, majors) for power in powers),
        powers,
        tuple(_with_minors(logs, now, steps)),
        tuple(_over(logs, war) for war in found if war.until),
        tuple(_fallen(logs, steps)),
        tuple(_turns(logs, steps)),
    )


# --- now ----------------------------------------------------------------------------------------


def _row(logs: Logs, power: str, powers: Sequence[str], majors: Sequence[War]) -> WarRow:
    return WarRow(power, tuple(_cell(logs, power, other, majors) for other in powers))


def _cell(logs: Logs, power: str, other: str, majors: Sequence[War]) -> WarCell:
    if power == other:
        return WarCell(other, "self", "", "", "", "")
    war = next((war for war in majors if {*war.sides} == {power, other}), None)
    if war is None:
        return WarCell(other, "", "", "", "", f"not at war with {the_country(other)}")
    words = f"at war with {the_country(other)} {_since(war)}"
    if not war.since:
        return WarCell(other, "war", "from the", "start", "", words)
    link = journal_href(logs, war.version)
    return WarCell(other, "war", war.since[5:], war.since[:4], link, words)


def _since(war: War) -> str:
    return f"since {calendar.in_words(war.since)}" if war.since else "from the start"


def _with_minors(logs: Logs, now: Sequence[War], steps: Sequence[WarStep]) -> Iterator[WarList]:
    """Wars with minor countries, by power; those of two minors come last."""
    for power in (*POWERS, ""):
        own = [war for war in now if not war.is_major and _belongs(war, power)]
        lines = tuple(_minor_line(logs, war, power, steps) for war in own)
        if lines:
            yield WarList(power, country(power) if power else "Between minor countries", lines)


def _belongs(war: War, power: str) -> bool:
    majors = [side for side in war.sides if side in POWERS]
    return power in majors if power else not majors


def _minor_line(logs: Logs, war: War, power: str, steps: Sequence[WarStep]) -> WarLine:
    text = country(war.against(power)) if power else listed(map(country, war.sides))
    minor = war.against(power) if power else war.sides[1]
    known = logs[-1].end.minors.get(minor)
    note = ""
    if known is not None and known.status == "conquered":
        last = [step for step in steps if step.what == "minor" and step.who == minor]
        when = f" in {calendar.in_words(last[-1].turn)}" if last else ""
        note = f"conquered by {the_country(known.power or '')}{when}"
    return _war_line(logs, war, text, note)


def _war_line(logs: Logs, war: War, text: str, note: str = "") -> WarLine:
    link = journal_href(logs, war.version) if war.since else ""
    return WarLine(text, link, _since(war), note)


def _over(logs: Logs, war: War) -> WarLine:
    first, second = war.sides
    text = f"{capital(the_country(first))} and {the_country(second)}"
    until = calendar.in_words(war.until)
    return WarLine(text, journal_href(logs, war.ended), f"{_since(war)} until {until}")


# --- conquest -----------------------------------------------------------------------------------


def _fallen(logs: Logs, steps: Sequence[WarStep]) -> Iterator[WarLine]:
    """What is conquered, aligned or split now: powers, then Vichy, then minor countries."""
    state = logs[-1].end
    last = {(step.what, step.who): step for step in steps}
    for power in POWERS:
        status = state.conquest.get(power, "free")
        if status != "free":
            yield _standing(
                logs, f"{country(power)}", f"{status}ly conquered", last.get(("conquest", power))
            )
    if state.vichy != "none":
        yield _standing(logs, "Vichy France", state.vichy, last.get(("vichy", "france")))
    for minor, known in sorted(state.minors.items()):
        what = "neutral"
        if known.power:
            verb = "aligned with" if known.status == "aligned" else "conquered by"
            what = f"{verb} {the_country(known.power)}"
        yield _standing(logs, country(minor), what, last.get(("minor", minor)))


def _standing(logs: Logs, name: str, what: str, step: WarStep | None) -> WarLine:
    if step is None:
        return WarLine(name, "", "from the start", what)
    link = journal_href(logs, step.version)
    return WarLine(name, link, f"since {calendar.in_words(step.turn)}", what)


# --- turn by turn -------------------------------------------------------------------------------


def _turns(logs: Logs, steps: Sequence[WarStep]) -> Iterator[WarTurn]:
    """Every turn that changed something, the latest first; last how it stood at the set-up."""
    by_turn: dict[str, list[WarStep]] = {}
    for step in steps:
        by_turn.setdefault(step.turn, []).append(step)
    for log in reversed(logs):
        if log.turn in by_turn:
            lines = tuple(
                WarLine(_sentence(step), journal_href(logs, step.version), "")
                for step in by_turn[log.turn]
            )
            yield WarTurn(log.turn, lines, tuple(fronts(log.end)), fallen(log.end))


def fronts(state: State) -> Iterator[str]:
    """Who is at war with whom, the Axis first; a country that is conquered fights no more."""
    told: set[frozenset[str]] = set()
    order = sorted(POWERS, key=lambda power: state.rulings.sides[power] != "axis")
    for power in order:
        foes = [
            foe
            for sides in sorted(state.at_war)
            if power in sides
            for foe in sides
            if foe != power and frozenset(sides) not in told and _fights(state, foe)
        ]
        told |= {frozenset((power, foe)) for foe in foes}
        if foes and _fights(state, power):
            ranked = sorted(foes, key=lambda foe: (foe not in POWERS, foe))
            yield f"{capital(the_country(power))} against {listed(map(the_country, ranked))}."


def _fights(state: State, who: str) -> bool:
    if who in POWERS:
        return state.conquest.get(who, "free") != "complete"
    known = state.minors.get(who)
    return known is None or known.status != "conquered"


def fallen(state: State) -> str:
    """What is conquered, in a sentence; empty where nothing is."""
    powers = [the_country(who) for who in POWERS if state.conquest.get(who) == "complete"]
    partly = [the_country(who) for who in POWERS if state.conquest.get(who) == "incomplete"]
    minors = [
        the_country(who)
        for who, known in sorted(state.minors.items())
        if known.status == "conquered"
    ]
    parts = [*powers, *(f"{name} (incompletely)" for name in partly), *minors]
    vichy = " Vichy France is installed." if state.vichy == "installed" else ""
    return f"{f'Conquered: {listed(parts)}.' if parts else ''}{vichy}".strip()


def _sentence(step: WarStep) -> str:
    """A step as the journal says it."""
    match step.what:
        case "war":
            return f"{capital(the_country(step.who))} declared war on {the_country(step.other)}."
        case "peace":
            return f"{capital(listed(map(the_country, (step.who, step.other))))} made peace."
        case "vichy":
            return f"Vichy France {'was installed' if step.status == 'installed' else 'collapsed'}."
        case "conquest":
            name = capital(the_country(step.who))
            if step.status == "free":
                return f"{name} was liberated."
            return f"{name} was {step.status}ly conquered."
    name = capital(the_country(step.who))
    if not step.other:
        return f"{name} became neutral."
    verb = "was conquered by" if step.status == "conquered" else "aligned with"
    return f"{name} {verb} {the_country(step.other)}."
