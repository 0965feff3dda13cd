"""Undo, with and without consent; how far back corrections reach, what they were supplied. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.disputes import commands
from campaign.disputes.eligibility import as_member
from campaign.disputes.impact import Impact, impact
from campaign.disputes.procedure import OPENING
from campaign.history.acts import Act, acts_of, recorded
from campaign.history.effective import Logged, effective, form
from campaign.history.timeline import START, Base, Timeline
from campaign.kernel.chapters import Readers, seeds_renewed
from campaign.kernel.decisions import Decision, LastAct, RecordedAct, Refused, Supplied
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import REWRITING, Dispute, Record, about
from campaign.kernel.shared_rules import WitnessHead
from campaign.kernel.system import AnySystem
from campaign.text.english import counted, listed
from events import codec
from events import disputes as facts
from events.base import Event
from events.campaign import CampaignClosed, TurnBegan
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
            last, over = (act, over) if _may_go(act) else (None, True)
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
        why = "no act to take back: bookmarks stay, and so does what was opened, drawn or rolled"
        who = state.campaign.called(command.by)
        return Refused(RULE, f"{who} has {why}", detail=f"you have {why}")
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
    """Why a dispute about these events, or an opening asked for, keeps them; empty if none does."""
    if (dispute := _dispute_over(record, versions)) is not None:
        way = (
            f"until {dispute.id} about it is settled"
            if dispute.is_open
            else f"as {dispute.id} about it was ruled; its referee corrects it"
        )
        return f"event {min(set(dispute.versions) & set(versions))} stays {way}"
    if sealed := _to_be_opened(record, versions):
        return f"event {sealed} stays: the opening of what it sealed was asked for"
    return ""


def _dispute_over(record: Record, versions: Iterable[int]) -> Dispute | None:
    """The first dispute about any of these events that is open, or was ruled in favour."""
    wanted = set(versions)
    over = (one for one in record.disputes.values() if one.is_open or one.grants)
    return next((one for one in over if wanted & set(one.versions)), None)


def _to_be_opened(record: Record, versions: Iterable[int]) -> int:
    """The first of these events whose seal is asked to be opened; 0 if none is."""
    return next((version for version in versions if str(version) in record.openings), 0)


# --- Undo with consent: what others have built on, once all concerned consent -------------------
#
# The act, and every later act that rests on it, are named by version, so that everybody consents to
# the same. What was opened, drawn, rolled or shown is never taken back.


class AskedUndo(msgspec.Struct, frozen=True):
    """What would be taken back with everybody's consent, and who has to consent."""

    member: str
    """Whose act it is, who asks."""
    versions: tuple[int, ...]
    """The act, and the later acts that rest on it."""
    preview: Impact
    groups: tuple[tuple[str, ...], ...]
    """Of each of these one has to consent."""

    def awaited(self, record: Record) -> tuple[tuple[str, ...], ...]:
        """The groups of which nobody has consented yet."""
        wish = record.undo_wish
        consents = wish.consents if wish.is_for(self.member, self.versions) else ()
        return tuple(one for one in self.groups if not set(one) & set(consents))

    def is_asked_of(self, member: str) -> bool:
        """Whether a member's consent counts."""
        return any(member in one for one in self.groups)


def asked_undo(
    system: AnySystem,
    state: GameState,
    member: str,
    versions: Iterable[int],
    past: Sequence[Logged],
    base: Base = START,
    *,
    takes_along: bool = False,
) -> AskedUndo | Refused:
    """Undo: what a member asks to take back, or why it stays whoever consents.

    `past` is the log, or the part of it after a `base` before the act. With `takes_along` the later
    acts that rest on it are added; else they have to be named.
    """
    wanted = tuple(sorted(set(versions)))
    acts = list(acts_of(effective(system.codec, past)))
    while True:
        chosen = [act for act in acts if set(act.versions) & set(wanted)]
        if why := _stays(system, state, member, wanted, acts, chosen):
            return Refused(RULE, why)
        preview = impact(system, past, (facts.ActUndone(versions=wanted),), base, state)
        if isinstance(preview, Refused):
            return Refused(RULE, preview.reason)
        if not preview.also:
            break
        if not takes_along:
            later = ", ".join(map(str, preview.also))
            return Refused(RULE, f"what came later rests on it, and has to be named too: {later}")
        wanted = tuple(sorted({*wanted, *preview.also}))
    since = acts[acts.index(chosen[0]) + 1 :]
    if why := _drawn_otherwise(system, since, preview):
        return Refused(RULE, why)
    groups = tuple(dict.fromkeys(_groups(state.campaign, member, since, preview)))
    return AskedUndo(member, wanted, preview, groups)


def consent(
    system: AnySystem, state: GameState, command: commands.ConsentToUndo, supplied: Supplied
) -> Decision:
    """Undo: a member whose consent counts gives it, once."""
    campaign, member = state.campaign, command.member
    if member not in campaign.members:
        return Refused(RULE, f"{member!r} is not enrolled in this campaign")
    if command.by == member:
        text = f"{campaign.called(member)} asks for it; the others consent"
        return Refused(RULE, text, detail="you ask for it; the others consent")
    asked = asked_undo(system, state, member, command.versions, supplied.past, supplied.base)
    if isinstance(asked, Refused):
        return asked
    by = campaign.called(command.by)
    if not asked.is_asked_of(command.by):
        return Refused(RULE, f"{by} has not acted since, and no figure of theirs would change")
    wish = campaign.record.undo_wish
    if wish.is_for(asked.member, asked.versions) and command.by in wish.consents:
        return Refused(RULE, f"{by} has consented already")
    return (facts.UndoConsented(member=member, versions=asked.versions),)


def taken_back(
    system: AnySystem, state: GameState, command: commands.UndoAct, supplied: Supplied
) -> Decision:
    """Undo: the named acts count no more once everybody concerned has consented."""
    campaign = state.campaign
    asked = asked_undo(system, state, command.by, command.versions, supplied.past, supplied.base)
    if isinstance(asked, Refused):
        return asked
    if awaited := asked.awaited(campaign.record):
        text = f"{whom(campaign, awaited)} must consent first"
        return Refused(RULE, f"{text}: {_call(campaign, asked, awaited[0][0])}", detail=text)
    return (facts.ActUndone(versions=asked.versions),)


def whom(campaign: Campaign, groups: Iterable[Sequence[str]]) -> str:
    """Those whose consent is awaited, by name: `Anna, and Ben or Cora`."""
    return listed(listed(map(campaign.called, one), "or") for one in groups)


def _call(campaign: Campaign, asked: AskedUndo, who: str) -> str:
    numbers = " ".join(map(str, asked.versions))
    text = f"campaign undo-consent {campaign.name} {asked.member} {numbers}{as_member(who)}"
    return f"`{text}`"


def _stays(
    system: AnySystem,
    state: GameState,
    member: str,
    wanted: tuple[int, ...],
    acts: Sequence[Act],
    chosen: Sequence[Act],
) -> str:
    """Why the named acts stay whoever consents; empty where consent is enough."""
    if why := _no_act(state.campaign, member, wanted, chosen):
        return why
    if any(_settles(system, act) for act in chosen):
        return "what was opened, drawn or rolled stays"
    if any(map(_ends_a_turn, acts[acts.index(chosen[0]) :])):
        return f"only acts of the running {system.calendar_of(state).noun} are taken back"
    return _disputed(state.campaign.record, wanted)


def _no_act(campaign: Campaign, member: str, wanted: tuple[int, ...], chosen: Sequence[Act]) -> str:
    """Why events are no whole acts that begin with one of the member's; empty if they are."""
    known = {version for act in chosen for version in act.versions}
    if not chosen or known != set(wanted) or _OPENING in known:
        odd = sorted(known ^ set(wanted)) or list(wanted)
        return f"name whole acts: {counted(len(odd), 'event')} too few or too many ({odd[0]})"
    if not all(map(_may_go, chosen)):
        return "an act that was corrected, or is about the record itself, is not taken back"
    if chosen[0].by != member:
        return f"event {wanted[0]} is not an act of {campaign.called(member)}"
    return ""


def _settles(system: AnySystem, act: Act) -> bool:
    """Whether an act opened, drew, rolled or showed anything."""
    return any(map(system.secrets.settles, act.events))


def _ends_a_turn(act: Act) -> bool:
    """Whether a turn or the campaign ended with an act."""
    return any(isinstance(event, TurnBegan | CampaignClosed) for event in act.events)


def _may_go(act: Act) -> bool:
    """Whether an act is one that counts as it was recorded."""
    return not act.own and not any(
        one.struck_by or one.amended_by or one.inserted for one in act.placed
    )


def _disputed(record: Record, versions: Sequence[int]) -> str:
    """Why a dispute or an opening keeps an act where it is."""
    if (dispute := _dispute_over(record, versions)) is not None:
        return f"dispute {dispute.id} is about it"
    if _to_be_opened(record, versions):
        return "the opening of what it sealed was asked for"
    return ""


def _drawn_otherwise(system: AnySystem, since: Iterable[Act], preview: Impact) -> str:
    """Why what was drawn since keeps an act where it is."""
    differs = {version for one in preview.otherwise for version in one.versions}
    for act in since:
        if differs & set(act.versions) and _settles(system, act):
            return f"what was opened, drawn or rolled since rests on it: {act.versions[0]}"
    return ""


def _groups(
    campaign: Campaign, member: str, since: Iterable[Act], preview: Impact
) -> Iterator[tuple[str, ...]]:
    """Undo: a host, everybody who has acted since, and whoever's figures would change."""
    hosts = tuple(filter(campaign.is_host, campaign.members))
    if member not in hosts:
        yield hosts
    yield from ((act.by,) for act in since if _concerns(campaign, member, act))
    touched = {part for change in preview.then for part in change.path}
    for seat in filter(touched.__contains__, campaign.seats):
        players = campaign.who_plays(seat) or hosts
        if member not in players:
            yield players


def _concerns(campaign: Campaign, member: str, act: Act) -> bool:
    """Whether an act is another member's, and counts."""
    is_of_play = not act.own and bool(act.standing)
    return is_of_play and act.by != member and act.by in campaign.members


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
