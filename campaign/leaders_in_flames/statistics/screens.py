"""Statistics for the terminal: of a campaign on one screen, of a leader, of a power. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from campaign.kernel.screen import Grid, Labelled
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.figures import whereabouts
from campaign.leaders_in_flames.names import (
    Names,
    capital,
    counted,
    country,
    listed,
    names_of,
    player,
    the_country,
)
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics import chances, dice, luck, spending, vetoes
from campaign.leaders_in_flames.statistics.careers import career
from campaign.leaders_in_flames.statistics.dice import ChitLuck, DiceLuck
from campaign.leaders_in_flames.statistics.facts import CareerStep, Fact, Roll, Said
from campaign.leaders_in_flames.statistics.spending import PointsSpent
from campaign.leaders_in_flames.statistics.wording import (
    one_in,
    rivalries,
    signed_tenths,
    spent_on,
    step_in_words,
    tenths,
    times,
    whose,
)

RIVALRIES = 4
"""How many pairs of powers the screen of a campaign names."""
NO_LEADERS = "This campaign plays without leaders"
NAME_ROOM = 24
"""How many letters of a player's name stand in the table."""
FEW = 8
"""Up to how many leaders of the next draw are named one by one."""


class StatisticsScreen(msgspec.Struct, frozen=True):
    """What the verb prints."""

    title: str
    lines: tuple[Labelled, ...] = ()
    grid: Grid | None = None
    nothing: str = ""
    """What it says without lines."""


def with_leaders(state: State) -> bool:
    """Whether the campaign has leaders at all."""
    return "leaders" in state.campaign.modules


def cut(name: str) -> str:
    """A name as the table has room for it."""
    return name if len(name) <= NAME_ROOM else f"{name[: NAME_ROOM - 1]}…"


# --- a campaign ---------------------------------------------------------------------------------


def of_campaign(state: State, facts: Sequence[Fact]) -> StatisticsScreen:
    """LiF 4.1: a campaign on one screen; without leaders what else was drawn and rolled."""
    boards = vetoes.boards(facts)
    draws = sum(board.draws for board in boards)
    title = f"{counted(draws, 'draw')} at {counted(len(boards), 'Promotions Board')}"
    if not with_leaders(state):
        title = NO_LEADERS
    grid = _grid(state, facts) if draws else None
    names = names_of(state)
    lines = (
        ("next draw", _next_draw(state)),
        ("sent back most", _most_vetoed(facts, names)),
        ("longest Board", _longest(facts)),
        ("head-to-head", capital(rivalries(vetoes.head_to_head(facts), RIVALRIES))),
        ("points spent", _by_member(spending.spending(facts, "member"), names)),
        ("dice", "; ".join(_all_dice(dice.dice_luck(facts)))),
        ("chits", "; ".join(_chits(row) for row in dice.chit_luck(facts))),
    )
    found = tuple(line for line in lines if line[1])
    return StatisticsScreen(title, found, grid, nothing="there is nothing to count yet")


def _grid(state: State, facts: Sequence[Fact]) -> Grid:
    """LiF 4.1: what each power drew, expected, vetoed, and spent."""
    cast = Counter((veto.power, veto.said) for veto in vetoes.vetoes_cast(facts))
    met = Counter(veto.of_power for veto in vetoes.vetoes_cast(facts) if veto.said == "veto")
    spent = {row.who: row.total for row in spending.spending(facts)}
    rows = tuple(
        (
            country(row.group),
            cut(names_of(state).member(player(state, row.group))) if of_power else "",
            row.leaders,
            f"{tenths(row.expected_leaders)} ± {tenths(row.spread)}",
            signed_tenths(row.luck),
            cast[row.group, "veto"] if of_power else "",
            met[row.group] if of_power else "",
            spent.get(row.group, 0) if of_power else "",
        )
        for row in luck.cup_luck(facts)
        for of_power in (row.group not in luck.SIDES,)
    )
    heads = ("power", "player", "drawn", "expected", "luck", "vetoes", "suffered", "points")
    return Grid(heads, rows, " ".join(heads[2:]))


def _next_draw(state: State) -> str:
    now = chances.next_draw(state)
    if not now.leaders:
        return ""
    year = f", as the cup is empty and {now.year} joins it" if now.year else ""
    names = names_of(state)
    few = f": {listed(map(names.leader, now.leaders))}" if len(now.leaders) <= FEW else ""
    return f"each leader {one_in(len(now.leaders))}{year}{few}"


def _most_vetoed(facts: Sequence[Fact], names: Names) -> str:
    rows = vetoes.most_vetoed(facts)
    if not rows:
        return ""
    who = listed(names.leader(row.leader) for row in rows)
    if len(rows) > 1:
        return f"{who}, {times(rows[0].sent_back)} each"
    return f"{who}, {times(rows[0].sent_back)} of {counted(rows[0].drawn, 'draw')}"


def _longest(facts: Sequence[Fact]) -> str:
    board = vetoes.longest_board(facts)
    if board is None:
        return ""
    return f"{calendar.in_words(board.turn)}: {counted(board.draws, 'draw')}"


def _by_member(rows: Sequence[PointsSpent], names: Names) -> str:
    return ", ".join(f"{names.member(row.who)} {row.total}" for row in rows)


_ROLLS = {
    "entry option": "US entry options",
    "entry action": "US entry actions",
    "neutral minor": "marches into neutral minors",
    "ground strike": "ground strikes on leaders",
}


def _all_dice(rows: Sequence[DiceLuck]) -> Iterator[str]:
    """The dice of each kind, whoever rolled them."""
    for on in dict.fromkeys(row.on for row in rows):
        alike = [row for row in rows if row.on == on]
        hits, rolls = sum(row.hits for row in alike), sum(row.rolls for row in alike)
        yield _dice(on, hits, rolls, sum(row.expected_hits for row in alike))


def _dice(on: Roll, hits: int, rolls: int, expected: Fraction | int) -> str:
    return (
        f"{_ROLLS[on]}: {hits} of {counted(rolls, 'roll')} took effect, {tenths(expected)} expected"
    )


def _chits(row: ChitLuck) -> str:
    which = "opened at the end" if row.is_end else "shown"
    expected = "" if row.expected is None else f", {tenths(row.expected)} expected"
    return f"{row.chits} {which}, worth {row.total}{expected}"


# --- a leader -----------------------------------------------------------------------------------


def of_leader(state: State, facts: Sequence[Fact], leader: str) -> StatisticsScreen:
    """LiF 3, 4: a leader's chance, how he fared at the board, and his career."""
    if not with_leaders(state):
        return StatisticsScreen(NO_LEADERS)
    now = chances.next_draw(state)
    name, where = state.sheet[leader].name, whereabouts(state, leader)
    chance = one_in(len(now.leaders)) if leader in now.leaders else ""
    board = next((row for row in vetoes.contested(facts) if row.leader == leader), None)
    fared = f"drawn {times(board.drawn)}, sent back {times(board.sent_back)}" if board else ""
    lines = (
        ("next draw", chance),
        ("Board", fared),
        ("vetoed by", _backers(facts, leader, "veto")),
        ("supported by", _backers(facts, leader, "support")),
        *((_when(step), step_in_words(step)) for step in career(facts, leader)),
    )
    found = tuple(line for line in lines if line[1])
    return StatisticsScreen(f"{name}: {where}", found, nothing="nothing has happened to him yet")


def _when(step: CareerStep) -> str:
    """A step's turn, and its event for whoever looks it up."""
    return f"{calendar.in_words(step.turn)}, event {step.version}"


def _backers(facts: Sequence[Fact], leader: str, said: Said) -> str:
    tally = Counter(
        veto.power
        for veto in vetoes.vetoes_cast(facts)
        if (veto.leader, veto.said) == (leader, said)
    )
    return ", ".join(f"{the_country(power)} {count}" for power, count in tally.most_common())


# --- a power ------------------------------------------------------------------------------------


def of_power(state: State, facts: Sequence[Fact], power: str) -> StatisticsScreen:
    """LiF 4.1: a power's luck, whom it vetoes and who vetoes it, its points and its dice."""
    names = names_of(state)
    lines = tuple(_of_power(facts, power, names))
    title = f"{country(power)} ({names.member(player(state, power))})"
    return StatisticsScreen(title, lines, nothing="there is nothing to tell of it yet")


def _of_power(facts: Sequence[Fact], power: str, names: Names) -> Iterator[Labelled]:
    pairs = vetoes.head_to_head(facts)
    for row in luck.cup_luck(facts):
        if row.group == power:
            leaders = f"{tenths(row.expected_leaders)} ± {tenths(row.spread)} expected"
            stars = f"{tenths(row.expected_stars)} ± {tenths(row.star_spread)} expected"
            yield "drawn", f"{counted(row.leaders, 'leader')} ({leaders})"
            yield "stars", f"{row.stars} ({stars})"
    parts = (
        ("vetoed", [(row.of, row.vetoes) for row in pairs if row.who == power]),
        ("vetoed by", [(row.who, row.vetoes) for row in pairs if row.of == power]),
        ("supported", [(row.of, row.supports) for row in pairs if row.who == power]),
    )
    for label, rows in parts:
        if text := ", ".join(f"{whose(who)} {count}" for who, count in rows if count):
            yield label, text
    mine = [paid for paid in spending.points_paid(facts) if paid.power == power]
    if mine:
        yield "points spent", _in_full(spending.spending(mine, "member"), names)
    for row_of_dice in dice.dice_luck(facts):
        if row_of_dice.power == power:
            yield "dice", next(_all_dice([row_of_dice]))


def _in_full(rows: Sequence[PointsSpent], names: Names) -> str:
    return "; ".join(
        f"{names.member(row.who)} {row.total} ({spent_on(row.vetoes, row.supports, row.votes)})"
        for row in rows
    )
