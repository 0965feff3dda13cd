"""LiF 4.1: the whole Promotions Board at one keyboard that is passed round. Pure.

The stage opens, a leader is drawn, each power turns its marker unseen, all are opened; then the
vote, and the next draw. Everything is asked of the record before each step, so it goes on wherever
the board is, with whatever came in by other ways. Nothing is recorded but by whole commands.
"""

from campaign.kernel.courses import (
    Call,
    Course,
    act,
    ask_until,
    entry,
    has_keys,
    press,
    refuse,
    say,
    send,
    state_of,
    tell,
)
from campaign.kernel.decisions import Command
from campaign.kernel.steps import ConfirmIrreversible, Unfit, WhenStopped, sending
from campaign.leaders_in_flames.board.choices import supports
from campaign.leaders_in_flames.board.commands import (
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenReinforcement,
    OpenVotes,
)
from campaign.leaders_in_flames.board.keys import meanwhile
from campaign.leaders_in_flames.board.passed_round import (
    BACK,
    LEAVE,
    Round,
    choose,
    pass_back,
    pass_round,
    when_seen,
)
from campaign.leaders_in_flames.board.waiting import Waiting, waiting
from campaign.leaders_in_flames.names import country, with_player
from campaign.leaders_in_flames.parameters import found_leader
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.text.english import listed

_OPENS: dict[str, tuple[type[Command], str, str]] = {
    "ballots": (OpenBallots, "no-veto", "no veto"),
    "votes": (OpenVotes, "abstain", "abstained"),
}
"""What opens the markers of a phase, and what a missing one counts as, recorded and in words."""


def board(call: Call, *, only_open: bool = False) -> Course[None]:
    """Leads through the turn's whole Promotions Board at one keyboard: the draw, each power's
    ballot (typed unseen, the screen cleared between two), the opening, the vote, the next draw. Who
    mistyped presses b on the next screen, and chooses again. It can be left at any point with q or
    Ctrl-C; called again, it goes on from there. In a script it only opens the Board, once a turn at
    most.
    """
    if only_open or not (yield from has_keys()):
        yield from act(OpenReinforcement)
        return
    state = yield from state_of(State)
    if not state.campaign.is_host(call.member):
        yield from refuse(_no_host(state, call.member), "Members")
    if state.board.phase == "closed":
        yield from act(OpenReinforcement)
    table = Round()
    yield WhenStopped(_goes_on(state))
    while (state := (yield from state_of(State))).board.phase != "closed":
        goes_on = _draw(state) if state.board.phase == "draw" else _markers(call, table)
        if not (yield from goes_on):
            yield from entry("", f"Left. {_goes_on(state)}")
            return


def _goes_on(state: State) -> str:
    """What whoever leaves is told."""
    return f"What is in stays in; `campaign board {state.campaign.name}` goes on from here."


def _no_host(state: State, member: str) -> str:
    """Why a member does not lead through the Board, and what they can do instead."""
    campaign = state.campaign
    text = f"only a host leads through the Board, and {campaign.called(member)} is not a host"
    own = next((power for power in POWERS if campaign.powers.get(power) == member), "")
    if not own:
        return text
    marker = {"votes": "vote"}.get(state.board.phase, "ballot")
    return f"{text}; their own {marker}: `campaign {marker} {campaign.name} {own} --as {member}`"


def _draw(state: State) -> Course[bool]:
    """The next draw, by the ledger or from the club's own cup; whether to go on."""
    if state.rulings.draws == "table":
        return (yield from _draw_at_the_table(state))
    if (yield from when_seen("draw a leader")) == LEAVE:
        return False
    if meanwhile(state, (yield from state_of(State))):
        return True  # somebody else has drawn
    yield from act(DrawLeader)
    return True


def _draw_at_the_table(state: State) -> Course[bool]:
    def read(typed: str) -> str | Unfit:
        typed = typed.strip()
        return typed if typed in ("", LEAVE) else found_leader(state.sheet, typed)

    leader = yield from ask_until("Leader drawn (Enter if the cup is empty, q to leave)", read)
    if leader == LEAVE:
        return False
    answer = yield from send(DrawLeader, leader=leader or None)
    if answer.accepted:
        yield from tell(answer)
    else:
        yield from say(f"Not recorded: {answer.reason}.", aside=True)
    return True


# --- the markers --------------------------------------------------------------------------------


def _markers(call: Call, table: Round) -> Course[bool]:
    """Ballots or votes: the powers that owe one, in turn; then all are opened."""
    if not (yield from pass_round(call, table)):
        return False
    state = yield from state_of(State)
    if state.board.phase not in _OPENS:
        return True
    waits = waiting(state)
    if state.board.fixed:
        table.clear()  # nobody chooses again
    if any(power not in table.away for power in waits.owed):
        return True  # a power came to owe one in the meantime
    return (yield from _all_asked(call, state, waits, table))


# --- opening ------------------------------------------------------------------------------------


def _all_asked(call: Call, state: State, waits: Waiting, table: Round) -> Course[bool]:
    """Everybody at the table was asked: what is missing is decided on, and all are opened."""
    command, absent, counted = _OPENS[waits.what]
    missing = (*waits.owed, *waits.missing)
    marker = waits.what[:-1]
    if waits.excused:
        text = listed(country(power) for power in waits.excused)
        yield from entry("", f"Not waited for, without the points: {text}.")
    if missing:
        text = listed(with_player(state, power) for power in missing)
        yield from entry("", f"No {marker} yet from {text}.")
    if waits.fix:
        return (yield from _fix(call, state, waits, table))
    if waits.devices:
        return (yield from _awaited(state, waits))
    if not missing:
        back = table.back(len(table.asked))
        label = f"All {waits.what} are in. Press o to open them ({back}q to leave)."
        keys = {"o": f"o to open the {waits.what}", **_back(table), **_LEAVES}
        pressed = yield from choose(label, keys)
        if pressed == "o":
            yield from _unless_gone(state, command)
            return True
        return (yield from _not_yet(call, table, pressed))
    counts = f"y opens all and counts what is missing as {counted}"
    again = ", a asks them again" if waits.owed else ""
    back = table.back(len(table.asked))
    asks = _ASKS if waits.owed else {}
    keys = {"y": "y to open all", **asks, **_back(table), **_LEAVES}
    label = f"Press a key: {counts}{again}, {back}q to leave."
    pressed = yield from choose(label, keys)
    if pressed == "y":
        yield from _unless_gone(state, command, absent=absent)
        return True
    return (yield from _not_yet(call, table, pressed))


def _fix(call: Call, state: State, waits: Waiting, table: Round) -> Course[bool]:
    """LiF 4.1(2): a device sealed one: sealing ends before it hands in its opening."""
    devices = listed(with_player(state, power) for power in waits.devices)
    text = f"{devices} sealed on a device, which opens it once the {waits.what} are fixed."
    yield from entry("", text)
    if waits.owed:
        fixes, again = "y fixes them without those missing", ", a asks them again"
    else:
        fixes, again = "y fixes them: nobody seals or replaces one any more", ""
    back = table.back(len(table.asked))
    asks = _ASKS if waits.owed else {}
    keys = {"y": f"y to fix the {waits.what}", **asks, **_back(table), **_LEAVES}
    pressed = yield from choose(f"Press a key: {fixes}{again}, {back}q to leave.", keys)
    if pressed == "y":
        yield from _unless_gone(state, FixMarkers)
        return True
    return (yield from _not_yet(call, table, pressed))


_LEAVES = {LEAVE: f"{LEAVE} to leave"}
_ASKS = {"a": "a to ask those who are away"}


def _back(table: Round) -> dict[str, str]:
    """The key that passes the keyboard back, if anybody had it."""
    return {BACK: f"{BACK} to go back"} if table.asked else {}


def _unless_gone(state: State, command: type[Command], **fields: object) -> Course[None]:
    """Fixes or opens the markers that the question was about, and none of another leader.

    Where that passes over a player, it names them, and asks why before their deadline.
    """
    does = f"{'fix' if command is FixMarkers else 'open'} without them"
    step = sending(command, **fields)
    why: str | None = yield ConfirmIrreversible(step, does, if_passed=True, goes_on=True)
    if why is None:
        yield from say("Nothing was recorded.")
        return
    if gone := meanwhile(state, (yield from state_of(State))):
        yield from entry("", f"{gone} Nothing was recorded.")
        return
    yield from act(command, **fields, why=why or None)


def _not_yet(call: Call, table: Round, pressed: str) -> Course[bool]:
    """Somebody chooses first: those who are away, or whoever had the keyboard last."""
    if pressed == BACK:
        return (yield from pass_back(call, table))
    if pressed == "a":
        table.ask_again()
    return pressed != LEAVE


def _awaited(state: State, waits: Waiting) -> Course[bool]:
    """Ruling 22: devices that still owe an opening; without it they pay as if for a veto."""
    command, absent, counted = _OPENS[waits.what]
    name, marker = state.campaign.name, waits.what[:-1]
    devices = listed(with_player(state, power) for power in waits.devices)
    yield from entry("", f"Awaited: what opens the {marker} of {devices}.")
    for power in waits.devices:
        yield from say(f"  campaign reveal-{marker} {name} {power}")
    keys = {"\n": "Enter to look again", "w": "w to open without it", **_LEAVES}
    label = "Press a key: Enter looks again, w opens without it, q to leave."
    pressed = yield from choose(label, keys)
    if pressed != "w":
        return pressed != LEAVE
    also = f", and what is missing counts as {counted}" if waits.missing else ""
    charged = listed(_charged(state, power) for power in waits.devices)
    if (yield from press(f"Then {charged}{also}. Press y to do it.")) == "y":
        counts = absent if waits.missing else None
        yield from _unless_gone(state, command, withheld=True, absent=counts)
    return True


def _charged(state: State, power: str) -> str:
    """Ruling 22: what a device that hands nothing in costs its power."""
    whose = with_player(state, power)
    if state.board.phase == "votes":
        return f"{whose} abstains and pays 1"
    marker = "support" if supports(state, power) else "a veto"
    return f"{whose} pays for {marker}"
