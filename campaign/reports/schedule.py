"""By when something is awaited in the turn being played, and who was away in a turn. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.deadlines import away_in_words, standing, what_in_words
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog
from campaign.text.moments import in_words

_NEVER = "9999-12-31"
"""Behind every day that somebody may name."""


class DeadlineLine(msgspec.Struct, frozen=True):
    """A deadline that stands."""

    what: str
    """What is awaited, inside a sentence."""
    until: str
    when: str
    """The same, as a reader sees it."""


def deadline_lines(system: System[S], log: GameLog[S]) -> tuple[DeadlineLine, ...]:
    """The deadlines at the end of a turn's log, the earliest first."""
    names = system.view.names(log.end)
    return tuple(
        DeadlineLine(what_in_words(what, names), deadline.until, in_words(deadline.until))
        for what, deadline in standing(log.end, system.rules.awaiting).items()
    )


def absence_lines(system: System[S], logs: Sequence[GameLog[S]], place: int) -> tuple[str, ...]:
    """Who was away on a day of the turn; of the turn being played, from its first day on."""
    log = logs[place]
    names = system.view.names(log.end)
    after = logs[place + 1 : place + 2]
    first = log.began[:10]
    last = (after[0].began if after else log.latest)[:10]
    if not after and not log.end.campaign.closed:
        last = _NEVER
    absences = log.end.campaign.schedule.absences
    found = (away for away in absences if away.touches(first, last))
    ordered = sorted(found, key=lambda away: (away.first, away.member))
    return tuple(f"{away_in_words(away, names)}." for away in ordered)
