"""FoW Set Up the Battlefield: the table of a line's next battle, rolled for and described. Pure."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from campaign.fow.dice import draws
from campaign.fow.members.permissions import may_act_for, no_such, sides_of, the_line, the_side
from campaign.fow.names import names_of
from campaign.fow.state import (
    Battlefield,
    Deciders,
    Evolvers,
    LineState,
    Square,
    State,
    with_line,
)
from campaign.fow.terrain import charts as terrain_charts
from campaign.fow.terrain.charts import (
    HILL_CHART,
    HILL_ON,
    LARGEST_FEET,
    LINED,
    LINED_ON,
    WITHOUT_HILL,
    FirstDie,
    TerrainChart,
    WeatherResult,
    category_of,
    charts,
    covers,
    is_square,
    squares,
    weather_results,
)
from campaign.fow.terrain.commands import DescribeBattlefield, KeepBattlefield, RollTerrain
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, filled, missing_field
from campaign.text.english import listed, near
from events.base import Event
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled
from events.fow.words import DiceSource

# --- FoW Terrain Chart: the dice of one square, and what they put there -------------------------


class SquareRolled(msgspec.Struct, frozen=True):
    """FoW Terrain Chart: what the dice of a square say."""

    category: str
    feature: str = ""
    """Empty where the category is the weather."""
    weather: str = ""
    lined: bool | None = None
    """Whether a ditch is lined with trees; None for everything else."""
    hill: bool | None = None
    """Whether the square has a rocky hill; None on charts without."""
    dice: tuple[int, ...] = ()
    """All dice in the order in which they were thrown."""
    first_die: int = 0
    """The one among them that gave the category; 0 where the players named it."""


class _Thrown:
    """Dice as they are taken, one after the other."""

    def __init__(self, dice: Iterator[int]) -> None:
        self._dice = dice
        self.taken: list[int] = []

    def next(self) -> int:
        self.taken.append(next(self._dice))
        return self.taken[-1]


def rolled(
    chart: TerrainChart, dice: Iterator[int], *, category: str = "", first_die: FirstDie = ()
) -> SquareRolled:
    """FoW Terrain Chart: what a square holds.

    The dice, in order: for the rocky hill on the Mediterranean chart; the first die, where the
    club has a table for it; the second, unless all its numbers mean the same; and what the result
    calls for. Raises `StopIteration` where the dice run out.
    """
    thrown = _Thrown(dice)
    hill = thrown.next() >= HILL_ON if chart.slug == HILL_CHART else None
    first = 0 if category else thrown.next()
    category = category or category_of(first_die, chart.slug, first)
    if category == chart.weather:
        weather = _weather(category, thrown)
        return SquareRolled(
            category, weather=weather, hill=hill, dice=tuple(thrown.taken), first_die=first
        )
    features = chart.of(category)
    die = thrown.next() if len(features) > 1 else features[0].low
    slug = next(one.slug for one in features if one.low <= die <= one.high)
    lined = thrown.next() >= LINED_ON if slug == LINED else None
    has_hill = None if hill is None else hill and slug not in WITHOUT_HILL
    return SquareRolled(category, slug, "", lined, has_hill, tuple(thrown.taken), first)


def thrown_for(chart: TerrainChart, category: str) -> bool:
    """Whether a category takes any dice: where all numbers mean the same, none is thrown."""
    return not category or chart.slug == HILL_CHART or len(chart.of(category)) != 1


def _weather(category: str, thrown: _Thrown) -> str:
    """FoW Terrain Chart: a die for the weather; some results call for one more (ruling 52)."""
    outcome = _result(category, "with the square", thrown.next())
    if outcome.result == "season-roll":
        outcome = _result(category, "season", thrown.next())
    return outcome.result


def _result(category: str, roll: str, die: int) -> WeatherResult:
    return next(
        one
        for one in weather_results()
        if (one.weather, one.roll) == (category, roll) and one.low <= die <= one.high
    )


# --- FoW Terrain Chart: who picks which square, on which chart, in which category ---------------

TERRAIN_CHART = "FoW Terrain Chart"


def no_square(line: LineState, square: str) -> Refused | None:
    """FoW Terrain Chart: a square of the table that nobody has rolled for (ruling 49)."""
    ground = line.battlefield
    if not is_square(square):
        return bad_field("square", f"expected a column and a row such as a1, got {square!r}")
    if square in ground.squares:
        return Refused(TERRAIN_CHART, f"{square} is rolled for already")
    known = squares(ground.width_feet, ground.depth_feet) if ground.width_feet else ()
    if known and square not in known:
        size = f"{ground.width_feet} by {ground.depth_feet} feet"
        return bad_field("square", f"{square} is outside the table of {size}: a1 to {known[-1]}")
    return None


def due(state: State, line: LineState) -> str | Refused:
    """FoW Terrain Chart: whose turn it is to pick a square; empty where either side may begin.

    They take turns (p. 234); who begins is ruling 50.
    """
    picked = tuple(line.battlefield.squares.values())
    if picked:
        return state.other(picked[-1].side)
    first = state.rulings.first_square
    if first == "roll":
        return ""
    if not line.attacker:
        text = f"the {first} picks the first square, and who attacks is not decided yet"
        return Refused("FoW ruling 50", text)
    return line.attacker if first == "attacker" else state.other(line.attacker)


def who_picks(state: State, line: LineState, command: RollTerrain) -> str | Refused:
    """FoW Terrain Chart: the side that picks this square."""
    turn = due(state, line)
    if isinstance(turn, Refused):
        return turn
    if command.side is None:
        if turn:
            return turn
        own = sides_of(state, command.by, line.id)
        text = f"say which side picks the first square: {listed(state.sides, 'or')}"
        return own[0] if len(own) == 1 else missing_field("side", text, "Which side begins?")
    side = the_side(state, command.side)
    if isinstance(side, Refused) or turn in ("", side):
        return side
    return Refused(
        TERRAIN_CHART, f"squares are picked in turn; this one is for {state.sides[turn]}"
    )


def the_chart(line: LineState, command: RollTerrain) -> TerrainChart | Refused:
    """FoW Terrain Chart: the campaign's chart, or the one that the players name.

    A battlefield has one chart; another may only lend it a season (ruling 68).
    """
    own = line.chart
    named = command.chart or own
    if not named:
        return missing_field("chart", f"say which: {listed(charts(), 'or')}", "Which chart?")
    if refused := no_such("chart", "terrain chart", (named,), charts()):
        return refused
    chart = charts()[named]
    if own and named != own and command.category != chart.weather:
        right = charts()[own].name
        return Refused(
            TERRAIN_CHART,
            f"this battlefield is rolled on the {right} chart; others lend it seasons alone",
        )
    return chart


def no_category(state: State, chart: TerrainChart, category: str | None) -> Refused | None:
    """FoW ruling 48: the category comes from the players, or from the club's own table."""
    known = chart.every_category
    if category is None:
        if covers(state.first_die, chart.slug):
            return None
        return missing_field(
            "category",
            f"say what your chart's first die gives: {listed(known, 'or')}",
            "Which category?",
        )
    if category not in known:
        hint = near(category, known) or f"; there is {', '.join(known)}"
        return bad_field("category", f"{category!r} is not on the {chart.name} chart{hint}")
    if covers(state.first_die, chart.slug):
        return bad_field("category", "leave it out: the club's table gives it for the first die")
    return None


# --- FoW Set Up the Battlefield, FoW Terrain Chart: the table of a line's next battle -----------

SET_UP_RULE = "FoW Set Up the Battlefield"
LABEL = "terrain"


# --- rolling for a square -----------------------------------------------------------------------


def roll(state: State, command: RollTerrain, supplied: Supplied) -> Decision:
    """FoW Terrain Chart: the dice of one square (p. 234, 243-247)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if refused := _not_now(state, line) or no_square(line, command.square):
        return refused
    side = who_picks(state, line, command)
    if isinstance(side, Refused):
        return side
    if refused := may_act_for(state, command, line.id, side):
        return refused
    chart = the_chart(line, command)
    if isinstance(chart, Refused):
        return chart
    if refused := no_category(state, chart, command.category):
        return refused
    if refused := draws.witnessed(state, command.witness, command.by):
        return refused
    made = _dice(state, command, supplied, chart)
    if isinstance(made, Refused):
        return made
    source, square, draw = made
    return (
        filled(
            TerrainRolled,
            square,
            line=line.id,
            battle=line.battle,
            square=command.square,
            chart=chart.slug,
            side=side,
            source=source,
            witness=command.witness if source == "table" and square.dice else "",
            draw=draw,
        ),
    )


def _not_now(state: State, line: LineState) -> Refused | None:
    """Why no battlefield is set up on a line now; None where it is."""
    if line.phase == "preparation":
        if line.battlefield.of:
            where = names_of(state).battle(line.battlefield.of)
            text = f"the battle is fought over the ground of {where}; nothing is"
            return Refused(SET_UP_RULE, f"{text} rolled for")
        return None
    if line.phase in ("mission", "change"):
        return Refused(SET_UP_RULE, "the battlefield is set up once the mission is settled")
    return Refused(SET_UP_RULE, "the battle has begun; its battlefield stays as it is")


def _dice(
    state: State, command: RollTerrain, supplied: Supplied, chart: TerrainChart
) -> tuple[DiceSource, SquareRolled, int] | Refused:
    """Whose dice, what they bring, and the number of the last draw."""
    first_die = state.first_die
    typed = command.dice
    if typed is None and not thrown_for(chart, command.category or ""):
        typed = ()
    elif typed is None or typed:
        whose = draws.source(state, typed)
        if isinstance(whose, Refused):
            return whose
    if typed is None:
        drawn = draws.dice(state, supplied, LABEL)
        ledger = iter(lambda: drawn.roll(draws.FACES), 0)
        square = rolled(chart, ledger, category=command.category or "", first_die=first_die)
        return "ledger", square, drawn.last
    if refused := draws.impossible(typed):
        return refused
    left = iter(typed)
    try:
        square = rolled(chart, left, category=command.category or "", first_die=first_die)
    except StopIteration:
        return bad_field("dice", f"{_many(len(typed))} not enough here: one more is thrown")
    if surplus := len(list(left)):
        right = len(typed) - surplus
        return bad_field("dice", f"{_many(len(typed))} too many here: {right or 'none'} will do")
    return "table", square, 0


def _many(count: int) -> str:
    return f"{count} dice are" if count != 1 else "one die is"


# --- the same ground, and words -----------------------------------------------------------------


def keep(state: State, command: KeepBattlefield, supplied: Supplied) -> Decision:
    """FoW Set Up the Battlefield: the same sector and attacker as before (p. 238; ruling 19)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if refused := _not_now(state, line):
        return refused
    if line.axis is None:
        return Refused(
            SET_UP_RULE, "linked missions have no sectors; each battle has a new battlefield"
        )
    if not line.attacker:
        return Refused(SET_UP_RULE, "who attacks is not decided yet")
    if refused := may_act_for(state, command, line.id, line.attacker):
        return refused
    if line.battlefield.squares:
        return Refused(SET_UP_RULE, "squares of a new battlefield are rolled already")
    last = next(_played_here(state, line), None)
    if last is None:
        return Refused(
            SET_UP_RULE, "no battle was played in this sector yet; set up a new battlefield"
        )
    if last[1] != line.attacker:
        where = names_of(state).battle(last[0])
        text = f"{state.sides[last[1]]} attacked in {where}; with another attacker the"
        return Refused(SET_UP_RULE, f"{text} battlefield is a new one")
    return (BattlefieldKept(line=line.id, battle=line.battle, of=last[0]),)


def _played_here(state: State, line: LineState) -> Iterator[tuple[str, str]]:
    """Battles played in this sector, the last one first, each with its attacker."""
    for battle in reversed(state.battles.values()):
        same = (battle.line, battle.sector) == (line.id, line.sector)
        if same and battle.state == "settled":
            yield battle.id, battle.attacker


def describe(state: State, command: DescribeBattlefield, supplied: Supplied) -> Decision:
    """FoW Set Up the Battlefield: the players' own words, at any time of the round."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if not (sides_of(state, command.by, line.id) or state.campaign.is_host(command.by)):
        name = state.campaign.called(command.by)
        return Refused("Members", f"a commander or a host describes the battlefield, not {name}")
    width, depth = command.width_feet, command.depth_feet
    if (width is None) != (depth is None):
        field = "depth_feet" if depth is None else "width_feet"
        return missing_field(field, "a table has a width and a depth, each in feet")
    if width and depth:
        outside = sorted(set(line.battlefield.squares) - set(squares(width, depth)))
        if outside:
            text = f"{outside[0]} is rolled for, and no square of a table of {width} by {depth}"
            return bad_field("width_feet", text)
    where, size = {"line": line.id, "battle": line.battle}, {"width_feet": width or 0}
    return (filled(BattlefieldDescribed, command, **where, **size, depth_feet=depth or 0),)


# --- what they do to the state ------------------------------------------------------------------


def _with(state: State, name: str, battle: str, ground: Battlefield) -> State:
    """The state with a battlefield, kept by its battle too for who fights there again."""
    line = state.lines[name]
    now = ground if battle == line.battle else line.battlefield
    grounds = {**line.grounds, battle: ground}
    return with_line(state, replace(line, grounds=grounds, battlefield=now))


def _ground(state: State, name: str, battle: str) -> Battlefield:
    return state.lines[name].grounds.get(battle, Battlefield())


def _rolled(state: State, event: TerrainRolled) -> State:
    """FoW Terrain Chart: what lies in the square; the first weather that changes something stands
    (ruling 51)."""
    ground = _ground(state, event.line, event.battle)
    lies = Square(event.category, event.feature, event.side, event.lined, event.hill)
    now = terrain_charts.settled(ground.weather, event.weather) if event.weather else ground.weather
    ground = replace(
        ground,
        squares={**ground.squares, event.square: lies},
        chart=ground.chart or event.chart,
        weather=now,
    )
    return draws.rolled(_with(state, event.line, event.battle, ground), event)


def _same_ground(state: State, event: BattlefieldKept) -> State:
    """FoW Set Up the Battlefield: all of that battle's table; what was told of this one stays."""
    old, new = (_ground(state, event.line, one) for one in (event.of, event.battle))
    ground = replace(old, of=event.of)
    if new.text:
        described = ("text", "width_feet", "depth_feet", "photo")
        ground = replace(ground, **{name: getattr(new, name) for name in described})
    return _with(state, event.line, event.battle, ground)


def _described(state: State, event: BattlefieldDescribed) -> State:
    ground = _ground(state, event.line, event.battle)
    described = replace(
        ground,
        text=event.text,
        width_feet=event.width_feet or ground.width_feet,
        depth_feet=event.depth_feet or ground.depth_feet,
        photo=event.photo or ground.photo,
    )
    return _with(state, event.line, event.battle, described)


DECIDE: Deciders = {RollTerrain: roll, KeepBattlefield: keep, DescribeBattlefield: describe}
EVOLVE: Evolvers = {
    TerrainRolled: _rolled,
    BattlefieldKept: _same_ground,
    BattlefieldDescribed: _described,
}


# --- Corrections of the battlefield: an amended roll says what its dice bring -------------------


def refused(state: State, now: Event) -> Refused | None:
    """Why an amended event of the battlefield is impossible; None if it is not."""
    if isinstance(now, TerrainRolled):
        return _square(state, now)
    if isinstance(now, BattlefieldDescribed):
        return _size(now)
    return None


def _square(state: State, now: TerrainRolled) -> Refused | None:
    """FoW Terrain Chart: dice, category and feature agree; all of them are put right at once."""
    chart = charts().get(now.chart)
    if chart is None:
        return bad_field("chart", f"expected one of {', '.join(charts())}, got {now.chart!r}")
    if now.category not in chart.every_category:
        right = ", ".join(chart.every_category)
        return bad_field("category", f"expected one of {right}, got {now.category!r}")
    if not is_square(now.square):
        return bad_field("square", f"expected a column and a row such as a1, got {now.square!r}")
    if now.side not in state.sides:
        return bad_field("side", f"expected one of {', '.join(state.sides)}, got {now.side!r}")
    if wrong := draws.impossible(now.dice):
        return wrong
    named = "" if covers(state.first_die, now.chart) else now.category
    left = iter(now.dice)
    try:
        result = rolled(chart, left, category=named, first_die=state.first_die)
    except StopIteration:
        return bad_field("dice", "there is one more to be thrown")
    if list(left):
        return bad_field("dice", f"expected {len(result.dice)}, got {len(now.dice)}")
    fields = (name for name in SquareRolled.__struct_fields__ if name != "dice")
    for name in fields:
        if getattr(result, name) != getattr(now, name):
            right = str(getattr(result, name)).lower() or "nothing"
            return Refused(TERRAIN_CHART, f"these dice bring {right} as {name}: amend both at once")
    return None


def _size(now: BattlefieldDescribed) -> Refused | None:
    both = bool(now.width_feet) == bool(now.depth_feet)
    if both and all(0 <= feet <= LARGEST_FEET for feet in (now.width_feet, now.depth_feet)):
        return None
    text = f"a table has a width and a depth of 1 to {LARGEST_FEET} feet, or none is told"
    return bad_field("width_feet", text)
