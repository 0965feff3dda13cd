"""The kit's read tables, and the figures that can be explained. Pure."""

from collections.abc import Iterator, Sequence

from campaign.kernel.projections import (
    TURN,
    VERSION,
    Figure,
    FigureKind,
    FigureKinds,
    Projection,
    Projections,
    Row,
    TableRow,
    Transition,
    projection,
)
from campaign.kit.play import standings
from campaign.kit.play.acts import act_of
from campaign.kit.state import State, numbers
from events import kit

ACTS = projection(
    "kit_acts",
    "Every act that was done, with what came of it",
    {
        "version": VERSION,
        "turn": TURN,
        "phase": (str, "The phase of the turn"),
        "act": (str, "The act, as the rules name it"),
        "seat": (str, "Who did it; empty where it is nobody's own"),
        "sentence": (str, "What came of it"),
        "news": (int, "How heavy the rules weigh it, 0 to 5"),
    },
    ("version",),
)
VALUES = projection(
    "kit_values",
    "What was filled in, rolled and drawn for each act",
    {
        "version": VERSION,
        "field": (str, "The field"),
        "value": (str, "What it held, as it is typed"),
    },
    ("version", "field"),
)


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """The rows of an act."""
    event, before = step.record.event, step.before
    done = act_of(before, event)
    if step.record.struck_by or before is None or not before.text or done is None:
        return
    act = before.act(done.act)
    yield (
        ACTS,
        {
            "version": step.version,
            "turn": step.turn,
            "phase": before.phase,
            "act": done.act,
            "seat": done.seat,
            "sentence": step.after.told,
            "news": act.news if act else 0,
        },
    )
    if isinstance(event, kit.Acted | kit.Confirmed):
        rolled = {name: " ".join(map(str, dice)) for name, dice in event.dice.items()}
        for field, value in {**done.values, **rolled, **event.cards}.items():
            yield VALUES, {"version": step.version, "field": field, "value": value}


# --- how things stand -----------------------------------------------------------------------------

FIGURES = projection(
    "kit_figures",
    "Every number of every row, as it is now",
    {
        "table": (str, "The table"),
        "row": (str, "The row"),
        "column": (str, "The column"),
        "value": (int, "The number"),
    },
    ("table", "row", "column"),
)
STANDINGS = projection(
    "kit_standings",
    "The tables of standings, as they are now",
    {
        "title": (str, "The table of standings"),
        "row": (str, "Who or what is ranked"),
        "place": (int, "Its place; equals share one"),
        "head": (str, "A column"),
        "value": (str, "What it holds"),
    },
    ("title", "row", "head"),
)


def now(state: State) -> Iterator[tuple[Projection, Sequence[Row]]]:
    """How things stand."""
    yield FIGURES, tuple(figure._asdict() for figure in numbers(state))
    yield STANDINGS, tuple(_standings(state))


def _standings(state: State) -> Iterator[Row]:
    for ranked in state.rules.standings if state.text else ():
        for line in standings.table(state, ranked):
            for column, text in zip(ranked.columns, line.shown, strict=True):
                yield {
                    "title": ranked.title,
                    "row": line.row,
                    "place": line.place,
                    "head": column.head,
                    "value": text,
                }


TABLES = Projections[State]((ACTS, VALUES, FIGURES, STANDINGS), lambda: rows, now)
"""The kit's read tables."""


# --- figures that can be explained ----------------------------------------------------------------


def _explained(state: State, of: Sequence[str]) -> Figure[State]:
    table, row, column = of[0].split(".")

    def value(then: State) -> int:
        places = (figure for figure in numbers(then) if figure.place == of[0])
        return next((figure.value for figure in places), 0)

    whose = state.name(table, row) or f"the {table}"
    return Figure(f"{column.replace('_', ' ')} of {whose}", value)


KINDS: FigureKinds[State] = {
    "figure": FigureKind(
        "a number of a row",
        "TABLE.ROW.COLUMN",
        _explained,
        (lambda state: [figure.place for figure in numbers(state)],),
    )
}
"""Every number of every row, by its place: `seats.anselm.points`."""
