"""Compares a recorded act with what the rules give: the first difference. Pure."""

from collections.abc import Sequence

from campaign.history.diff import differences
from campaign.text.plain import in_short
from events import codec
from events.base import Event, public_type


def difference(then: Sequence[Event], now: Sequence[Event]) -> str:
    """The first difference between the record and what the rules give."""
    for old, new in zip(then, now, strict=False):
        if type(old) is not type(new):
            return f"the record has {public_type(old)}, and the rules give {public_type(new)}"
        for difference in differences(codec.fields(old), codec.fields(new)):
            recorded, given = in_short(difference.before), in_short(difference.after)
            values = f"the record has {recorded}, and the rules give {given}"
            return f"{public_type(old)}, {difference.where}: {values}"
    if len(now) > len(then):
        return f"the rules also give {public_type(now[len(then)])}"
    return f"the rules do not give {public_type(then[len(now)])}"
