"""What each seat and the host have yet to do, for notices, phones and the screens. Pure."""

from collections.abc import Iterator

from campaign.kernel.deadlines import Awaiting, PassedSeat
from campaign.kernel.decisions import Command
from campaign.kernel.pages import Occurrence, Task, Way
from campaign.kit.commands import EndPhase, OpenChoices
from campaign.kit.play import acts, phases, secrets
from campaign.kit.play.phases import Owed
from campaign.kit.reading.parts import ActRule
from campaign.kit.state import State
from campaign.text.json_values import JsonFields
from events import kit
from events.base import Event

CHOICES, CONFIRM = "choices", "confirm"
"""What may have a deadline: a round of sealed choices, and an answer to a request."""


def who(state: State, one: Owed) -> str:
    """Who owes something, by name."""
    return state.seat_name(one.seat) if one.seat else "the host"


def does(state: State, one: Owed) -> str:
    """What somebody has to do, in the infinitive."""
    if one.what == "done":
        return "act, and say that they are done"
    act = state.rules.acts[one.act]
    if one.what == "confirm":
        return f"confirm or decline number {one.number}: {request_in_words(state, one.number)}"
    verb = act.does[:1].lower() + act.does[1:]
    return f"{verb}"


def request_in_words(state: State, number: int) -> str:
    """What waits to be confirmed, with what was filled in."""
    request = state.requests[number]
    act = state.rules.acts[request.act]
    parts = (
        f"{acts.label(field)} {acts.value_in_words(state, field, request.values[field.name])}"
        for field in act.asked
        if field.name in request.values
    )
    return f"{act.does} ({', '.join(parts)})"


def sent(state: State, one: Owed) -> JsonFields:
    """The command that does it, as far as it is known."""
    if one.what == "confirm":
        return {"command": "ConfirmAct", "number": one.number}
    if one.what == "done":
        return {"command": "PassTurn", "seat": one.seat}
    act = state.rules.acts[one.act]
    return {"command": command(act), "act_name": act.key, "seat": one.seat}


def command(act: ActRule) -> str:
    """The name of the command that does an act."""
    return "SealChoice" if act.secret else "PlayAct"


def form(state: State, one: Owed) -> tuple[str, dict[str, str]]:
    """The command of its form, and what is filled in there."""
    fields = sent(state, one)
    return fields["command"], {key: str(fields[key]) for key in fields if key != "command"}


def call(state: State, one: Owed) -> str:
    """What to type for it, without the program's name."""
    name = state.campaign.name
    if one.what == "confirm":
        return f"act confirm {name} {one.number}"
    if one.what == "done":
        return f"act done {name}"
    word = "act seal" if state.rules.acts[one.act].secret else "act"
    return f"{word} {name} {one.act}"


def owed(state: State) -> tuple[Task, ...]:
    """Whom the campaign waits for, and for what."""
    return tuple(_task(state, one) for one in phases.owed(state))


def _task(state: State, one: Owed) -> Task:
    turn = state.campaign.turn
    what = CONFIRM if one.what == "confirm" else "act"
    if one.what == "act" and state.rules.acts[one.act].secret:
        what = CHOICES
    key = str(one.number) if one.number else f"{turn}:{state.phase}:{one.act or one.what}"
    title = "the end of your turn" if one.what == "done" else state.rules.acts[one.act].does
    act, known = form(state, one)
    ways = (Way("Confirm", act, known), Way("Decline", "DeclineAct", known))
    return Task(
        what=f"{what}:{one.number}" if one.number else what,
        occasion=f"{what}:{key}:{one.seat}",
        title=f"{who(state, one)}: {title}",
        does=does(state, one),
        seat=one.seat,
        command=sent(state, one),
        tap={"confirm": "Confirm", "done": "I am done"}.get(one.what, ""),
        verb=call(state, one),
        act=act,
        given=known,
        ways=ways if one.what == "confirm" else (),
    )


def happened(state: State, event: Event) -> Occurrence | None:
    """What members may want to hear of at once."""
    match event:
        case kit.Opened():
            return Occurrence(f"opened:{event.act_name}:{state.round}", "votes", state.told)
        case kit.Acted() | kit.Confirmed() if event.draw:
            return Occurrence(f"acted:{event.draw}", "draws", state.told)
    return None


# --- deadlines, and who is passed over ------------------------------------------------------------


def _awaits(state: State) -> dict[str, int]:
    """What may have a deadline now."""
    if state.campaign.closed or not state.phase:
        return {}
    found = {f"{CONFIRM}:{number}": 0 for number in state.waiting}
    if any(secrets.missing(state, act) for act in secrets.unopened(state)):
        found[CHOICES] = state.round
    return found


def _passed(state: State, command: Command) -> Iterator[PassedSeat]:
    """The sealed choices and answers that a command does not wait for."""
    if not isinstance(command, OpenChoices | EndPhase) or state.campaign.closed:
        return
    for act in secrets.unopened(state):
        if isinstance(command, OpenChoices) and command.act_name != act.key:
            continue
        for seat in secrets.missing(state, act) if command.confirmed else ():
            title = f"{state.seat_name(seat)}’s choice"
            yield PassedSeat(title, state.campaign.who_plays(seat), CHOICES, "what the rules say")
    if isinstance(command, EndPhase) and command.confirmed:
        yield from _unanswered(state)


def _unanswered(state: State) -> Iterator[PassedSeat]:
    for number, request in state.waiting.items():
        seat = acts.confirming(state, request)
        if seat:
            title = f"{state.seat_name(seat)}’s answer to number {number}"
            yield PassedSeat(title, state.campaign.who_plays(seat), f"{CONFIRM}:{number}")


def _passed_by(state: State, event: Event) -> Iterator[PassedSeat]:
    """The same of an event on record, given the state before it."""
    if isinstance(event, kit.Opened):
        for seat in event.absent:
            title = f"{state.seat_name(seat)}’s choice"
            yield PassedSeat(title, state.campaign.who_plays(seat), CHOICES, "what the rules say")
    elif isinstance(event, kit.PhaseEnded):
        yield from _unanswered(state)


AWAITING = Awaiting[State]((CHOICES, CONFIRM), _awaits, passed=_passed, passed_by=_passed_by)
