"""Undo, how far back a correction reaches, and what the world supplied to it. Pure."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.disputes import commands
from campaign.disputes.eligibility import as_member
from campaign.disputes.impact import impact
from campaign.disputes.procedure import OPENING
from campaign.history.acts import Act, acts_of, recorded
from campaign.history.effective import Logged, effective, form
from campaign.history.timeline import START, Base, Timeline
from campaign.kernel.chapters import Readers, seeds_renewed
from campaign.kernel.decisions import Decision, LastAct, RecordedAct, Refused, Supplied
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import REWRITING, Record, about
from campaign.kernel.shared_rules import WitnessHead
from campaign.kernel.system import AnySystem
from events import codec
from events import disputes as facts
from events.base import Event
from events.disputes import EventAmended, EventsInserted, SealedOpened
from events.sealed import Opening

# --- Undo: a member takes back their own last act, while nothing depends on it ------------------

RULE = "Undo"
_OPENING = 1
"""The event that no undo may touch."""


class Sought(msgspec.Struct, frozen=True):
    """A member's last act that may be taken back."""

    act: Act | None
    over: bool
    """Whether something earlier was settled, so that no earlier act can be undone."""


def sought(system: AnySystem, by: str, past: Sequence[Logged], base: Base = START) -> Sought:
    """Undo: neither the act nor anything after it has opened, drawn or rolled anything.

    Struck events count here too, since they did open and draw; so do early openings and inserted
    events. What a ruling amended cannot be undone.
    """
    last, over = None, base[0] == 0
    for act in acts_of(effective(system.codec, past)):
        if any(system.secrets.settles(event) for event in act.events):
            last, over = None, True
        elif act.own or act.placed[0].inserted:
            continue
        elif act.by == by and act.standing and _OPENING not in act.versions:
            corrected = any(entry.struck_by or entry.amended_by for entry in act.placed)
            last, over = (None, True) if corrected else (act, over)
    return Sought(last, over)


def decide(
    system: AnySystem, state: GameState, command: commands.UndoAct, supplied: Supplied
) -> Decision:
    """The undo of a member's last act. The caller has checked `may_act`."""
    if last := supplied.last:
        why = _named(state.campaign.record, last.versions)
        return Refused(RULE, why) if why else (facts.ActUndone(versions=last.versions),)
    act = sought(system, command.by, supplied.past, supplied.base).act
    if why := _ruled(state.campaign, command.by, supplied.past):
        return Refused(RULE, why)
    if act is None:
        why = "no act to take back: what was opened, drawn or rolled stays"
        return Refused(RULE, f"{command.by} has {why}", detail=f"you have {why}")
    if why := _named(state.campaign.record, act.versions):
        return Refused(RULE, why)
    undone = facts.ActUndone(versions=act.versions)
    preview = impact(system, supplied.past, (undone,), supplied.base, state)
    if isinstance(preview, Refused):
        return Refused(RULE, preview.reason)
    if preview.also:
        later = ", ".join(map(str, preview.also))
        return Refused(RULE, f"what came later rests on it: {later}")
    return (undone,)


def _ruled(campaign: Campaign, by: str, past: Sequence[Logged]) -> str:
    """Why a member's ruling or correction stays, if that is the last they did, and what to do."""
    own = [pair for pair in past if pair[1].by == by and not isinstance(pair[1], facts.ActUndone)]
    version, event = own[-1] if own else (0, None)
    if isinstance(event, facts.RulingGiven | facts.RulingConsented):
        what = "a ruling is" if isinstance(event, facts.RulingGiven) else "consent to a ruling is"
        return f"event {version} stays: {what} not taken back; {_instead(campaign, event, by)}"
    if isinstance(event, REWRITING):
        first = version - event.nth
        versions = " ".join(map(str, range(first, version + 1)))
        about = f"{campaign.name} {getattr(event, 'dispute', '')} {versions}{as_member(by)}"
        call = f"`campaign correct strike-out {about}`"
        return f"event {first} stays: a correction is not taken back; {call} strikes it out"
    return ""


def _instead(campaign: Campaign, event: facts.RulingGiven | facts.RulingConsented, by: str) -> str:
    """What to do about a ruling that was a mistake."""
    dispute, how = campaign.record.disputes[event.dispute], as_member(by)
    about = f"{campaign.name} {dispute.id}"
    if dispute.stage == "consent":
        return f"{campaign.called(dispute.raised_by)} can withdraw {dispute.id}, and raise it again"
    corrected = any(made.dispute == dispute.id for made in campaign.record.corrections)
    if dispute.stage != "ruled" or len(dispute.rulings) > 1 or corrected:
        return "raise another dispute over the same events"
    text = f"`campaign dispute appeal {about} TEXT{how}` asks for another referee's ruling"
    if campaign.record.awaits_correction(dispute):
        able = by if by == dispute.raised_by else dispute.ruled_by  # who consented can't close it
        close = f"`campaign dispute withdraw {about}{as_member(able)}`"
        text += f"; {close} closes it without a correction"
    return text


def _named(record: Record, versions: Sequence[int]) -> str:
    """What in the record is about these events (a dispute, a bookmark); empty if nothing is."""
    for dispute in record.disputes.values():
        about = sorted(set(dispute.versions) & set(versions))
        if about and (dispute.is_open or dispute.grants):
            way = (
                f"until {dispute.id} about it is settled"
                if dispute.is_open
                else f"as {dispute.id} about it was ruled; its referee corrects it"
            )
            return f"event {about[0]} stays {way}"
    for version in versions:
        if str(version) in record.openings:
            return f"event {version} stays: the opening of what it sealed was asked for"
    return ""


# --- How far back a correction reaches: the part of the record it needs, and the state there ----

Log = Callable[[int], Sequence[Logged]]
"""Reads the events after a version."""


def named_by(command: commands.Correct) -> tuple[int, ...]:
    """The events that a correction names."""
    match command:
        case commands.StrikeEvents():
            return (*command.versions, *command.also)
        case commands.AmendEvent():
            return (command.version, *command.also)
        case commands.InsertCommand():
            return (command.after, *command.also)
        case commands.Rewind():
            return (command.to, *command.also)
    return command.also


def named_in(events: Iterable[Logged]) -> tuple[int, ...]:
    """The events that recorded corrections and consents name, and where play goes back to."""
    return tuple(version for _, event in events for version in about(event))


def base(timeline: Timeline, versions: Iterable[int]) -> Base:
    """A state before all these events, before those they corrected, and before the last event.

    Raises `BaseError` if the record is not followed from that far back.
    """
    touched = (timeline.first_touched(version) for version in versions if version > 0)
    return timeline.before(min((timeline.version, *touched)))


def last_act(timeline: Timeline, by: str) -> LastAct | None:
    """A member's last act, if it is the last one that counts and the state before it is sound.

    Its undo then changes nothing later, and need not be audited.
    """
    last = timeline.last_act
    if (
        last is None
        or last.by != by
        or any(True for _ in timeline.system.corrections.faults(last.before))
    ):
        return None
    return last


def base_of_undo(system: AnySystem, timeline: Timeline, by: str, log: Log) -> Base:
    """A state before the last act that a member may undo, or before which there surely is none.

    Raises `BaseError` if the record is not followed from that far back.
    """
    start = timeline.before(timeline.version)
    while True:
        last = sought(system, by, log(start[0]), start)
        if last.act:
            return base(timeline, last.act.versions)
        if last.over:
            return start
        start = timeline.before(start[0])


# --- What the world supplied for recorded acts about the record: an opening, new seeds ----------


def opened(
    state: GameState, command: commands.ConsentToOpening, events: Sequence[Event]
) -> RecordedAct:
    """The opened value is on record; the rule system checks that it is the one that was sealed."""
    shown = events[0]
    if not isinstance(shown, SealedOpened):
        return RecordedAct(command)
    return RecordedAct(command, Supplied(openings={OPENING: Opening(shown.choice, shown.nonce)}))


def witnessed(state: GameState, command: WitnessHead, events: Sequence[Event]) -> RecordedAct:
    """The digest is the member's own; whoever has the record compares it."""
    return RecordedAct(command, Supplied(head=command.head))


def corrected(state: GameState, command: commands.Correct, events: Sequence[Event]) -> RecordedAct:
    """That its preview was looked at rests on the referee's word: no record keeps its digest."""
    return RecordedAct(command, Supplied(looked_at=True))


def of_the_record(system: AnySystem) -> Readers[Any]:
    """By command about the record, what the world supplied for it."""

    def inserted(
        state: GameState, command: commands.InsertCommand, events: Sequence[Event]
    ) -> RecordedAct:
        """The event holds what no record keeps of the forgotten command, such as a sheet."""
        first = events[0]
        if isinstance(first, EventsInserted) and first.events:
            read = recorded(system, state, [form(system.codec, first.events[0], first)]).command
            unkept = {name: value for name, value in msgspec.to_builtins(read).items()
                      if name in type(read).unseen}  # fmt: skip
            command = replace(command, forgotten={**unkept, **command.forgotten})
        return corrected(state, command, events)

    def amended(
        state: GameState, command: commands.AmendEvent, events: Sequence[Event]
    ) -> RecordedAct:
        """Of an event in an older form the command names fields that are called otherwise now."""
        first = events[0]
        if isinstance(first, EventAmended) and first.event.get("type") in system.codec.upcasters:
            command = replace(command, fields=codec.fields(form(system.codec, first.event, first)))
        return corrected(state, command, events)

    return {
        commands.ConsentToOpening: opened,
        commands.RenewVault: seeds_renewed,
        WitnessHead: witnessed,
        **dict.fromkeys(commands.CORRECTING, corrected),
        commands.AmendEvent: amended,
        commands.InsertCommand: inserted,
    }
