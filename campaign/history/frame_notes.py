"""What corrections did to an event of a replay, and its bookmarks, as lines with a sign. Pure."""

from campaign.history.diff import MINUS
from campaign.history.walk import Frame, Mark

_MARKS: dict[Mark, str] = {
    "struck": "struck by event {}",
    "undone": "taken back by event {}",
    "rewound": "passed over since event {}, when play went back",
    "amended": "amended by event {}",
    "inserted": "was forgotten, and put here by event {}",
}


def mark_in_words(what: Mark, by: int, dispute: str = "") -> str:
    """What a correction did to an event."""
    return _MARKS[what].format(by) + (f" ({dispute})" if dispute else "")


def notes(frame: Frame) -> list[tuple[str, str]]:
    """What corrections did to an event, what it corrects itself, and its bookmarks."""
    lines = [("!", mark_in_words(mark.what, mark.by, mark.dispute)) for mark in frame.marks]
    if frame.now:
        lines.append(("!", f"it counts as: {frame.now}"))
    lines += [(MINUS, line) for line in frame.takes]
    lines += [("+", line) for line in frame.brings]
    return lines + [("*", f"{mark.by}: {mark.note}") for mark in frame.bookmarks]
