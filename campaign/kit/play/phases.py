"""Turns, phases, whose turn it is, what is owed, house rules and further seats. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field, missing_field
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.kernel.shared_rules import no_turn_left
from campaign.kit.calendar import calendar_of, number_of
from campaign.kit.commands import AddSeat, EndPhase, PassTurn, SetHouseRule
from campaign.kit.language.kinds import ClubTable, one_by_one
from campaign.kit.play import acts, secrets, standings
from campaign.kit.play.working import of_row, run_all
from campaign.kit.reading.book import ROW
from campaign.kit.reading.parts import ActRule, ClubRules, Phase
from campaign.kit.state import (
    Deciders,
    Evolvers,
    Needing,
    Pile,
    Rows,
    State,
    changed,
    numbered,
    read_value,
    unfit,
)
from campaign.text.english import near
from events.base import Event
from events.campaign import CampaignClosed, TurnBegan
from events.kit import (
    HouseRuleSet,
    Opened,
    Passed,
    PhaseEnded,
    PositionStated,
    RulesChanged,
    SeatAdded,
)

PHASE = "Phase"


# --- what is owed ---------------------------------------------------------------------------------


class Owed(NamedTuple):
    """Something that a seat, or the host, has yet to do."""

    seat: str
    """Empty for the host or a referee."""
    what: str
    """`confirm`, `done`, `hand in`, or `act`."""
    act: str = ""
    number: int = 0

    @property
    def short(self) -> str:
        """`anselm: battle`, `brida: confirm 1`, `ada: done`."""
        words = {
            "confirm": f"confirm {self.number}",
            "done": "done",
            "hand in": f"hand in {self.act}",
        }
        return f"{self.seat or 'host'}: {words.get(self.what, self.act)}"


def owed(state: State) -> tuple[Owed, ...]:
    """What is owed in this phase, seat by seat in the file's order."""
    if state.campaign.closed or not state.phase:
        return ()
    requests = [
        Owed(acts.confirming(state, one), "confirm", one.act, number)
        for number, one in acts.answerable(state).items()
    ]
    in_order = state.rules.phases[state.phase].play == "in order"
    turn = acts.current(state) if in_order else ""
    found: list[Owed] = []
    for seat in ("", *state.tables["seats"]):
        found += [one for one in requests if one.seat == seat]
        found += _acts_owed(state, seat, turn) if seat else ()
    return tuple(found)


def _acts_owed(state: State, seat: str, turn: str) -> Iterator[Owed]:
    for act in state.rules.acts.values():
        if not acts.has_its_phase(state, act):
            continue
        if act.secret:
            if what := secrets.owed(state, act).get(seat):
                yield Owed(seat, what, act.key)
        elif act.owed and act.owed(of_row(state, seat, act.size)) and _is_to_do(state, act, seat):
            yield Owed(seat, "act", act.key)
    if seat == turn:
        yield Owed(seat, "done")


def _is_to_do(state: State, act: ActRule, seat: str) -> bool:
    """Whether a seat still can do an act: neither what may be done once is asked for again, nor
    what it has proposed, or is asked to confirm.
    """
    if act.by not in ("host", "referee") and acts.done_already(state, act, seat):
        return False
    open_ones = (one for one in state.waiting.values() if one.act == act.key)
    return not any(seat in (one.seat, acts.confirming(state, one)) for one in open_ones)


def who(state: State, one: Owed) -> str:
    """Who owes something, by name."""
    return state.seat_name(one.seat) if one.seat else "the host"


def does(state: State, one: Owed) -> str:
    """What somebody has to do, in the infinitive."""
    if one.what == "done":
        return "act, and say that they are done"
    if one.what == "hand in":
        return "hand in what opens the choice that their device sealed"
    act = state.rules.acts[one.act]
    if one.what == "confirm":
        return f"confirm or decline number {one.number}: {request_in_words(state, one.number)}"
    return act.does[:1].lower() + act.does[1:]


def request_in_words(state: State, number: int) -> str:
    """What waits to be confirmed, with what was filled in."""
    request = state.requests[number]
    act = state.rules.acts[request.act]
    filled = acts.in_words(state, act, request.values)
    return f"{act.does} ({filled})" if filled else act.does


def still_owed(state: State, *, confirmed: bool) -> Refused | None:
    """Phase: nothing ends while somebody owes something, unless the host confirms it.

    A host who passes over the answer of a member says why as well.
    """
    left = owed(state)
    if confirmed or not left:
        return None
    more = f", and {len(left) - 1} more wait" if len(left) > 1 else ""
    more += "s" * (len(left) == 2)
    text = f"{who(state, left[0])} still has to {does(state, left[0])}{more}"
    passes = any(one.number and state.campaign.who_plays(one.seat) for one in left)
    how = f"`--yes{' --why TEXT' * passes}`"
    return Refused(PHASE, f"{text}; to go on all the same, confirm it ({how})")


# --- phases ---------------------------------------------------------------------------------------


def last_phase(state: State) -> str:
    """The last phase of a turn."""
    return tuple(state.rules.phases)[-1]


def end_phase(state: State, command: EndPhase, supplied: Supplied) -> Decision:
    """The host ends a phase; what is sealed is opened first."""
    if state.phase == last_phase(state):
        return Refused(PHASE, f"this is the last phase; end the {state.rules.turn} instead")
    for act in secrets.unopened(state):
        if secrets.late(state, act).is_unasked:
            return _open_first(state, act)
    if refused := still_owed(state, confirmed=command.confirmed is True):
        return refused
    events: list[Event] = []
    then = state
    for act in secrets.unopened(state):
        opened = secrets.opening(state, act, supplied, command.why or "")
        if isinstance(opened, Refused):
            return opened
        events.append(opened)
        then = secrets.EVOLVE[Opened](then, opened)
    _, beyond = _ended(then)
    if beyond:
        return Refused(PHASE, beyond[0])
    return (*events, PhaseEnded(phase=state.phase, why=command.why or ""))


def _ended(state: State) -> tuple[State, list[str]]:
    """The state after the end of a phase, in the next one."""
    rules = state.rules
    phase = rules.phases[state.phase]
    after, beyond = run_all(state, phase.end, phase.size)
    begins, more = begin_phase(after, _following(rules, state.phase))
    return begins, [*beyond, *more]


def _following(rules: ClubRules, phase: str) -> str:
    """The phase behind another, or the last one."""
    keys = tuple(rules.phases)
    return keys[min(keys.index(phase) + 1, len(keys) - 1)]


def begin_phase(state: State, key: str) -> tuple[State, list[str]]:
    """A phase begins: its effects, then the order of the seats, where they have one."""
    rules = state.rules
    phase = rules.phases[key]
    number = state.rounds + 1
    begins = secrets.cleared(state)
    begins = replace(begins, phase=key, passed=(), order=(), round=number, rounds=number)
    after, beyond = run_all(begins, phase.begin, phase.size)
    return _ordered(after, phase), beyond


def _ordered(state: State, phase: Phase) -> State:
    """Where one acts after another: the seats in their order."""
    if phase.play != "in order":
        return state
    seats = list(state.tables["seats"])
    if (by := phase.order) is not None:
        seats.sort(key=lambda seat: int(by(of_row(state, seat, phase.size))))
    return replace(state, order=tuple(seats))


def done(state: State, command: PassTurn, supplied: Supplied) -> Decision:
    """Where one acts after another: a seat is done."""
    phase = state.rules.phases[state.phase]
    if phase.play != "in order":
        return Refused(PHASE, f"in {phase.title or 'this campaign'} nobody waits for anybody")
    now = acts.current(state)
    if not now:
        return Refused(PHASE, "everybody is done; the host ends the phase")
    held = state.campaign.seats_of(command.by)
    seat = command.seat or (now if now in held or not held else held[0])
    if seat not in state.tables["seats"]:
        return missing_field("seat", f"there is no {seat!r}", answers=tuple(state.tables["seats"]))
    if refused := acts.holder(state, command, seat):
        return refused
    if seat != now:
        return Refused(PHASE, f"it is the turn of {state.seat_name(now)}")
    return (Passed(seat=seat),)


# --- turns ----------------------------------------------------------------------------------------


def _unready(state: State, *, confirmed: bool) -> Refused | None:
    """Phase: a turn ends with its last phase, and with nothing sealed in it."""
    if state.phase != last_phase(state):
        title = state.rules.phases[state.phase].title
        return Refused(
            PHASE,
            f"the phase is {title}; end it first: `campaign turn phase {state.campaign.name}`",
        )
    if refused := still_owed(state, confirmed=confirmed):
        return refused
    waiting = secrets.unopened(state)
    return _open_first(state, waiting[0]) if waiting else None


def _open_first(state: State, act: ActRule) -> Refused:
    call = f"`campaign act open {state.campaign.name} {act.key}`"
    return Refused(secrets.RULE, f"open what is sealed first: {call}")


def not_yet(state: State, command: AdvanceTurn | CloseCampaign) -> Refused | None:
    """A turn ends with its last phase; the host ends the campaign then, or before it.

    Either way what is owed is asked for.
    """
    goes_on = isinstance(command, AdvanceTurn)
    is_last = state.campaign.turn == state.campaign.last_turn
    if goes_on and is_last:
        return no_turn_left(state.campaign, calendar_of(state))
    is_confirmed = command.confirmed is True
    if not (goes_on or _at_end(state)):
        return still_owed(state, confirmed=is_confirmed)
    if refused := _unready(state, confirmed=is_confirmed):
        return refused
    _, beyond = _turned(state, state.turn + 1) if goes_on else _turn_ended(state)
    return Refused(PHASE, beyond[0]) if beyond else None


def _at_end(state: State) -> bool:
    """Whether the last phase of the last turn is at hand."""
    return state.campaign.turn == state.campaign.last_turn and state.phase == last_phase(state)


def _turned(state: State, turn: int) -> tuple[State, list[str]]:
    """The state after the end of a turn, in the first phase of another."""
    after, beyond = _turn_ended(state)
    rules = after.rules
    begins = replace(after, turn=turn, phase=next(iter(rules.phases)))
    begins, more = run_all(begins, rules.begin, rules.size)
    first, last = begin_phase(begins, begins.phase)
    return first, [*beyond, *more, *last]


def _turn_ended(state: State) -> tuple[State, list[str]]:
    """A turn ends with its last phase; then somebody may have won."""
    if not state.turn:
        return state, []
    rules = state.rules
    phase = rules.phases[state.phase]
    after, beyond = run_all(state, phase.end, phase.size)
    after, more = run_all(after, rules.end, rules.size)
    won = standings.winner(after, "turn")
    return replace(after, won=won or after.won), [*beyond, *more]


def stated(state: State, event: PositionStated) -> State:
    """A campaign from paper: its turn and phase have begun, so nothing happens at their beginning.

    What the rules do not know, after an amendment, is passed over.
    """
    rules = state.rules
    known = {name: rows for name, rows in event.tables.items() if name in rules.tables}
    tables = {name: _filled(rules.tables[name], state.tables[name], known[name]) for name in known}
    key = event.phase if event.phase in rules.phases else next(iter(rules.phases))
    number = state.rounds + 1
    piles = {
        name: Pile(one_by_one(pile.cards), one_by_one(pile.discard))
        for name, pile in event.piles.items()
    }
    begun = replace(
        state,
        tables={**state.tables, **tables},
        piles={**state.piles, **piles},
        turn=number_of(event.turn),
        phase=key,
        round=number,
        rounds=number,
    )
    return _ordered(begun, rules.phases[key])


def _filled(table: ClubTable, rows: Rows, stated: Mapping[str, Mapping[str, str]]) -> Rows:
    """The rows of a table with what was stated of them, and those that are new."""
    filled = dict(rows)
    for row, values in stated.items():
        held = dict(zip(table.columns, rows.get(row, table.starts), strict=True))
        known = [key for key in values if key in held]
        read = {key: read_value(table.columns[key].kind, values[key]) for key in known}
        filled[row] = tuple({**held, **read}.values())
    return filled


def _has_begun(state: State, event: TurnBegan) -> bool:
    """The turn of a position from paper has begun already."""
    return not state.text or state.turn == number_of(event.turn)


def _turn_began(state: State, event: TurnBegan) -> State:
    if _has_begun(state, event):
        return numbered(state, event)
    return replace(_turned(state, number_of(event.turn))[0], told="")


def _closed(state: State, event: CampaignClosed) -> State:
    """The end of the last turn ends it as any other; an earlier end leaves it as it is."""
    if _at_end(state):
        state = _turn_ended(state)[0]
    won = standings.winner(state, "end")
    return replace(state, won=state.won if state.won[0] else (won or ("", "")), told="")


def _phase_ended(state: State, event: PhaseEnded) -> State:
    """A phase that is not the one at hand was ended twice, after a correction: that is nothing."""
    if event.phase != state.phase or state.phase == last_phase(state):
        return numbered(state, event)
    return replace(_ended(state)[0], told="")


# --- rules that change, house rules and further seats ---------------------------------------------


def _rules_changed(state: State, event: RulesChanged) -> State:
    """The phase at hand goes on: once it is in order every seat has its turn, and where it was so
    before, seats of the new file are the last.
    """
    after = changed(state, event)
    phase = after.rules.phases.get(after.phase)
    if phase is None or phase.play != "in order":
        return replace(after, order=(), passed=())
    if after.phase != state.phase or not state.order:
        return _ordered(replace(after, passed=()), phase)
    new = (seat for seat in after.tables["seats"] if seat not in state.order)
    return replace(after, order=(*state.order, *new))


def set_house_rule(state: State, command: SetHouseRule, supplied: Supplied) -> Decision:
    """The host sets a switch, and says why."""
    house = state.rules.house
    if command.name not in house:
        hint = near(command.name, house) or f"; there is {', '.join(house) or 'none'}"
        return bad_field("name", f"there is no house rule {command.name!r}{hint}")
    if why := unfit(house[command.name].kind, command.value, state.tables):
        return bad_field("value", why)
    return (HouseRuleSet(name=command.name, value=command.value, reason=command.reason),)


def add_seat(state: State, command: AddSeat, supplied: Supplied) -> Decision:
    """The host adds a seat, up to the number that the rules allow."""
    table, seats = state.rules.seats, state.tables["seats"]
    if not ROW.fullmatch(command.seat):
        return bad_field("seat", "write small letters and digits, a letter first, at most 24")
    if command.seat == "none":
        return bad_field("seat", "'none' says that there is no seat; use another name")
    if command.seat in seats:
        return Refused("Seats", f"{command.seat} is a seat already")
    if len(seats) >= table.at_most:
        return Refused("Seats", f"there are {len(seats)} seats, the most these rules allow")
    sides: Mapping[str, object] = state.tables.get("sides", {})
    if sides and command.side not in sides:
        return missing_field("side", "say which side", "Which side?", answers=tuple(sides))
    if command.side and not sides:
        return bad_field("side", "these rules have no sides")
    return (SeatAdded(seat=command.seat, name=command.name, side=command.side or ""),)


EVOLVE: Evolvers = {
    PositionStated: stated,
    TurnBegan: _turn_began,
    CampaignClosed: _closed,
    PhaseEnded: _phase_ended,
    RulesChanged: _rules_changed,
    Passed: lambda state, event: replace(state, passed=(*state.passed, event.seat), told=""),
}
DECIDE: Deciders = {
    EndPhase: end_phase,
    PassTurn: done,
    SetHouseRule: set_house_rule,
    AddSeat: add_seat,
}
NEEDS: Needing = {EndPhase: secrets.opening_needs}
BEFORE: Mapping[type[Command], Callable[[State, Any], Refused | None]] = {
    AdvanceTurn: not_yet,
    CloseCampaign: not_yet,
}
"""Commands of every campaign, each with why it is not possible now."""
