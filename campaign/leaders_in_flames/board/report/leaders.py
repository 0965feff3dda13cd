"""LiF 4: the leaders as a report shows them: in play, in the cup, lost, and still to come. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.kernel.pages import CorrectionMark
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.names import POWER_NAMES, country, listed
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, with_status
from campaign.leaders_in_flames.turn_notes import Context, GameSection
from events.lif.cup import LeaderCounter

IN_PLAY = ("arriving", "map", "circle")
LOST = ("dead", "removed")


class LeaderView(msgspec.Struct, frozen=True):
    """A leader counter."""

    id: str
    name: str
    rank: int
    power: str
    country: str
    note: str = ""
    """Free French or Vichy French, where the counter says so."""


class LeaderGroup(msgspec.Struct, frozen=True):
    """Leaders of one power or minor country."""

    power: str
    """A major power, or `minors`."""
    name: str
    leaders: tuple[LeaderView, ...]


class Roster(msgspec.Struct, frozen=True):
    """Where the leaders are."""

    in_play: tuple[LeaderGroup, ...]
    cup: tuple[LeaderGroup, ...]
    lost: tuple[LeaderGroup, ...]
    counts: dict[str, int]
    to_come: str


class LeadersView(msgspec.Struct, frozen=True):
    """The section of a turn's page."""

    roster: Roster
    marks: Mapping[str, tuple[CorrectionMark, ...]]


_NOTES = {"free-france": "Free French", "vichy-france": "Vichy French"}


def leader_view(counter: LeaderCounter) -> LeaderView:
    """A counter in a reader's words."""
    note = _NOTES.get(counter.allegiance, "")
    return LeaderView(
        counter.id, counter.name, counter.rank, counter.power, country(counter.power), note
    )


def leaders_view(context: Context) -> LeadersView:
    """The leaders at the end of a turn."""
    return LeadersView(roster(context.log.end), context.marks)


def roster(state: State) -> Roster:
    """Where the leaders are."""
    counts = {
        name: len(with_status(state, *statuses))
        for name, statuses in (("in_play", IN_PLAY), ("cup", ("cup",)), ("lost", LOST))
    }
    return Roster(
        _groups(state, *IN_PLAY), _groups(state, "cup"), _groups(state, *LOST), counts, _come(state)
    )


def _groups(state: State, *statuses: str) -> tuple[LeaderGroup, ...]:
    """Leaders of these statuses, in groups: the powers in their order, then the minors."""
    found: dict[str, list[LeaderView]] = {}
    for who in with_status(state, *statuses):
        counter = state.sheet[who]
        key = "minors" if is_minor(counter) else counter.power
        found.setdefault(key, []).append(leader_view(counter))
    return tuple(
        LeaderGroup(
            power,
            POWER_NAMES.get(power, "Minor countries"),
            tuple(sorted(found[power], key=lambda leader: (-leader.rank, leader.name))),
        )
        for power in (*POWERS, "minors")
        if power in found
    )


def _come(state: State) -> str:
    """LiF 4: the leaders still to join the cup, by year and in the reserve pool."""
    years: dict[str, int] = {}
    for who in with_status(state, "aside"):
        year = state.sheet[who].year
        key = str(year) if year else "when Free France is founded"
        years[key] = years.get(key, 0) + 1
    groups = [
        f"{number} in {year}" if year.isdigit() else f"{number} {year}"
        for year, number in sorted(years.items())
    ]
    if reserve := len(with_status(state, "reserve")):
        groups.append(f"{reserve} from the reserve pool")
    return f"Still to come: {listed(groups)}." if groups else "No more leaders are to come."


LEADERS = GameSection(
    "leaders",
    "All leaders",
    "board/templates/leaders.html",
    leaders_view,
    part="record",
)
