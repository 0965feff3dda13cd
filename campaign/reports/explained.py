"""The report's figures down to their events: accounts of veto points and of leaders' places. Pure.

A power's account goes back to the set-up. A leader's tells this turn, and leads back to the page
whose account goes before it.
"""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.history.diff import signed
from campaign.kernel.members import POWERS
from campaign.leaders_in_flames.figures import whereabouts
from campaign.leaders_in_flames.names import POWER_NAMES
from campaign.leaders_in_flames.state import with_status
from campaign.reports.figure_changes import Booked
from campaign.reports.links import event_href, href, page_name
from campaign.reports.turn_log import TurnLog

TOLD = ("arriving", "map", "circle", "dead", "removed")
"""Leaders whose places have an account: in play, or lost."""


class Entry(msgspec.Struct, frozen=True):
    """An event that changed a figure."""

    version: int
    href: str
    turn: str
    """Where another turn than that of the entry before it begins; else empty."""
    change: str
    after: str
    told: str
    rule: str
    """The rule; of what a correction changed or put in its place, that too."""


class Account(msgspec.Struct, frozen=True):
    """A figure and what made it."""

    id: str
    key: str
    """The power or leader."""
    name: str
    value: str
    entries: tuple[Entry, ...]
    forward: str = ""
    """What it was before the turn; empty where the account goes back to the beginning."""
    forward_href: str = ""
    """The account before this one; empty where there is none."""


class Explained(msgspec.Struct, frozen=True):
    """The accounts of a turn's page."""

    powers: tuple[Account, ...]
    leaders: tuple[Account, ...]


def explained(logs: Sequence[TurnLog], place: int) -> Explained | None:
    """The accounts of the turn at a place in the logs; None where there is nothing to explain."""
    found = Explained(
        tuple(_points(logs[: place + 1], power) for power in POWERS), tuple(_leaders(logs, place))
    )
    return found if any(one.entries for one in (*found.powers, *found.leaders)) else None


def points_id(power: str) -> str:
    """The anchor of a power's account."""
    return f"why-{power}"


def leader_id(who: str) -> str:
    """The anchor of a leader's account."""
    return f"how-{who}"


def leader_links(logs: Sequence[TurnLog], place: int) -> dict[str, str]:
    """Where the account of each leader in play or lost is told; the set-up's have none."""
    last: dict[str, str] = {}
    for log in logs[: place + 1]:
        last |= dict.fromkeys((one.of for one in log.moved), log.turn)
    return {
        who: href(logs[place].turn, last[who], leader_id(who))
        for who in with_status(logs[place].end, *TOLD)
        if who in last
    }


def _points(logs: Sequence[TurnLog], power: str) -> Account:
    here = logs[-1].turn
    found = ((log.turn, one) for log in logs for one in log.points if one.of == power)
    held = logs[-1].end.veto_points.get(power, 0)
    entries = tuple(_entries(found, here))
    return Account(points_id(power), power, POWER_NAMES[power], str(held), entries)


def _leaders(logs: Sequence[TurnLog], place: int) -> Iterator[Account]:
    log = logs[place]
    told = with_status(log.end, *TOLD)
    moves: dict[str, list[Booked]] = {}
    for one in log.moved:
        moves.setdefault(one.of, []).append(one)
    earlier = leader_links(logs, place - 1) if place else {}
    for who in told:
        if who not in moves:
            continue
        entries = tuple(_entries(((log.turn, one) for one in moves[who]), log.turn))
        before = earlier.get(who, "")
        if before.startswith("#"):
            before = f"{page_name(logs[place - 1].turn)}{before}"
        yield Account(
            leader_id(who),
            who,
            log.end.sheet[who].name,
            whereabouts(log.end, who),
            entries,
            whereabouts(log.start, who),
            before,
        )


def _entries(found: Iterator[tuple[str, Booked]], here: str) -> Iterator[Entry]:
    last = ""
    for turn, one in found:
        number = isinstance(one.after, int)
        yield Entry(
            one.version,
            event_href(here, turn, one.version),
            turn if turn != last else "",
            signed(one.change) if number else "",
            str(one.after),
            one.told,
            f"{one.rule}{_corrected(one)}",
        )
        last = turn


def _corrected(one: Booked) -> str:
    if one.amended_by:
        return f"; as amended by event {one.amended_by}"
    return "; forgotten, and put here by this event" if one.inserted else ""
