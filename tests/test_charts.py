"""Charts of the report: where their steps, labels and ends are."""

from campaign.kernel.calendar import Calendar, WrittenTurn
from campaign.kernel.charts import ChartSpan, step_charts, step_line

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
    assert step_line([10.0, 10.0, 4.5], 14, 20) == "M14 10.0V10.0H34V4.5H54"


def test_seats_share_a_scale_which_their_highest_figure_fills() -> None:
    """Four turns on 142 units; the highest figure, 8, is at the top, 8; nothing is at 76."""
    first, second = step_charts({"red": [0, 8, 4], "blue": [2, 2, 0]}, SPAN)
    assert first.line == "M14 76.0V8.0H49.5V42.0H85.0"
    assert first.area == f"{first.line}V76.0H14Z"
    assert (first.x, first.y, first.value) == (85.0, 42.0, 4)
    assert second.line == "M14 59.0V59.0H49.5V76.0H85.0"
    assert [(tick.at, tick.label) for tick in first.up] == [(76.0, "0"), (33.5, "5")]
    assert first.words == "from 0 to 4, at most 8, at least 0"


def test_years_are_marked_where_the_calendar_begins_one() -> None:
    """Before the third turn."""
    (chart,) = step_charts({"red": [1]}, SPAN)
    assert [(tick.at, tick.label) for tick in chart.across] == [(85.0, "03")]


def test_small_figures_leave_the_top_free_and_great_ones_have_fewer_labels() -> None:
    """The scale reaches six at least; beyond twenty every tenth figure has a label."""
    (low,) = step_charts({"red": [3]}, SPAN)
    assert low.y == 42.0
    (high,) = step_charts({"red": [21]}, SPAN)
    assert [tick.label for tick in high.up] == ["0", "10", "20"]
