"""The kit's read tables, and the figures that can be explained. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from pkgutil import get_data

from campaign.kernel.projections import (
    DescribedTables,
    Figure,
    FigureKind,
    FigureKinds,
    Projection,
    Projections,
    Row,
    TableRow,
    Transition,
)
from campaign.kit.play import standings
from campaign.kit.play.acts import act_of
from campaign.kit.state import State, numbers
from events import kit

_READ = DescribedTables(lambda name: (get_data("campaign.kit", f"tables/{name}") or b"").decode())
ACTS, VALUES = _READ.table("kit_acts"), _READ.table("kit_values")
FIGURES, STANDINGS = _READ.table("kit_figures"), _READ.table("kit_standings")


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """The rows of an act."""
    event, before = step.record.event, step.before
    done = act_of(before, event)
    if step.record.struck_by or before is None or not before.text or done is None:
        return
    act = before.act(done.act)
    said, news = step.after.told, act.news if act else 0
    yield ACTS.of(step, done, before, sentence=said, news=news)
    if isinstance(event, kit.Acted | kit.Confirmed):
        rolled = {name: " ".join(map(str, dice)) for name, dice in event.dice.items()}
        for field, value in {**done.values, **rolled, **event.cards}.items():
            yield VALUES.of(step, field=field, value=value)


# --- how things stand -----------------------------------------------------------------------------


def now(state: State) -> Iterator[tuple[Projection, Sequence[Row]]]:
    """How things stand."""
    yield FIGURES, tuple(figure._asdict() for figure in numbers(state))
    yield STANDINGS, tuple(_standings(state))


def _standings(state: State) -> Iterator[Row]:
    known = state.rules.standings if state.text else ()
    for title, ranked in zip(_apart(one.title for one in known), known, strict=True):
        heads = _apart(column.head for column in ranked.columns)
        for line in standings.table(state, ranked):
            for head, text in zip(heads, line.shown, strict=True):
                yield STANDINGS.row(line, title=title, head=head, value=text)


def _apart(names: Iterable[str]) -> list[str]:
    """Each name once, as rows are known by it: one that is there already gets a number."""
    known: list[str] = []
    for name in names:
        free, number = name, 1
        while free in known:
            number += 1
            free = f"{name} {number}"
        known.append(free)
    return known


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
