"""Undo: a member takes back their own last act, while nothing depends on it. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.disputes.awaited import as_member
from campaign.disputes.commands import UndoAct
from campaign.disputes.impact import impact
from campaign.history.acts import Act, acts
from campaign.history.effective import Logged, effective
from campaign.history.timeline import START, Base
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.kernel.members import Campaign
from campaign.kernel.record import REWRITING, Record
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from events import disputes as facts

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
    for act in acts(effective(system.codec, past)):
        if any(system.secrets.settles(event) for event in act.events):
            last, over = None, True
        elif act.own or act.placed[0].inserted:
            continue
        elif act.by == by and act.standing and _OPENING not in act.versions:
            ruled = any(entry.struck_by or entry.amended_by for entry in act.placed)
            last, over = (None, True) if ruled else (act, over)
    return Sought(last, over)


def decide(system: AnySystem, state: GameState, command: UndoAct, given: Supplied) -> Decision:
    """The undo of a member's last act. The caller has checked `may_act`."""
    if last := given.last:
        why = _named(state.campaign.record, last.versions)
        return Refused(RULE, why) if why else (facts.ActUndone(versions=last.versions),)
    act = sought(system, command.by, given.past, given.base).act
    if why := _ruled(state.campaign, command.by, given.past):
        return Refused(RULE, why)
    if act is None:
        why = "no act to take back: what was opened, drawn or rolled stays"
        return Refused(RULE, f"{command.by} has {why}", detail=f"you have {why}")
    if why := _named(state.campaign.record, act.versions):
        return Refused(RULE, why)
    undone = facts.ActUndone(versions=act.versions)
    found = impact(system, given.past, (undone,), given.base, state)
    if isinstance(found, Refused):
        return Refused(RULE, found.reason)
    if found.also:
        later = ", ".join(map(str, found.also))
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
