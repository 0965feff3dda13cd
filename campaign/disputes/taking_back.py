"""Undo with consent: what others have built on is taken back once all concerned consent. Pure.

The act, and every later act that rests on it, are named by version, so that everybody consents to
the same. What was opened, drawn, rolled or shown is never taken back.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaign.disputes.commands import ConsentToUndo, UndoAct
from campaign.disputes.eligibility import as_member
from campaign.disputes.impact import Impact, impact
from campaign.history.acts import Act, acts_of
from campaign.history.effective import Logged, effective
from campaign.history.timeline import START, Base
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import Record
from campaign.kernel.system import AnySystem
from campaign.text.english import counted, listed
from events.campaign import CampaignClosed, TurnBegan
from events.disputes import ActUndone, UndoConsented

RULE = "Undo"
_OPENING = 1
"""The event that no undo may touch."""


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
        preview = impact(system, past, (ActUndone(versions=wanted),), base, state)
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


# --- deciding -----------------------------------------------------------------------------------


def consent(
    system: AnySystem, state: GameState, command: ConsentToUndo, supplied: Supplied
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
    return (UndoConsented(member=member, versions=asked.versions),)


def taken_back(
    system: AnySystem, state: GameState, command: UndoAct, supplied: Supplied
) -> Decision:
    """Undo: the named acts count no more once everybody concerned has consented."""
    campaign = state.campaign
    asked = asked_undo(system, state, command.by, command.versions, supplied.past, supplied.base)
    if isinstance(asked, Refused):
        return asked
    if awaited := asked.awaited(campaign.record):
        text = f"{whom(campaign, awaited)} must consent first"
        return Refused(RULE, f"{text}: {_call(campaign, asked, awaited[0][0])}", detail=text)
    return (ActUndone(versions=asked.versions),)


def whom(campaign: Campaign, groups: Iterable[Sequence[str]]) -> str:
    """Those whose consent is awaited, by name: `Anna, and Ben or Cora`."""
    return listed(listed(map(campaign.called, one), "or") for one in groups)


def _call(campaign: Campaign, asked: AskedUndo, who: str) -> str:
    numbers = " ".join(map(str, asked.versions))
    text = f"campaign undo-consent {campaign.name} {asked.member} {numbers}{as_member(who)}"
    return f"`{text}`"


# --- why an act stays, and who is concerned -----------------------------------------------------


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
        return "only acts of the running turn are taken back"
    return _named(state.campaign.record, wanted)


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


def _named(record: Record, versions: Sequence[int]) -> str:
    """Why a dispute or an opening keeps an act where it is."""
    for dispute in record.disputes.values():
        if set(dispute.versions) & set(versions) and (dispute.is_open or dispute.grants):
            return f"dispute {dispute.id} is about it"
    if any(str(version) in record.openings for version in versions):
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
