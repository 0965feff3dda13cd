"""A correction as it is looked at before it is made: the same preview for every door. IO: it reads.

Nothing is recorded, and nothing secret is opened for it.
"""

from typing import NamedTuple

from msgspec.structs import replace

from campaign.disputes import corrections, standing
from campaign.disputes.commands import Correct, UndoAct
from campaign.disputes.impact import Impact, impact
from campaign.history.acts import Judgement
from campaign.kernel import wire
from campaign.kernel.decisions import Refused
from campaign.people import addresses
from campaign.store.ledger import Ledger, Live
from events.base import Event
from events.disputes import ActUndone

UNSEEN = "0" * 64
"""Stands for a preview's digest as long as there is none."""


class CorrectionPreview(NamedTuple):
    """A correction with all that has to be struck along with it, and what it would change."""

    command: Correct
    """As it can be sent: with the digest of this preview."""
    impact: Impact
    broken: tuple[Judgement, ...]
    """The later acts that are struck along with it, as the rules would no longer allow them."""
    version: int
    """The version of the campaign that was looked at."""


def impact_of(
    ledger: Ledger, name: str, command: Correct
) -> tuple[Impact, tuple[Event, ...]] | Refused:
    """What a correction would change, and its events; whoever asks, and whatever was ruled."""
    live = ledger.live(name)
    past, base = ledger.past(name, live, command)
    events = corrections.events_of(live.system, command, past, base)
    if isinstance(events, Refused):
        return events
    found = impact(live.system, past, events, base)
    return found if isinstance(found, Refused) else (found, events)


def read(live: Live, sent: bytes, by: str | None = None) -> Correct | Refused:
    """A correction as it would be sent, or what is wrong with it, as the desk would say."""
    if isinstance(held := addresses.enrolment(sent), Refused):
        return held
    command = wire.read(sent, live.system.rules.commands, by)
    if isinstance(command, Refused):
        return command
    assert isinstance(command, Correct), "there is a preview of corrections alone"
    return command


def previewed(ledger: Ledger, name: str, sent: bytes, by: str) -> CorrectionPreview | Refused:
    """What a correction would change that this member is allowed to make, or why they are not.

    What the rules would no longer allow is struck along with it, until nothing is left of that.
    """
    live = ledger.live(name)
    command = read(live, sent, by)
    if isinstance(command, Refused):
        return command
    if refused := corrections.may_correct(live.state.campaign, command):
        return refused
    looked = with_all(ledger, name, command)
    if isinstance(looked, Refused):
        return looked
    command, change, events, broken = looked
    if refused := not_allowed(ledger, name, command, events):
        return refused
    return CorrectionPreview(replace(command, seen=change.digest), change, broken, live.version)


def with_all(
    ledger: Ledger, name: str, command: Correct
) -> tuple[Correct, Impact, tuple[Event, ...], tuple[Judgement, ...]] | Refused:
    """A correction with all that has to be struck along with it: its events, what they change,
    and the acts that were added to it.
    """
    broken: dict[tuple[int, ...], Judgement] = {}
    while True:
        found = impact_of(ledger, name, command)
        if isinstance(found, Refused):
            return found
        change, events = found
        if set(change.also) <= set(command.also):
            return command, change, events, tuple(broken.values())
        broken |= {act.versions: act for act in change.broken}
        command = replace(command, also=tuple(sorted({*command.also, *change.also})))


def not_allowed(
    ledger: Ledger, name: str, command: Correct, events: tuple[Event, ...]
) -> Refused | None:
    """Why this member cannot make a correction, whatever it changes: no ruling that they may act
    on, or one by somebody who was not there yet when it happened.
    """
    live = ledger.live(name)
    campaign = live.state.campaign
    if refused := corrections.may_correct(campaign, command):
        return refused
    past, _ = ledger.past(name, live, command)
    return standing.may_touch(campaign, campaign.record.disputes[command.dispute], events, past)


def undo_of(ledger: Ledger, name: str, event: ActUndone, by: str) -> Impact | Refused:
    """What taking back an act would change."""
    live = ledger.live(name)
    past, base = ledger.past(name, live, UndoAct(by=by))
    return impact(live.system, past, (event,), base, live.state)
