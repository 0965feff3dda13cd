"""LiF 4.1: the whole Promotions Board at one keyboard that is passed round. Pure."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Command
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.steps import ConfirmIrreversible, Unfit, WhenStopped, sending
from campaign.lif.board import commands, waiting
from campaign.lif.board.markers import KINDS
from campaign.lif.board.verbs.ballots import meanwhile
from campaign.lif.names import called, country, player, the_country, with_player
from campaign.lif.parameters import leader_id
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from campaign.text.english import capital, counted, listed

# --- keys ---------------------------------------------------------------------------------------
# LiF 4.1(2), 4.1(5): the single keys by which a power chooses, and the question they answer.
#
# Every choice is one letter, so that nobody hears which it was. Enter chooses nothing: it is
# pressed by habit, often by somebody else. For a leader of their own side the question is whether
# to support the leader; the record keeps `veto`.

_SHORT = {"no-veto": "no", "abstain": "no vote"}
"""Choices in the words of the question, where those differ from what is typed."""


def leader_line(state: State) -> str:
    """The leader before the board, for everybody."""
    if state.board.leader is None:
        return "No leader is before the board."
    leader = state.sheet[state.board.leader]
    text = f"{leader.name} {'★' * leader.rank} of {country(leader.power)}"
    if state.board.phase == "votes":
        return f"{text} is promoted. Another leader?"
    return f"{text}, draw {state.draw}."


def _ballot(state: State, power: str, price: int) -> tuple[str, dict[str, str]]:
    leader = state.board.leader or ""
    name = state.sheet[leader].name
    whose = sides.allegiance(state, leader)
    no = {"n": "no-veto"}
    if waiting.supports(state, power):
        is_whose = "is yours" if whose.power == power else "is on your side"
        text = f"{name} {is_whose}. [s]upport him for {price}, or [n]o?"
        return text, {"s": waiting.VETO, "v": waiting.VETO, **no}
    is_whose = "is on nobody’s side" if whose.side is None else "is on the other side"
    return f"{name} {is_whose}. [v]eto him for {price}, or [n]o?", {"v": waiting.VETO, **no}


def _vote(costs: Mapping[str, int]) -> tuple[str, dict[str, str]]:
    """The list edition knows no `stop`."""
    keys = {choice[0]: choice for choice in costs if choice != "abstain"}
    words = [f"[{choice[0]}]{choice[1:]} for {costs[choice]}" for choice in keys.values()]
    return f"{', '.join(words)}, or [n]o vote?", {**keys, "n": "abstain"}


# --- LiF 4.1(1), 4.1(5): the keyboard passed round, each power's player alone before it ---------
#
# Whoever mistyped has the keyboard passed back and chooses again, until the markers are fixed or
# opened. What is on the screen depends on no choice, so nothing shows whether they changed theirs.

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
    """Powers that the keyboard was passed to, in turn: they sealed a marker here, or are away."""

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

    def was_asked(self, power: str, place: int, *, is_away: bool) -> None:
        """A power was asked at a place, perhaps not for the first time."""
        if place == len(self.asked):
            self.asked.append(power)
        if is_away:
            self.away.add(power)
        else:
            self.away.discard(power)

    def ask_again(self) -> None:
        """Those who are away are asked as if for the first time."""
        self.asked = [power for power in self.asked if power not in self.away]
        self.away.clear()

    def back(self, place: int) -> str:
        """For a question: the key that passes the keyboard to whoever had it before this place."""
        return f"{BACK} back to {the_country(self.asked[place - 1])}, " if place else ""


def pass_round(call: verbs.Call, table: Round) -> verbs.Course[bool]:
    """The keyboard goes to every power that owes a marker; whether nobody left.

    Before the first of them the leader drawn, or how the ballots went, stays on the screen until
    somebody has seen enough of it.
    """
    state = yield from verbs.state_of(State)
    is_another = not table.is_about(state)
    if is_another:
        table.begins(state)
        yield from verbs.entry("", leader_line(state))
    if not _next(state, table, len(table.asked)):
        return True
    if is_another and (yield from when_seen(f"take the {state.board.phase}")) == LEAVE:
        return False
    return (yield from _in_private(call, table, len(table.asked)))


def pass_back(call: verbs.Call, table: Round) -> verbs.Course[bool]:
    """The keyboard goes back to whom it was passed last, if anybody; whether nobody left."""
    if not table.asked:
        return True
    return (yield from _in_private(call, table, len(table.asked) - 1))


def choose(label: str, keys: Mapping[str, str]) -> verbs.Course[str]:
    """Asks until one of some keys is pressed; another is answered by what each of them does."""
    while True:
        pressed = yield from verbs.press(label)
        if pressed in keys:
            return pressed
        yield from verbs.entry("", f"Press {listed(keys.values(), 'or')}.")


def when_seen(does: str) -> verbs.Course[str]:
    """Leaves the screen to everybody until somebody presses Space to go on, or leaves."""
    keys = {HERE: f"Space to {does}", LEAVE: f"{LEAVE} to leave"}
    return (yield from choose(f"Press Space to {does} ({LEAVE} to leave).", keys))


def _in_private(call: verbs.Call, table: Round, place: int) -> verbs.Course[bool]:
    yield from verbs.private_screen()
    stayed = yield from _from_hand_to_hand(call, table, place)
    yield from verbs.public_screen()
    return stayed


def _next(state: State, table: Round, place: int) -> str:
    """The power whose turn a place is: behind all who were asked, one that owes a marker.

    Empty if none does.
    """
    if place < len(table.asked):
        return table.asked[place]
    return next((power for power in waiting.waiting(state).owed if power not in table.away), "")


def _from_hand_to_hand(call: verbs.Call, table: Round, place: int) -> verbs.Course[bool]:
    """Each player in turn from this place on; behind all who were asked come those who owe one.

    Whoever plays several powers in a row keeps the keyboard for all of them.
    """
    news = at_it = ""
    while True:
        state = yield from verbs.state_of(State)
        if not table.is_about(state):
            return True  # the Board went on elsewhere: whoever owes a marker now is asked
        power = _next(state, table, place)
        if not power:
            return True
        yield from verbs.clear_screen()
        if news:
            yield from verbs.say(news)
        news = ""
        pressed = yield from _takes_keyboard(state, power, at_it, table.back(place))
        at_it = player(state, power) if pressed == HERE else ""
        if pressed == HERE:
            pressed = yield from _chooses(call, state, power)
        if pressed == LEAVE:
            return False
        if pressed == BACK:
            place = max(place - 1, 0)
            continue
        table.was_asked(power, place, is_away=pressed not in (DONE, GONE))
        place = len(table.asked)
        if pressed == DONE:
            news = f"{capital(the_country(power))} is done."


def _takes_keyboard(state: State, power: str, at_it: str, back: str) -> verbs.Course[str]:
    """The key that a power's player presses first; who is at the keyboard need not press Space."""
    if player(state, power) == at_it:
        keys = f"({AWAY} leaves it as it is, {back}{LEAVE} to leave)"
        yield from verbs.entry("", f"{capital(the_country(power))} is yours as well. {keys}")
        return HERE
    pressed = yield from choose(_label(state, power, back), _KEYS)
    if pressed == HERE:
        yield from verbs.clear_screen()
    return pressed


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


def _chooses(call: verbs.Call, state: State, power: str) -> verbs.Course[str]:
    """A power's choice by a single key: `DONE`, or the key that was pressed instead.

    It is sealed for the leader on the screen and no other.
    """
    if state.board.phase not in KINDS:
        return GONE  # all were opened elsewhere in the meantime
    choice = yield from _pressed(state, power)
    if choice in (LEAVE, BACK, AWAY):
        return choice
    if gone := meanwhile(state, (yield from verbs.state_of(State))):
        return (yield from _not_recorded(f"{gone} Nothing was recorded.", GONE))
    member = state.campaign.powers.get(power, call.member)
    command = KINDS[state.board.phase].seals
    sent = verbs.send(command, power=power, choice=choice, draw=waiting.draw_now(state))
    answer = yield from replace(sent, by=member)
    if answer.accepted:
        return DONE
    return (yield from _not_recorded(f"Not recorded: {answer.reason}.", AWAY))


def _pressed(state: State, power: str) -> verbs.Course[str]:
    """A choice in the record's words, or a key that leaves it open.

    What a power cannot pay for is said to its player alone, and never sent: a receipt would keep
    it.
    """
    costs, points = waiting.prices(state, power), state.veto_points.get(power, 0)
    names = {choice: waiting.in_words(state, power, choice) for choice in costs}
    is_vote = state.board.phase == "votes"
    question, keys = _vote(costs) if is_vote else _ballot(state, power, costs[waiting.VETO])
    yield from verbs.entry("", leader_line(state))
    yield from verbs.entry("", f"{country(power)}: you have {counted(points, 'veto point')}.")
    if waiting.SUPPORT in names.values():
        yield from verbs.entry("", f"{waiting.IS_SUPPORT}: v and s are the same here.")
    first = {choice: key for key, choice in reversed(keys.items())}
    presses = [f"{first[choice]} ({_SHORT.get(names[choice], names[choice])})" for choice in costs]
    while (pressed := (yield from verbs.press(question))) not in (LEAVE, BACK, AWAY):
        choice = keys.get(pressed)
        if choice is None:
            yield from verbs.entry("", f"Press {listed(presses, 'or')}.")
        elif costs[choice] <= points:
            return choice
        else:
            price = f"{capital(names[choice])} costs {counted(costs[choice], 'veto point')}"
            yield from verbs.entry("", f"{price}, and you have {points}. Choose again.")
    return pressed


def _not_recorded(text: str, ends: str) -> verbs.Course[str]:
    yield from verbs.clear_screen()
    yield from verbs.entry("", text)
    yield from verbs.press("Press a key.")
    return ends


# --- LiF 4.1: the whole Promotions Board at one keyboard that is passed round -------------------
#
# The stage opens, a leader is drawn, each power turns its marker unseen, all are opened; then the
# vote, and the next draw. Everything is asked of the record before each step, so it goes on
# wherever the board is, with whatever came in by other ways. Nothing is recorded but by whole
# commands.


def board(call: verbs.Call, *, only_open: bool = False) -> verbs.Course[None]:
    """Leads through the turn's whole Promotions Board at one keyboard: the draw, each power's
    ballot (typed unseen, the screen cleared between two), the opening, the vote, the next draw. Who
    mistyped presses b on the next screen, and chooses again. It can be left at any point with q or
    Ctrl-C; called again, it goes on from there. In a script it only opens the Board, once a turn at
    most.
    """
    if only_open or not (yield from verbs.has_keys()):
        yield from verbs.act(commands.OpenReinforcement)
        return
    state = yield from verbs.state_of(State)
    if not state.campaign.is_host(call.member):
        yield from verbs.refuse(_no_host(state, call.member), "Members")
    if state.board.phase == "closed":
        yield from verbs.act(commands.OpenReinforcement)
    table = Round()
    yield WhenStopped(_goes_on(state))
    while (state := (yield from verbs.state_of(State))).board.phase != "closed":
        goes_on = _draw(state) if state.board.phase == "draw" else _markers(call, table)
        if not (yield from goes_on):
            yield from verbs.entry("", f"Left. {_goes_on(state)}")
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


def _draw(state: State) -> verbs.Course[bool]:
    """The next draw, by the ledger or from the club's own cup; whether to go on."""
    if state.rulings.draws == "table":
        return (yield from _draw_at_the_table(state))
    if (yield from when_seen("draw a leader")) == LEAVE:
        return False
    if meanwhile(state, (yield from verbs.state_of(State))):
        return True  # somebody else has drawn
    yield from verbs.act(commands.DrawLeader)
    return True


def _draw_at_the_table(state: State) -> verbs.Course[bool]:
    def read(typed: str) -> str | Unfit:
        typed = typed.strip()
        return typed if typed in ("", LEAVE) else leader_id(state.sheet, typed)

    leader = yield from verbs.ask_until(
        "Leader drawn (Enter if the cup is empty, q to leave)", read
    )
    if leader == LEAVE:
        return False
    answer = yield from verbs.send(commands.DrawLeader, leader=leader or None)
    if answer.accepted:
        yield from verbs.tell(answer)
    else:
        yield from verbs.say(f"Not recorded: {answer.reason}.", aside=True)
    return True


# --- the markers --------------------------------------------------------------------------------


def _markers(call: verbs.Call, table: Round) -> verbs.Course[bool]:
    """Ballots or votes: the powers that owe one, in turn; then all are opened."""
    if not (yield from pass_round(call, table)):
        return False
    state = yield from verbs.state_of(State)
    if state.board.phase not in KINDS:
        return True
    waits = waiting.waiting(state)
    if state.board.fixed:
        table.clear()  # nobody chooses again
    if any(power not in table.away for power in waits.owed):
        return True  # a power came to owe one in the meantime
    return (yield from _all_asked(call, state, waits, table))


# --- opening ------------------------------------------------------------------------------------


def _all_asked(
    call: verbs.Call, state: State, waits: waiting.Waiting, table: Round
) -> verbs.Course[bool]:
    """Everybody at the table was asked: what is missing is decided on, and all are opened.

    LiF 4.1(2): where a device sealed one, sealing ends before it hands in its opening.
    """
    yield from _says_who_is_missing(state, waits)
    if waits.devices and not waits.fix:
        return (yield from _awaited(state, waits))
    kind, back = KINDS[waits.what], table.back(len(table.asked))
    command: type[Command] = kind.opens
    fields: dict[str, str] = {}
    again = ", a asks them again" * bool(waits.owed)
    if waits.fix:
        key, does, command = "y", f"y to fix the {waits.what}", commands.FixMarkers
        fixes = "y fixes them: nobody seals or replaces one any more"
        fixes = "y fixes them without those missing" if waits.owed else fixes
        label = f"Press a key: {fixes}{again}, {back}q to leave."
    elif waits.owed or waits.missing:
        key, does, fields = "y", "y to open all", {"absent": kind.absent}
        counts = f"y opens all and counts what is missing as {kind.absent_in_words}"
        label = f"Press a key: {counts}{again}, {back}q to leave."
    else:
        key, does = "o", f"o to open the {waits.what}"
        label = f"All {waits.what} are in. Press o to open them ({back}q to leave)."
    asks, goes_back = _ASKS if waits.owed else {}, {BACK: _KEYS[BACK]} if table.asked else {}
    keys = {key: does, **asks, **goes_back, LEAVE: _KEYS[LEAVE]}
    pressed = yield from choose(label, keys)
    if pressed == key:
        yield from _unless_gone(state, command, **fields)
        return True
    return (yield from _not_yet(call, table, pressed))


def _says_who_is_missing(state: State, waits: waiting.Waiting) -> verbs.Course[None]:
    if waits.excused:
        text = listed(country(power) for power in waits.excused)
        yield from verbs.entry("", f"Not waited for, without the points: {text}.")
    if missing := (*waits.owed, *waits.missing):
        text = listed(with_player(state, power) for power in missing)
        yield from verbs.entry("", f"No {KINDS[waits.what].name} yet from {text}.")
    if waits.fix:
        devices = listed(with_player(state, power) for power in waits.devices)
        opens = f"sealed on a device, which opens it once the {waits.what} are fixed"
        yield from verbs.entry("", f"{devices} {opens}.")


_ASKS = {"a": "a to ask those who are away"}


def _unless_gone(state: State, command: type[Command], **fields: object) -> verbs.Course[None]:
    """Fixes or opens the markers that the question was about, and none of another leader.

    Where that passes over a player, it names them, and asks why before their deadline.
    """
    does = f"{'fix' if command is commands.FixMarkers else 'open'} without them"
    step = sending(command, **fields)
    why: str | None = yield ConfirmIrreversible(step, does, if_passed=True, goes_on=True)
    if why is None:
        yield from verbs.say("Nothing was recorded.")
        return
    if gone := meanwhile(state, (yield from verbs.state_of(State))):
        yield from verbs.entry("", f"{gone} Nothing was recorded.")
        return
    yield from verbs.act(command, **fields, why=why or None)


def _not_yet(call: verbs.Call, table: Round, pressed: str) -> verbs.Course[bool]:
    """Somebody chooses first: those who are away, or whoever had the keyboard last."""
    if pressed == BACK:
        return (yield from pass_back(call, table))
    if pressed == "a":
        table.ask_again()
    return pressed != LEAVE


def _awaited(state: State, waits: waiting.Waiting) -> verbs.Course[bool]:
    """Ruling 22: devices that still owe an opening; without it they pay as if for a veto."""
    name, kind = state.campaign.name, KINDS[waits.what]
    devices = listed(with_player(state, power) for power in waits.devices)
    yield from verbs.entry("", f"Awaited: what opens the {kind.name} of {devices}.")
    for power in waits.devices:
        yield from verbs.say(f"  campaign reveal-{kind.name} {name} {power}")
    keys = {"\n": "Enter to look again", "w": "w to open without it", LEAVE: _KEYS[LEAVE]}
    label = "Press a key: Enter looks again, w opens without it, q to leave."
    pressed = yield from choose(label, keys)
    if pressed != "w":
        return pressed != LEAVE
    also = f", and what is missing counts as {kind.absent_in_words}" if waits.missing else ""
    charged = listed(_charged(state, power) for power in waits.devices)
    if (yield from verbs.press(f"Then {charged}{also}. Press y to do it.")) == "y":
        counts = kind.absent if waits.missing else None
        yield from _unless_gone(state, kind.opens, withheld=True, absent=counts)
    return True


def _charged(state: State, power: str) -> str:
    """Ruling 22: what a device that hands nothing in costs its power."""
    whose = with_player(state, power)
    if state.board.phase == "votes":
        return f"{whose} abstains and pays 1"
    marker = "support" if waiting.supports(state, power) else "a veto"
    return f"{whose} pays for {marker}"
