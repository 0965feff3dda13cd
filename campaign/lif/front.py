"""What Leaders in Flames brings to the command line: overview, status, replay panel, help. Pure."""

from collections.abc import Iterator, Mapping
from typing import get_args

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import HOST
from campaign.kernel.system import Front, later
from campaign.kernel.terminal import screens
from campaign.lif import calendar, names
from campaign.lif.board import waiting as board_waiting
from campaign.lif.board.waiting import waiting
from campaign.lif.names import country, player
from campaign.lif.on_map import waiting as on_map
from campaign.lif.roster import MINORS, POWERS, owner
from campaign.lif.state import State, with_status
from campaign.lif.us_entry import waiting as us_entry_waiting
from campaign.lif.verb_lines import OTHER_WORDS, VERBS
from campaign.text.english import signed
from campaign.text.json_values import JsonFields
from events.base import Event
from events.lif.board import LeaderDrawn, ReinforcementOpened
from events.lif.cup import LeaderStatus
from events.lif.on_map import ImpulseBegan, LeaderRecalled, StageBegan, StepBegan
from events.lif.politics import Minor

# --- The position of all powers: the game's part of `show` and of `verify --standings` ----------

STATUSES: tuple[LeaderStatus, ...] = (
    "cup", "drawn", "arriving", "map", "circle", "aside", "reserve", "dead", "removed",
)  # fmt: skip
"""Where leaders can be, in the order in which they are listed."""


def overview(state: State) -> screens.Overview:
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
    return screens.Overview(
        now=(("board", f"{board.phase}{on}{sealed}{fixed}"),),
        seats=screens.Grid(("power", "player", "points", "conquest"), rows, "points"),
        rest=(*_politics(state), *_leaders(state)),
    )


def _politics(state: State) -> tuple[screens.Labelled, ...]:
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


def _leaders(state: State) -> tuple[screens.Labelled, ...]:
    by_status = ((status, with_status(state, status)) for status in STATUSES)
    return tuple((status, f"{len(who)}: {', '.join(who)}") for status, who in by_status if who)


def standings(state: State) -> screens.Standings:
    """Veto points, and the places of every power's leaders, worked out from the events alone."""
    counts = _counts(state)
    points = {power: state.veto_points.get(power, 0) for power in POWERS}
    rows = tuple(
        (
            country(power) if power in POWERS else "Minor countries",
            points.get(power, ""),
            *(by_power.get(power, 0) or "" for by_power in counts.values()),
        )
        for power in (*POWERS, MINORS)
    )
    grid = screens.Grid(("power", "points", *counts), rows, f"points {' '.join(counts)}")
    return screens.Standings(grid, {"veto_points": points, "leaders": counts})


def _counts(state: State) -> dict[str, dict[str, int]]:
    """How many leaders of each power are at a status; statuses that nobody has are left out."""
    counts: dict[str, dict[str, int]] = {status: {} for status in get_args(LeaderStatus)}
    for who, status in state.leaders.items():
        key = owner(state.sheet[who].power)
        counts[status][key] = counts[status].get(key, 0) + 1
    return {status: by_power for status, by_power in counts.items() if by_power}


# --- The position at a stop of a replay: turn, board, veto points, US entry, cup and wars -------


def panel(before: JsonFields, after: JsonFields) -> tuple[screens.StyledLine, ...]:
    """The position after a stop, with changes marked."""
    return tuple(_lines(before, after))


def _lines(before: JsonFields, after: JsonFields) -> Iterator[screens.StyledLine]:
    leaders = "leaders" in after["modules"]
    turn, entry = after["turn"], after["us_entry"]
    yield ((calendar.in_words(turn) if turn else "before the first turn", "strong"),)
    if leaders:
        yield from _board(after["board"])
        yield from _points(before["veto_points"], after["veto_points"])
    begun = any(entry.get(key) for key in ("stocked", "due", "options", "actions"))
    if begun:
        yield from _us_entry(before["us_entry"], entry)
    if leaders or begun:
        yield ()
    if leaders:
        yield _row("draw", after["draw"])
        yield _row("cup", len(after["cup"]))
    yield from _war_lines(after)
    if after["closed"]:
        yield _row("campaign", "closed")


def _row(label: str, value: object) -> screens.StyledLine:
    return ((f"{label:<11}", "dim"), (str(value), ""))


def _board(board: JsonFields) -> Iterator[screens.StyledLine]:
    yield _row("board", board["phase"])
    if board["leader"]:
        yield _row("leader", board["leader"])
    if board["sealed"]:
        yield _row("sealed", len(board["sealed"]))
    if board["fixed"]:
        yield _row("fixed", f"{len(board['handed_in'])} in")


def _points(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[screens.StyledLine]:
    yield ()
    yield (("veto points", "dim"),)
    for power, held in after.items():
        text, had = f"{country(power):<13}{held:>3}", before.get(power, 0)
        if held == had:
            yield ((text, ""),)
        else:
            change: screens.Style = "up" if held > had else "down"
            yield ((text, "strong"), (f"  {signed(held - had)}", change))


def _us_entry(before: JsonFields, after: JsonFields) -> Iterator[screens.StyledLine]:
    """LiF 5.3: numbers of chits in pools, aside and due, and what was taken; never a value."""
    yield ()
    yield (("US entry   Ge/It  Japan", "dim"),)
    for kind in ("entry", "tension"):
        pools = (f"{kind}-germany-italy", f"{kind}-japan")
        yield (
            (f"{kind:<11}", "dim"),
            *(
                (f"{after['pools'][pool]:>{width}}", _mark(before["pools"], after["pools"], pool))
                for pool, width in zip(pools, (5, 7), strict=True)
            ),
        )
    for what in ("aside", "due"):
        if count := sum(chits["count"] for chits in after[what]):
            yield ((f"{what:<11}", "dim"), (f"{count:>5}", _mark(before, after, what)))
    for what in ("options", "actions"):
        yield ((f"{what:<11}", "dim"), (f"{len(after[what]):>5}", _mark(before, after, what)))


def _mark(before: JsonFields, after: JsonFields, what: str) -> screens.Style:
    return "strong" if before[what] != after[what] else ""


def _war_lines(after: JsonFields) -> Iterator[screens.StyledLine]:
    yield _row("wars", len(after["at_war"]))
    if after["vichy"]:
        yield _row("Vichy", "stands")
    for power, conquest in after["conquest"].items():
        if conquest != "free":
            yield _row("conquered" if conquest == "complete" else "in part", country(power))


# --- What a campaign waits for, put together from the chapters: the game's part of `status` -----

_TURN_ENDS_NEXT = ("war", "turn")
"""What a campaign waits for where the host may well end the turn now. Before the Promotions Board
has met it may end as well (ruling 8), but nobody is led there.
"""


def status(state: State) -> screens.Status:
    """What a campaign waits for now, and for whom."""
    waits = waiting(state)
    chapters = (board_waiting.unfinished, on_map.unfinished, us_entry_waiting.unfinished)
    unfinished = tuple(part for chapter in chapters for part in chapter(state))
    owed = "; ".join(part.waits for part in unfinished if part.is_owed)
    return screens.Status(
        now=(("Board", board_waiting.board_line(state)),),
        waits_for=(owed,)
        if owed and waits.what == "turn"
        else board_waiting.waits_for(state, waits),
        json={
            "board": {"phase": state.board.phase, "leader": state.board.leader},
            "draw": state.draw,
            "waits_for": waits.what,
            "owed": {power: player(state, power) for power in waits.owed},
            "not_waited_for": list(waits.excused),
            "sealed": list(waits.sealed),
            "fixed": state.board.fixed,
            "openings_awaited": {power: player(state, power) for power in waits.devices},
            **msgspec.to_builtins(on_map.in_play(state)),
            "scenario_asks": list(us_entry_waiting.asks(state)),
            "us_entry": msgspec.to_builtins(us_entry_waiting.us_entry(state)),
        },
        owed=(*on_map.lines(state), *us_entry_waiting.lines(state)),
        seats=board_waiting.powers(state, waits) if "leaders" in state.campaign.modules else None,
        steps=board_waiting.next_steps(state, waits),
        may_end=waits.what in _TURN_ENDS_NEXT,
        unfinished=unfinished,
    )


# --- What Leaders in Flames brings to the command line, put together ----------------------------

_EXAMPLES: dict[str, str] = {
    "turn": "1939-SO",
    "next turn": "1939-ND",
    "later turn": "1940-MA",
    "scenario": "global-war",
    "other scenario": "end-of-the-beginning",
    "short scenario": "--scenario custom --first-turn 1941-MJ --last-turn 1941-MJ",
    "other rulebook": "lif-list",
    "ruling": "draws=table",
    "other ruling": "starting_points.ussr=4",
    "extra": "leaders=FILE.csv brings its own leader sheet",
    "value": 'vichy = "installed"',
    "switch": "half_rounds=down",
    "seat": "germany",
    "other seat": "italy",
    "figure": "veto-points germany",
    "other figure": "leader rommel",
    "command": '{"command": "DeclareWar", "attacker": "italy", "target": "greece"}',
    "forgotten command": "war attacker=germany target=france",
    "act": "war case germany poland",
    "sealing": "campaign board late\ncampaign draw late\ncampaign ballot late germany no-veto",
    "sealed by": "Germany's player",
    "event": "LeaderDrawn",
}
"""What the help of shared verbs names as an example."""


def _drawn(event: Event) -> bool:
    """Whether a leader was drawn; the draws of US entry have numbers of their own."""
    return isinstance(event, LeaderDrawn | LeaderRecalled) and event.draw > 0


_STOPS = screens.Breakpoints(
    stages=(ReinforcementOpened, StageBegan, ImpulseBegan, StepBegan),
    draws=_drawn,
    example="leader=rommel, type=LeaderDrawn, by=anna, rule=4.1",
)


def _hint(state: State, command: type[Command]) -> str:
    from campaign.lif.board.verbs.hints import hint  # only a refusal asks for it

    return hint(state, command)


def _opening_choices() -> object:
    from campaign.lif.scenarios.new_campaign import CHOICES

    return CHOICES


FRONT = Front[State](
    screens=screens.Screens(
        status=status,
        overview=overview,
        standings=standings,
        panel=panel,
        hint=_hint,
    ),
    verbs=VERBS,
    other_words=OTHER_WORDS,
    choices=later(_opening_choices),
    help=screens.Help(_EXAMPLES, names.all_reasons),
    stops=_STOPS,
)
