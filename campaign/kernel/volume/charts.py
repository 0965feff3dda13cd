"""Charts of a book as values: what a drawing shows, whoever draws it. Pure."""

import msgspec


class ChartPanel(msgspec.Struct, frozen=True):
    """One of several small charts: a figure, turn by turn."""

    label: str
    values: tuple[int, ...]
    note: str = ""
    """Below its label."""


class PanelChart(msgspec.Struct, frozen=True, tag="panels"):
    """Small charts side by side, all on one scale."""

    panels: tuple[ChartPanel, ...]
    peak: int
    ticks: tuple[tuple[int, str], ...]
    """Places of turns where a year begins, with its letters."""
    count: int
    """The turns that there is room for."""


class ChartBand(msgspec.Struct, frozen=True):
    """Turns on end, from the first to the last."""

    first: int
    last: int
    is_full: bool
    """Filled; otherwise an outline."""


class ChartMark(msgspec.Struct, frozen=True):
    """A sign in a turn."""

    place: int
    sign: str
    """Letters in a flag; empty for a dot."""
    count: int = 1


class TimeRow(msgspec.Struct, frozen=True):
    """A row of a timeline."""

    label: str
    bands: tuple[ChartBand, ...]
    marks: tuple[ChartMark, ...]


class TimeChart(msgspec.Struct, frozen=True, tag="time"):
    """A timeline: rows of bands and marks over turns."""

    rows: tuple[TimeRow, ...]
    ticks: tuple[tuple[int, str], ...]
    count: int
    key: tuple[tuple[str, str], ...]
    """`full`, `outline`, `dot` or the letters of a flag, each with its meaning."""


class MatrixChart(msgspec.Struct, frozen=True, tag="matrix"):
    """Counts by row and column, the larger the darker; each is printed too."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


class StackedChart(msgspec.Struct, frozen=True, tag="stacked"):
    """Bars of parts on end; a part is told by its letter."""

    parts: tuple[tuple[str, str], ...]
    """The letter of each part, and its meaning; at most three."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]


class DivergingChart(msgspec.Struct, frozen=True, tag="diverging"):
    """Bars to both sides of nought, each with its figure."""

    rows: tuple[tuple[str, float, str], ...]
    less: str
    more: str
    """What the two sides mean."""


class StripBattle(msgspec.Struct, frozen=True):
    """A battle below the strip."""

    number: int
    place: int
    """Where it was fought, counted from nought."""
    to: int
    """Where it left the line."""
    sign: str
    """The letters of who won; empty where nobody did."""


class StripChart(msgspec.Struct, frozen=True, tag="strip"):
    """Places side by side, and below them every battle where it was fought."""

    names: tuple[str, ...]
    goals: tuple[tuple[int, str], ...]
    """Places that somebody wants, with their letters."""
    battles: tuple[StripBattle, ...]


class ChartLine(msgspec.Struct, frozen=True):
    """A figure, turn by turn, told by its letters and its stroke."""

    label: str
    values: tuple[int, ...]


class LineChart(msgspec.Struct, frozen=True, tag="lines"):
    """Figures over turns in one frame; at most three."""

    lines: tuple[ChartLine, ...]
    count: int


class WebChart(msgspec.Struct, frozen=True, tag="web"):
    """Two columns of names, and who is against whom: no line passes behind a third."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]


Drawing = (
    PanelChart
    | TimeChart
    | MatrixChart
    | StackedChart
    | DivergingChart
    | StripChart
    | LineChart
    | WebChart
)
