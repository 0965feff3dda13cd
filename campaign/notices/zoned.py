"""A moment of the record in a reader's own time zone, in words. Pure."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from campaign.text.moments import is_time

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def moment(time: str, zone: str) -> datetime:
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
    found = moment(time, zone)
    return f"{day_in_short(found)} {found:%H:%M}"


def in_full(time: str, zone: str) -> str:
    """A time in the reader's zone and in UTC: `Thu 26 Nov 22:00 (Europe/Berlin), 21:00 UTC`."""
    if not is_time(time):
        return time
    found, there = moment(time, zone), moment(time, "UTC")
    if found.utcoffset() == there.utcoffset():
        return f"{in_short(time, 'UTC')} UTC"
    utc = f"{there:%H:%M}" if found.date() == there.date() else in_short(time, "UTC")
    return f"{in_short(time, zone)} ({zone}), {utc} UTC"


def day_in_short(found: datetime) -> str:
    """A day for a subject line: `Thu 26 Nov`."""
    return f"{DAYS[found.weekday()]} {found.day} {MONTHS[found.month - 1]}"
