"""A host reminds a member of what is asked of them: once a day, by every way that they take. Pure.

The reminder is a delivery in waiting; whoever sends what is due sends it with the rest.
"""

from collections.abc import Iterable, Mapping
from datetime import date

import msgspec

from campaign.notifications.notification import HOST, PUSH, Delivery, is_from_host, reminder_key
from campaign.notifications.planning import OVER, Known

NO_WAY = "gets no notices; tell them yourself"
NOT_YET = "the first notice is on its way"


class Reminding(msgspec.Struct, frozen=True):
    """Whether a member can be reminded now."""

    keys: tuple[tuple[str, str], ...] = ()
    """Channels and what the reminders are called in them; none if they cannot be."""
    said: str = ""
    """Why not, or when they were last reminded; empty if there is nothing to say."""


def reminding(
    requests: Iterable[str], member: str, channels: Mapping[str, Known], now: str
) -> Reminding:
    """What reminders of some requests a member can get. `channels` are the ways that they take.

    Who was not told of a request yet is told first, without a host's doing.
    """
    if not channels:
        return Reminding(said=NO_WAY)
    days = _days(now, (key for known in channels.values() for key, who in known if who == member))
    if days == 0:
        return Reminding(said="reminded today")
    keys = tuple(
        (channel, reminder_key(request, HOST, now[:10]))
        for request in dict.fromkeys(requests)
        for channel, known in channels.items()
        if _is_over(known.get((request, member)), channel)
    )
    if not keys:
        return Reminding(said=NOT_YET)
    ago = {None: "", 1: "reminded yesterday"}
    return Reminding(keys, ago.get(days, f"reminded {days} days ago"))


def _is_over(row: Delivery | None, channel: str) -> bool:
    """Whether the first notice is over; a device that was switched on later is never sent it."""
    return channel == PUSH if row is None else row.state in OVER


def _days(now: str, keys: Iterable[str]) -> int | None:
    """How many days ago a host reminded them last; None if never."""
    days = [key.partition(f":{HOST}:")[2] for key in keys if is_from_host(key)]
    if not days:
        return None
    return max(0, (date.fromisoformat(now[:10]) - date.fromisoformat(max(days)[:10])).days)
