"""LiF 4.1: what the Promotions Board waits for, in words, with the next steps. Pure."""

from campaign.kernel.members import HOST
from campaign.kernel.screen import Grid, NextStep, Unfinished
from campaign.leaders_in_flames.board.overdue import OPENINGS
from campaign.leaders_in_flames.board.waiting import Waiting, waiting
from campaign.leaders_in_flames.names import called, country, names_of, player, with_player
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.text.english import listed

MARKER_PHASES = ("ballots", "votes")
"""While one of these is waited for, every power has its marker on the screen."""


def board_line(state: State) -> str:
    """The state of the board: closed, about to draw, or deciding on a leader."""
    board = state.board
    if "leaders" not in state.campaign.modules:
        return "this campaign is played without leaders"
    if board.phase == "closed":
        cup = sum(status == "cup" for status in state.leaders.values())
        return f"closed; {cup} in the cup"
    if board.leader is None:
        return f"open, about to make draw {state.draw + 1}"
    leader = state.sheet[board.leader]
    text = f"{leader.name}, {'★' * leader.rank} {country(leader.power)}, draw {state.draw}"
    return f"taking ballots on {text}" if board.phase == "ballots" else f"voting; promoted: {text}"


def waits_for(state: State, waits: Waiting) -> tuple[str, ...]:
    """Whom the campaign waits for, and for what; then the openings that devices owe."""
    devices = ", ".join(with_player(state, power) for power in waits.devices)
    match waits.what:
        case "over":
            text = "nothing"
        case "war":
            text = "a war that brings the leaders in"
        case "board":
            text = "the host: the board has not met this turn"
        case "draw":
            text = "the host: a leader is to be drawn"
        case "turn":
            text = "the host: the turn can end"
        case _ if waits.owed:
            text = f"the {waits.what} of " + ", ".join(
                with_player(state, power) for power in waits.owed
            )
        case _ if waits.fix:
            text = f"the host: all {waits.what} are in and can be fixed"
        case _ if waits.devices:
            text = f"openings from {devices}"
        case _:
            text = f"the host: all {waits.what} are in"
    if waits.devices and waits.owed:
        return (text, f"what opens the sealed {waits.what} of {devices}")
    return (text,)


def unfinished(state: State) -> tuple[Unfinished, ...]:
    """Ruling 8: a turn may end without the Promotions Board; its host is told."""
    if waiting(state).what != "board":
        return ()
    return (Unfinished("the Promotions Board has not met this turn", is_owed=False),)


def next_steps(state: State, waits: Waiting) -> tuple[NextStep, ...]:
    """What the host can do now; ending the turn is left out."""
    name = state.campaign.name
    match waits.what:
        case "war":
            return (
                NextStep(f"war {name} ATTACKER TARGET", "record a war"),
                NextStep(f"activate {name}", "bring the leaders in, once a war calls for them"),
            )
        case "board":
            return (NextStep(f"board {name}", "open the Promotions Board"),)
        case "draw" if state.rulings.draws == "table":
            draw = NextStep(f"draw {name} LEADER", "record the leader drawn at the table")
            return (_at_the_keyboard(state), draw)
        case "draw":
            return (_at_the_keyboard(state), NextStep(f"draw {name}", "draw a leader"))
        case "ballots":
            single = _opening(state, waits, "ballot", "reveal", "no veto")
            return (_at_the_keyboard(state), *single)
        case "votes":
            single = _opening(state, waits, "vote", "count", "abstained")
            return (_at_the_keyboard(state), *single)
        case _:
            return ()


def _at_the_keyboard(state: State) -> NextStep:
    """The one call that goes on wherever the open Board is."""
    return NextStep(f"board {state.campaign.name}", "go on with the Promotions Board, step by step")


def _opening(
    state: State, waits: Waiting, marker: str, opens: str, absent: str
) -> tuple[NextStep, ...]:
    """The steps from laying markers to opening them all.

    While somebody owes a marker they are reminded, and nothing is opened without them.
    """
    name = state.campaign.name
    lay = NextStep(f"{marker} {name} POWER", f"lay a {marker} (asked for unseen)")
    laying = (lay, *_reminding(state, waits.what, waits.owed)) if waits.owed else ()
    if waits.fix:
        ends = "end sealing, so that devices can hand in their openings"
        return (*laying, NextStep(f"fix {name}", ends))
    if waits.devices and not waits.owed:
        call = f"reveal-{marker} {name} {waits.devices[0]}"
        hand_in = NextStep(call, f"hand in what opens a {marker} (by its player)")
        return (hand_in, *_reminding(state, OPENINGS, waits.devices))
    if waits.owed:
        return laying
    if not waits.missing:
        return (NextStep(f"{opens} {name}", f"open all {waits.what}"),)
    does = f"open all; missing {waits.what} count as {absent}"
    return (NextStep(f"{opens} {name} --absent", does),)


def _reminding(state: State, what: str, powers: tuple[str, ...]) -> tuple[NextStep, ...]:
    """How to remind the players who are waited for; a host needs no reminding of their own."""
    players = dict.fromkeys(player(state, power) for power in powers)
    names = names_of(state)
    others = [names.member(who) for who in players if who != HOST]
    if not others:
        return ()
    call = f"deadline {state.campaign.name} {what} TIME"
    return (NextStep(call, f"remind {listed(others)}, and say by when"),)


def powers(state: State, waits: Waiting) -> Grid:
    """Every power with its player, its veto points and, while markers are laid, its marker."""
    with_markers = waits.what in MARKER_PHASES
    rows: list[tuple[object, ...]] = []
    for power in POWERS:
        conquest = state.conquest[power]
        row = (
            country(power),
            called(state, power),
            state.veto_points.get(power, 0),
            "" if conquest == "free" else f"{conquest}ly conquered",
        )
        rows.append((*row, _marker(waits, power)) if with_markers else row)
    heads = ("power", "player", "points", "")
    return Grid((*heads, waits.what[:-1]) if with_markers else heads, tuple(rows), "points")


def _marker(waits: Waiting, power: str) -> str:
    if power in waits.devices:
        return "sealed on a device, opening awaited"
    if power in waits.laid:
        return "sealed"
    if power in waits.owed:
        return "owed"
    if power in waits.missing:
        return "missing"
    if power in waits.excused:
        return "cannot pay, not waited for"
    return "has no marker"
