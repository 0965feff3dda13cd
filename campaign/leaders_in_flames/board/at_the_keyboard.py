"""LiF 4.1: the whole Promotions Board at one keyboard that is passed round. Pure.

The stage opens, a leader is drawn, each power turns its marker unseen, all are opened; then the
vote, and the next draw. Everything is asked of the record before each step, so it goes on wherever
the board is, with whatever came in by other ways. Nothing is recorded but by whole commands.
"""

from collections.abc import Collection

from campaign.kernel.courses import (
    Call,
    Course,
    act,
    ask_until,
    clear_screen,
    has_keys,
    must_play,
    press,
    private_screen,
    public_screen,
    refuse,
    say,
    send,
    send_for,
    state_of,
    tell,
)
from campaign.kernel.decisions import Command
from campaign.kernel.steps import Unfit
from campaign.leaders_in_flames.board.choices import SEALS
from campaign.leaders_in_flames.board.commands import (
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenReinforcement,
    OpenVotes,
)
from campaign.leaders_in_flames.board.keys import choosing, leader_line
from campaign.leaders_in_flames.board.waiting import Waiting, waiting
from campaign.leaders_in_flames.names import country, player, the_country, with_player
from campaign.leaders_in_flames.parameters import found_leader
from campaign.leaders_in_flames.state import State
from campaign.text.english import capital, listed

LEAVE = "q"
AWAY = "x"
_OPENS: dict[str, tuple[type[Command], str, str]] = {
    "ballots": (OpenBallots, "no-veto", "no veto"),
    "votes": (OpenVotes, "abstain", "abstained"),
}
"""What opens the markers of a phase, and what a missing one counts as, recorded and in words."""


def board(call: Call) -> Course[None]:
    """Leads through the turn's whole Promotions Board at one keyboard: the draw, each power's
    ballot (typed unseen, the screen cleared between two), the opening, the vote, the next draw. It
    can be left at any point with q or Ctrl-C; called again, it goes on from there. In a script it
    only opens the Board, once a turn at most.
    """
    if not (yield from has_keys()):
        yield from act(OpenReinforcement)
        return
    yield from must_play()
    state = yield from state_of(State)
    if not state.campaign.is_host(call.member):
        text = f"only a host can lead through the Board, and {call.member} is none"
        yield from refuse(text, "Members")
    if state.board.phase == "closed":
        yield from act(OpenReinforcement)
    away: set[str] = set()
    while (state := (yield from state_of(State))).board.phase != "closed":
        goes_on = _draw(state) if state.board.phase == "draw" else _markers(call, state, away)
        if not (yield from goes_on):
            name = state.campaign.name
            yield from say(f"Left. What is in stays in; `campaign board {name}` goes on from here.")
            return
        if (yield from state_of(State)).board.phase != state.board.phase:
            away.clear()


def _draw(state: State) -> Course[bool]:
    """The next draw, by the ledger or from the club's own cup; whether to go on."""
    if state.rulings.draws == "table":
        return (yield from _draw_at_the_table(state))
    if (yield from press("Press a key to draw a leader (q to leave).")) == LEAVE:
        return False
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


def _markers(call: Call, state: State, away: set[str]) -> Course[bool]:
    """Ballots or votes: the powers that owe one, in turn; then all are opened."""
    todo = [power for power in waiting(state).owed if power not in away]
    if todo:
        yield from say(leader_line(state))
        if not (yield from _pass_round(call, todo, away)):
            return False
    state = yield from state_of(State)
    if state.board.phase not in _OPENS:
        return True
    waits = waiting(state)
    if any(power not in away for power in waits.owed):
        return True  # a power came to owe one in the meantime
    return (yield from _all_asked(state, waits, away))


def _pass_round(call: Call, todo: Collection[str], away: set[str]) -> Course[bool]:
    """Each power's player at the keyboard, alone; whether nobody left."""
    news = ""
    yield from private_screen()
    for power in todo:
        state = yield from state_of(State)
        if power not in waiting(state).owed:
            continue  # it came in by another way
        yield from clear_screen()
        if news:
            yield from say(news)
        whose = f"{the_country(power)} ({player(state, power)})"
        label = f"Pass the keyboard to {whose}. Press a key."
        pressed = yield from press(f"{label} ({AWAY} if they are away, {LEAVE} to leave)")
        if pressed == AWAY:
            away.add(power)
            news = ""
            continue
        if pressed == LEAVE or not (yield from _chooses(call, power, away)):
            yield from public_screen()
            return False
        news = f"{capital(the_country(power))} is done."
    yield from public_screen()
    return True


def _chooses(call: Call, power: str, away: set[str]) -> Course[bool]:
    """A power's choice by a single key; whether they did not leave.

    What they cannot pay for is said to them alone, and never sent: a receipt would keep it.
    """
    yield from clear_screen()
    state = yield from state_of(State)
    asked = choosing(state, power)
    yield from say(asked.about)
    while True:
        pressed = yield from press(asked.question)
        if pressed == LEAVE:
            return False
        choice = asked.keys.get(pressed)
        if choice is None:
            yield from say(asked.help)
        elif asked.costs[choice] > state.veto_points.get(power, 0):
            yield from say(asked.unpaid(choice))
        else:
            break
    member = state.campaign.powers.get(power, call.member)
    command = SEALS[state.board.phase]
    answer = yield from send_for(member, command, power=power, choice=choice)
    if not answer.accepted:
        away.add(power)
        yield from say(f"Not recorded: {answer.reason}.")
        yield from press("Press a key.")
    return True


# --- opening ------------------------------------------------------------------------------------


def _all_asked(state: State, waits: Waiting, away: set[str]) -> Course[bool]:
    """Everybody at the table was asked: what is missing is decided on, and all are opened."""
    command, absent, counted = _OPENS[waits.what]
    missing = (*waits.owed, *waits.missing)
    marker = waits.what[:-1]
    if waits.excused:
        text = listed(country(power) for power in waits.excused)
        yield from say(f"Not waited for, without the points: {text}.")
    if missing:
        text = listed(with_player(state, power) for power in missing)
        yield from say(f"No {marker} yet from {text}.")
    if waits.fix:
        return (yield from _fix(state, waits, away))
    if waits.devices:
        return (yield from _awaited(state, waits))
    if not missing:
        label = f"All {waits.what} are in. Press a key to open them (q to leave)."
        if (yield from press(label)) == LEAVE:
            return False
        yield from act(command)
        return True
    counts = f"y opens all and counts what is missing as {counted}"
    again = ", a asks them again" if waits.owed else ""
    pressed = yield from press(f"Press a key: {counts}{again}, q to leave.")
    if pressed == "y":
        yield from act(command, absent=absent)
    elif pressed == "a":
        away.clear()
    return pressed != LEAVE


def _fix(state: State, waits: Waiting, away: set[str]) -> Course[bool]:
    """LiF 4.1(2): a device sealed one: sealing ends before it hands in its opening."""
    devices = listed(with_player(state, power) for power in waits.devices)
    yield from say(f"{devices} sealed on a device, which opens it once the {waits.what} are fixed.")
    if waits.owed:
        fixes, again = "y fixes them without those missing", ", a asks them again"
    else:
        fixes, again = "y fixes them: nobody seals or replaces one any more", ""
    pressed = yield from press(f"Press a key: {fixes}{again}, q to leave.")
    if pressed == "y":
        yield from act(FixMarkers)
    elif pressed == "a":
        away.clear()
    return pressed != LEAVE


def _awaited(state: State, waits: Waiting) -> Course[bool]:
    """Ruling 22: devices that still owe an opening; without it they pay as if for a veto."""
    command, absent, counted = _OPENS[waits.what]
    name, marker = state.campaign.name, waits.what[:-1]
    devices = listed(with_player(state, power) for power in waits.devices)
    yield from say(f"Awaited: what opens the {marker} of {devices}.")
    for power in waits.devices:
        yield from say(f"  campaign reveal-{marker} {name} {power}")
    pressed = yield from press("Press a key: Enter looks again, w opens without it, q to leave.")
    if pressed != "w":
        return pressed != LEAVE
    also = f", and what is missing counts as {counted}" if waits.missing else ""
    charged = "pays for a veto" if waits.what == "ballots" else "abstains and pays 1"
    if (yield from press(f"Then {devices} {charged}{also}. Press y to do it.")) == "y":
        yield from act(command, withheld=True, absent=absent if waits.missing else None)
    return True
