"""The position at a stop of a replay: turn, board, veto points, US entry, cup and wars. Pure."""

from collections.abc import Iterator, Mapping

from campaign.history.diff import signed
from campaign.kernel.screen import Style, StyledLine
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import country
from campaign.text.json_values import JsonFields

Shown = JsonFields
"""A state as everybody may see it."""


def panel(before: Shown, after: Shown) -> tuple[StyledLine, ...]:
    """The position after a stop, with changes marked."""
    return tuple(_lines(before, after))


def _lines(before: Shown, after: Shown) -> Iterator[StyledLine]:
    leaders = "leaders" in after["modules"]
    turn, entry = after["turn"], after["us_entry"]
    yield ((calendar.in_words(turn) if turn else "before the first turn", "strong"),)
    if leaders:
        yield from _board(after["board"])
        yield from _points(before["veto_points"], after["veto_points"])
    begun = any(entry.get(key) for key in ("stocked", "due", "options", "actions"))
    if begun:
        yield from _us_entry(before["us_entry"], entry)
    if leaders or begun:
        yield ()
    if leaders:
        yield _row("draw", after["draw"])
        yield _row("cup", len(after["cup"]))
    yield from _politics(after)
    if after["closed"]:
        yield _row("campaign", "closed")


def _row(label: str, value: object) -> StyledLine:
    return ((f"{label:<11}", "dim"), (str(value), ""))


def _board(board: Shown) -> Iterator[StyledLine]:
    yield _row("board", board["phase"])
    if board["leader"]:
        yield _row("leader", board["leader"])
    if board["sealed"]:
        yield _row("sealed", len(board["sealed"]))
    if board["fixed"]:
        yield _row("fixed", f"{len(board['handed_in'])} in")


def _points(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[StyledLine]:
    yield ()
    yield (("veto points", "dim"),)
    for power, held in after.items():
        text, had = f"{country(power):<13}{held:>3}", before.get(power, 0)
        if held == had:
            yield ((text, ""),)
        else:
            change: Style = "up" if held > had else "down"
            yield ((text, "strong"), (f"  {signed(held - had)}", change))


def _us_entry(before: Shown, after: Shown) -> Iterator[StyledLine]:
    """LiF 5.3: numbers of chits in pools, aside and due, and what was taken; never a value."""
    yield ()
    yield (("US entry   Ge/It  Japan", "dim"),)
    for kind in ("entry", "tension"):
        pools = (f"{kind}-germany-italy", f"{kind}-japan")
        yield (
            (f"{kind:<11}", "dim"),
            *(
                (f"{after['pools'][pool]:>{width}}", _mark(before["pools"], after["pools"], pool))
                for pool, width in zip(pools, (5, 7), strict=True)
            ),
        )
    for what in ("aside", "due"):
        if count := sum(chits["count"] for chits in after[what]):
            yield ((f"{what:<11}", "dim"), (f"{count:>5}", _mark(before, after, what)))
    for what in ("options", "actions"):
        yield ((f"{what:<11}", "dim"), (f"{len(after[what]):>5}", _mark(before, after, what)))


def _mark(before: Shown, after: Shown, what: str) -> Style:
    return "strong" if before[what] != after[what] else ""


def _politics(after: Shown) -> Iterator[StyledLine]:
    yield _row("wars", len(after["at_war"]))
    if after["vichy"]:
        yield _row("Vichy", "stands")
    for power, conquest in after["conquest"].items():
        if conquest != "free":
            yield _row("conquered" if conquest == "complete" else "in part", country(power))
