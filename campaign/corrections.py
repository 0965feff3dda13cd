"""Corrections of the record, only under a ruling, and what each of them would change. Pure.

`impact` shows the before and after of every figure and each later act that the rules would no
longer allow; a correction is accepted only with the digest of the impact that was looked at.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from campaign.acts import NOT_FOLLOWING, Act, Judgement, acts, judge
from campaign.campaigns import Campaign
from campaign.decider import Command, Decision, Given, Refused, System
from campaign.diff import Difference, differences
from campaign.disputes import RULE as DISPUTES
from campaign.effective import OWN, Logged, Placed, effective, fold, step
from campaign.record_commands import (
    AdjustFigure,
    AmendEvent,
    Correct,
    InsertCommand,
    Rewind,
    StrikeEvents,
    UndoAct,
)
from events import codec
from events import record as told
from events.base import Event, topic
from events.campaign import CampaignOpened

RULE = "Corrections"
OPENING = 1
"""The event that nothing may touch."""


class Impact(msgspec.Struct, frozen=True):
    """What a correction would change."""

    changes: tuple[Difference, ...]
    """Every figure before and after."""
    broken: tuple[Judgement, ...]
    """Later acts that the rules would no longer allow, or that would end otherwise."""
    also: tuple[int, ...]
    """Events to strike along with it, so that nothing stands that was not allowed."""
    then: tuple[Difference, ...]
    """Every figure before and after, with those struck too."""
    digest: str
    """Of all this and of the log it was worked out on."""


# --- what a correction is -----------------------------------------------------------------------


def events_of(
    system: System, command: Correct, past: Sequence[Logged]
) -> tuple[Event, ...] | Refused:
    """The events of a correction, ruling or no ruling."""
    log = dict(past)
    also = command.also
    for version in also:
        if refused := _strikable(log, version, "also"):
            return refused
    made = _made(system, command, past, log)
    if isinstance(made, Refused):
        return made
    if not also:
        return (made,)
    struck = told.EventsStruck(dispute=command.dispute, versions=also, reason=command.reason)
    if isinstance(made, told.EventsStruck):
        versions = tuple(sorted({*made.versions, *also}))
        return (msgspec.structs.replace(made, versions=versions),)
    return (made, struck)


def _strikable(log: dict[int, Event], version: int, field: str) -> Refused | None:
    event = log.get(version)
    if event is None:
        return Refused(None, f"{field}: there is no event {version}; the last is {len(log)}")
    if isinstance(event, CampaignOpened) or version == OPENING:
        return Refused(RULE, "the opening of the campaign stands")
    if isinstance(event, OWN) and not _correction(event):
        name = type(event).__name__
        return Refused(RULE, f"event {version} is the record's own ({name}) and stands")
    return None


def _correction(event: Event) -> bool:
    return isinstance(
        event,
        told.EventsStruck | told.EventAmended | told.EventsInserted | told.Rewound
        | told.FigureAdjusted | told.ActUndone,
    )  # fmt: skip


def _made(
    system: System, command: Correct, past: Sequence[Logged], log: dict[int, Event]
) -> Event | Refused:
    dispute, reason = command.dispute, command.reason
    match command:
        case StrikeEvents():
            for version in command.versions:
                if refused := _strikable(log, version, "versions"):
                    return refused
            versions = tuple(sorted(set(command.versions)))
            return told.EventsStruck(dispute=dispute, versions=versions, reason=reason)
        case AmendEvent():
            return _amendment(command, past, log)
        case InsertCommand():
            return _insertion(system, command, past, log)
        case AdjustFigure():
            return told.FigureAdjusted(
                dispute=dispute, figure=command.figure, of=command.of, change=command.change,
                reason=reason,
            )  # fmt: skip
        case Rewind():
            if command.to not in log:
                return Refused(None, f"to: there is no event {command.to}; the last is {len(log)}")
            if command.to >= len(log):
                return Refused(RULE, f"play is at event {command.to} already")
            return told.Rewound(dispute=dispute, to=command.to, reason=reason)
    raise AssertionError(f"no correction: {type(command).__name__}")


def _amendment(
    command: AmendEvent, past: Sequence[Logged], log: dict[int, Event]
) -> Event | Refused:
    if refused := _strikable(log, command.version, "version"):
        return refused
    event = log[command.version]
    if _correction(event):
        return Refused(RULE, "a correction is not amended: strike it, and make another")
    standing = next(one for one in effective(past) if one.version == command.version)
    fields = codec.fields(standing.event)
    for name in command.fields:
        if name not in fields:
            known = ", ".join(fields) or "no fields"
            return Refused(None, f"fields: {type(event).__name__} has no {name}; it has {known}")
    changed = {"type": topic(event), **fields, **command.fields}
    try:
        made = msgspec.convert(changed, type(event))
    except msgspec.ValidationError as error:
        return Refused(None, f"fields: {error}")
    if codec.fields(made) == fields:
        return Refused(RULE, f"event {command.version} says so already")
    if getattr(made, "draw", None) != getattr(event, "draw", None):
        return Refused(RULE, "a draw keeps its number")
    return told.EventAmended(
        dispute=command.dispute,
        version=command.version,
        event={"type": topic(event), **codec.fields(made)},
        reason=command.reason,
    )


def _insertion(
    system: System, command: InsertCommand, past: Sequence[Logged], log: dict[int, Event]
) -> Event | Refused:
    if command.after not in log:
        return Refused(None, f"after: there is no event {command.after}; the last is {len(log)}")
    name = command.forgotten.get("command")
    kind = system.commands.get(str(name))
    if kind is None or issubclass(kind, Correct | UndoAct):
        return Refused(None, f"forgotten: there is no command {name!r} to insert")
    try:
        asked: Command = msgspec.convert(command.forgotten, kind)
    except msgspec.ValidationError as error:
        return Refused(None, f"forgotten: {name}, {error}")
    state = _state_after(system, past, command.after)
    needs = system.wanted(state, asked)
    if needs.seed or needs.seal or needs.openings:
        return Refused(RULE, f"{name} draws, seals or opens; only play itself can do that")
    decision = system.decide(state, asked, Given())
    if isinstance(decision, Refused):
        return decision
    forms = tuple({"type": topic(one), **codec.fields(one)} for one in decision)
    return told.EventsInserted(
        dispute=command.dispute, after=command.after, events=forms, reason=command.reason
    )


def _state_after(system: System, past: Sequence[Logged], version: int) -> Any:
    """The state that counts today behind an event of the past."""
    state: Any = None
    for placed in effective(past):
        if placed.version > version and not placed.inserted:
            break
        state = step(system, state, placed)
    return state


# --- what it would change -----------------------------------------------------------------------


def impact(system: System, past: Sequence[Logged], events: Sequence[Event]) -> Impact | Refused:
    """What correcting events would change, and what would have to go with them."""
    before = fold(system, effective(past))
    sound = {act.versions for act, told_ in _judged(system, effective(past)) if told_ is None}
    longer = [*past, *enumerate(events, len(past) + 1)]
    broken = [
        judgement
        for act, judgement in _judged(system, effective(longer))
        if judgement is not None and (act.versions in sound or _is_new(act, events, len(past)))
    ]
    also = _closure(system, past, events, sound)
    changes = _changes(system, before, longer)
    then = changes
    if also:
        then = _changes(system, before, [*longer, (len(longer) + 1, _striking(events, also))])
    if isinstance(changes, str) and isinstance(then, str):
        return Refused(RULE, f"what follows does not fit any more: {then}")
    shown = () if isinstance(changes, str) else changes
    after = () if isinstance(then, str) else then
    last = past[-1][1] if past else None
    basis = (last.prev if last else "", len(past), [codec.encode(one) for one in events])
    digest = hashlib.sha256(
        msgspec.json.encode((str(basis[0]), basis[1], [one.decode() for one in basis[2]],
                             shown, broken, also, after))
    ).hexdigest()  # fmt: skip
    return Impact(shown, tuple(broken), also, after, digest)


def _is_new(act: Act, events: Sequence[Event], last: int) -> bool:
    return any(version > last for version in act.versions)


def _striking(events: Sequence[Event], also: tuple[int, ...]) -> Event:
    return told.EventsStruck(dispute=getattr(events[0], "dispute", ""), versions=also)


def _changes(system: System, before: Any, log: Sequence[Logged]) -> tuple[Difference, ...] | str:
    try:
        after = fold(system, effective(log))
    except NOT_FOLLOWING as error:
        return str(error)
    return tuple(differences(system.show(before), system.show(after)))


def _closure(
    system: System, past: Sequence[Logged], events: Sequence[Event], sound: set[tuple[int, ...]]
) -> tuple[int, ...]:
    """Every later event that must go, with those that must go once these are gone."""
    also: set[int] = set()
    while True:
        log = [*past, *enumerate(events, len(past) + 1)]
        if also:
            log.append((len(log) + 1, _striking(events, tuple(sorted(also)))))
        more = {
            version
            for act, judgement in _judged(system, effective(log))
            if judgement is not None and act.versions in sound
            for version in act.versions
        }
        if more <= also:
            return tuple(sorted(also))
        also |= more


def _judged(system: System, history: Sequence[Placed]) -> list[tuple[Act, Judgement | None]]:
    """Each act that stands, with what the rules now hold against it; None where nothing.

    An act that does not even fold counts as broken and is passed over.
    """
    found: list[tuple[Act, Judgement | None]] = []
    state: Any = None
    for act in acts(history):
        standing = [one for one in act.placed if not one.struck_by]
        own = isinstance(act.placed[0].event, OWN)
        told_: Judgement | None = None
        if standing and not own and state is not None and len(standing) == len(act.placed):
            judgement = judge(system, state, act)
            told_ = None if judgement.holds else judgement
        try:
            after = state
            for placed in act.placed:
                after = step(system, after, placed)
            state = after
        except NOT_FOLLOWING as error:
            reason = f"does not follow any more ({error})"
            told_ = Judgement(act.versions, "", "Record", reason)
        if standing and not own:
            found.append((act, told_))
    return found


# --- deciding -----------------------------------------------------------------------------------


def decide(system: System, state: Any, command: Command, given: Given) -> Decision:
    """The events of a correction or of an undo. The caller has asked `may_act`."""
    if isinstance(command, UndoAct):
        return _undo(system, command, given)
    assert isinstance(command, Correct)
    if refused := _may_correct(state.campaign, command):
        return refused
    events = events_of(system, command, given.past)
    if isinstance(events, Refused):
        return events
    found = impact(system, given.past, events)
    if isinstance(found, Refused):
        return found
    if found.digest != command.seen:
        return Refused(RULE, "this is not what the preview showed; look at it again")
    if found.broken and set(found.also) - set(command.also):
        missing = ", ".join(map(str, sorted(set(found.also) - set(command.also))))
        first = found.broken[0]
        told_ = first.reason or f"{first.command} would give {first.differs}"
        return Refused(RULE, f"{told_}; strike {missing} along with it (`also`)")
    return events


def _may_correct(campaign: Campaign, command: Correct) -> Refused | None:
    dispute = campaign.record.disputes.get(command.dispute)
    if dispute is None:
        return Refused(None, f"dispute: there is no dispute {command.dispute!r}")
    if not dispute.grants:
        return Refused(DISPUTES, f"nothing is corrected under {dispute.id} before it is upheld")
    if command.by != dispute.ruled_by and not campaign.is_host(command.by):
        return Refused(DISPUTES, f"{dispute.ruled_by} ruled on {dispute.id}, or a host corrects")
    return None


def _undo(system: System, command: UndoAct, given: Given) -> Decision:
    """Undo: nothing of it, and nothing after it, has opened, drawn or rolled anything."""
    last: Act | None = None
    history = [one for one in effective(given.past) if not isinstance(one.event, OWN)]
    for act in acts(history):
        stands = not any(one.struck_by for one in act.placed)
        if stands and any(system.settles(event) for event in act.events):
            last = None
        elif stands and act.by == command.by and act.versions[0] > OPENING:
            last = act
    if last is None:
        return Refused("Undo", f"{command.by} has no act to take back: what was opened, drawn or "
                       "rolled stays")  # fmt: skip
    undone = told.ActUndone(versions=last.versions)
    found = impact(system, given.past, (undone,))
    if isinstance(found, Refused):
        return found
    if found.also:
        later = ", ".join(map(str, found.also))
        return Refused("Undo", f"what came later rests on it: {later}")
    return (undone,)
