"""Moments in a reader's own time zone, and hours between them. Pure."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from campaign.text.moments import is_time
from campaign.world import clock

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def in_zone(time: str, zone: str) -> datetime:
    """A time in UTC as a clock of the zone shows it; an unknown zone counts as UTC."""
    there = datetime.fromisoformat(time[:19]).replace(tzinfo=UTC)
    try:
        return there.astimezone(ZoneInfo(zone))
    except (OSError, ValueError, LookupError):
        return there


def in_short(time: str, zone: str) -> str:
    """A time for a subject line: `Thu 26 Nov 21:00`; unchanged if it is none."""
    if not is_time(time):
        return time
    local = in_zone(time, zone)
    return f"{day_in_short(local)} {local:%H:%M}"


def in_full(time: str, zone: str) -> str:
    """A time in the reader's zone and in UTC: `Thu 26 Nov 22:00 (Europe/Berlin), 21:00 UTC`."""
    if not is_time(time):
        return time
    local, there = in_zone(time, zone), in_zone(time, "UTC")
    if local.utcoffset() == there.utcoffset():
        return f"{in_short(time, 'UTC')} UTC"
    utc = f"{there:%H:%M}" if local.date() == there.date() else in_short(time, "UTC")
    return f"{in_short(time, zone)} ({zone}), {utc} UTC"


def day_in_short(local: datetime) -> str:
    """A day for a subject line: `Thu 26 Nov`."""
    return f"{DAYS[local.weekday()]} {local.day} {MONTHS[local.month - 1]}"


# --- Hours between moments, and hours of the day in a member's time zone ------------------------
# No clock is asked.
#
# Moments are RFC 3339 in UTC. An hour that a change of clocks leaves out counts as the one after
# it; of an hour that comes twice the first counts. An unknown zone counts as UTC.

_DAY = timedelta(days=1)


def hours_between(first: str, last: str) -> float:
    """How many hours lie between two moments."""
    return (_read(last) - _read(first)) / timedelta(hours=1)


def shifted(moment: str, hours: float) -> str:
    """The moment so many hours later, to the second."""
    return _written(_read(moment) + timedelta(hours=hours))


def is_to_come(moment: str, now: str) -> bool:
    """Whether a moment is still to come."""
    gap = clock.ahead(moment, now) if moment else None
    return gap is not None and gap > timedelta()


def next_at(moment: str, clock: str, zone: str) -> str:
    """The first moment from this one on when clocks in a zone show a time, such as `19:00`."""
    after, there = _read(moment), in_zone(moment, zone)
    shown = time.fromisoformat(clock)
    day = there.date() - _DAY
    while True:
        candidate = datetime.combine(day, shown, there.tzinfo).astimezone(UTC)
        if candidate >= after:
            return _written(candidate)
        day += _DAY


def quiet_until(moment: str, quiet: tuple[int, int], zone: str) -> str:
    """When quiet hours end that hold a moment; empty if it is in none. Equal hours mean never."""
    first, last = quiet
    hour = in_zone(moment, zone).hour
    is_quiet = first <= hour < last if first <= last else hour >= first or hour < last
    return next_at(moment, f"{last:02}:00", zone) if is_quiet else ""


def _read(moment: str) -> datetime:
    """To the second: fractions do not matter here."""
    return datetime.fromisoformat(moment[:19]).replace(tzinfo=UTC)


def _written(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
