"""What members may say about time: by when something is awaited, and when they are away. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.text.moments import DAY, MOMENT
from campaign.text.plain import FORM

_WISHES = "`wait`, `count-as-absent` or `substitute:MEMBER`"

What = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[a-z][a-z-]{0,30}(:[a-z0-9][a-z0-9-]{0,62})?$(?!\n)",
        description="`turn`, `dispute:ID`, or what the game awaits",
        extra={FORM: "a word like turn, or like dispute:d1"},
    ),
]
Until = Annotated[
    str,
    msgspec.Meta(
        pattern=MOMENT,
        description="a time in UTC, as 2100-01-31T21:00:00Z",
        extra={FORM: "a time in UTC like 2100-01-31T21:00:00Z"},
    ),
]
Day = Annotated[
    str,
    msgspec.Meta(
        pattern=DAY, description="a day, as 2100-01-31", extra={FORM: "a day like 2100-01-31"}
    ),
]
Wish = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(wait|count-as-absent|substitute:[a-z0-9][a-z0-9-]{0,62})$(?!\n)",
        description=f"{_WISHES}; asked of the others meanwhile",
        extra={FORM: _WISHES.replace("`", "")},
    ),
]


class SetDeadline(Command, frozen=True, kw_only=True):
    """Deadlines: the host says by when something is awaited; a later word replaces it."""

    verb = "deadline"
    play = False
    what: What
    until: Until


class TellAbsence(Command, frozen=True, kw_only=True):
    """Absence: members say when they are away, each for themselves."""

    verb = "absent"
    who = "member"
    play = False
    first: Day
    last: Day
    wish: Wish = "wait"


COMMANDS: tuple[type[Command], ...] = (SetDeadline, TellAbsence)
