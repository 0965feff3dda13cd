"""FoW Set Up the Battlefield: the section on the tables of a round's battles. Pure."""

import msgspec

from campaign.flames_of_war.names import names_of
from campaign.flames_of_war.terrain.drawing import TableDrawing, table_drawing
from campaign.flames_of_war.turn_notes import Context, GameSection


class DrawnField(msgspec.Struct, frozen=True):
    """The table of a line's battle."""

    line: str
    title: str
    drawing: TableDrawing
    same_as: str
    """The battle whose ground it is, by name."""


class BattlefieldsView(msgspec.Struct, frozen=True):
    """The section."""

    fields: tuple[DrawnField, ...]
    is_own_table: bool
    """Whether the club's own table gave the categories (ruling 48)."""


def battlefields(context: Context) -> BattlefieldsView | None:
    """FoW Set Up the Battlefield: each line's table in this round, as it was set up."""
    state = context.log.end
    names = names_of(state)
    fields = tuple(
        DrawnField(line.id, names.battle(line.battle), drawing, names.battle(drawing.of))
        for line in state.lines.values()
        if (drawing := table_drawing(line.battlefield))
    )
    return BattlefieldsView(fields, bool(state.first_die)) if fields else None


BATTLEFIELDS = GameSection(
    "battlefields", "The table", "terrain/templates/battlefields.html", battlefields
)
