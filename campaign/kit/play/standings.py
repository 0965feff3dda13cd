"""Standings, and who has won. Pure."""

from typing import NamedTuple

from campaign.kit.language.effects import shown
from campaign.kit.language.kinds import TABLES, Value
from campaign.kit.play.working import of_row
from campaign.kit.reading.parts import StandingsRule, Victory
from campaign.kit.state import State


class Standing(NamedTuple):
    """A line of a table of standings."""

    place: int
    row: str
    values: tuple[Value, ...]
    shown: tuple[str, ...]
    """The values as readers see them."""


def table(state: State, ranked: StandingsRule) -> tuple[Standing, ...]:
    """Rows in their order; equals share a place and stand in the file's order."""
    lines = []
    for row in state.tables[ranked.of]:
        env = of_row(state, row, ranked.size)
        if ranked.only is not None and not ranked.only(env):
            continue
        key = tuple(by(env) for by in ranked.sort)
        values = tuple(column.value.run(env) for column in ranked.columns)
        words = tuple(
            shown(column.value.kind, value, env[TABLES])
            for column, value in zip(ranked.columns, values, strict=True)
        )
        lines.append((key, row, values, words))
    lines.sort(key=lambda line: line[0])
    keys = [line[0] for line in lines]
    return tuple(
        Standing(keys.index(key) + 1, row, values, words) for key, row, values, words in lines
    )


def first_table(state: State) -> tuple[Standing, ...]:
    """The first table of standings; empty where there is none."""
    ranked = state.rules.standings if state.text else ()
    return table(state, ranked[0]) if ranked else ()


_COUNTED = {"any": ("any",), "turn": ("any", "turn"), "end": ("any", "turn", "end")}


def winner(state: State, moment: str) -> tuple[str, str] | None:
    """Who has won at a moment, by id, and what is said of it; the first that holds decides.

    Equals at the top share the victory, as do all rows for which it holds: ids with a space
    between, and a sentence for each; one that is the same for several is said once.
    """
    for victory in state.rules.victories if state.text else ():
        if victory.at in _COUNTED[moment] and (rows := _of(state, victory)):
            said = (victory.say(of_row(state, row, victory.size)) for row in rows)
            return " ".join(rows), " ".join(dict.fromkeys(said))
    return None


def _of(state: State, victory: Victory) -> list[str]:
    """The rows for which a victory holds."""
    holds = victory.when
    if holds is None:
        return [line.row for line in first_table(state) if line.place == 1]
    rows = state.tables[victory.of]
    return [row for row in rows if holds(of_row(state, row, victory.size))]


def decided(state: State) -> tuple[str, str]:
    """Who has won so far, and what is said of it; empty where nobody has."""
    return state.won if state.won[0] else winner(state, "any") or ("", "")
