"""LiF 1, 3, 4: a page for each leader: who he is, and his career; and the list of them all. Pure.

Everybody on the sheet has a page who is not set aside or in the reserve pool, and those who were
anywhere else before. So every page that names a leader in a table may link to his.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from campaign.kernel.pages import MorePage
from campaign.leaders_in_flames.abilities import usage
from campaign.leaders_in_flames.abilities.catalogue import Ability, for_leader
from campaign.leaders_in_flames.board.report.leaders import LeaderView, leader_view
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.names import POWER_NAMES, STATUSES, country
from campaign.leaders_in_flames.on_map.places import in_words
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.careers import careers, in_figures
from campaign.leaders_in_flames.statistics.chances import next_draw
from campaign.leaders_in_flames.statistics.facts import (
    CareerEvent,
    CareerStep,
    CupDraw,
    Fact,
    VetoCast,
)
from campaign.leaders_in_flames.statistics.report.career_lines import CareerTurn, career_turns
from campaign.leaders_in_flames.statistics.wording import one_in
from campaign.leaders_in_flames.turn_notes import Context, facts_in
from campaign.text.english import capital

LEADERS_PAGE = "leaders.html"
WAITING = ("aside", "reserve")


class LeaderAbility(msgspec.Struct, frozen=True):
    """LiF abilities: one on the counter."""

    number: int
    name: str
    text: str
    white: bool
    """Ruling 29: it must be used where it applies."""


class LeaderFigure(msgspec.Struct, frozen=True):
    """How often something happened."""

    name: str
    count: int


class LeaderPage(msgspec.Struct, frozen=True):
    """The page of a leader."""

    leader: LeaderView
    owner: str
    """The power of its colour, or `minors`."""
    abilities: tuple[LeaderAbility, ...]
    figures: tuple[LeaderFigure, ...]
    chance: str
    """Of being drawn next, in a sentence; empty for who is not in the cup."""
    turns: tuple[CareerTurn, ...]
    """The latest last."""
    others: tuple[LeaderView, ...]
    """The other leaders of his power who have a page."""


class LeaderRow(msgspec.Struct, frozen=True):
    """A leader in the list of all."""

    leader: LeaderView
    where: str
    counts: tuple[int, ...]
    """As the columns of the list."""


class LeaderRows(msgspec.Struct, frozen=True):
    """The leaders of a power or of the minor countries."""

    owner: str
    name: str
    rows: tuple[LeaderRow, ...]


class LeaderList(msgspec.Struct, frozen=True):
    """The list of all leaders."""

    columns: tuple[str, ...]
    groups: tuple[LeaderRows, ...]


COLUMNS: dict[CareerEvent, str] = {
    "drawn": "Drawn",
    "vetoed": "Vetoed",
    "promoted": "Promoted",
    "used": "Abilities used",
    "fought": "Combats",
    "recalled": "Recalled",
}
"""What is counted, and its name."""


def leader_file(who: str) -> str:
    """The file of a leader's page."""
    return f"leader-{who}.html"


def leaders_with_pages(context: Context) -> list[str]:
    """Leaders who have done anything, or may be drawn; in the order of the powers, then by rank."""
    state = context.log.end
    moved = {who for log in context.logs for who in log.notes.movers}
    found = (who for who, status in state.leaders.items() if status not in WAITING or who in moved)
    return sorted(found, key=lambda who: _order(state, who))


def _order(state: State, who: str) -> tuple[int, int, str]:
    counter = state.sheet[who]
    place = POWERS.index(counter.power) if counter.power in POWERS else len(POWERS)
    return place, -counter.rank, counter.name


def leader_pages(context: Context) -> Iterator[MorePage]:
    """The list of all leaders, and the page of each; none where leaders are not played."""
    state = context.log.end
    if "leaders" not in state.campaign.modules:
        return
    found = leaders_with_pages(context)
    yield MorePage(
        LEADERS_PAGE,
        "Leaders",
        "statistics/templates/leaders.html",
        lambda: leader_list(context, found),
        listed=True,
    )
    made: dict[str, _Known] = {}

    def page(who: str) -> LeaderPage:
        if not made:
            made.update(_by_leader(facts_in(context.logs)))
        return leader_page(context, who, made.get(who, _Known()), found)

    for who in found:
        yield MorePage(
            leader_file(who),
            state.sheet[who].name,
            "statistics/templates/leader.html",
            lambda who=who: page(who),  # type: ignore[misc]
            _lede(state, who),
        )


class _Known(msgspec.Struct):
    """The facts about one leader."""

    steps: list[CareerStep] = []
    facts: list[Fact] = []


def _by_leader(facts: list[Fact]) -> dict[str, _Known]:
    found: dict[str, _Known] = {}
    for fact in facts:
        if isinstance(fact, CareerStep):
            found.setdefault(fact.leader, _Known()).steps.append(fact)
        elif isinstance(fact, CupDraw | VetoCast):
            found.setdefault(fact.leader, _Known()).facts.append(fact)
    return found


def _lede(state: State, who: str) -> str:
    counter = state.sheet[who]
    return f"{counter.rank} stars, {country(counter.power)}. {capital(where_is(state, who))}."


def where_is(state: State, who: str) -> str:
    """LiF 3.1, 4: where a leader is, in words."""
    status, placed = STATUSES[state.leaders[who]], state.play.placements.get(who)
    if placed is None:
        return status
    return f"{status}: {in_words(placed.location)}{'' if placed.face_up else ', face-down'}"


def leader_page(context: Context, who: str, known: _Known, found: list[str]) -> LeaderPage:
    """The page of a leader."""
    state = context.log.end
    counter = state.sheet[who]
    counts = in_figures(known.steps)
    rulebook = state.campaign.rulebook
    return LeaderPage(
        leader_view(counter),
        "minors" if is_minor(counter) else counter.power,
        tuple(_ability(state, one) for one in for_leader(who, state.sheet, rulebook)),
        tuple(LeaderFigure(COLUMNS[what], counts[what]) for what in COLUMNS if counts[what]),
        _chance(state, who),
        career_turns(context.logs, known.facts, known.steps),
        tuple(
            leader_view(state.sheet[other])
            for other in found
            if other != who and state.sheet[other].power == counter.power
        ),
    )


def _chance(state: State, who: str) -> str:
    """LiF 4.1(1): how likely the next draw brings a leader."""
    now = next_draw(state).leaders
    return f"If the Board drew now, his chance would be {one_in(len(now))}." if who in now else ""


def _ability(state: State, known: Ability) -> LeaderAbility:
    return LeaderAbility(known.number, known.name, known.text, not usage.black(state, known.number))


def leader_list(context: Context, found: list[str]) -> LeaderList:
    """All leaders, by power, with what they did."""
    state = context.log.end
    known = careers(facts_in(context.logs))
    counts = {who: in_figures(known.get(who, ())) for who in found}
    columns = tuple(what for what in COLUMNS if any(count[what] for count in counts.values()))
    groups: dict[str, list[LeaderRow]] = {}
    for who in found:
        counter = state.sheet[who]
        owner = "minors" if is_minor(counter) else counter.power
        groups.setdefault(owner, []).append(_row(state, who, counts[who], columns))
    return LeaderList(
        tuple(COLUMNS[what] for what in columns),
        tuple(
            LeaderRows(owner, POWER_NAMES.get(owner, "Minor countries"), tuple(rows))
            for owner, rows in groups.items()
        ),
    )


def _row(
    state: State, who: str, counts: Counter[CareerEvent], columns: tuple[CareerEvent, ...]
) -> LeaderRow:
    view = leader_view(state.sheet[who])
    return LeaderRow(view, where_is(state, who), tuple(counts[what] for what in columns))
