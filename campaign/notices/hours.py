"""Hours between moments, and hours of the day in a member's time zone. No clock is asked.

Moments are RFC 3339 in UTC. An hour that a change of clocks leaves out counts as the one after it;
of an hour that comes twice the first counts. An unknown zone counts as UTC.
"""

from datetime import UTC, datetime, time, timedelta

from campaign.notices.zoned import moment as in_zone

_DAY = timedelta(days=1)


def hours_between(first: str, last: str) -> float:
    """How many hours lie between two moments."""
    return (_read(last) - _read(first)) / timedelta(hours=1)


def shifted(moment: str, hours: float) -> str:
    """The moment so many hours later, to the second."""
    return _written(_read(moment) + timedelta(hours=hours))


def next_at(moment: str, clock: str, zone: str) -> str:
    """The first moment from this one on when clocks in a zone show a time, such as `19:00`."""
    after, there = _read(moment), in_zone(moment, zone)
    shown = time.fromisoformat(clock)
    day = there.date() - _DAY
    while True:
        found = datetime.combine(day, shown, there.tzinfo).astimezone(UTC)
        if found >= after:
            return _written(found)
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
