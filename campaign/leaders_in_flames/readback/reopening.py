"""Rejudging: a reopening read back, with what it deals drawn under a known secret. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.disputes.commands import ConsentToReopening
from campaign.kernel.decisions import ReadBack, Sealed, Supplied
from campaign.leaders_in_flames.readback.chits import SECRET, veiled
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.state import kind_of
from events.base import Event
from events.lif.us_entry import EntryChitsDealtAnew, EntryWaitTold


def asked(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3: a reopening decided again, with the chits' fresh values drawn under another secret.

    What is told of waits that hang on a fresh value is the auditor's to check, once it is open.
    """
    sealed, free = Sealed("", "", SECRET), set[str]()
    for event in events:
        if isinstance(event, EntryChitsDealtAnew):
            sealed = Sealed(event.commitment, event.sealed, SECRET)
            chits, drawn = state.entry.chits, {one.id for one in event.chits} - {*event.kept}
            free = {kind_of(chits[one].pool) for one in drawn if one in chits and chits[one].aside}

    def veil(event: Event) -> Event:
        if isinstance(event, EntryWaitTold):
            return replace(
                event,
                may_draw=event.may_draw or "entry" in free,
                may_choose=event.may_choose or "tension" in free,
            )
        return veiled(event)

    return ReadBack(ConsentToReopening(by=events[0].by), Supplied(sealed=sealed), veil=veil)
