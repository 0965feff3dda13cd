"""FoW Set Up the Battlefield: put together: rules, sentences, read tables, corrections. Pure."""

from collections.abc import Iterator

from campaign.fow.csv_tables import read_tables
from campaign.fow.names import Names, Sentences
from campaign.fow.state import State
from campaign.fow.terrain import battlefields, charts
from campaign.fow.terrain.charts import in_words
from campaign.kernel import chapters, projections
from campaign.text.english import capital, listed, says
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled


def _rolled_in_words(event: TerrainRolled, names: Names) -> str:
    """`Anzio: the Allies picked square A1; high ground, dice 3 at the table: low ridge.`"""
    picked = f"{names.the_seat(event.side)} picked" if event.side else "the players picked"
    dice = ""
    if event.dice:
        many = "die" if len(event.dice) == 1 else "dice"
        dice = f", {many} {', '.join(map(str, event.dice))}{names.whose_dice(event)}"
    what = listed(_brought(event))
    category = in_words(event.category).lower()
    square = event.square.upper()
    return f"{names.line(event.line)}: {picked} square {square}; {category}{dice}: {what}."


def _brought(event: TerrainRolled) -> tuple[str, ...]:
    """What the dice brought, in words."""
    if event.weather:
        weather = charts.name(event.weather)
        today = weather if charts.changes(event.weather) else f"{weather}, which changes nothing"
    else:
        today = in_words(event.feature).lower()
        if event.lined:
            today += " lined with trees"
    return (today, "a rocky hill") if event.hill else (today,)


def _described_in_words(event: BattlefieldDescribed, names: Names) -> str:
    size = ""
    if event.width_feet:
        size = f", {event.width_feet} by {event.depth_feet} feet"
    photo = " A picture is kept by the club." if event.photo else ""
    text = capital(" ".join(event.text.split()))
    return f"{names.line(event.line)}: the battlefield{size}. “{text}”{photo}"


SENTENCES: Sentences = {
    TerrainRolled: _rolled_in_words,
    BattlefieldKept: says("{line:line}: fought over the same ground as {of:battle}."),
    BattlefieldDescribed: _described_in_words,
}


# --- Read tables of the battlefield: each square that was rolled for, and each table set up -----

_READ = read_tables()
TERRAIN_SQUARES = _READ.table("terrain_squares")
BATTLEFIELDS = _READ.table("battlefields")


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """FoW Terrain Chart: what an event adds."""
    if step.record.struck_by:
        return
    match step.record.event:
        case TerrainRolled() as event:
            yield TERRAIN_SQUARES.of(step, event)
        case BattlefieldKept() as event:
            blank = dict.fromkeys(("text", "width_feet", "depth_feet", "photo"))
            yield BATTLEFIELDS.of(step, event, same_as=event.of, **blank)
        case BattlefieldDescribed() as event:
            width, depth = event.width_feet or None, event.depth_feet or None
            yield BATTLEFIELDS.of(step, event, same_as=None, width_feet=width, depth_feet=depth)


TABLES = projections.Projections[State](tables=(TERRAIN_SQUARES, BATTLEFIELDS), rows=lambda: rows)


# --- FoW Set Up the Battlefield: the chapter put together ---------------------------------------


CHAPTER = chapters.of_rules(
    chapters.Chapter[State](
        name="terrain",
        sentences=SENTENCES,
        trusted={
            BattlefieldDescribed: "battlefields described",
        },
        tables=TABLES,
    ),
    battlefields,
)
