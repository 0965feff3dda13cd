"""LiF 1, 3, 4: a page for each leader with the career in words, and the list of all. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campaign.kernel.pages import MorePage, href, journal_href
from campaign.lif.abilities.catalogue import Ability, ability, for_leader
from campaign.lif.board.views.sections import LeaderView, leader_view
from campaign.lif.figures import whereabouts
from campaign.lif.names import country, the_country
from campaign.lif.on_map.sentences import in_words
from campaign.lif.roster import owner, place_of
from campaign.lif.state import State, grouped
from campaign.lif.story import careers
from campaign.lif.story.facts import CareerEvent, CareerStep, CupDraw, Fact, Said, VetoCast, only
from campaign.lif.story.projections import next_draw
from campaign.lif.story.turn_notes import Context, Log, facts_in
from campaign.lif.story.turn_sums import of_turns
from campaign.text.english import capital, counted, listed
from events.lif.cup import LeaderCounter

MILESTONES = frozenset({"promoted", "recalled", "killed", "removed"})
_SETTLED = frozenset({"vetoed", "promoted"})


class CareerLine(msgspec.Struct, frozen=True):
    """One thing that happened to a leader."""

    what: str
    """Its kind."""
    text: str
    link: str
    """`draw 3`, `combat 1941-MJ-2` or `event 120`."""
    href: str
    """The draw, or the event in its turn's journal."""
    is_milestone: bool


class CareerTurn(msgspec.Struct, frozen=True):
    """What happened to a leader in one turn."""

    turn: str
    lines: tuple[CareerLine, ...]


class _Board(msgspec.Struct, frozen=True):
    """The draws of a leader."""

    cups: dict[int, CupDraw]
    """By the number of the draw."""
    casts: dict[int, list[VetoCast]]
    settled: dict[int, CareerStep]
    """What the Board decided."""


def career_turns(logs: Sequence[Log], facts: Sequence[Fact]) -> tuple[CareerTurn, ...]:
    """A leader's career turn by turn, from the facts about him."""
    state, known = logs[-1].end, only(CareerStep, facts)
    board = _board(facts, known)
    fought = {(step.turn, step.combat) for step in known if step.what == "fought"}
    uses: dict[tuple[str, str], list[CareerStep]] = {}
    turns: dict[str, list[CareerLine]] = {}
    for step in known:
        key = (step.turn, step.combat)
        if step.what in _SETTLED:
            continue
        if step.what == "used" and key in fought:
            uses.setdefault(key, []).append(step)
            continue
        lines = turns.setdefault(step.turn, [])
        if step.what == "drawn":
            lines.append(_draw(step, board))
        elif step.what == "fought":
            text = _fought(state, step, uses.pop(key, ()))
            lines.append(_line(logs, step, text, f"combat {step.combat}"))
        else:
            lines.append(_line(logs, step, _words(state, step), f"event {step.version}"))
    return tuple(CareerTurn(turn, tuple(lines)) for turn, lines in turns.items())


def _board(facts: Sequence[Fact], steps: Sequence[CareerStep]) -> _Board:
    casts = grouped((cast.draw, cast) for cast in only(VetoCast, facts))
    settled = {step.draw: step for step in steps if step.what in _SETTLED}
    return _Board({draw.draw: draw for draw in only(CupDraw, facts)}, casts, settled)


def _line(logs: Sequence[Log], step: CareerStep, text: str, link: str) -> CareerLine:
    where = journal_href(logs, step.version)
    return CareerLine(step.what, f"{capital(text)}.", link, where, step.what in MILESTONES)


# --- the board ----------------------------------------------------------------------------------


def _draw(step: CareerStep, board: _Board) -> CareerLine:
    """LiF 4.1: a draw with its result, and the powers that decided it."""
    cup, result = board.cups.get(step.draw), board.settled.get(step.draw)
    among = f" from {counted(len(cup.cup), 'leader')}" if cup else ""
    if cup and len(cup.cup) == 1:
        among = " as the last in the cup"
    what = result.what if result else "drawn"
    text = f"Drawn{among}, {_result(what, board.casts.get(step.draw, ()))}."
    where = href("", step.turn, f"draw-{step.draw}")
    return CareerLine(what, text, f"draw {step.draw}", where, what in MILESTONES)


def _result(what: str, cast: Iterable[VetoCast]) -> str:
    """What the board did with a leader, and who was against him and for him."""
    known = list(cast)
    against, backing = _who_said("veto", known), _who_said("support", known)
    if what == "vetoed":
        text = f"vetoed by {against}" if against else "vetoed"
        return f"{text}, although {backing} supported him" if backing else text
    if what == "promoted":
        text = f"promoted against {against}" if against else "promoted"
        return f"{text} with the support of {backing}" if backing else text
    return "before the Promotions Board"


def _who_said(said: Said, cast: Iterable[VetoCast]) -> str:
    return listed(the_country(one.power) for one in cast if one.said == said)


# --- everything else ----------------------------------------------------------------------------


def _words(state: State, step: CareerStep) -> str:
    """One thing that happened, without the leader's name; most as the terminal has it."""
    match step.what:
        case "begins":
            return f"{careers.STATUS_WORDS.get(step.where, step.where)} when the campaign began"
        case "used":
            return _used(state, step)
        case "to-circle":
            until = f"onto the production circle until {careers.turn_or_place(step.where)}"
            return f"{until}; {step.about}" if step.about else until
        case "joins-reserve":
            return "back to the reserve pool"
        case "returned":
            return "back from the production circle"
    return careers.step_in_words(step)


def _fought(state: State, step: CareerStep, uses: Iterable[CareerStep]) -> str:
    """LiF 3.2, 3.3: a combat, and what he used in it."""
    used = listed(dict.fromkeys(_name(state, use) for use in uses))
    return f"{careers.step_in_words(step)}{f' with {used}' if used else ''}"


def _name(state: State, step: CareerStep) -> str:
    """The ability used, by its name and number."""
    number = int(step.about) if step.about.isdigit() else 0
    return f"“{ability(number, state.campaign.rulebook).name}” ({number})" if number else step.about


def _used(state: State, step: CareerStep) -> str:
    """LiF 3.2: an ability used outside of a reported combat, and where; it may be a country."""
    name = _name(state, step)
    where = in_words(step.where)
    place = the_country(step.where) if where == step.where and where.islower() else where
    combat = f" in combat {step.combat}" if step.combat else ""
    return f"used {name}{f' at {place}' if place else ''}{combat}"


# --- LiF 1, 3, 4: a page for each leader: who he is, and his career; and the list of them all ---
#
# Everybody on the sheet has a page who is not set aside or in the reserve pool, and those who were
# anywhere else before. So every page that names a leader in a table may link to his.

LEADERS_PAGE = "leaders.html"
WAITING = ("aside", "reserve")


class LeaderPage(msgspec.Struct, frozen=True):
    """The page of a leader."""

    leader: LeaderView
    owner: str
    """The power of its colour, or `minors`."""
    abilities: tuple[Ability, ...]
    white: frozenset[int]
    """Ruling 29: the abilities that must be used where they apply."""
    figures: tuple[tuple[str, int], ...]
    """How often something happened."""
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


class LeaderList(msgspec.Struct, frozen=True):
    """The list of all leaders."""

    columns: tuple[str, ...]
    groups: Mapping[str, list[LeaderRow]]
    """By power, or `minors`."""


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
    moved = {who for turn in of_turns(context.logs) for who in turn.movers}
    known = (who for who, status in state.leaders.items() if status not in WAITING or who in moved)
    return sorted(known, key=lambda who: _order(state.sheet[who]))


def _order(counter: LeaderCounter) -> tuple[int, int, str]:
    return place_of(counter.power, counter.rank, counter.name)


def leader_pages(context: Context) -> Iterator[MorePage]:
    """The list of all leaders, and the page of each; none where leaders are not played."""
    state = context.log.end
    if "leaders" not in state.campaign.modules:
        return
    leaders = leaders_with_pages(context)
    yield MorePage(
        LEADERS_PAGE,
        "Leaders",
        "story/templates/leaders.html",
        lambda: leader_list(context, leaders),
        listed=True,
    )
    made: dict[str, list[Fact]] = {}

    def page(who: str) -> LeaderPage:
        if not made:
            made.update(careers.by_leader(facts_in(context.logs)))
        return leader_page(context, who, made.get(who, ()), leaders)

    for who in leaders:
        yield MorePage(
            leader_file(who),
            state.sheet[who].name,
            "story/templates/leader.html",
            lambda who=who: page(who),  # type: ignore[misc]
            _lede(state, who),
        )


def _lede(state: State, who: str) -> str:
    counter = state.sheet[who]
    return f"{counter.rank} stars, {country(counter.power)}. {capital(whereabouts(state, who))}."


def figures(facts: Iterable[Fact]) -> tuple[tuple[str, int], ...]:
    """How often each thing that is counted happened to a leader; what never did is left out."""
    counts = careers.in_figures(only(CareerStep, facts))
    return tuple((name, counts[what]) for what, name in COLUMNS.items() if counts[what])


def leader_page(
    context: Context, who: str, facts: Sequence[Fact], leaders: list[str]
) -> LeaderPage:
    """The page of a leader."""
    state = context.log.end
    counter = state.sheet[who]
    return LeaderPage(
        leader_view(counter),
        owner(counter.power),
        for_leader(who, state.sheet, state.campaign.rulebook),
        state.rulings.white,
        figures(facts),
        _chance(state, who),
        career_turns(context.logs, facts),
        tuple(
            leader_view(state.sheet[other])
            for other in leaders
            if other != who and state.sheet[other].power == counter.power
        ),
    )


def _chance(state: State, who: str) -> str:
    """LiF 4.1(1): how likely the next draw brings a leader."""
    now = next_draw(state).leaders
    if who not in now:
        return ""
    return f"If the Board drew now, his chance would be {careers.one_in(len(now))}."


def leader_list(context: Context, leaders: list[str]) -> LeaderList:
    """All leaders, by power, with what they did."""
    state = context.log.end
    known = careers.careers(facts_in(context.logs))
    counts = {who: careers.in_figures(known.get(who, ())) for who in leaders}
    columns = tuple(what for what in COLUMNS if any(count[what] for count in counts.values()))
    groups: dict[str, list[LeaderRow]] = {}
    for who in leaders:
        counter, row = state.sheet[who], tuple(counts[who][what] for what in columns)
        line = LeaderRow(leader_view(counter), whereabouts(state, who), row)
        groups.setdefault(owner(counter.power), []).append(line)
    return LeaderList(tuple(COLUMNS[what] for what in columns), groups)
