"""LiF 4.1(1), 4.1(5): the keyboard passed round, each power's player alone before it. Pure.

Whoever mistyped has the keyboard passed back and chooses again, until the markers are fixed or
opened. What is on the screen depends on no choice, so nothing shows whether they changed theirs.
"""

from collections.abc import Mapping

import msgspec

from campaign.kernel.courses import (
    Call,
    Course,
    clear_screen,
    entry,
    press,
    private_screen,
    public_screen,
    say,
    send_for,
    state_of,
)
from campaign.leaders_in_flames.board.choices import SEALS, draw_now
from campaign.leaders_in_flames.board.keys import choosing, leader_line, meanwhile
from campaign.leaders_in_flames.board.waiting import waiting
from campaign.leaders_in_flames.names import called, player, the_country
from campaign.leaders_in_flames.state import State
from campaign.text.english import capital, listed

HERE, LEAVE, AWAY, BACK = " ", "q", "x", "b"
DONE, GONE = "done", "gone"
"""How a choice ends, beside the keys: sealed, or the Board went on before it was."""


class Round(msgspec.Struct):
    """What happened at this keyboard since the leader was drawn, or since the vote began."""

    about: tuple[str, int] = ("", 0)
    """The phase and the draw of it."""

    away: set[str] = msgspec.field(default_factory=set)
    """Powers whose players are away."""
    asked: list[str] = msgspec.field(default_factory=list)
    """Powers that the keyboard was passed to, in turn: they laid a marker here, or are away."""

    def clear(self) -> None:
        """Nobody was asked yet."""
        self.away.clear()
        self.asked.clear()

    def is_about(self, state: State) -> bool:
        """Whether the Board is still at the same leader, and at the same phase."""
        return self.about == (state.board.phase, state.board.draw)

    def begins(self, state: State) -> None:
        """Forgets who was asked about the leader or the phase before."""
        self.about = (state.board.phase, state.board.draw)
        self.clear()

    def ask_again(self) -> None:
        """Those who are away are asked as if for the first time."""
        self.asked = [power for power in self.asked if power not in self.away]
        self.away.clear()

    def back(self, place: int) -> str:
        """For a question: the key that passes the keyboard to whoever had it before this place."""
        return f"{BACK} back to {the_country(self.asked[place - 1])}, " if place else ""


def pass_round(call: Call, table: Round) -> Course[bool]:
    """The keyboard goes to every power that owes a marker; whether nobody left.

    Before the first of them the leader drawn, or how the ballots went, stays on the screen until
    somebody has seen enough of it.
    """
    state = yield from state_of(State)
    is_another = not table.is_about(state)
    if is_another:
        table.begins(state)
        yield from entry("", leader_line(state))
    if not _next(state, table):
        return True
    if is_another and (yield from when_seen(f"take the {state.board.phase}")) == LEAVE:
        return False
    return (yield from _in_private(call, table, len(table.asked)))


def pass_back(call: Call, table: Round) -> Course[bool]:
    """The keyboard goes back to whom it was passed last, if anybody; whether nobody left."""
    if not table.asked:
        return True
    return (yield from _in_private(call, table, len(table.asked) - 1))


def choose(label: str, keys: Mapping[str, str]) -> Course[str]:
    """Asks until one of some keys is pressed; another is answered by what each of them does."""
    while True:
        pressed = yield from press(label)
        if pressed in keys:
            return pressed
        yield from entry("", f"Press {listed(keys.values(), 'or')}.")


def when_seen(does: str) -> Course[str]:
    """Leaves the screen to everybody until somebody presses Space to go on, or leaves."""
    keys = {HERE: f"Space to {does}", LEAVE: f"{LEAVE} to leave"}
    return (yield from choose(f"Press Space to {does} ({LEAVE} to leave).", keys))


def _in_private(call: Call, table: Round, place: int) -> Course[bool]:
    yield from private_screen()
    stayed = yield from _from_hand_to_hand(call, table, place)
    yield from public_screen()
    return stayed


def _next(state: State, table: Round) -> str:
    """The power to be asked next; empty if all have been."""
    return next((power for power in waiting(state).owed if power not in table.away), "")


def _from_hand_to_hand(call: Call, table: Round, place: int) -> Course[bool]:
    """Each player in turn from this place on; behind all who were asked come those who owe one.

    Whoever plays several powers in a row keeps the keyboard for all of them.
    """
    news = at_it = ""
    while True:
        state = yield from state_of(State)
        if not table.is_about(state):
            return True  # the Board went on elsewhere: whoever owes a marker now is asked
        power = table.asked[place] if place < len(table.asked) else _next(state, table)
        if not power:
            return True
        yield from clear_screen()
        if news:
            yield from say(news)
        back, news, pressed = table.back(place), "", HERE
        if player(state, power) != at_it:
            pressed = yield from choose(_label(state, power, back), _KEYS)
            at_it = player(state, power) if pressed == HERE else ""
            if pressed == HERE:
                yield from clear_screen()
        else:
            keys = f"({AWAY} leaves it as it is, {back}{LEAVE} to leave)"
            yield from entry("", f"{capital(the_country(power))} is yours as well. {keys}")
        if pressed == HERE:
            pressed = yield from _chooses(call, state, power)
        if pressed == LEAVE:
            return False
        if pressed == BACK:
            place = max(place - 1, 0)
            continue
        if place == len(table.asked):
            table.asked.append(power)
        place = len(table.asked)
        table.away.discard(power)
        if pressed == DONE:
            news = f"{capital(the_country(power))} is done."
        elif pressed != GONE:
            table.away.add(power)


_KEYS = {
    HERE: "Space to choose",
    AWAY: f"{AWAY} to go on without",
    BACK: f"{BACK} to go back",
    LEAVE: f"{LEAVE} to leave",
}


def _label(state: State, power: str, back: str) -> str:
    """Who takes the keyboard, and what the keys do before they choose."""
    whose = f"{the_country(power)} ({called(state, power)})"
    if power in state.board.markers:
        keys = f"{AWAY} keeps what is in, {back}{LEAVE} to leave"
        return f"Pass the keyboard back to {whose}. Press Space to choose again. ({keys})"
    return (
        f"Pass the keyboard to {whose}. Press Space."
        f" ({AWAY} if they are away, {back}{LEAVE} to leave)"
    )


def _chooses(call: Call, state: State, power: str) -> Course[str]:
    """A power's choice by a single key: `DONE`, or the key that was pressed instead.

    It is sealed for the leader on the screen and no other. What they cannot pay for is said to them
    alone, and never sent: a receipt would keep it.
    """
    if state.board.phase not in SEALS:
        return GONE  # all were opened elsewhere in the meantime
    offered = choosing(state, power)
    for line in offered.about.split("\n"):
        yield from entry("", line)
    while True:
        pressed = yield from press(offered.question)
        if pressed in (LEAVE, BACK, AWAY):
            return pressed
        choice = offered.keys.get(pressed)
        if choice is None:
            yield from entry("", offered.help)
        elif offered.costs[choice] > state.veto_points.get(power, 0):
            yield from entry("", offered.unpaid(choice))
        else:
            break
    if gone := meanwhile(state, (yield from state_of(State))):
        return (yield from _not_recorded(f"{gone} Nothing was recorded.", GONE))
    member = state.campaign.powers.get(power, call.member)
    command = SEALS[state.board.phase]
    answer = yield from send_for(member, command, power=power, choice=choice, draw=draw_now(state))
    if answer.accepted:
        return DONE
    return (yield from _not_recorded(f"Not recorded: {answer.reason}.", AWAY))


def _not_recorded(text: str, ends: str) -> Course[str]:
    yield from clear_screen()
    yield from entry("", text)
    yield from press("Press a key.")
    return ends
