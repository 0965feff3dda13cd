"""Corrections of the record, only under a ruling; a member's undo of his own last act. Pure.

A correction is accepted only with the digest of the preview that was looked at (`impact`).
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from campaign.campaigns import Campaign
from campaign.decider import Command, Decision, Given, Refused, System
from campaign.record import amending
from campaign.record.acts import Act, acts
from campaign.record.commands import (
    COMMANDS,
    AdjustFigure,
    AmendEvent,
    Correct,
    InsertCommand,
    Rewind,
    StrikeEvents,
    UndoAct,
)
from campaign.record.disputes import RULE as DISPUTES
from campaign.record.effective import OWN, Logged, Placed, effective, fold, rewriting, step
from campaign.record.impact import RULE, Impact, impact
from events import codec
from events import record as told
from events.base import Event, topic
from events.campaign import CampaignOpened

__all__ = ["Impact", "decide", "events_of", "impact"]

OPENING = 1
"""The event that nothing may touch."""


# --- what a correction is -----------------------------------------------------------------------


def events_of(
    system: System, command: Correct, past: Sequence[Logged]
) -> tuple[Event, ...] | Refused:
    """The events of a correction, ruling or no ruling.

    What goes along is looked at as the correction leaves it: what a struck strike brings back may
    have to go again.
    """
    history, also = effective(past), command.also
    log = _of_the_log(history)
    if refused := next((no for one in also if (no := _no_event(log, one, "also"))), None):
        return refused
    made = _made(system, command, history, log)
    if isinstance(made, Refused):
        return made
    if not also:
        return (made,)
    left = effective([*past, (len(past) + 1, made)])
    if refused := _cannot_strike(left, _of_the_log(left), also, "also"):
        return refused
    struck = told.EventsStruck(dispute=command.dispute, versions=also, reason=command.reason)
    if isinstance(made, told.EventsStruck):
        versions = tuple(sorted({*made.versions, *also}))
        return (msgspec.structs.replace(made, versions=versions),)
    return (made, struck)


def _of_the_log(history: Sequence[Placed]) -> dict[int, Placed]:
    """Events by version, without those that were inserted."""
    return {one.version: one for one in history if not one.inserted}


def _made(
    system: System, command: Correct, history: list[Placed], log: dict[int, Placed]
) -> Event | Refused:
    dispute, reason = command.dispute, command.reason
    match command:
        case StrikeEvents():
            if refused := _cannot_strike(history, log, command.versions, "versions"):
                return refused
            versions = tuple(sorted(set(command.versions)))
            return told.EventsStruck(dispute=dispute, versions=versions, reason=reason)
        case AmendEvent():
            return _amendment(system, command, history, log)
        case InsertCommand():
            return _insertion(system, command, history, log)
        case AdjustFigure():
            return _adjustment(system, command, history)
        case Rewind():
            if refused := _no_place(history, log, command.to, "to"):
                return refused
            if command.to >= len(log):
                return Refused(RULE, f"play is at event {command.to} already")
            return told.Rewound(dispute=dispute, to=command.to, reason=reason)
    raise AssertionError(f"no correction: {type(command).__name__}")


def _no_event(log: dict[int, Placed], version: int, field: str) -> Refused | None:
    if version in log:
        return None
    return Refused(None, f"{field}: there is no event {version}; the last is {len(log)}")


def _standing(log: dict[int, Placed], version: int, field: str) -> Placed | Refused:
    """An event of the game, or a correction, that counts."""
    if refused := _no_event(log, version, field):
        return refused
    placed = log[version]
    if isinstance(placed.event, CampaignOpened):
        return Refused(RULE, "the opening of the campaign stands")
    if isinstance(placed.event, OWN) and not rewriting(placed.event):
        name = type(placed.event).__name__
        return Refused(RULE, f"event {version} is the record's own ({name}) and stands")
    if placed.struck_by:
        return Refused(RULE, f"event {version} was struck already, by event {placed.struck_by}")
    return placed


def _cannot_strike(
    history: list[Placed], log: dict[int, Placed], versions: Sequence[int], field: str
) -> Refused | None:
    opening = next(acts(history)).versions
    for version in versions:
        placed = _standing(log, version, field)
        if isinstance(placed, Refused):
            return placed
        if version in opening:
            return Refused(RULE, f"event {version} is of the opening, which is amended, not struck")
    return None


def _no_place(
    history: list[Placed], log: dict[int, Placed], version: int, field: str
) -> Refused | None:
    """Whether the record cannot be cut behind an event: what one command brought is not parted."""
    if refused := _no_event(log, version, field):
        return refused
    versions = next(
        act.versions
        for act in acts(history)
        if version in act.versions and not act.placed[0].inserted
    )
    if version == versions[-1]:
        return None
    why = f"events {versions[0]} to {versions[-1]} came of one command; name {versions[-1]}"
    return Refused(RULE, why)


def _amendment(
    system: System, command: AmendEvent, history: list[Placed], log: dict[int, Placed]
) -> Event | Refused:
    placed = _standing(log, command.version, "version")
    if isinstance(placed, Refused):
        return placed
    event = placed.event
    if rewriting(event):
        return Refused(RULE, "a correction is not amended: strike it, and make another")
    fields = codec.fields(event)
    for name in command.fields:
        if name not in fields:
            known = ", ".join(fields) or "no fields"
            return Refused(None, f"fields: {type(event).__name__} has no {name}; it has {known}")
    changed = {"type": topic(event), **fields, **command.fields}
    try:
        made = msgspec.convert(changed, type(event))
    except msgspec.ValidationError as error:
        return Refused(None, f"fields: {error}")
    now = codec.fields(made)
    if now == fields:
        return Refused(RULE, f"event {command.version} says so already")
    refused = amending.unsettled(fields, now) or amending.misread(system, history, placed, made)
    if refused:
        return refused
    return told.EventAmended(
        dispute=command.dispute,
        about=command.version,
        event={"type": topic(event), **now},
        reason=command.reason,
    )


def _insertion(
    system: System, command: InsertCommand, history: list[Placed], log: dict[int, Placed]
) -> Event | Refused:
    if refused := _no_place(history, log, command.after, "after"):
        return refused
    name = command.forgotten.get("command")
    kind = system.commands.get(str(name))
    if kind is None or issubclass(kind, COMMANDS):
        return Refused(None, f"forgotten: there is no command {name!r} to insert")
    try:
        asked: Command = msgspec.convert(command.forgotten, kind)
    except msgspec.ValidationError as error:
        return Refused(None, f"forgotten: {name}, {error}")
    state = _state_after(system, history, command.after)
    needs = system.wanted(state, asked)
    if needs.seed or needs.seal or needs.openings:
        return Refused(RULE, f"{name} draws, seals or opens; only play itself can do that")
    decision = system.decide(state, asked, Given())
    if isinstance(decision, Refused):
        return decision
    forms = tuple(
        {"type": topic(one), **codec.fields(one), "by": asked.by, "nth": nth}
        for nth, one in enumerate(decision)
    )
    return told.EventsInserted(
        dispute=command.dispute, after=command.after, events=forms, reason=command.reason
    )


def _adjustment(
    system: System, command: AdjustFigure, history: Sequence[Placed]
) -> Event | Refused:
    event = told.FigureAdjusted(
        dispute=command.dispute, figure=command.figure, of=command.of, change=command.change,
        reason=command.reason,
    )  # fmt: skip
    if not command.change:
        return Refused(None, "change: 0 changes nothing")
    try:
        system.adjust(fold(system, history), event)
    except ValueError as error:
        return Refused(RULE, str(error))
    return event


def _state_after(system: System, history: Sequence[Placed], version: int) -> Any:
    """The state that counts today behind an event of the past."""
    state: Any = None
    for placed in history:
        if placed.version > version and not placed.inserted:
            break
        state = step(system, state, placed)
    return state


# --- deciding -----------------------------------------------------------------------------------


def decide(system: System, state: Any, command: Command, given: Given) -> Decision:
    """The events of a correction or of an undo. The caller has asked `may_act`."""
    if isinstance(command, UndoAct):
        return _undo(system, command, given)
    assert isinstance(command, Correct)
    if refused := may_correct(state.campaign, command):
        return refused
    events = events_of(system, command, given.past)
    if isinstance(events, Refused):
        return events
    found = impact(system, given.past, events)
    if isinstance(found, Refused):
        return found
    if found.digest != command.seen and not given.looked_at:
        return Refused(RULE, "this is not what the preview showed; look at it again")
    if found.also:
        missing, first = ", ".join(map(str, found.also)), found.broken[0]
        return Refused(RULE, f"{first.reason}; strike {missing} along with it (`also`)")
    return events


def may_correct(campaign: Campaign, command: Correct) -> Refused | None:
    """Corrections: a ruling in favour that holds; he who gave it, or a host."""
    dispute = campaign.record.disputes.get(command.dispute)
    if dispute is None:
        return Refused(None, f"dispute: there is no dispute {command.dispute!r}")
    if not dispute.grants:
        return Refused(DISPUTES, f"nothing is corrected under {dispute.id} before it is upheld")
    if command.by != dispute.ruled_by and not campaign.is_host(command.by):
        return Refused(DISPUTES, f"{dispute.ruled_by} ruled on {dispute.id}, or a host corrects")
    return None


def _undo(system: System, command: UndoAct, given: Given) -> Decision:
    """Undo: nothing of it, and nothing after it, has opened, drawn or rolled anything.

    What was struck has opened and drawn all the same, and so has what was opened early or put in
    its place later; what a ruling amended stays.
    """
    last: Act | None = None
    for act in acts(effective(given.past)):
        if any(system.settles(event) for event in act.events):
            last = None
        elif act.own or act.placed[0].inserted:
            continue
        elif act.by == command.by and act.standing and OPENING not in act.versions:
            ruled = any(one.struck_by or one.amended_by for one in act.placed)
            last = None if ruled else act
    if last is None:
        why = f"{command.by} has no act to take back: what was opened, drawn or rolled stays"
        return Refused("Undo", why)
    undone = told.ActUndone(versions=last.versions)
    found = impact(system, given.past, (undone,))
    if isinstance(found, Refused):
        return found
    if found.also:
        later = ", ".join(map(str, found.also))
        return Refused("Undo", f"what came later rests on it: {later}")
    return (undone,)
