"""The time that events are stamped with: it never goes back, whatever the clock does.

A clock cannot be proved right, but it can be compared with the last event. If it is behind, every
new event keeps that event's time. If it is more than a day ahead and wrong, it would push the times
of all later events forward.
"""

import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from campaign.world import crossing

BEHIND = timedelta(minutes=5)
"""How far the clock may be behind the last event before it is mentioned."""
AHEAD = timedelta(days=1)
"""How far ahead of the last event it may be before a terminal asks."""


# --- The machine's clock, or a simulation's -----------------------------------------------------


def now() -> datetime:
    """The moment now, in UTC."""
    if crossing.current is None:
        return datetime.now(UTC)
    return datetime.fromtimestamp(crossing.current.wall(), UTC)


def wall() -> float:
    """Seconds since 1970, by a clock that somebody may set."""
    return time.time() if crossing.current is None else crossing.current.wall()


def nanoseconds() -> int:
    """The same in whole nanoseconds, as files are marked with."""
    return time.time_ns() if crossing.current is None else int(crossing.current.wall() * 1e9)


def monotonic() -> float:
    """Seconds since some moment, by a clock that nobody sets."""
    return time.monotonic() if crossing.current is None else crossing.current.monotonic()


def sleep(seconds: float) -> None:
    """Returns after so many seconds."""
    if crossing.current is None:
        time.sleep(seconds)
    else:
        crossing.current.sleep(seconds)


# --- Stamps -------------------------------------------------------------------------------------


def utc_now() -> str:
    """The time to stamp: UTC with milliseconds."""
    return written(now())


def written(moment: datetime) -> str:
    """A moment in UTC as a stamp."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@lru_cache(maxsize=16)  # an act's time, and that of the one before, are compared several times
def read(stamp: str) -> datetime | None:
    """The moment that a stamp names; None if it is not a time. Without a zone it is in UTC."""
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
    """How far the clock is ahead of the last event; negative if it is behind.

    None if either is not a time, as in a campaign without events.
    """
    this, that = read(now), read(last)
    return None if this is None or that is None else this - that


def is_behind(now: str, last: str) -> bool:
    """Whether the clock is five minutes or more behind the last event."""
    gap = ahead(now, last)
    return gap is not None and gap <= -BEHIND


def is_ahead(now: str, last: str) -> bool:
    """Whether the clock is more than a day ahead of the last event."""
    gap = ahead(now, last)
    return gap is not None and gap > AHEAD


def to_come(now: str, stamps: Iterable[tuple[str, str]]) -> str:
    """One line about the first stamp that is more than a day ahead of the clock.

    Each stamp comes with the name of its holder; empty if no stamp is ahead. If a record's last
    stamp is wrong, everything recorded later gets its time.
    """
    for what, stamp in stamps:
        gap = ahead(now, stamp)
        if gap is not None and gap < -AHEAD:
            here = f"{_in_words(-gap)} ahead of this computer's clock ({_minute(now)})"
            return f"{what} is stamped {_minute(stamp)}, {here}"
    return ""


def notice(now: str, last: str) -> str:
    """One line about a clock that differs too much from the last event; else nothing."""
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
