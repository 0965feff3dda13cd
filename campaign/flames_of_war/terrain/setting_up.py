"""FoW Set Up the Battlefield, FoW Terrain Chart: the table of a line's next battle. Pure."""

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.flames_of_war import rolling
from campaign.flames_of_war.state import (
    Battlefield,
    Deciders,
    Evolvers,
    LineState,
    Needing,
    Square,
    State,
    with_line,
)
from campaign.flames_of_war.terrain import picking, weather
from campaign.flames_of_war.terrain.charts import TerrainChart
from campaign.flames_of_war.terrain.commands import (
    DescribeBattlefield,
    KeepBattlefield,
    RollTerrain,
)
from campaign.flames_of_war.terrain.rolling import SquareRolled, rolled, thrown_for
from campaign.flames_of_war.terrain.squares import squares
from campaign.flames_of_war.who_may import may_act_for, sides_of, the_line
from campaign.kernel.decisions import Decision, Needs, Refused, Supplied, bad_field, missing_field
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled
from events.fow.words import DiceSource

RULE = "FoW Set Up the Battlefield"
LABEL = "terrain"


# --- rolling for a square -----------------------------------------------------------------------


def roll(state: State, command: RollTerrain, supplied: Supplied) -> Decision:
    """FoW Terrain Chart: the dice of one square (p. 234, 243-247)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if refused := _not_now(line) or picking.no_square(line, command.square):
        return refused
    side = picking.who_picks(state, line, command)
    if isinstance(side, Refused):
        return side
    if refused := may_act_for(state, command, line.id, side):
        return refused
    chart = picking.the_chart(line, command)
    if isinstance(chart, Refused):
        return chart
    if refused := picking.no_category(state, chart, command.category):
        return refused
    if refused := rolling.witnessed(state, command.witness, command.by):
        return refused
    made = _dice(state, command, supplied, chart)
    if isinstance(made, Refused):
        return made
    source, found, draw = made
    first = found.first_die
    return (
        TerrainRolled(
            line=line.id,
            battle=line.battle,
            square=command.square,
            chart=chart.slug,
            category=found.category,
            feature=found.feature,
            dice=found.dice,
            side=side,
            first_die=first,
            lined=found.lined,
            weather=found.weather,
            source=source,
            witness=command.witness if source == "table" and found.dice else "",
            draw=draw,
            hill=found.hill,
        ),
    )


def _not_now(line: LineState) -> Refused | None:
    """Why no battlefield is set up on a line now; None where it is."""
    if line.phase == "preparation":
        if line.battlefield.of:
            text = f"the battle is fought over the ground of {line.battlefield.of}; nothing is"
            return Refused(RULE, f"{text} rolled for")
        return None
    if line.phase in ("mission", "change"):
        return Refused(RULE, "the battlefield is set up once the mission is settled")
    return Refused(RULE, "the battle has begun; its battlefield stays as it is")


def _dice(
    state: State, command: RollTerrain, supplied: Supplied, chart: TerrainChart
) -> tuple[DiceSource, SquareRolled, int] | Refused:
    """Whose dice, what they bring, and the number of the last draw."""
    first_die = state.first_die
    typed = command.dice
    if typed is None and not thrown_for(chart, command.category or ""):
        typed = ()
    elif typed is None or typed:
        whose = rolling.source(state, typed)
        if isinstance(whose, Refused):
            return whose
    if typed is None:
        drawn = rolling.dice(state, supplied, LABEL)
        ledger = iter(lambda: drawn.roll(rolling.FACES), 0)
        found = rolled(chart, ledger, category=command.category or "", first_die=first_die)
        return "ledger", found, drawn.last
    if refused := rolling.impossible(typed):
        return refused
    left = iter(typed)
    try:
        found = rolled(chart, left, category=command.category or "", first_die=first_die)
    except StopIteration:
        return bad_field("dice", f"{_many(len(typed))} not enough here: one more is thrown")
    if surplus := len(list(left)):
        right = len(typed) - surplus
        return bad_field("dice", f"{_many(len(typed))} too many here: {right or 'none'} will do")
    return "table", found, 0


def _many(count: int) -> str:
    return f"{count} dice are" if count != 1 else "one die is"


def _needs(state: State, command: RollTerrain) -> Needs:
    return rolling.needs(state, command.dice)


# --- the same ground, and words -----------------------------------------------------------------


def keep(state: State, command: KeepBattlefield, supplied: Supplied) -> Decision:
    """FoW Set Up the Battlefield: the same sector and attacker as before (p. 238; ruling 19)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if refused := _not_now(line):
        return refused
    if line.axis is None:
        return Refused(RULE, "linked missions have no sectors; each battle has a new battlefield")
    if not line.attacker:
        return Refused(RULE, "who attacks is not decided yet")
    if refused := may_act_for(state, command, line.id, line.attacker):
        return refused
    if line.battlefield.squares:
        return Refused(RULE, "squares of a new battlefield are rolled already")
    last = next(_played_here(state, line), None)
    if last is None:
        return Refused(RULE, "no battle was played in this sector yet; set up a new battlefield")
    if last[1] != line.attacker:
        text = f"{state.sides[last[1]]} attacked in {last[0]}; with another attacker the"
        return Refused(RULE, f"{text} battlefield is a new one")
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
    return (
        BattlefieldDescribed(
            line=line.id,
            battle=line.battle,
            text=command.text,
            width_feet=width or 0,
            depth_feet=depth or 0,
            photo=command.photo,
        ),
    )


# --- what they do to the state ------------------------------------------------------------------


def _with(state: State, name: str, battle: str, ground: Battlefield) -> State:
    """The state with a battlefield, kept by its battle too for who fights there again."""
    line = state.lines[name]
    now = replace(line, grounds={**line.grounds, battle: ground})
    return with_line(state, replace(now, battlefield=ground) if battle == line.battle else now)


def _ground(state: State, name: str, battle: str) -> Battlefield:
    return state.lines[name].grounds.get(battle, Battlefield())


def _rolled(state: State, event: TerrainRolled) -> State:
    """FoW Terrain Chart: what lies in the square; the first weather that changes something stands
    (ruling 51)."""
    ground = _ground(state, event.line, event.battle)
    lies = Square(event.category, event.feature, event.side, event.lined, event.hill)
    now = weather.settled(ground.weather, event.weather) if event.weather else ground.weather
    ground = replace(
        ground,
        squares={**ground.squares, event.square: lies},
        chart=ground.chart or event.chart,
        weather=now,
    )
    return rolling.rolled(_with(state, event.line, event.battle, ground), event)


def _kept(state: State, event: BattlefieldKept) -> State:
    """FoW Set Up the Battlefield: all of that battle's table; what was told of this one stays."""
    old, new = (_ground(state, event.line, one) for one in (event.of, event.battle))
    kept = replace(old, of=event.of)
    if new.text:
        told = ("text", "width_feet", "depth_feet", "photo")
        kept = replace(kept, **{name: getattr(new, name) for name in told})
    return _with(state, event.line, event.battle, kept)


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
NEEDS: Needing = {RollTerrain: _needs}
EVOLVE: Evolvers = {
    TerrainRolled: _rolled,
    BattlefieldKept: _kept,
    BattlefieldDescribed: _described,
}
