"""By when something is awaited, and who is away: one answer for every door. Pure.

It is asked at a moment: a deadline may be past by then, and an absence over.
"""

from collections.abc import Iterator

from campaign.kernel.deadlines import away_in_words, standing, what_in_words
from campaign.kernel.schedule import Absence, Deadline
from campaign.kernel.screen import Labelled
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject
from campaign.text.moments import in_words, later


def in_json(system: AnySystem, state: GameState, now: str) -> JsonObject:
    """The deadlines that stand, and the absences that are not over."""
    return {
        "deadlines": [
            {
                "what": what,
                "until": deadline.until,
                "draw": deadline.draw or None,
                "passed": _past(deadline, now),
            }
            for what, deadline in standing(state, system.rules.awaiting).items()
        ],
        "absences": [
            {"member": away.member, "first": away.first, "last": away.last, "wish": away.wish}
            for away in _absences(state, now)
        ],
    }


def lines(system: AnySystem, state: GameState, now: str) -> Iterator[Labelled]:
    """A line for each deadline that stands, and for each absence that is not over."""
    names = system.view.names(state)
    for what, deadline in standing(state, system.rules.awaiting).items():
        over = ", which is past" if _past(deadline, now) else ""
        yield "Deadline", f"for {what_in_words(what, names)}: {in_words(deadline.until)}{over}"
    for away in _absences(state, now):
        yield "Away", away_in_words(away, names)


def _past(deadline: Deadline, now: str) -> bool:
    return later(now, deadline.until)


def _absences(state: GameState, now: str) -> list[Absence]:
    """Absences that are not over, the next first. Days are taken as days in UTC."""
    found = (away for away in state.campaign.schedule.absences if away.last >= now[:10])
    return sorted(found, key=lambda away: (away.first, away.member))
