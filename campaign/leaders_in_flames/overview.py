"""The position of all powers: the game's part of `show` and of `verify --standings`. Pure."""

from typing import get_args

from campaign.kernel.members import HOST
from campaign.kernel.screen import Grid, Labelled, Overview, Standings
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, with_status
from events.lif.cup import LeaderStatus
from events.lif.politics import Minor

STATUSES: tuple[LeaderStatus, ...] = (
    "cup",
    "drawn",
    "arriving",
    "map",
    "circle",
    "aside",
    "reserve",
    "dead",
    "removed",
)
"""Where leaders can be, in the order in which they are listed."""
MINORS = "minors"
"""Stands for all minor countries in a table of the powers."""


def overview(state: State) -> Overview:
    """The whole state as everybody may see it."""
    board = state.board
    on = f" on {board.leader}" if board.leader else ""
    sealed = f"; sealed: {', '.join(sorted(board.markers))}" if board.markers else ""
    fixed = "; fixed" if board.fixed else ""
    holders = state.campaign.powers
    rows = tuple(
        (
            country(power),
            holders.get(power) or HOST,
            state.veto_points.get(power, 0),
            state.conquest.get(power, "free"),
        )
        for power in POWERS
    )
    return Overview(
        now=(("board", f"{board.phase}{on}{sealed}{fixed}"),),
        seats=Grid(("power", "player", "points", "conquest"), rows, "points"),
        rest=(*_politics(state), *_leaders(state)),
    )


def _politics(state: State) -> tuple[Labelled, ...]:
    wars = (f"{country(side)} and {country(other)}" for side, other in sorted(state.at_war))
    minors = (_minor(name, minor) for name, minor in sorted(state.minors.items()))
    reserves = (
        f"{country(power)} {', '.join(sorted(marks))}"
        for power, marks in sorted(state.reserves_called.items())
        if marks
    )
    return (
        ("at war", "; ".join(wars) or "nobody"),
        ("Vichy", "stands" if state.vichy == "installed" else "there is none"),
        ("minors", ", ".join(minors) or "none recorded"),
        ("reserves", "; ".join(reserves) or "none called out"),
    )


def _minor(name: str, minor: Minor) -> str:
    by = f" ({country(minor.power)})" if minor.power else ""
    return f"{country(name)} {minor.status}{by}"


def _leaders(state: State) -> tuple[Labelled, ...]:
    found = ((status, with_status(state, status)) for status in STATUSES)
    return tuple((status, f"{len(who)}: {', '.join(who)}") for status, who in found if who)


def standings(state: State) -> Standings:
    """Veto points, and the places of every power's leaders, worked out from the events alone."""
    counts: dict[str, dict[str, int]] = {status: {} for status in get_args(LeaderStatus)}
    for who, status in state.leaders.items():
        power = state.sheet[who].power
        key = power if power in POWERS else MINORS
        counts[status][key] = counts[status].get(key, 0) + 1
    counts = {status: by_power for status, by_power in counts.items() if by_power}
    points = {power: state.veto_points.get(power, 0) for power in POWERS}
    rows = tuple(
        (
            country(power) if power in POWERS else "Minor countries",
            points.get(power, ""),
            *(by_power.get(power, 0) or "" for by_power in counts.values()),
        )
        for power in (*POWERS, MINORS)
    )
    grid = Grid(("power", "points", *counts), rows, f"points {' '.join(counts)}")
    return Standings(grid, {"veto_points": points, "leaders": counts})
