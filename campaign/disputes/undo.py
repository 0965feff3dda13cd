"""Undo: a member takes back their own last act, while nothing depends on it. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.disputes.commands import UndoAct
from campaign.disputes.impact import impact
from campaign.history.acts import Act, acts
from campaign.history.effective import Logged, effective
from campaign.history.timeline import START, Base
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.kernel.record import Record
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
    for act in acts(effective(system.codec, past), behind=base[0]):
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
