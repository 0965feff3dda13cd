"""Charts of the report: where their steps, labels and ends are."""

from campaign.kernel.pages import ChartSpan, step_line
from campaign.text.turns import Calendar, WrittenTurn

ROUNDS = Calendar(
    written=WrittenTurn("round-01"),
    parse=lambda typed: typed,
    ordinal=lambda turn: int(turn[-2:]),
    following=lambda turn: f"round-{int(turn[-2:]) + 1:02}",
    in_words=lambda turn: f"round {int(turn[-2:])}",
    starts_year=lambda turn: turn.endswith("3"),
)
"""A calendar of rounds, of which every tenth from the third on begins what is a year there."""

SPAN = ChartSpan(ROUNDS, "round-01", "round-04", lambda turn: turn[-2:])


def test_a_figure_goes_up_and_down_at_the_ends_of_turns() -> None:
    """The first value is that before the first turn; each turn is as wide as the next."""
    assert step_line([10.0, 10.0, 4.5], 14, 20) == "M14 10V10H34V4.5H54"


def test_years_are_marked_where_the_calendar_begins_one() -> None:
    """Before the third turn."""
    assert SPAN.count == 4
    assert [(tick.at, tick.label) for tick in SPAN.ticks(14, 35.5)] == [(85.0, "03")]
