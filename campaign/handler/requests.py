"""Requests as they stand: which still wait, for whom, and what a member may ask for now. IO."""

from collections.abc import Iterable, Sequence

import msgspec

from campaign.accounts.table.requests import StoredRequest
from campaign.disputes.commands import UndoAct
from campaign.disputes.undo import AskedUndo, asked_undo
from campaign.handler.tasks import Asked
from campaign.history.effective import own
from campaign.kernel.decisions import Refused
from campaign.kernel.members import Campaign
from campaign.store.ledger import Ledger

LOOKED_AT = 200
"""How many of the last events are looked through for a member's own last act."""


# --- May I take that back? ----------------------------------------------------------------------


def asked_undo_of(
    ledger: Ledger, name: str, member: str, versions: Iterable[int]
) -> AskedUndo | Refused:
    """What a member asks to take back: the act, with the later acts that rest on it."""
    live, wanted = ledger.live(name), tuple(versions)
    past, base = ledger.past(name, live, UndoAct(by=member, versions=wanted))
    return asked_undo(live.system, live.state, member, wanted, past, base, takes_along=True)


def last_act_of(ledger: Ledger, name: str, member: str) -> tuple[int, ...]:
    """A member's last act that counts, by its events; empty if there is none."""
    last = ledger.live(name).version
    history = list(ledger.effective(name, max(last - LOOKED_AT, 0), last))
    for one in reversed(history):
        if one.event.by == member and not (one.struck_by or one.inserted or own(one.event)):
            return ledger.whole_act(name, one.version)
    return ()


def act_with(ledger: Ledger, name: str, version: int) -> tuple[int, ...]:
    """All events of the act that brought an event; empty if there is none."""
    if not 1 < version <= ledger.live(name).version:
        return ()
    return ledger.whole_act(name, version)


class WaitingUndo(msgspec.Struct, frozen=True):
    """A request to take an act back, as it stands."""

    request: StoredRequest
    asked: AskedUndo
    awaited: tuple[tuple[str, ...], ...]
    """Of each of these one has still to consent."""

    def waits_for(self, member: str) -> bool:
        """Whether a member's consent is awaited."""
        return any(member in one for one in self.awaited)

    def has_agreed(self, campaign: Campaign, member: str) -> bool:
        """Whether a member has consented to it."""
        wish = campaign.record.undo_wish
        return wish.is_for(self.asked.member, self.asked.versions) and member in wish.consents


def waiting_undo(
    ledger: Ledger, name: str, campaign: Campaign, requests: Sequence[StoredRequest]
) -> WaitingUndo | None:
    """The request to take an act back that waits now; one at a time, within the turn."""
    for one in requests:
        if one.kind != "back" or one.state != "open" or one.words[0] != campaign.turn:
            continue
        asked = asked_undo_of(ledger, name, one.member, map(int, one.words[1:]))
        if not isinstance(asked, Refused):
            return WaitingUndo(one, asked, asked.awaited(campaign.record))
    return None


# --- More time ----------------------------------------------------------------------------------


def still_asked(request: StoredRequest, asked: Iterable[Asked]) -> Asked | None:
    """What a request of time is about, while that is asked of its sender; None once it is not."""
    what = request.words[0]
    return next((one for one in asked if one.owed.what == what and request.member in one.members),
                None)  # fmt: skip
