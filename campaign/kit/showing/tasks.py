"""What each seat and the host have yet to do, for notices, phones and the screens. Pure."""

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.kernel.deadlines import Awaiting, PassedSeat
from campaign.kernel.decisions import Command
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.kernel.pages import Occurrence, OneAnswer, Task, Way
from campaign.kit.commands import EndPhase, OpenChoices
from campaign.kit.play import acts, phases, secrets
from campaign.kit.play.phases import Owed
from campaign.kit.play.working import said
from campaign.kit.reading.parts import ActRule
from campaign.kit.state import State
from campaign.text.json_values import JsonFields
from events import kit
from events.base import Event
from events.campaign import CampaignClosed, TurnBegan

CHOICES, CONFIRM = "choices", "confirm"
"""What may have a deadline: a round of sealed choices, and an answer to a request."""
ENDED = 1_000_000
"""More than there are rounds: for handing in a deadline bears another number than for sealing."""


def _way(state: State, one: Owed) -> tuple[str, JsonFields, str]:
    """How something that is owed is done: a command, its fields as far as they are known, and what
    to type, without the program's name.
    """
    name = state.campaign.name
    if one.what == "confirm":
        return "ConfirmAct", {"number": one.number}, f"act confirm {name} {one.number}"
    if one.what == "done":
        return "PassTurn", {"seat": one.seat}, f"act done {name}"
    act = state.rules.acts[one.act]
    fields = {"act_name": act.key, "seat": one.seat}
    if one.what == "hand in":
        return "HandInChoice", fields, f"act hand-in {name} {act.key}"
    return command(act), fields, f"{verb_for(state, act.key)} {name} {act.key}"


def verb_for(state: State, word: str) -> str:
    """The verb of an act by its name, for `campaign CLUB ACT`; `campaign CLUB` lists them all."""
    if not word or word.startswith("-"):
        return "act list"
    act = state.act(word)
    return "act seal" if act and act.secret else "act"


def command(act: ActRule) -> str:
    """The name of the command that does an act."""
    return "SealChoice" if act.secret else "PlayAct"


def owed(state: State) -> tuple[Task, ...]:
    """Whom the campaign waits for, and for what."""
    return tuple(task(state, one) for one in phases.owed(state))


def task(state: State, one: Owed) -> Task:
    """Something that is owed, and how it is done."""
    kind, fields, verb = _way(state, one)
    given = {key: str(value) for key, value in fields.items()}
    what = CONFIRM if one.what == "confirm" else "act"
    if one.act and state.rules.acts[one.act].secret:
        what = CHOICES
    moment = f"{state.campaign.turn}:{state.phase}:{one.act or one.what}"
    title = "the end of your turn" if one.what == "done" else state.rules.acts[one.act].does
    asked = Task(
        what=f"{what}:{one.number}" if one.number else what,
        occasion=f"{what}:{one.number or moment}:{one.seat}",
        title=f"{phases.who(state, one)}: {title}",
        does=phases.does(state, one),
        seat=one.seat,
        command={"command": kind, **fields},
        tap={"confirm": "Confirm", "done": "I am done"}.get(one.what, ""),
        verb=verb,
        act=kind,
        given=given,
    )
    if one.what == "confirm":
        ways = (Way("Confirm", kind, given), Way("Decline", "DeclineAct", given))
        return replace(asked, ways=ways)
    if one.what == "hand in":
        device = secrets.device_seal(state, state.rules.acts[one.act], one.seat, is_asked=True)
        opening, wanted = f"{asked.occasion}:opening", f"Hand in your choice for “{title}”"
        return replace(asked, title=wanted, occasion=opening, device=device)
    return asked


def sealed_here(state: State) -> tuple[Task, ...]:
    """The choices that can be sealed on a device, or are sealed and can be changed."""
    return tuple(
        sealing
        for act in secrets.unopened(state)
        for seat in secrets.waited_for(state, act)
        if not secrets.has_ended(state, act, seat)
        if (sealing := _sealing(state, act, seat))
    )


def _sealing(state: State, act: ActRule, seat: str) -> Task | None:
    device = secrets.device_seal(state, act, seat, is_asked=False)
    if device is None:
        return None
    answers = tuple(
        OneAnswer(choice, text)
        for choice, text in device.choices
        if secrets.is_allowed(state, act, seat, said(act, secrets.read(choice)))
    )
    asked = task(state, Owed(seat, "act", act.key))
    return replace(asked, title=act.does, answers=answers, device=device)


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
    found = {f"{CONFIRM}:{number}": 0 for number in acts.answerable(state)}
    if any(any(secrets.late(state, act)) for act in secrets.unopened(state)):
        found[CHOICES] = state.round + ENDED * len(state.fixed)
    return found


def _passed(state: State, command: Command) -> Iterator[PassedSeat]:
    """The sealed choices and answers that a command does not wait for."""
    if state.campaign.closed or not _goes_on(state, command):
        return
    if isinstance(command, OpenChoices | EndPhase):
        name = command.act_name if isinstance(command, OpenChoices) else ""
        for act in secrets.unopened(state):
            late = secrets.late(state, act).passed if name in ("", act.key) else ()
            yield from (_choice(state, seat) for seat in late)
    if not isinstance(command, OpenChoices):
        yield from _unanswered(state)


def _goes_on(state: State, command: Command) -> bool:
    """Whether a command leaves undone what is owed: the end of a turn or of the campaign does."""
    match command:
        case OpenChoices() | EndPhase():
            return command.confirmed is True
        case AdvanceTurn():
            return state.phase == phases.last_phase(state)
    return isinstance(command, CloseCampaign)


def _choice(state: State, seat: str) -> PassedSeat:
    title, whose = f"{state.seat_name(seat)}’s choice", state.campaign.who_plays(seat)
    return PassedSeat(title, whose, CHOICES, "what the rules say")


def _unanswered(state: State) -> Iterator[PassedSeat]:
    for number, request in acts.answerable(state).items():
        seat = acts.confirming(state, request)
        if seat:
            title = f"{state.seat_name(seat)}’s answer to number {number}"
            yield PassedSeat(title, state.campaign.who_plays(seat), f"{CONFIRM}:{number}")


def _passed_by(state: State, event: Event) -> Iterator[PassedSeat]:
    """The same of an event on record, given the state before it."""
    if isinstance(event, kit.Fixed | kit.Opened):
        gone = set(secrets.passed_over(state, event.act_name))
        if isinstance(event, kit.Fixed) and (act := state.act(event.act_name)):
            gone.update(secrets.undone(state, act))  # nobody waited for them
        yield from (_choice(state, seat) for seat in event.absent if seat not in gone)
    elif isinstance(event, kit.PhaseEnded | TurnBegan | CampaignClosed):
        yield from _unanswered(state)


AWAITING = Awaiting[State]((CHOICES, CONFIRM), _awaits, passed=_passed, passed_by=_passed_by)
