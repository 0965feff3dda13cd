"""The events behind the report's figures: accounts of veto points and leaders' places. Pure.

An account covers the turn, and links to the page with the account before it.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaign.history.diff import signed
from campaign.kernel.page_links import event_href, href, page_name
from campaign.leaders_in_flames.board.report.figure_changes import FigureChange
from campaign.leaders_in_flames.figures import whereabouts
from campaign.leaders_in_flames.names import POWER_NAMES
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import with_status
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log

PLACED = ("arriving", "map", "circle", "dead", "removed")
"""Leaders whose places have an account: in play, or lost."""


class AccountLine(msgspec.Struct, frozen=True):
    """An event that changed a figure."""

    version: int
    href: str
    change: str
    after: str
    sentence: str
    rule: str
    """The rule; of what a correction changed or put in its place, that too."""


class Account(msgspec.Struct, frozen=True):
    """A figure and the events that led to it."""

    id: str
    key: str
    """The power or leader."""
    name: str
    value: str
    lines: tuple[AccountLine, ...]
    forward: str = ""
    """What it was before the turn; empty for nothing."""
    forward_href: str = ""
    """The account before this one; empty where there is none."""


class Explained(msgspec.Struct, frozen=True):
    """The accounts of a turn's page."""

    powers: tuple[Account, ...]
    leaders: tuple[Account, ...]


def explained(context: Context) -> Explained | None:
    """The accounts of a turn's page; None if there is nothing to explain."""
    if not has_accounts(context):
        return None
    return Explained(
        tuple(_points(context.past)),
        tuple(_leaders(context.logs, context.place)),
    )


def has_accounts(context: Context) -> bool:
    """Whether there is anything to explain."""
    if any(log.notes.points for log in context.past):
        return True
    placed = with_status(context.log.end, *PLACED)
    return any(change.of in placed for change in context.log.notes.moved)


def points_id(power: str) -> str:
    """The anchor of a power's account."""
    return f"why-{power}"


def leader_id(who: str) -> str:
    """The anchor of a leader's account."""
    return f"how-{who}"


def leader_links(logs: Sequence[Log], place: int) -> dict[str, str]:
    """Links to the account of each leader in play or lost; leaders of the set-up have none."""
    last: dict[str, str] = {}
    for log in logs[: place + 1]:
        last |= dict.fromkeys(log.notes.movers, log.turn)
    return {
        who: href(logs[place].turn, last[who], leader_id(who))
        for who in with_status(logs[place].end, *PLACED)
        if who in last
    }


def _points(logs: Sequence[Log]) -> Iterator[Account]:
    log = logs[-1]
    found: dict[str, list[FigureChange]] = {power: [] for power in POWERS}
    for change in log.notes.points:
        found[change.of].append(change)
    for power, own in found.items():
        held = log.end.veto_points.get(power, 0)
        yield Account(
            points_id(power),
            power,
            POWER_NAMES[power],
            str(held),
            tuple(_lines(own, log.turn)),
            str(held - sum(change.change for change in own)),
            _account_before(logs, power),
        )


def _account_before(logs: Sequence[Log], power: str) -> str:
    """The last account before this turn's in which a power's points changed."""
    turns = (
        log.turn for log in reversed(logs[:-1]) if any(c.of == power for c in log.notes.points)
    )
    last = next(turns, "")
    return href(logs[-1].turn, last, points_id(power)) if last else ""


def _leaders(logs: Sequence[Log], place: int) -> Iterator[Account]:
    log = logs[place]
    moves: dict[str, list[FigureChange]] = {}
    for change in log.notes.moved:
        moves.setdefault(change.of, []).append(change)
    earlier = leader_links(logs, place - 1) if place else {}
    for who in with_status(log.end, *PLACED):
        if who not in moves:
            continue
        before = earlier.get(who, "")
        if before.startswith("#"):
            before = f"{page_name(logs[place - 1].turn)}{before}"
        yield Account(
            leader_id(who),
            who,
            log.end.sheet[who].name,
            whereabouts(log.end, who),
            tuple(_lines(moves[who], log.turn)),
            whereabouts(log.notes.start, who),
            before,
        )


def _lines(found: Iterable[FigureChange], here: str) -> Iterator[AccountLine]:
    for change in found:
        yield AccountLine(
            change.version,
            event_href(here, here, change.version),
            signed(change.change) if isinstance(change.after, int) else "",
            str(change.after),
            change.sentence,
            f"{change.rule}{_corrected(change)}",
        )


def _corrected(change: FigureChange) -> str:
    if change.amended_by:
        return f"; as amended by event {change.amended_by}"
    return "; forgotten, and put here by this event" if change.inserted else ""


EXPLAINED = GameSection(
    "explained",
    "Explained",
    "board/templates/explained.html",
    explained,
    part="record",
)
