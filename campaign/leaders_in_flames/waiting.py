"""LiF 4.1: what a campaign waits for, and for whom. Pure; it looks at no sealed choice."""

from typing import Literal

import msgspec

from campaign.kernel.members import HOST, POWERS, RULES, AdvanceTurn
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board import continuation_vote
from campaign.leaders_in_flames.commands import (
    COMMANDS,
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenReinforcement,
    OpenVotes,
    RevealBallot,
    RevealVote,
    SealBallot,
    SealVote,
)
from campaign.leaders_in_flames.on_map import placing
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.state import State, awaited, has_marker, with_status
from campaign.leaders_in_flames.us_entry.state import PendingChits, aside
from campaign.leaders_in_flames.us_entry.waits import due_aside
from events.lif.us_entry import Kind

What = Literal["over", "war", "turn", "board", "draw", "ballots", "votes"]


class Waiting(msgspec.Struct, frozen=True):
    """LiF 4.1: what comes next, and which powers still owe a marker for it."""

    what: What
    """`war`: the kit waits for a Days of Decision war; `turn`: nothing is left but the next."""
    owed: tuple[str, ...] = ()
    """Powers whose marker is missing and waited for."""
    excused: tuple[str, ...] = ()
    """Ruling 18: powers without the points, which may lay a marker and are not waited for."""
    laid: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    """Of those laid: sealed on a device that has not handed over its opening."""
    fix: bool = False
    """Whether the host has to fix the markers first, because a device sealed one."""
    missing: tuple[str, ...] = ()
    """Powers that could have paid and had no marker when the markers were fixed."""
    last_turn: bool = False


def _next(what: What) -> str:
    """The verbs that bring on what the campaign waits for."""
    match what:
        case "over" | "war":
            return ""
        case "turn":
            return f"next: `{AdvanceTurn.verb}`"
        case "board":
            return f"next: `{OpenReinforcement.verb}` opens it, or `{AdvanceTurn.verb}`"
        case "draw":
            return f"next: `{DrawLeader.verb}`"
        case "ballots":
            return f"next: `{SealBallot.verb}`, then `{OpenBallots.verb}`"
        case "votes":
            return f"next: `{SealVote.verb}`, then `{OpenVotes.verb}`"


def hint(state: State, command: str) -> str:
    """The verb that comes next, where a refused command came out of its time; else nothing."""
    if state.campaign.rules != RULES:
        return ""  # the refusal says what comes first
    kind, waits = COMMANDS[command], waiting(state)
    if kind.when in ((), ("closed",)):
        return "" if state.board.phase == "closed" else _next(waits.what)
    if waits.fix and kind in (OpenBallots, RevealBallot, OpenVotes, RevealVote):
        return f"next: `{FixMarkers.verb}`"
    if waits.what not in kind.when:
        return _next(waits.what)
    if kind not in (OpenBallots, OpenVotes):
        return ""
    if waits.devices:
        return "`--withheld` charges them, and opens without them"
    if waits.owed or waits.missing:
        return f"`--absent` counts them as {'no veto' if kind is OpenBallots else 'abstained'}"
    return ""


def waiting(state: State) -> Waiting:
    """LiF 4.1: what the campaign waits for now."""
    campaign, board = state.campaign, state.board
    last = campaign.turn == campaign.last_turn
    if campaign.closed:
        return Waiting("over")
    if board.phase in ("ballots", "votes"):
        return _markers(state, "ballots" if board.phase == "ballots" else "votes", last)
    if board.phase == "draw":
        return Waiting("draw", last_turn=last)
    if "leaders" in campaign.modules and not state.active:
        return Waiting("war", last_turn=last)
    met = board.turn == campaign.turn or not state.active
    return Waiting("turn" if met else "board", last_turn=last)


def _markers(state: State, what: Literal["ballots", "votes"], last: bool) -> Waiting:
    laid = tuple(power for power in POWERS if power in state.board.markers)
    missing = [power for power in POWERS if power not in laid and has_marker(state, power)]
    able, fixed = _able(state, what), state.board.fixed
    payers = tuple(power for power in missing if power in able)
    return Waiting(
        what,
        owed=() if fixed else payers,
        excused=tuple(power for power in missing if power not in able),
        laid=laid,
        devices=tuple(power for power in laid if power in awaited(state.board)),
        fix=not fixed and any(state.board.markers[power].device for power in laid),
        missing=payers if fixed else (),
        last_turn=last,
    )


def _able(state: State, what: Literal["ballots", "votes"]) -> list[str]:
    """Powers that could pay for a marker turned to veto, or for a vote."""
    leader = state.board.leader
    if what == "votes" or leader is None:
        return continuation_vote.voters(state, state.veto_points)
    return [
        power
        for power in POWERS
        if state.veto_points.get(power, 0) >= sides.cost(state, leader, power)
    ]


class InPlay(msgspec.Struct, frozen=True):
    """LiF 3.1: what leaders and counters off the Promotions Board still wait for."""

    to_place: tuple[str, ...] = ()
    """Leaders who have arrived and are not on the map yet."""
    vichy_moves: tuple[str, ...] = ()
    """LiF 4.1: leaders whom Vichy's installation still has to move."""
    leaders_on_circle: dict[str, tuple[str, ...]] = {}
    """Leaders on the production circle, by the turn of their arrival."""
    counters_on_circle: dict[str, int] = {}
    """LiF 5.4: counters on the production circle, by the turn of their arrival."""


def in_play(state: State) -> InPlay:
    """LiF 3.1: what leaders and counters still wait for; nothing in a campaign that is closed."""
    if state.campaign.closed:
        return InPlay()
    play = state.play
    leaders: dict[str, tuple[str, ...]] = {}
    for who in with_status(state, "circle"):
        turn = play.circle.get(who, "")
        leaders[turn] = (*leaders.get(turn, ()), who)
    counters: dict[str, int] = {}
    for held in play.counter_placements.values():
        if held.place == "circle":
            counters[held.arrives] = counters.get(held.arrives, 0) + 1
    return InPlay(
        tuple(with_status(state, "arriving")),
        placing.must_move(state),
        dict(sorted(leaders.items(), key=_by_turn)),
        dict(sorted(counters.items(), key=_by_turn)),
    )


def _by_turn(entry: tuple[str, object]) -> int:
    return calendar.ordinal(entry[0]) if entry[0] else 0


Right = Literal["free", "waits", "shows", "enters"]
"""LiF 5.3.3: whether the USA may; `shows`: once it shows the chits put aside; `enters`: once the
values of those drawn at the table are entered."""


class UsEntry(msgspec.Struct, frozen=True):
    """LiF 5.3: what US entry waits for. It looks at no value of a chit."""

    begun: bool
    """Whether anything of it is on the table."""
    stock: bool = False
    """Whether the common pool is still to be stocked."""
    due: tuple[PendingChits, ...] = ()
    """Chits drawn at the table whose values are to be entered."""
    draw: Right = "free"
    """Entry chits in the US entry step."""
    choose: Right = "free"
    """Entry options."""


def us_entry(state: State) -> UsEntry | None:
    """LiF 5.3: what US entry waits for; None where it is not played, or the campaign is closed."""
    if "us-entry" not in state.campaign.modules or state.campaign.closed:
        return None
    entry = state.entry
    stocked = bool(entry.secret_commitment)
    begun = stocked or bool(entry.due or entry.options or entry.actions or entry.chart)
    return UsEntry(
        begun=begun,
        stock=begun and not stocked,
        due=entry.due if stocked else (),
        draw=_right(state, "entry", told=entry.may_draw),
        choose=_right(state, "tension", told=entry.may_choose),
    )


def _right(state: State, kind: Kind, *, told: bool) -> Right:
    if due_aside(state.entry, kind):
        return "enters"
    if not aside(state.entry, kind):
        return "free"
    return "shows" if told else "waits"


def asks(state: State) -> tuple[str, ...]:
    """LiF 6: questions of the scenario that nobody has answered, by their keys."""
    entry = state.entry
    if state.campaign.closed:
        return ()
    return tuple(key for key, _ in entry.asks if key not in entry.answers)


def prices(state: State, power: str) -> dict[str, int]:
    """LiF 4.1(2), 4.1(5): what each side of a power's marker costs it now, in veto points."""
    leader = state.board.leader
    if state.board.phase == "ballots" and leader is not None:
        return {"veto": sides.cost(state, leader, power), "no-veto": 0}
    if state.board.phase == "votes":
        return dict(continuation_vote.PRICES[state.campaign.rulebook])
    return {}


def player(state: State, power: str) -> str:
    """Who plays a power: its holder, or the host."""
    return state.campaign.powers.get(power, HOST)
