"""LiF 4.1: what the Promotions Board waits for, and for whom, with the next step in words. Pure.

It looks at no sealed choice.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from campaign.kernel.deadlines import Awaiting, PassedSeat
from campaign.kernel.decisions import Command
from campaign.kernel.members import HOST
from campaign.kernel.terminal.screens import Grid, NextStep, StageButton, TurnStage, Unfinished
from campaign.lif.board import commands
from campaign.lif.board.markers import KINDS, OPENINGS, PRICES, next_step, voters
from campaign.lif.names import (
    called,
    country,
    leader,
    names_of,
    player,
    the_countries,
    the_country,
    with_player,
)
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.state import State, awaited, has_marker
from campaign.text.english import listed
from events.base import Event
from events.lif.board import BallotsOpened, MarkersFixed, VotesOpened

if TYPE_CHECKING:
    from campaign.kernel.terminal.steps import Unfit


What = Literal["over", "war", "turn", "board", "draw", "ballots", "votes"]


class Waiting(msgspec.Struct, frozen=True):
    """LiF 4.1: what comes next, and which powers still owe a marker for it."""

    what: What
    """`war`: the kit waits for a Days of Decision war; `turn`: nothing is left but the next."""
    owed: tuple[str, ...] = ()
    """Powers whose marker is missing and waited for."""
    excused: tuple[str, ...] = ()
    """Ruling 18: powers without the points, which may seal a marker and are not waited for."""
    sealed: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    """Of those: on a device that has not handed over its opening."""
    fix: bool = False
    """Whether the host has to fix the markers first, because a device sealed one."""
    missing: tuple[str, ...] = ()
    """Powers that could have paid and had no marker when the markers were fixed."""

    @property
    def marks(self) -> dict[str, str]:
        """How each power's marker is: excused, missing, awaited, sealed or to be opened."""
        return {
            **dict.fromkeys(self.excused, "excused"),
            **dict.fromkeys(self.missing, "missing"),
            **dict.fromkeys(self.owed, "awaited"),
            **dict.fromkeys(self.sealed, "sealed"),
            **dict.fromkeys(self.devices, "opening"),
        }


def waiting(state: State) -> Waiting:
    """LiF 4.1: what the campaign waits for now."""
    campaign, board = state.campaign, state.board
    if campaign.closed:
        return Waiting("over")
    if board.phase in KINDS:
        return _markers(state, "ballots" if board.phase == "ballots" else "votes")
    if board.phase == "draw":
        return Waiting("draw")
    if "leaders" in campaign.modules and not state.active:
        return Waiting("war")
    met = board.turn == campaign.turn or not state.active
    return Waiting("turn" if met else "board")


def _markers(state: State, what: Literal["ballots", "votes"]) -> Waiting:
    board, able = state.board, set(_able(state, what))
    missing = {power for power in POWERS if has_marker(state, power)} - {*board.markers}
    payers = _in_order(missing & able)
    return Waiting(
        what,
        owed=() if board.fixed else payers,
        excused=_in_order(missing - able),
        sealed=_in_order(board.markers),
        devices=_in_order(awaited(board)),
        fix=not board.fixed and any(marker.device for marker in board.markers.values()),
        missing=payers if board.fixed else (),
    )


def _in_order(powers: Container[str]) -> tuple[str, ...]:
    return tuple(power for power in POWERS if power in powers)


def _able(state: State, what: Literal["ballots", "votes"]) -> list[str]:
    """Powers that could pay for a marker turned to veto, or for a vote."""
    leader = state.board.leader
    if what == "votes" or leader is None:
        return voters(state, state.veto_points)
    return [
        power
        for power in POWERS
        if state.veto_points.get(power, 0) >= sides.cost(state, leader, power)
    ]


def _may_be_due(state: State) -> Mapping[str, int]:
    """LiF 4.1: what has a deadline now: markers until they are fixed, then openings that are due.

    Each with the number of its draw.
    """
    board = state.board
    if board.phase not in KINDS:
        return {}
    if not board.fixed:
        return {board.phase: board.draw}
    return {OPENINGS: board.draw} if awaited(board) else {}


def _passed(state: State, command: Command) -> Iterator[PassedSeat]:
    """LiF 4.1: the markers that are not waited for, and the openings that count as withheld.

    Whoever is missing once the markers are fixed was passed over when they were.
    """
    waits = waiting(state)
    if waits.what not in KINDS or not isinstance(command, commands.FixMarkers | commands.Opens):
        return
    who_plays, kind = state.campaign.who_plays, KINDS[waits.what]
    if isinstance(command, commands.FixMarkers) or command.absent:
        for power in waits.owed:
            title = _marker_in_words(state, power)
            yield PassedSeat(title, who_plays(power), waits.what, kind.absent_in_words)
    if not isinstance(command, commands.FixMarkers) and command.withheld:
        for power in waits.devices:
            title = f"what opens {_marker_in_words(state, power)}"
            yield PassedSeat(title, who_plays(power), OPENINGS, kind.withheld)


def _marker_in_words(state: State, power: str) -> str:
    board = state.board
    is_vote = board.phase == "votes"
    about = "another leader" if is_vote else leader(board.leader or "", state.sheet)
    return f"{the_country(power)}'s {KINDS[board.phase].name} on {about}"


def _passed_by(before: State, event: Event) -> Iterable[PassedSeat]:
    """LiF 4.1: markers are passed over when all are fixed, openings when all are opened."""
    match event:
        case MarkersFixed(overdue=False):
            return _passed(before, commands.FixMarkers())
        case BallotsOpened(overdue=False):
            return _passed(before, commands.OpenBallots(withheld=True))
        case VotesOpened(overdue=False):
            return _passed(before, commands.OpenVotes(withheld=True))
    return ()


AWAITING = Awaiting[State]((*KINDS, OPENINGS), _may_be_due, next_step, _passed, _passed_by)
"""LiF 4.1: what may have a deadline."""


def prices(state: State, power: str) -> dict[str, int]:
    """LiF 4.1(2), 4.1(5): what each side of a power's marker costs it now, in veto points."""
    leader = state.board.leader
    if state.board.phase == "ballots" and leader is not None:
        return {"veto": sides.cost(state, leader, power), "no-veto": 0}
    if state.board.phase == "votes":
        return dict(PRICES[state.campaign.rulebook])
    return {}


# --- LiF 4.1(2), 4.1(5): what a marker can say, in the record's words and in people's -----------
#
# A marker turned to veto is support where the power is on the leader's own side: people read and
# type `support`, and the record keeps `veto`.

CHOICES: Mapping[str, tuple[str, ...]] = {kind.name: kind.choices for kind in KINDS.values()}
"""What a marker of each kind can say."""
VETO, SUPPORT = "veto", "support"
IS_SUPPORT = "A veto by the leader’s own side is support"
"""What whoever looks for a veto there is told."""
SHORT = {"v": VETO, "no": "no-veto", "n": "no-veto", "no veto": "no-veto"}


def shortest(choice: str) -> str:
    """What is offered where a choice has a shorter word."""
    return "no" if choice == "no-veto" else choice


def draw_now(state: State) -> int | None:
    """The draw whose leader is before the Board, or that was promoted last; None before any."""
    return (state.board.draw or None) if state.board.phase in KINDS else None


def supports(state: State, power: str) -> bool:
    """LiF 4.1(2): whether a power's marker can only support the leader before the board."""
    leader = state.board.leader
    return leader is not None and bool(power) and sides.supports(state, leader, power)


def in_words(state: State, power: str, choice: str) -> str:
    """A choice as people call it: a veto by the leader's own side is support."""
    return SUPPORT if choice == VETO and supports(state, power) else choice


def choice_of(state: State, power: str, typed: str) -> "str | Unfit":
    """A choice in the record's words. An empty power stands for any. Never repeats what was typed.

    `veto` is understood as support too; `support` only by a power of the leader's own side.
    """
    folded = typed.strip().lower()
    costs = prices(state, power or POWERS[0])  # the words are the same for all
    choice = SHORT.get(folded, folded) if VETO in costs else folded
    if choice in (SUPPORT, "s") and supports(state, power):
        choice = VETO
    if choice in costs:
        return choice
    from campaign.kernel.terminal.steps import Unfit

    words = [shortest(in_words(state, power, choice)) for choice in costs]
    return Unfit(f"one of {', '.join(words)}")


# --- LiF 4.1: the stages of the Promotions Board, each with what its host can do now ------------

_HAS_MET = ("turn", "over")


def stages(state: State) -> tuple[TurnStage, ...]:
    """LiF 4.1: the Board from its opening to the vote."""
    if "leaders" not in state.campaign.modules:
        return ()
    waits = waiting(state)
    if waits.what == "war":
        war = StageButton("war", "Record a war", form="DeclareWar")
        bring = StageButton("activate", "Bring the leaders in", {"command": "ActivateLeaders"})
        return (TurnStage("A war that brings the leaders in", "now", buttons=(war, bring)),)
    return (
        _meets(state, waits),
        _draws(state, waits),
        _marker_stage(state, waits, "ballots"),
        _marker_stage(state, waits, "votes"),
    )


def _meets(state: State, waits: Waiting) -> TurnStage:
    """LiF 4.1(1): once a turn (ruling 8)."""
    if waits.what != "board":
        return TurnStage("The Board meets", "done")
    opens = StageButton(
        f"board:{state.campaign.turn}",
        "Open the Promotions Board",
        {"command": "OpenReinforcement"},
    )
    return TurnStage("The Board meets", "now", buttons=(opens,))


def _draws(state: State, waits: Waiting) -> TurnStage:
    """LiF 4.1(1): a leader is drawn, by the ledger or at the table."""
    if waits.what in KINDS:
        return TurnStage(f"{leader(state.board.leader or '', state.sheet)} is drawn", "done")
    if waits.what != "draw":
        return TurnStage("A leader is drawn", "done" if waits.what in _HAS_MET else "later")
    key = f"draw:{state.draw + 1}"
    if state.rulings.draws == "table":
        button = StageButton(key, "Record the leader drawn", form="DrawLeader")
    else:
        button = StageButton(key, "Draw a leader", {"command": "DrawLeader"})
    return TurnStage("A leader is drawn", "now", buttons=(button,))


def _marker_stage(state: State, waits: Waiting, what: str) -> TurnStage:
    """LiF 4.1(2), 4.1(5): all markers are sealed, fixed and opened together."""
    title = "Ballots" if what == "ballots" else "Vote on another leader"
    if waits.what != what:
        passed = waits.what in _HAS_MET or (what == "ballots" and waits.what == "votes")
        return TurnStage(title, "done" if passed else "later")
    everybody = len(waits.sealed) + len(waits.owed) + len(waits.missing)
    return TurnStage(
        f"{title}: {len(waits.sealed)} of {everybody}",
        "now",
        note=awaited_from(waits) or ("All are in." if not waits.missing else ""),
        buttons=tuple(_buttons(state, waits, what)),
    )


def awaited_from(waits: Waiting) -> str:
    """LiF 4.1: whose markers or openings are waited for; empty where the host has to act."""
    if waits.owed:
        return f"Waiting for {the_countries(waits.owed)}."
    if waits.devices and not waits.fix:
        return f"Waiting for what opens those of {the_countries(waits.devices)}."
    return ""


def _buttons(state: State, waits: Waiting, what: str) -> Iterator[StageButton]:
    """Ruling 22: where a device sealed, the markers are fixed before they are opened.

    A button that passes over what somebody owes says so.
    """
    draw = state.board.draw
    kind, missing = KINDS[what], waits.owed or waits.missing
    if waits.fix or waits.owed:
        fixes = f"Fix the {what}" + (" as they are" if waits.owed else "")
        yield StageButton(
            f"fix:{what}:{draw}", fixes, {"command": "FixMarkers"}, is_careful=bool(waits.owed)
        )
    if waits.fix:
        return
    words = []
    fields: dict[str, object] = {"command": kind.opens.__name__}
    if missing:
        words.append(f"counting {the_countries(missing)} as {kind.absent_in_words}")
        fields["absent"] = kind.absent
    if waits.devices:
        words.append(f"{the_countries(waits.devices)} as withheld")
        fields["withheld"] = True
    text = ", ".join((f"Open the {what}", *words))
    key = f"open:{what}:{draw}:{'-'.join((*missing, *waits.devices))}"
    yield StageButton(key, text, fields, is_careful=bool(words))


# --- LiF 4.1: what the Promotions Board waits for, in words, with the next steps ----------------


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
    if text := _WAITS_FOR.get(waits.what):
        return (text,)
    owed = ", ".join(with_player(state, power) for power in waits.owed)
    devices = ", ".join(with_player(state, power) for power in waits.devices)
    if owed:
        opens = (f"what opens the sealed {waits.what} of {devices}",) if devices else ()
        return (f"the {waits.what} of {owed}", *opens)
    if waits.fix:
        return (f"the host: all {waits.what} are in and can be fixed",)
    return (f"openings from {devices}" if devices else f"the host: all {waits.what} are in",)


_WAITS_FOR: dict[What, str] = {
    "over": "nothing",
    "war": "a war that brings the leaders in",
    "board": "the host: the board has not met this turn",
    "draw": "the host: a leader is to be drawn",
    "turn": "the host: the turn can end",
}


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
        case "ballots" | "votes":
            return (_at_the_keyboard(state), *_opening(state, waits))
        case _:
            return ()


def _at_the_keyboard(state: State) -> NextStep:
    """The one call that goes on wherever the open Board is."""
    return NextStep(f"board {state.campaign.name}", "go on with the Promotions Board, step by step")


def _opening(state: State, waits: Waiting) -> tuple[NextStep, ...]:
    """The steps from sealing markers to opening them all.

    While somebody owes a marker they are reminded, and nothing is opened without them.
    """
    name, kind = state.campaign.name, KINDS[waits.what]
    seal = NextStep(f"{kind.name} {name} POWER", f"seal a {kind.name} (asked for unseen)")
    sealing = (seal, *_reminding(state, waits.what, waits.owed)) if waits.owed else ()
    if waits.fix:
        ends = "end sealing, so that devices can hand in their openings"
        return (*sealing, NextStep(f"fix {name}", ends))
    if waits.devices and not waits.owed:
        call = f"reveal-{kind.name} {name} {waits.devices[0]}"
        hand_in = NextStep(call, f"hand in what opens a {kind.name} (by its player)")
        return (hand_in, *_reminding(state, OPENINGS, waits.devices))
    if waits.owed:
        return sealing
    if not waits.missing:
        return (NextStep(f"{kind.opens.verb} {name}", f"open all {waits.what}"),)
    does = f"open all; missing {waits.what} count as {kind.absent_in_words}"
    return (NextStep(f"{kind.opens.verb} {name} --absent", does),)


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
    """Every power with its player, its veto points and, while markers are sealed, its marker."""
    with_markers = waits.what in KINDS
    rows: list[tuple[object, ...]] = []
    for power in POWERS:
        conquest = state.conquest[power]
        row = (
            country(power),
            called(state, power),
            state.veto_points.get(power, 0),
            "" if conquest == "free" else f"{conquest}ly conquered",
        )
        rows.append((*row, _MARKS[waits.marks.get(power, "")]) if with_markers else row)
    heads = ("power", "player", "points", "")
    return Grid((*heads, waits.what[:-1]) if with_markers else heads, tuple(rows), "points")


_MARKS = {
    "opening": "sealed on a device, opening awaited",
    "sealed": "sealed",
    "awaited": "owed",
    "missing": "missing",
    "excused": "cannot pay, not waited for",
    "": "has no marker",
}
