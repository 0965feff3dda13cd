"""Acts: who may do them, when, and why not; done at once, or proposed and confirmed. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import (
    Command,
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
    missing_field,
)
from campaign.kernel.draws import Dice
from campaign.kit.commands import ConfirmAct, DeclineAct, PlayAct
from campaign.kit.language.effects import shown
from campaign.kit.language.kinds import IT, Row, Value
from campaign.kit.play.working import Chance, Env, let, of_act, perform, performed, rolled, said
from campaign.kit.reading.parts import ActField, ActRule
from campaign.kit.state import Deciders, Evolvers, Needing, State, WaitingAct, read_value, unfit
from campaign.text.english import listed, near
from events.base import Event
from events.kit import Acted, Confirmed, Declined, Opened, Proposed

LABEL = ("kit",)
"""What is mixed into the draws of these campaigns."""
WAITS = "Waits to be confirmed."


# --- who may --------------------------------------------------------------------------------------


def known(state: State, name: str) -> ActRule | Refused:
    """An act by its name."""
    acts = state.rules.acts
    if name in acts:
        return acts[name]
    hint = near(name, acts) or f"; there is {', '.join(acts)}"
    return bad_field("act_name", f"there is no act {name!r}{hint}")


def who_acts(
    state: State, command: Command, act: ActRule, seat: str | None, values: Mapping[str, str]
) -> str | Refused:
    """The seat that acts; empty where it is the host's or the referee's act."""
    if act.by in ("host", "referee"):
        return _runs(state, command, act.by) or ""
    field, chosen = "values", values.get(act.by, "")
    if act.by == "seat":
        held = state.campaign.seats_of(command.by)
        field, chosen = "seat", seat or (held[0] if len(held) == 1 else "")
    if not chosen:
        seats = tuple(state.tables["seats"])
        wants = f"say for which seat, {listed(seats, 'or')}"
        if field == "values":
            wants = _lacking(act, values)
        return missing_field(field, wants, "Which seat?", answers=seats)
    if refused := members.no_seat(state.campaign, (chosen,), field):
        return refused
    return holder(state, command, chosen) or chosen


def holder(state: State, command: Command, seat: str) -> Refused | None:
    """Members: a seat acts through its player, or through the host."""
    return members.holder_only(state.campaign, command, seat, state.seat_name(seat))


def _runs(state: State, command: Command, role: str) -> Refused | None:
    """Members: what only the host may do, or a referee as well."""
    campaign = state.campaign
    if campaign.is_host(command.by):
        return None
    if role == "referee" and "referee" in campaign.members[command.by].roles:
        return None
    who = campaign.called(command.by)
    return Refused("Members", f"this is for a {role}, and {who} is not a {role}")


# --- when -----------------------------------------------------------------------------------------


def current(state: State) -> str:
    """Whose turn it is where one acts after another; empty where nobody's, or everybody's."""
    return next((seat for seat in state.order if seat not in state.passed), "")


def has_its_phase(state: State, act: ActRule) -> bool:
    """Whether an act belongs to the phase at hand."""
    return not act.when or state.phase in act.when


def untimely(state: State, act: ActRule, seat: str) -> Refused | None:
    """Phase: whether an act has its time, and the seat its turn."""
    phase = state.rules.phases[state.phase]
    if not has_its_phase(state, act):
        titles = [state.rules.phases[key].title for key in act.when]
        here = f"the phase is {phase.title}"
        return Refused("Phase", f"{here}; this belongs to {' or '.join(titles)}")
    if phase.play != "in order" or not seat:
        return None
    now = current(state)
    if not now:
        return Refused("Phase", "everybody is done; the host ends the phase")
    if now != seat:
        return Refused("Phase", f"it is the turn of {state.seat_name(now)}")
    return None


def done_already(state: State, act: ActRule, seat: str, besides: int = 0) -> Refused | None:
    """What may be done once is not done again, nor proposed twice."""
    if not act.once:
        return None
    open_ones = (
        number != besides and (one.act, one.seat) == (act.key, seat)
        for number, one in state.requests.items()
    )
    turn, phase = state.done.get(f"{act.key} {seat}", (0, ""))
    same = {
        "turn": turn == state.turn,
        "phase": (turn, phase) == (state.turn, state.phase),
        "campaign": turn > 0,
    }
    if not same[act.once] and not any(open_ones):
        return None
    word = state.rules.turn if act.once == "turn" else act.once
    return Refused(act.rule, f"this is done once a {word}")


# --- what is filled in ----------------------------------------------------------------------------


def malformed(state: State, act: ActRule, values: Mapping[str, str]) -> Refused | None:
    """Whether every field is filled in with something that it can hold."""
    if refused := strange_field(act, values):
        return refused
    refusals = (_unfilled(state, act, field, values) for field in act.asked)
    return next(filter(None, refusals), None)


def strange_field(act: ActRule, values: Iterable[str]) -> Refused | None:
    """Whether something is filled in for which an act has no field."""
    names = [field.name for field in act.asked]
    strange = next((name for name in values if name not in names), None)
    if strange is None:
        return None
    hint = near(strange, names) or f"; there is {', '.join(names) or 'nothing to fill in'}"
    return bad_field("values", f"there is no field {strange!r}{hint}")


def _unfilled(
    state: State, act: ActRule, field: ActField, values: Mapping[str, str]
) -> Refused | None:
    """Whether a field lacks its value, or has one that it cannot hold."""
    text, kind = values.get(field.name), field.column.kind
    if text is None:
        if _may_be_left_out(field):
            return None
        return missing_field("values", _lacking(act, values), label(field), key=field.name)
    why = unfit(kind, text, state.tables)
    return bad_field("values", f"{field.name}: {why}") if why else None


def _may_be_left_out(field: ActField) -> bool:
    return isinstance(field.column.kind, Row) and field.column.kind.optional


def _lacking(act: ActRule, values: Mapping[str, str]) -> str:
    """Every field that has still to be filled in, and how."""
    asked = (field for field in act.asked if not _may_be_left_out(field))
    names = [field.name for field in asked if field.name not in values] or [act.by]
    verb = "is" if len(names) == 1 else "are"
    return f"{listed(names)} {verb} missing; write {' '.join(f'{name}=…' for name in names)}"


def label(field: ActField) -> str:
    """What a form asks for a field."""
    return field.column.ask or field.name.replace("_", " ").capitalize()


def in_words(state: State, act: ActRule, values: Mapping[str, str]) -> str:
    """What was filled in, as a reader sees it."""
    kinds = {field: field.column.kind for field in act.asked if field.name in values}
    return ", ".join(
        f"{label(field)} {shown(kind, read_value(kind, values[field.name]), state.tables)}"
        for field, kind in kinds.items()
    )


def _barred(act: ActRule, values: Mapping[str, Value], env: Env) -> Refused | None:
    """Whether every choice is one that the rules offer."""
    for field in act.asked:
        if field.where is None:
            continue
        env[IT] = values[field.name]
        if values[field.name] is None and isinstance(field.column.kind, Row):
            continue
        if not field.where.run(env):
            why = field.say.run(env) if field.say else f"{label(field)}: this cannot be chosen"
            return Refused(act.rule, why)
    return None


def permitted(act: ActRule, values: Mapping[str, Value], env: Env) -> Refused | None:
    """Choices, then the values by name, then refusals: what is judged before any dice."""
    if refused := _barred(act, values, env):
        return refused
    let(act, env, by_chance=False)
    for one in act.refusals:
        if one.when(env):
            return Refused(one.rule, one.say(env))
    return None


def judged(
    state: State,
    command: Command,
    act: ActRule,
    seat: str | None,
    values: Mapping[str, str],
    number: int = 0,
) -> tuple[str, Env] | Refused:
    """An act before any dice: who, when, once, what is filled in, what is refused.

    What the rules allow comes with its seat and its place of work. At a confirmation the seat is
    known, and `number` is the request's.
    """
    acting = seat or "" if number else who_acts(state, command, act, seat, values)
    if isinstance(acting, Refused):
        return acting
    refused = (
        untimely(state, act, acting)
        or done_already(state, act, acting, number)
        or malformed(state, act, values)
    )
    if refused:
        return refused
    filled = said(act, values)
    env = of_act(state, act, acting, filled)
    return permitted(act, filled, env) or (acting, env)


# --- deciding -------------------------------------------------------------------------------------


def play(state: State, command: PlayAct, supplied: Supplied) -> Decision:
    """An act is done, or proposed to whoever confirms it."""
    act = known(state, command.act_name)
    if isinstance(act, Refused):
        return act
    if act.secret:
        return Refused("Secret", f"“{act.does}” is sealed: `campaign act seal`")
    judgement = judged(state, command, act, command.seat, command.values)
    if isinstance(judgement, Refused):
        return judgement
    seat, env = judgement
    said_of: dict[str, Any] = {"act_name": act.key, "seat": seat, "values": command.values}
    if act.confirm:
        return (Proposed(number=state.proposals + 1, **said_of),)
    chance = _chance(state, act, seat, env, supplied)
    return chance if isinstance(chance, Refused) else (Acted(**said_of, **chance._asdict()),)


def _chance(
    state: State, act: ActRule, seat: str, env: Env, supplied: Supplied
) -> Chance | Refused:
    """What the ledger rolls and draws, where the limits allow what follows."""
    chance = rolled(act, env, Dice(state.campaign.id, supplied, LABEL, state.draws))
    if isinstance(chance, str):
        return Refused(act.rule, chance)
    _, beyond = perform(state, act, seat, env, chance)
    return Refused(act.rule, beyond[0]) if beyond else chance


def waiting(state: State, number: int) -> WaitingAct | Refused:
    """What waits to be confirmed under a number."""
    if number in state.waiting:
        return state.waiting[number]
    open_ones = ", ".join(map(str, state.waiting))
    rest = f"; there waits {open_ones}" if open_ones else ", and nothing else waits"
    return Refused("Record", f"nothing waits under number {number}{rest}")


def answerable(state: State) -> dict[int, WaitingAct]:
    """What waits and can be confirmed in this phase.

    Nobody owes an answer to any other request: its phase was ended without one, and until that
    phase comes again it can only be declined.
    """
    waiting = state.waiting.items()
    return {key: one for key, one in waiting if has_its_phase(state, state.rules.acts[one.act])}


def confirming(state: State, request: WaitingAct) -> str:
    """The seat that confirms a request; empty where the host or a referee does."""
    act = state.rules.acts[request.act]
    return "" if act.confirm in ("host", "referee") else request.values.get(act.confirm, "")


def _may_answer(state: State, command: Command, request: WaitingAct) -> Refused | None:
    """The host answers, too, where a correction has left no field of who does."""
    seat = confirming(state, request)
    if seat:
        return holder(state, command, seat)
    by_referee = state.rules.acts[request.act].confirm == "referee"
    return _runs(state, command, "referee" if by_referee else "host")


def confirm(state: State, command: ConfirmAct, supplied: Supplied) -> Decision:
    """What was proposed is judged again, then rolled for and done."""
    request = waiting(state, command.number)
    if isinstance(request, Refused):
        return request
    if refused := _may_answer(state, command, request):
        return refused
    act = state.rules.acts[request.act]
    judgement = judged(state, command, act, request.seat, request.values, command.number)
    if isinstance(judgement, Refused):
        return judgement
    chance = _chance(state, act, *judgement, supplied)
    if isinstance(chance, Refused):
        return chance
    return (Confirmed(number=command.number, **chance._asdict()),)


def decline(state: State, command: DeclineAct, supplied: Supplied) -> Decision:
    """What was proposed is not confirmed; who proposed it may take it back as well."""
    request = waiting(state, command.number)
    if isinstance(request, Refused):
        return request
    if command.by != request.by and (refused := _may_answer(state, command, request)):
        return refused
    return (Declined(number=command.number, reason=command.reason or ""),)


# --- folding --------------------------------------------------------------------------------------


def act_of(before: State | None, event: Event) -> WaitingAct | None:
    """The act that an event did, with who did it and what was filled in; None if it did none."""
    match event:
        case Acted():
            return WaitingAct(event.act_name, event.seat, event.values)
        case Confirmed() if before is not None:
            return before.requests.get(event.number)
        case Opened():
            return WaitingAct(event.act_name, "", {})
    return None


def _done(state: State, event: Acted | Confirmed) -> State:
    """A confirmation of what was struck out falls with it; the numbers of its draws are used up."""
    request = act_of(state, event)
    act = state.act(request.act) if request else None
    if request is None or act is None:
        return replace(state, draws=max(state.draws, event.draw), told="")
    chance = Chance(event.dice, event.cards, event.draw)
    left = without(state, event.number) if isinstance(event, Confirmed) else state
    return performed(left, act, request.seat, said(act, request.values), chance)


def _proposed(state: State, event: Proposed) -> State:
    request = WaitingAct(event.act_name, event.seat, event.values, event.by)
    requests = {**state.requests, event.number: request}
    number = max(state.proposals, event.number)
    return replace(state, requests=requests, proposals=number, told=WAITS)


def without(state: State, number: int) -> State:
    """A request that waits no more."""
    left = {key: one for key, one in state.requests.items() if key != number}
    return replace(state, requests=left)


def _needs(state: State, command: PlayAct | ConfirmAct) -> Needs:
    """A seed, where the ledger rolls or draws now; an act without chance may be inserted later."""
    if isinstance(command, PlayAct):
        act = state.act(command.act_name)
        waits = act is not None and bool(act.confirm)
    else:
        request, waits = state.requests.get(command.number), False
        act = state.act(request.act) if request else None
    chance = act is not None and any(field.by_chance for field in act.fields.values())
    return Needs(seed=chance and not waits)


EVOLVE: Evolvers = {
    Acted: _done,
    Proposed: _proposed,
    Declined: lambda state, event: replace(without(state, event.number), told="Not confirmed."),
    Confirmed: _done,
}
DECIDE: Deciders = {PlayAct: play, ConfirmAct: confirm, DeclineAct: decline}
NEEDS: Needing = {PlayAct: _needs, ConfirmAct: _needs}
