"""Points of a campaign as people and programs name them: a version, a turn, or `now`. IO: reads."""

from campaign.store.reader import Reader

NOW = "now"


class NoVersionError(Exception):
    """There is no such point in a campaign; one line, with what there is."""


def version_of(reader: Reader, name: str, point: str) -> int:
    """The version that a point stands for; a turn stands for its end. Raises `NoVersionError`."""
    last = reader.store.version(name)
    if point == NOW:
        return last
    if point.isascii() and point.isdecimal():
        if not 1 <= int(point[:18]) <= last:
            raise NoVersionError(f"{name} has no version {point[:18]}; it has 1 to {last}")
        return int(point)
    calendar = reader.live(name).system.calendar
    if (turn := calendar.parse(point)) is not None:
        return span_of(reader, name, turn)[1]
    example = calendar.written.example
    text = f"{point[:40]!r} is no point of {name}"
    raise NoVersionError(f"{text}; give a version, a turn such as {example}, or now")


def span_of(reader: Reader, name: str, turn: str) -> tuple[int, int]:
    """The first and the last version of a turn, as the journal divides them.

    Raises `NoVersionError`.
    """
    spans = reader.spans(name)
    if turn not in spans:
        begun = list(spans)
        raise NoVersionError(
            f"{name} has not played {turn}; it began in {begun[0]} and is in {begun[-1]}"
        )
    return spans[turn]
