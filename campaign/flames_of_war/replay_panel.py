"""The position at a stop of a replay: round, lines, sectors and points. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war import calendar
from campaign.history.diff import signed
from campaign.kernel.screen import Style, StyledLine
from campaign.text.json_values import JsonFields


def panel(before: JsonFields, after: JsonFields) -> tuple[StyledLine, ...]:
    """The position after a stop, with changes marked."""
    return tuple(_lines(before, after))


def _lines(before: JsonFields, after: JsonFields) -> Iterator[StyledLine]:
    turn = after["turn"]
    yield ((calendar.in_words(turn) if turn else "before the first round", "strong"),)
    for name, line in after["lines"].items():
        yield ()
        yield from _line(before["lines"].get(name, line), line, after["sides"])
    if after["decided"]["how"]:
        yield ()
        yield _row("decided", after["decided"]["how"])
    if after["closed"]:
        yield _row("campaign", "closed")


def _line(before: JsonFields, line: JsonFields, sides: JsonFields) -> Iterator[StyledLine]:
    yield ((line["name"], "dim"),)
    if line["sectors"]:
        moved: Style = "strong" if line["sector"] != before["sector"] else ""
        place = f"{line['sector']} of {line['sectors']}"
        yield ((f"{'sector':<11}", "dim"), (place, moved))
    yield _row("battle", line["game"])
    if line["mission"]:
        yield _row("mission", line["mission"])
    if line["attacker"]:
        yield _row("attacker", sides[line["attacker"]]["name"])
    yield _row("phase", line["phase"])
    for side, points in line["victory_points"].items():
        held = points["balance"]
        had = before["victory_points"].get(side, points)["balance"]
        text = f"{sides[side]['name']:<11}{held:>3}"
        if held == had:
            yield ((text, ""),)
        else:
            change: Style = "up" if held > had else "down"
            yield ((text, "strong"), (f"  {signed(held - had)}", change))


def _row(label: str, value: object) -> StyledLine:
    return ((f"{label:<11}", "dim"), (str(value), ""))
