"""The figures of a campaign that can be explained: every number of every row. Pure."""

from collections.abc import Collection, Sequence

from campaign.kernel.projections import Figure, FigureKind, FigureKinds
from campaign.kit.language.kinds import Num
from campaign.kit.state import State


def _names(state: State) -> Collection[str]:
    """Every figure by its place: `seats.anselm.points`."""
    return [
        f"{name}.{row}.{column.name}"
        for name, table in (state.rules.tables.items() if state.text else ())
        for row in state.tables[name]
        for column in table.columns.values()
        if isinstance(column.kind, Num)
    ]


def _figure(state: State, of: Sequence[str]) -> Figure[State]:
    table, row, column = of[0].split(".")

    def value(then: State) -> int:
        known = then.rules.tables.get(table) if then.text else None
        held = then.tables.get(table, {}).get(row)
        if known is None or held is None or column not in known.columns:
            return 0
        return int(held[known.places[column]] or 0)

    return Figure(f"{column.replace('_', ' ')} of {state.name(table, row)}", value)


KINDS: FigureKinds[State] = {
    "figure": FigureKind("a number of a row", "TABLE.ROW.COLUMN", _figure, (_names,))
}
