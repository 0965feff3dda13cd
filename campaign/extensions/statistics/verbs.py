"""LiF 3, 4.1, 5.3: the verb `stats`: its screens, and the same as JSON. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from campaign import extend
from campaign.kernel.decisions import Refused
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid, Labelled
from campaign.kernel.terminal.steps import ReadHistory, Unfit
from campaign.kernel.terminal.views import Facts, Heading, Lines, View
from campaign.lif import calendar
from campaign.lif.book import measures
from campaign.lif.book.measures import (
    ChitLuck,
    CupLuck,
    DiceLuck,
    HeadToHead,
    PointsSpent,
    rivalries,
    signed_tenths,
    spent_on,
    tenths,
    times,
    whose,
)
from campaign.lif.book.sums import Sums, sums
from campaign.lif.figures import whereabouts
from campaign.lif.names import Names, country, names_of, player, the_country
from campaign.lif.roster import POWER_NAMES, SEATS, Sheet, kit
from campaign.lif.state import State
from campaign.lif.story.careers import career, one_in, step_in_words
from campaign.lif.story.facts import (
    CareerStep,
    CupDraw,
    Fact,
    PointsPaid,
    Roll,
    Said,
    VetoCast,
    all_facts,
    only,
)
from campaign.lif.story.projections import NextDraw, next_draw
from campaign.text.english import capital, counted, listed, near
from campaign.text.json_values import JsonObject

# --- Statistics for programs, in JSON values: expectations to three decimals --------------------


def _figures(row: msgspec.Struct, *names: str) -> JsonObject:
    """Some of a row's values; numbers to three decimals, None for an empty text."""
    return {name: _figure(getattr(row, name)) for name in names}


def _figure(value: Any) -> Any:
    if isinstance(value, Fraction | float):
        return round(float(value), 3)
    return None if value == "" else value


def _of_luck(row: CupLuck) -> JsonObject:
    return _figures(
        row, "group", "leaders", "expected_leaders", "spread", "stars", "expected_stars",
        "star_spread",
    )  # fmt: skip


def _of_dice(row: DiceLuck) -> JsonObject:
    return _figures(row, "on", "power", "rolls", "mean", "hits", "expected_hits", "spread")


def campaign_json(state: State, facts: Sequence[Fact]) -> JsonObject:
    """All statistics of a campaign but the careers, which are asked for leader by leader."""
    total = sums(facts)
    return {
        "next_draw": _next(next_draw(state)),
        "draws": [
            _figures(draw, "draw", "turn", "version", "leader") | {"one_in": len(draw.cup)}
            for draw in only(CupDraw, facts)
        ],
        "luck": [_of_luck(row) for row in measures.cup_luck(total)],
        "vetoes": {
            "by_power": _plain(measures.head_to_head(total)),
            "by_member": _plain(measures.head_to_head(total, "member")),
            "leaders": _plain(measures.contested(total)),
            "boards": _plain(measures.boards(total)),
        },
        "spending": {
            "by_power": _plain(measures.spending(total)),
            "by_member": _plain(measures.spending(total, "member")),
        },
        "dice": [_of_dice(row) for row in measures.dice_luck(total)],
        "chits": [
            {"opened_at_the_end": row.is_end, **_figures(row, "chits", "total", "expected")}
            for row in measures.chit_luck(total)
        ],
    }


def leader_json(state: State, facts: Sequence[Fact], leader: str) -> JsonObject:
    """One leader: the chance of the next draw, the board, the career."""
    now = next_draw(state)
    rows = [row for row in measures.contested(sums(facts)) if row.leader == leader]
    cast = [veto for veto in only(VetoCast, facts) if veto.leader == leader]
    return {
        "leader": leader,
        "one_in": len(now.leaders) if leader in now.leaders else None,
        "board": _plain(rows)[0] if rows else None,
        "vetoes": _plain(cast),
        "career": [
            _figures(step, "version", "turn", "what", "where", "about", "draw", "combat")
            | {"draw": step.draw or None}
            for step in career(facts, leader)
        ],
    }


def power_json(facts: Sequence[Fact], power: str) -> JsonObject:
    """One power: its luck, its vetoes and those against its leaders, its points, its dice."""
    total = sums(facts)
    pairs = measures.head_to_head(total)
    lucks = (_of_luck(row) for row in measures.cup_luck(total) if row.group == power)
    return {
        "power": power,
        "luck": next(lucks, None),
        "vetoed": _plain(row for row in pairs if row.who == power),
        "vetoed_by": _plain(row for row in pairs if row.of == power),
        "spending": _plain(measures.spending(sums(_paid_by(power, facts)), "member")),
        "dice": [_of_dice(row) for row in measures.dice_luck(total) if row.power == power],
    }


def _plain(rows: Iterable[msgspec.Struct]) -> list[Any]:
    plain: list[Any] = msgspec.to_builtins(list(rows))
    return plain


def _next(now: NextDraw) -> JsonObject:
    return {"leaders": list(now.leaders), "one_in": len(now.leaders) or None, "year": now.year}


# --- Statistics for the terminal: of a campaign on one screen, of a leader, of a power ----------

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


def campaign_screen(state: State, facts: Sequence[Fact]) -> StatisticsScreen:
    """LiF 4.1: a campaign on one screen; without leaders what else was drawn and rolled."""
    total = sums(facts)
    boards = measures.boards(total)
    draws = sum(board.draws for board in boards)
    title = f"{counted(draws, 'draw')} at {counted(len(boards), 'Promotions Board')}"
    if not with_leaders(state):
        title = NO_LEADERS
    grid = _grid(state, facts) if draws else None
    names = names_of(state)
    lines = (
        ("next draw", _next_draw(state)),
        ("sent back most", _most_vetoed(total, names)),
        ("longest Board", _longest(total)),
        ("head-to-head", capital(rivalries(measures.head_to_head(total), RIVALRIES))),
        ("points spent", _by_member(measures.spending(total, "member"), names)),
        ("dice", "; ".join(_all_dice(measures.dice_luck(total)))),
        ("chits", "; ".join(_chits_line(row) for row in measures.chit_luck(total))),
    )
    filled = tuple(line for line in lines if line[1])
    return StatisticsScreen(title, filled, grid, nothing="there is nothing to count yet")


def _grid(state: State, facts: Sequence[Fact]) -> Grid:
    """LiF 4.1: what each power drew, expected, vetoed, and spent."""
    total = sums(facts)
    cast = Counter((veto.power, veto.said) for veto in only(VetoCast, facts))
    met = Counter(veto.of_power for veto in only(VetoCast, facts) if veto.said == "veto")
    spent = {row.who: row.total for row in measures.spending(total)}
    rows: list[tuple[object, ...]] = []
    for row in measures.cup_luck(total):
        who, name = row.group, ""
        ballots: tuple[object, ...] = ("", "", "")
        if who not in measures.SIDES:
            name = cut(names_of(state).member(player(state, who)))
            ballots = (cast[who, "veto"], met[who], spent.get(who, 0))
        drawn = (row.leaders, f"{tenths(row.expected_leaders)} ± {tenths(row.spread)}")
        rows.append((country(who), name, *drawn, signed_tenths(row.luck), *ballots))
    heads = ("power", "player", "drawn", "expected", "luck", "vetoes", "suffered", "points")
    return Grid(heads, tuple(rows), " ".join(heads[2:]))


def _next_draw(state: State) -> str:
    now = next_draw(state)
    if not now.leaders:
        return ""
    year = f", as the cup is empty and {now.year} joins it" if now.year else ""
    names = names_of(state)
    few = f": {listed(map(names.leader, now.leaders))}" if len(now.leaders) <= FEW else ""
    return f"each leader {one_in(len(now.leaders))}{year}{few}"


def _most_vetoed(total: Sums, names: Names) -> str:
    rows = measures.most_vetoed(total)
    if not rows:
        return ""
    who = listed(names.leader(row.leader) for row in rows)
    if len(rows) > 1:
        return f"{who}, {times(rows[0].sent_back)} each"
    return f"{who}, {times(rows[0].sent_back)} of {counted(rows[0].drawn, 'draw')}"


def _longest(total: Sums) -> str:
    board = measures.longest_board(total)
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
        yield _dice_line(on, hits, rolls, sum(row.expected_hits for row in alike))


def _dice_line(on: Roll, hits: int, rolls: int, expected: Fraction | int) -> str:
    return (
        f"{_ROLLS[on]}: {hits} of {counted(rolls, 'roll')} took effect, {tenths(expected)} expected"
    )


def _chits_line(row: ChitLuck) -> str:
    which = "opened at the end" if row.is_end else "shown"
    expected = "" if row.expected is None else f", {tenths(row.expected)} expected"
    return f"{row.chits} {which}, worth {row.total}{expected}"


# --- a leader -----------------------------------------------------------------------------------


def leader_screen(state: State, facts: Sequence[Fact], leader: str) -> StatisticsScreen:
    """LiF 3, 4: a leader's chance, how he fared at the board, and his career."""
    if not with_leaders(state):
        return StatisticsScreen(NO_LEADERS)
    now = next_draw(state)
    name, where = state.sheet[leader].name, whereabouts(state, leader)
    chance = one_in(len(now.leaders)) if leader in now.leaders else ""
    board = next((row for row in measures.contested(sums(facts)) if row.leader == leader), None)
    fared = f"drawn {times(board.drawn)}, sent back {times(board.sent_back)}" if board else ""
    lines = (
        ("next draw", chance),
        ("Board", fared),
        ("vetoed by", _backers(facts, leader, "veto")),
        ("supported by", _backers(facts, leader, "support")),
        *((_when(step), step_in_words(step)) for step in career(facts, leader)),
    )
    filled = tuple(line for line in lines if line[1])
    return StatisticsScreen(f"{name}: {where}", filled, nothing="nothing has happened to him yet")


def _when(step: CareerStep) -> str:
    """A step's turn, and its event for whoever looks it up."""
    return f"{calendar.in_words(step.turn)}, event {step.version}"


def _backers(facts: Sequence[Fact], leader: str, said: Said) -> str:
    cast = (veto for veto in only(VetoCast, facts) if veto.leader == leader)
    tally = Counter(veto.power for veto in cast if veto.said == said)
    return ", ".join(f"{the_country(power)} {count}" for power, count in tally.most_common())


# --- a power ------------------------------------------------------------------------------------


def power_screen(state: State, facts: Sequence[Fact], power: str) -> StatisticsScreen:
    """LiF 4.1: a power's luck, whom it vetoes and who vetoes it, its points and its dice."""
    names = names_of(state)
    lines = tuple(_of_power(facts, power, names))
    title = f"{country(power)} ({names.member(player(state, power))})"
    return StatisticsScreen(title, lines, nothing="there is nothing to tell of it yet")


def _of_power(facts: Sequence[Fact], power: str, names: Names) -> Iterator[Labelled]:
    total = sums(facts)
    for row in measures.cup_luck(total):
        if row.group == power:
            leaders = f"{tenths(row.expected_leaders)} ± {tenths(row.spread)} expected"
            stars = f"{tenths(row.expected_stars)} ± {tenths(row.star_spread)} expected"
            yield "drawn", f"{counted(row.leaders, 'leader')} ({leaders})"
            yield "stars", f"{row.stars} ({stars})"
    yield from _ballots_of(measures.head_to_head(total), power)
    if mine := _paid_by(power, facts):
        yield "points spent", _in_full(measures.spending(sums(mine), "member"), names)
    for dice in measures.dice_luck(total):
        if dice.power == power:
            yield "dice", next(_all_dice([dice]))


def _ballots_of(pairs: Sequence[HeadToHead], power: str) -> Iterator[Labelled]:
    parts = (
        ("vetoed", [(row.of, row.vetoes) for row in pairs if row.who == power]),
        ("vetoed by", [(row.who, row.vetoes) for row in pairs if row.of == power]),
        ("supported", [(row.of, row.supports) for row in pairs if row.who == power]),
    )
    for label, rows in parts:
        if text := _tallied(rows):
            yield label, text


def _tallied(rows: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{whose(who)} {count}" for who, count in rows if count)


def _paid_by(power: str, facts: Sequence[Fact]) -> list[PointsPaid]:
    return [paid for paid in only(PointsPaid, facts) if paid.power == power]


def _in_full(rows: Sequence[PointsSpent], names: Names) -> str:
    return "; ".join(
        f"{names.member(row.who)} {row.total} ({spent_on(row.vetoes, row.supports, row.votes)})"
        for row in rows
    )


# --- LiF 3, 4.1, 5.3: the verb that prints statistics: of a campaign, a leader or a power -------


def _meant(sheet: Sheet, typed: str) -> str | Unfit:
    """The leader, else the power, that was typed."""
    folded = typed.lower().replace(" ", "-").replace("_", "-")
    if folded in sheet:
        return folded
    power = SEATS.the_one(typed)
    if not isinstance(power, Unfit) or SEATS.meant(typed):
        return power
    return Unfit(f"{typed!r} is neither a leader nor a power{near(folded, [*sheet, *POWER_NAMES])}")


def _stats(call: verbs.Call, about: str | None, *, accuracy: bool = False) -> verbs.Look:
    """Shows the chances of the next draw, the luck of the cup, who vetoes whom, what points were
    spent, dice and chits. For a LEADER it shows the career, for a POWER its own figures.

    "8.8 ± 2.6" means that 8.8 was to be expected, and that two campaigns in three stay within 2.6
    of it. What was struck out does not count. With --accuracy it says what opened ballots and votes
    gave away instead, if the club wants that.
    """
    state = yield from verbs.state_of(State)
    meant = _meant(state.sheet, about) if about is not None else ""
    if isinstance(meant, Unfit):
        return Refused(None, meant.text)
    if accuracy:
        look: Callable[[State, str], verbs.Look]
        for look in extend.found("sections", "lif accuracy"):
            return (yield from look(state, meant))
        return Refused(None, "the extension veto_advice is not installed here")
    facts: list[Fact] = yield ReadHistory(all_facts)
    if not meant:
        return _view(state, campaign_screen(state, facts), campaign_json(state, facts))
    if meant in state.sheet:
        return _view(state, leader_screen(state, facts, meant), leader_json(state, facts, meant))
    return _view(state, power_screen(state, facts, meant), power_json(facts, meant))


def _view(state: State, screen: StatisticsScreen, data: JsonObject) -> View:
    origin = state.campaign.record.branch_of
    what_if = f" (a what-if of {origin.name})" if origin else ""
    grids = () if screen.grid is None else (screen.grid,)
    nothing = () if screen.lines or not screen.nothing else (screen.nothing,)
    title = Heading(f"{screen.title}{what_if}")
    return View(data, (title, *grids, Facts(screen.lines, None), Lines(nothing)))


def _known() -> dict[str, str]:
    return {**POWER_NAMES, **{who: leader.name for who, leader in kit().items()}}


STATS = verbs.Verb(
    words="stats",
    example="campaign stats club\ncampaign stats club rommel\ncampaign stats club germany",
    parameters=(
        verbs.Argument(
            "about", "[LEADER|POWER]", verbs.ReadBy("leader or power", str, _known), required=False
        ),
        verbs.Flag("--accuracy", "What opened answers gave away.", takes_long=True),
    ),
    title="Statistics",
    shows=_stats,
)
VERBS = {STATS.words: STATS}
