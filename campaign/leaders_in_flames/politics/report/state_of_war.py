"""LiF 4: who is at war with whom and since when, and what is conquered, at any turn. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.page_links import journal_href
from campaign.kernel.pages import MorePage
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import listed, the_country
from campaign.leaders_in_flames.politics.report.at_any_turn import WarTurn, war_turns
from campaign.leaders_in_flames.politics.report.countries import (
    CountryGroup,
    PowerLine,
    minors_by_power,
    powers_fallen,
)
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.course_of_war import War, fights, war_steps, wars
from campaign.leaders_in_flames.statistics.facts import WarStep
from campaign.leaders_in_flames.turn_notes import Context, Log, facts_in
from campaign.text.english import capital

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
    facts = facts_in(logs)
    found, steps = wars(logs[0].notes.start, facts), war_steps(facts)
    now = [war for war in found if not war.until and _goes_on(state, war)]
    majors = [war for war in now if war.is_major]
    powers = tuple(power for power in POWERS if any(power in war.sides for war in majors))
    over = [_over(logs, war, steps) for war in found if war not in now]
    return StateOfWar(
        tuple(_row(logs, power, powers, majors) for power in powers),
        powers,
        tuple(_line(logs, war) for war in now if not war.is_major),
        tuple(sorted(over, key=lambda line: _order(line.last.turn), reverse=True)),
        tuple(powers_fallen(logs, steps)),
        tuple(minors_by_power(logs, steps)),
        tuple(war_turns(logs, steps)),
    )


def _goes_on(state: State, war: War) -> bool:
    return all(fights(state, side) for side in war.sides)


def _order(turn: str) -> int:
    return calendar.ordinal(turn) if turn else 0


# --- the powers ---------------------------------------------------------------------------------


def _row(logs: Sequence[Log], power: str, powers: Sequence[str], majors: Sequence[War]) -> WarRow:
    return WarRow(power, tuple(_cell(logs, power, other, majors) for other in powers))


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


def _line(logs: Sequence[Log], war: War, last: WarDate | None = None, how: str = "") -> WarLine:
    first, second = war.sides
    sides = f"{capital(the_country(first))} and {the_country(second)}"
    began = _date(logs, war.since, war.version)
    return WarLine(sides, began, last or WarDate("", ""), how)


def _date(logs: Sequence[Log], turn: str, version: int) -> WarDate:
    return WarDate(turn, journal_href(logs, version) if turn else "")


def _over(logs: Sequence[Log], war: War, steps: Sequence[WarStep]) -> WarLine:
    """A war that ended by a peace, or by the conquest of a side."""
    if war.until:
        return _line(logs, war, _date(logs, war.until, war.ended), "peace")
    gone = [side for side in war.sides if not fights(logs[-1].end, side)]
    ends = [end for side in gone if (end := _conquest(side, steps)) is not None]
    if not ends:
        return _line(logs, war, None, f"{listed(map(the_country, gone))} conquered")
    first = min(ends, key=lambda step: step.version)
    how = f"{the_country(first.who)} conquered"
    return _line(logs, war, _date(logs, first.turn, first.version), how)


def _conquest(who: str, steps: Sequence[WarStep]) -> WarStep | None:
    """LiF 4.1, 4.2: the step that conquered a country."""
    found = (
        step for step in reversed(steps)
        if step.who == who and step.status in ("complete", "conquered")
    )  # fmt: skip
    return next(found, None)
