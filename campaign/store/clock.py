"""The time that events are stamped with: it never goes back, whatever the clock does.

A clock cannot be proved right. What can be seen is where it differs from the last event: behind it,
and every new event keeps that event's time; more than a day ahead, and a clock that is wrong would
push all later events forward with it.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

BEHIND = timedelta(minutes=5)
"""How far the clock may stand behind the last event before it is mentioned."""
AHEAD = timedelta(days=1)
"""How far ahead of the last event it may stand before a terminal asks."""


def utc_now() -> str:
    """The time to stamp: UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read(stamp: str) -> datetime | None:
    """The moment that a stamp names; None where it names none. Without a zone it is in UTC."""
    try:
        moment = datetime.fromisoformat(stamp)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def stamp(now: str, last: str) -> str:
    """The stamp of the next event: the time now, or the last event's stamp where that is later."""
    gap = ahead(now, last)
    return last if gap is not None and gap < timedelta() else now


def ahead(now: str, last: str) -> timedelta | None:
    """By how much the clock is ahead of the last event; negative where it is behind.

    None where one of the two is no time, as in a campaign without events.
    """
    this, that = read(now), read(last)
    return None if this is None or that is None else this - that


def is_behind(now: str, last: str) -> bool:
    """Whether the clock stands five minutes or more behind the last event."""
    gap = ahead(now, last)
    return gap is not None and gap <= -BEHIND


def is_ahead(now: str, last: str) -> bool:
    """Whether the clock stands more than a day ahead of the last event."""
    gap = ahead(now, last)
    return gap is not None and gap > AHEAD


def to_come(now: str, stamps: Iterable[tuple[str, str]]) -> str:
    """One line about the first of some stamps that is more than a day ahead of the clock.

    Each comes with what bears it. Nothing where none is: a record whose last stamp is wrong gives
    its time to all that is recorded later.
    """
    for what, stamp in stamps:
        gap = ahead(now, stamp)
        if gap is not None and gap < -AHEAD:
            here = f"{_in_words(-gap)} ahead of this computer's clock ({_minute(now)})"
            return f"{what} is stamped {_minute(stamp)}, {here}"
    return ""


def notice(now: str, last: str) -> str:
    """One line about a clock that differs from the last event by too much; else nothing."""
    gap = ahead(now, last)
    if gap is None:
        return ""
    if gap <= -BEHIND:
        return (
            f"this computer's clock says {_minute(now)}, {_in_words(-gap)} before the last event; "
            f"new events are stamped {_minute(last)} until it catches up"
        )
    if gap > AHEAD:
        return (
            f"this computer's clock says {_minute(now)}, {_in_words(gap)} after the last event; "
            "if it is wrong, set it right before you go on"
        )
    return ""


def _minute(stamp: str) -> str:
    moment = read(stamp)
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else stamp


def _in_words(gap: timedelta) -> str:
    """A span in its largest whole unit."""
    minutes = int(gap.total_seconds()) // 60
    for unit, size in (("day", 24 * 60), ("hour", 60), ("minute", 1)):
        if (count := minutes // size) > 0:
            return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return "less than a minute"
