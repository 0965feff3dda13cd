"""Rows of the read tables of the battlefield. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain import read_tables
from campaign.kernel.tables import Row, TableRow, Tables
from campaign.kernel.transition import Transition
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """FoW Terrain Chart: what an event adds."""
    if step.record.struck_by:
        return
    base: Row = {"version": step.record.version, "turn": step.turn}
    match step.record.event:
        case TerrainRolled() as event:
            yield read_tables.TERRAIN_SQUARES, {**base, **_square(event)}
        case BattlefieldKept() as event:
            row: Row = {"line": event.line, "battle": event.battle, "same_as": event.of}
            told = dict.fromkeys(("text", "width_feet", "depth_feet", "photo"))
            yield read_tables.BATTLEFIELDS, {**base, **row, **told}
        case BattlefieldDescribed() as event:
            yield read_tables.BATTLEFIELDS, {**base, **_described(event)}


def _square(event: TerrainRolled) -> Row:
    return {
        "line": event.line,
        "battle": event.battle,
        "square": event.square,
        "side": event.side or None,
        "chart": event.chart,
        "category": event.category,
        "feature": event.feature or None,
        "weather": event.weather or None,
        "lined": None if event.lined is None else int(event.lined),
        "hill": None if event.hill is None else int(event.hill),
        "dice": " ".join(map(str, event.dice)),
        "source": event.source,
    }


def _described(event: BattlefieldDescribed) -> Row:
    return {
        "line": event.line,
        "battle": event.battle,
        "same_as": None,
        "text": event.text,
        "width_feet": event.width_feet or None,
        "depth_feet": event.depth_feet or None,
        "photo": event.photo or None,
    }


TABLES = Tables[State](
    tables=(read_tables.TERRAIN_SQUARES, read_tables.BATTLEFIELDS), rows=lambda: rows
)
