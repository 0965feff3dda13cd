"""Corrections of the record, only under a ruling, and what an amendment may say. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from campaign.disputes import commands, eligibility, restating
from campaign.disputes.impact import RULE, impact, worked_out
from campaign.history import acts, effective
from campaign.history.acts import Act, UnreadableActError, acts_of, corrected, recorded
from campaign.history.diff import Difference, differences
from campaign.history.timeline import START, Base
from campaign.kernel import well_formed
from campaign.kernel.decisions import (
    DISPUTES,
    Command,
    Decision,
    Refused,
    Supplied,
    bad_field,
    filled,
)
from campaign.kernel.members import AssignPower, Campaign, EnrolMember, GameState
from campaign.kernel.record import Dispute
from campaign.kernel.system import AnySystem
from campaign.text.faults import called, in_words
from campaign.text.json_values import JsonFields, JsonObject
from events import codec
from events import disputes as facts
from events.base import Event, restamped, topic
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned

# --- What an amendment may say: only what some command could have recorded ----------------------
#
# A referee may decide against the rules, and the preview shows where. An amendment may not name
# what does not exist, nor change what was sealed, revealed, drawn or rolled.

_SEALED = ("commitment", "sealed")
"""Fields of sealed values; an event with one of them may not be amended at all."""
_REVEALED = ("seed_revealed", "secret", "nonce")
"""Fields of revealed values, at any depth."""
_KEPT = {"draw": (int, "a draw keeps its number"), "turn": (str, "an event keeps its turn")}
"""Fields that place an event, what they hold then, and why they stay: a number may be called
`turn` where a game counts turns of its own.
"""
_OPENERS: Mapping[type[Event], type[Command]] = {
    MemberEnrolled: EnrolMember,
    PowerAssigned: AssignPower,
}
"""Events of the opening that are a command's own later."""


def is_settled(field: str, now: object) -> bool:
    """Whether no amendment may change a field, given what stands in it."""
    kind = _KEPT[field][0] if field in _KEPT else None
    return field in (*_SEALED, *_REVEALED) or (kind is not None and isinstance(now, kind))


def unsettled(before: JsonFields, after: JsonFields) -> Refused | None:
    """Whether an amendment touches what was sealed, revealed or drawn."""
    if any(_fields(before, _SEALED)):
        return Refused(RULE, "what was sealed cannot be changed; strike out the event instead")
    for field, (kind, text) in _KEPT.items():
        counted = kind is str and isinstance(before.get(field), int)
        if not counted and before.get(field) != after.get(field):
            return Refused(RULE, text)
    if dict(_fields(before, _REVEALED)) != dict(_fields(after, _REVEALED)):
        return Refused(RULE, "what was revealed cannot be changed; strike out the event instead")
    return None


def _fields(
    value: object, names: Sequence[str], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object]]:
    """The values in fields of these names, and where; also the choice that a nonce opened."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            opened = key == "choice" and "nonce" in names and value.get("nonce")
            if (key in names or opened) and item:
                yield (*path, key), item
            else:
                yield from _fields(item, names, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from _fields(item, names, (*path, str(place)))


def said_now(system: AnySystem, act: Act, was: Event, made: Event) -> JsonObject:
    """The command of an amended event's act, where it does not follow from the event itself."""
    said = corrected(system, act.said, was, made)
    if said is None and not any(entry.amended_by for entry in act.placed):
        return {}
    return {"act": said or act.said}


def misread(
    system: AnySystem,
    state: GameState,
    acts: Iterable[Act],
    placed: effective.Effective,
    made: Event,
) -> Refused | None:
    """What no command could have recorded in an amended event, given the acts from a state on."""
    for act in acts:
        if placed in act.placed and not placed.inserted:
            return _misread(system, state, act, placed, restamped(made, placed.event))
        state = effective.fold(system, act.placed, state)
    return None


def _misread(
    system: AnySystem, state: GameState, act: Act, placed: effective.Effective, made: Event
) -> Refused | None:
    """Refuses an amendment that no command could have produced, given the state before its act.

    The command of the act is decided with what it says now, names are looked up, and an auditor
    checks what the event claims. Whatever was wrong before is not the amendment's fault.
    """
    was, now = list(act.events), [made if entry is placed else entry.event for entry in act.placed]
    before = _before(system, state, act, placed)
    if before is None or isinstance(before, Refused):
        return before
    if refused := system.corrections.amended(before, placed.event, made):
        return refused
    wrong = _malformed(system, state, now, act.said)
    if wrong and wrong != _malformed(system, state, was, act.said):
        return bad_field("fields", wrong)
    if text := _opener(system, act.said, made) or _stranger(system, before, placed.event, made):
        return bad_field("fields", text)
    return _disclaimed(system, before, placed, made)


def _opener(system: AnySystem, said: object, made: Event) -> str:
    """What is malformed in an event of the opening that a command brings at any other time."""
    kind = _OPENERS.get(type(made))
    if said is not None or kind is None:
        return ""
    try:
        acts.command_of_act({"command": kind.__name__}, made, system.rules.commands)
    except UnreadableActError as error:
        return error.value or str(error)
    return ""


def _before(
    system: AnySystem, state: GameState, act: Act, placed: effective.Effective
) -> GameState | Refused:
    """The state before an event of an act, given that before the act."""
    try:
        for entry in act.placed[: act.placed.index(placed)]:
            state = effective.step(system, state, entry)
    except effective.DOES_NOT_FOLD as error:
        return Refused(RULE, f"event {placed.version} does not follow any more ({error})")
    return state


def _names_changed(was: Event, made: Event) -> Iterator[Difference]:
    """The texts that an amendment changes, but for those that it leaves out where it may."""
    fields = msgspec.structs.fields(type(made))
    may_be_empty = {(field.encode_name,) for field in fields if field.default == ""}
    for difference in differences(codec.fields(was), codec.fields(made)):
        are_texts = isinstance(difference.before, str) and isinstance(difference.after, str)
        if are_texts and (difference.after or difference.path not in may_be_empty):
            yield difference


def _stranger(system: AnySystem, state: GameState, was: Event, made: Event) -> str:
    """A changed name that names nothing, such as an unknown member in a member's place."""
    tables = [item for item in system.view.show(state).values() if isinstance(item, dict)]
    for difference in _names_changed(was, made):
        known = [table for table in tables if difference.before in table]
        if known and not any(difference.after in table for table in known):
            return f"{difference.where}: there is no {difference.after!r}"
    return ""


def _disclaimed(
    system: AnySystem, state: GameState, placed: effective.Effective, made: Event
) -> Refused | None:
    """What an auditor finds wrong with the amended event, and did not find in the original."""
    try:
        said = {
            finding.text
            for finding in system.audit.auditor().check(placed.version, state, placed.event)
        }
        for finding in system.audit.auditor().check(placed.version, state, made):
            if finding.text not in said:
                return Refused(RULE, f"the record would not verify after that: {finding.text}")
    except effective.DOES_NOT_FOLD as error:
        return Refused(RULE, f"event {placed.version} does not follow any more ({error})")
    return None


def _malformed(system: AnySystem, state: GameState, events: Sequence[Event], said: object) -> str:
    """What is malformed in the command of these events; empty if nothing is, or none is kept."""
    if state is None or said is None:
        return ""
    try:
        request = recorded(system, state, events, said)
        decision = system.rules.decide(request.state or state, request.command, request.supplied)
    except UnreadableActError as error:
        return error.value or str(error)
    except effective.DOES_NOT_FOLD as error:
        return str(error) or "no reason is given"
    if isinstance(decision, Refused) and decision.rule is None:
        return decision.reason
    return ""


# --- Corrections of the record, only under a ruling ---------------------------------------------
#
# A correction is accepted only with the digest of its preview (`impact`).

# --- what a correction is -----------------------------------------------------------------------


def events_of(
    system: AnySystem,
    command: commands.Correct,
    past: Sequence[effective.Logged],
    base: Base = START,
) -> tuple[Event, ...] | Refused:
    """The events of a correction; does not look at the ruling.

    `past` is the log, or the part of it after a `base` that comes before every event the correction
    names. Events struck along with it are judged as the correction leaves them: an event that comes
    back because its strike was struck may have to go again.
    """
    history, also = _History(effective.effective(system.codec, past), base), command.also
    made = _no_events(history, also, "also") or _made(system, command, history)
    if isinstance(made, Refused):
        return made
    amended: tuple[Event, ...] = ()
    inserted: tuple[Event, ...] = ()
    if isinstance(made, facts.EventAmended):
        follows = worked_out(system, past, made, base)
        if follows.made != made:  # whoever decides it again has the whole event before them
            fields = codec.fields(system.codec.form(follows.made.event))
            return events_of(system, replace(command, fields=fields), past, base)
        made, inserted = follows.made, follows.inserted
        amended = tuple(entry for entry in follows.amended if entry.about not in also)
        also = (*also, *follows.struck)
    also = (*also, *_left_behind(history, made))
    if not also:
        return (made, *amended, *inserted)
    left = _History(effective.effective(system.codec, [*past, (history.last + 1, made)]), base)
    if refused := _cannot_strike(left, also, "also"):
        return refused
    also = tuple(sorted(set(also)))
    struck = facts.EventsStruck(dispute=command.dispute, versions=also, reason=command.reason)
    if isinstance(made, facts.EventsStruck):
        versions = tuple(sorted({*made.versions, *also}))
        return (replace(made, versions=versions),)
    return (made, *amended, struck, *inserted)


NOTHING_NEW = "says that already"
"""Why an amendment that changes nothing is refused."""


class _History:
    """The part of a log after a base, as it counts."""

    def __init__(self, placed: list[effective.Effective], base: Base) -> None:
        self.placed = placed
        self.base = base
        self.log = {entry.version: entry for entry in placed if not entry.inserted}
        """Events by version, without those that were inserted."""
        self.last = max(self.log, default=base[0])

    def acts(self) -> list[Act]:
        """The same, grouped into acts."""
        return list(acts_of(self.placed))

    def state_after(self, system: AnySystem, version: int) -> GameState:
        """The state after an event, with what was inserted behind it."""
        until = takewhile(lambda one: one.inserted or one.version <= version, self.placed)
        state: GameState = effective.fold(system, until, self.base[1])
        return state

    def opening(self) -> tuple[int, ...]:
        """The events of the campaign's opening, if they are in this part."""
        return () if self.base[0] else next(acts_of(self.placed)).versions


def _left_behind(history: _History, made: Event) -> tuple[int, ...]:
    """Insertions directly after the event that play goes back to: they go with the later events."""
    if not isinstance(made, facts.Rewound):
        return ()
    return tuple(
        entry.version
        for entry in history.log.values()
        if isinstance(entry.event, facts.EventsInserted)
        and entry.event.after == made.to
        and not entry.struck_by
    )


def _made(system: AnySystem, command: commands.Correct, history: _History) -> Event | Refused:
    dispute, reason = command.dispute, command.reason
    match command:
        case commands.StrikeEvents():
            if refused := _cannot_strike(history, command.versions, "versions"):
                return refused
            versions = tuple(sorted(set(command.versions)))
            return facts.EventsStruck(dispute=dispute, versions=versions, reason=reason)
        case commands.AmendEvent():
            return _amendment(system, command, history)
        case commands.InsertCommand():
            return _insertion(system, command, history)
        case commands.AdjustFigure():
            return _adjustment(system, command, history)
        case commands.Rewind():
            return _way_back(command, history)
    raise AssertionError(f"no correction: {type(command).__name__}")


def _way_back(command: commands.Rewind, history: _History) -> Event | Refused:
    """Going back only removes events; it never brings back those that an earlier rewind removed."""
    to = command.to
    if refused := _no_place(history, to, "to"):
        return refused
    if to >= history.last:
        return Refused(RULE, f"play is at event {to} already")
    gone = history.log[to].struck_by
    if gone and isinstance(history.log[gone].event, facts.Rewound):
        why = (
            f"event {to} was removed when event {gone} took play"
            f" back; strike out event {gone} instead"
        )
        return Refused(RULE, why)
    return facts.Rewound(dispute=command.dispute, to=to, reason=command.reason)


def _no_event(history: _History, version: int, field: str) -> Refused | None:
    if version in history.log:
        return None
    return bad_field(field, f"there is no event {version}; the last is {history.last}")


def _no_events(history: _History, versions: Iterable[int], field: str) -> Refused | None:
    refusals = (_no_event(history, version, field) for version in versions)
    return next(filter(None, refusals), None)


def _standing(history: _History, version: int, field: str) -> effective.Effective | Refused:
    """An event of the game, or a correction, that counts."""
    if refused := _no_event(history, version, field):
        return refused
    placed = history.log[version]
    if isinstance(placed.event, CampaignOpened):
        return Refused(RULE, "the event that started the campaign cannot be corrected")
    if effective.own(placed.event) and not effective.rewriting(placed.event):
        name = called(placed.event)
        return Refused(
            RULE, f"event {version} is about the record itself ({name}) and cannot be corrected"
        )
    if placed.struck_by:
        return Refused(RULE, f"event {version} was struck out already, by event {placed.struck_by}")
    return placed


def _cannot_strike(history: _History, versions: Sequence[int], field: str) -> Refused | None:
    opening = history.opening()
    for version in versions:
        placed = _standing(history, version, field)
        if isinstance(placed, Refused):
            return placed
        if version in opening:
            text = f"event {version} belongs to the start of the campaign; amend it instead"
            return Refused(RULE, text)
    return None


def _no_place(history: _History, version: int, field: str) -> Refused | None:
    """Refuses a cut inside an act: the events of one command stay together."""
    if refused := _no_event(history, version, field):
        return refused
    versions = next(
        act.versions
        for act in history.acts()
        if version in act.versions and not act.placed[0].inserted
    )
    if version == versions[-1]:
        return None
    why = f"events {versions[0]} to {versions[-1]} belong to one command; name {versions[-1]}"
    return Refused(RULE, why)


def _amendment(
    system: AnySystem, command: commands.AmendEvent, history: _History
) -> Event | Refused:
    placed = _standing(history, command.version, "version")
    if isinstance(placed, Refused):
        return placed
    event = placed.event
    if effective.rewriting(event):
        return Refused(RULE, "a correction cannot be amended; strike it out and make another")
    made = _with_fields(system, command, event)
    if isinstance(made, Refused):
        return made
    fields, now = codec.fields(event), codec.fields(made)
    if now == fields:
        return Refused(RULE, f"event {command.version} {NOTHING_NEW}")
    if refused := restating.in_anothers_name(command, event, fields, now):
        return refused
    if refused := unsettled(fields, now) or misread(
        system, history.base[1], history.acts(), placed, made
    ):
        return refused
    act = next(act for act in history.acts() if placed in act.placed)
    form = {"type": topic(event), **now, **said_now(system, act, event, made)}
    dispute, about = command.dispute, command.version
    return facts.EventAmended(dispute=dispute, about=about, event=form, reason=command.reason)


def _with_fields(system: AnySystem, command: commands.AmendEvent, event: Event) -> Event | Refused:
    """An event with the fields that are corrected; a well-formed one."""
    fields = codec.fields(event)
    for name in command.fields:
        if name not in fields:
            known = ", ".join(fields) or "no fields"
            lacking = f"event {command.version} ({called(event)}) has no {name}"
            return bad_field("fields", f"{lacking}; it has {known}")
    try:
        made = system.codec.form({"type": topic(event), **fields, **command.fields})
    except msgspec.ValidationError as error:
        return bad_field("fields", in_words(error, type(event)))
    if malformed := well_formed.refused(system.codec, [made]):
        return bad_field("fields", malformed.reason)
    return made


def _forgotten(system: AnySystem, command: commands.InsertCommand) -> Command | Refused:
    """The command to be inserted; any but a correction."""
    name = command.forgotten.get("command")
    kind = system.rules.commands.get(str(name))
    if kind is None or issubclass(kind, commands.COMMANDS):
        return bad_field("forgotten", f"there is no command {name!r} that can be inserted")
    try:
        return system.rules.commands.command(str(name), command.forgotten)
    except msgspec.ValidationError as error:
        return bad_field("forgotten", f"{name}, {in_words(error, kind)}")


def _insertion(
    system: AnySystem, command: commands.InsertCommand, history: _History
) -> Event | Refused:
    if refused := _no_place(history, command.after, "after"):
        return refused
    request = _forgotten(system, command)
    if isinstance(request, Refused):
        return request
    state = history.state_after(system, command.after)
    needs = system.rules.needs(state, request)
    if needs.seed or needs.seal or needs.openings:
        text = f"{command.forgotten['command']} draws, seals or opens something"
        return Refused(RULE, f"{text}, and cannot be inserted")
    decision = system.rules.decide(state, request, Supplied())
    if isinstance(decision, Refused):
        return decision
    if malformed := well_formed.refused(system.codec, decision):
        return bad_field("forgotten", malformed.reason)
    if refused := _numbered_twice(system, history, decision):
        return refused
    forms = [
        {"type": topic(event), **codec.fields(event), "by": request.by, "nth": nth}
        for nth, event in enumerate(decision)
    ]
    forms[0]["act"] = acts.act_of(request, decision[0], system.rules.commands)
    return facts.EventsInserted(
        dispute=command.dispute, after=command.after, events=tuple(forms), reason=command.reason
    )


def _numbered_twice(
    system: AnySystem, history: _History, decision: Sequence[Event]
) -> Refused | None:
    """Refuses a past event that would get a number given out since then."""
    numbers = {number for event in decision for number in system.secrets.numbers(event)}
    for placed in history.placed if numbers else ():
        for number in sorted(numbers & system.secrets.numbers(placed.event)):
            why = f"it would get the number of event {placed.version} ({number})"
            return Refused(RULE, f"{why}; go back to before that event instead (rewind)")
    return None


def _adjustment(
    system: AnySystem, command: commands.AdjustFigure, history: _History
) -> Event | Refused:
    event = filled(facts.FigureAdjusted, command)
    if not command.change:
        return bad_field("change", "a change of 0 changes nothing")
    try:
        system.corrections.adjust(history.state_after(system, history.last), event)
    except ValueError as error:
        return Refused(RULE, str(error))
    return event


# --- deciding -----------------------------------------------------------------------------------


def decide(
    system: AnySystem, state: GameState, command: commands.Correct, supplied: Supplied
) -> Decision:
    """The events of a correction. The caller has checked `may_act`."""
    if refused := may_correct(state.campaign, command):
        return refused
    events = events_of(system, command, supplied.past, supplied.base)
    if isinstance(events, Refused):
        return events
    if refused := without_right(system, state.campaign, command, events, supplied):
        return refused
    preview = impact(system, supplied.past, events, supplied.base, state)
    if isinstance(preview, Refused):
        return preview
    if preview.digest != command.seen and not supplied.looked_at:
        return Refused(RULE, "the preview has changed since you saw it; look at it again")
    if preview.also:
        missing, first = ", ".join(map(str, preview.also)), preview.broken[0]
        return Refused(RULE, f"{first.reason}; strike out {missing} too (`also`)")
    return events


def without_right(
    system: AnySystem,
    campaign: Campaign,
    command: commands.Correct,
    events: Sequence[Event],
    supplied: Supplied,
) -> Refused | None:
    """Corrections: why a ruling, or a position that was just taken over, does not reach so far."""
    if not command.dispute:
        return restating.not_alone(system, command, supplied.past, supplied.base)
    dispute = campaign.record.disputes[command.dispute]
    return eligibility.may_touch(campaign, dispute, events, supplied.past)


def not_upheld(dispute: Dispute) -> Refused:
    """Corrections: a dispute that was not decided in favour allows none, nor a closed one."""
    if dispute.is_closed:
        return Refused(DISPUTES, f"{dispute.id} was closed without a correction; raise another")
    return Refused(DISPUTES, f"{dispute.id} allows a correction only once it is upheld")


def may_correct(campaign: Campaign, command: commands.Correct) -> Refused | None:
    """Corrections: need a ruling in favour that holds, and are made by its referee or a host."""
    if not command.dispute:
        return restating.may_restate(campaign, command)
    dispute = campaign.record.disputes.get(command.dispute)
    if dispute is None:
        return bad_field("dispute", f"there is no dispute {command.dispute!r}")
    if not dispute.grants:
        return not_upheld(dispute)
    if command.by != dispute.ruled_by and not campaign.is_host(command.by):
        judge = campaign.called(dispute.ruled_by)
        text = f"only {judge}, who ruled on {dispute.id}, or a host can make the correction"
        return Refused(DISPUTES, text)
    return None
