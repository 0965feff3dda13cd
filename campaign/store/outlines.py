"""Outlines: what is to be said of each campaign at one look, kept with every append, so that a
question about all of them reads no record. IO.

An outline says nothing that its campaign's record does not say. It counts only where it is of the
last event and was made by the program that reads it; else the record is read, as if there were
none.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from campaign.extend import BROKEN
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.opening import SeedChain
from campaign.kernel.system import AnySystem, fold
from campaign.store import snapshots
from campaign.store.protocol import Row, StoredOutline, StoreError
from campaign.store.reader import Live, Reader
from campaign.systems import SYSTEMS
from events import chain
from events.base import Event
from events.campaign import CampaignOpened

LATEST = "9000-01-01T00:00:00Z"
"""A moment at which every deadline is over."""


class Outline(msgspec.Struct, frozen=True, omit_defaults=True):
    """A campaign at one look."""

    campaign: str
    id: str
    system: str
    rulebook: str
    scenario: str
    rules: int
    at: str
    """When its last event was recorded."""
    title: str = ""
    turn: str = ""
    closed: bool = False
    branch_of: dict[str, str | int] | None = None
    """Of a what-if, its origin in JSON values."""
    waits: bool = False
    """Whether time alone may have the service do something in it."""
    advice: str = "off"
    """Ruling 63: what the club lets itself be advised; off in games without that switch."""
    seed_number: int = 0
    seed_links: int = 0
    seed_anchor: str = ""
    seed_sealed: str = ""

    @property
    def seeds(self) -> SeedChain:
        """Its chain of draw seeds, sealed as in its record."""
        return SeedChain(self.id, self.seed_anchor, self.seed_links, self.seed_sealed)


class Outlined(NamedTuple):
    """A campaign with its last event, and its outline, or why its record cannot be read."""

    name: str
    version: int
    head: str
    outline: Outline | StoreError


def outline(live: Live) -> Outline:
    """The outline of a campaign as it is now."""
    campaign: Campaign = live.state.campaign
    origin = campaign.record.branch_of
    return Outline(
        campaign.name,
        campaign.id,
        campaign.system,
        campaign.rulebook,
        campaign.scenario,
        campaign.rules,
        live.at,
        campaign.title,
        campaign.turn,
        campaign.closed,
        origin.shown() if origin else None,
        _waits(live),
        str(campaign.rulings.get("advice", "off")),
        campaign.seed_number,
        campaign.seed_links,
        campaign.seed_anchor,
        campaign.seed_sealed,
    )


def _waits(live: Live) -> bool:
    """Whether anything is overdue once every deadline is over, in a campaign that is played."""
    campaign: Campaign = live.state.campaign
    if campaign.closed or campaign.record.frozen_for or campaign.record.branch_of is not None:
        return False
    try:
        return live.system.rules.awaiting.overdue(live.state, LATEST) is not None
    except BROKEN:  # the service will see
        return True


# --- As the store keeps it ----------------------------------------------------------------------


def stored(live: Live) -> StoredOutline:
    """The outline of a campaign, to be kept with its last event."""
    return written(outline(live), live.version, live.head)


def written(about: Outline, version: int, head: str) -> StoredOutline:
    """An outline as a store keeps it with a campaign's last event."""
    body = msgspec.json.encode(about).decode()
    return StoredOutline(version, head, snapshots.fingerprint(about.system), body)


def of_opening(events: Sequence[Event], rows: Sequence[Row]) -> StoredOutline:
    """The same of a campaign that is about to be opened."""
    first = events[0]
    assert isinstance(first, CampaignOpened)
    return following(SYSTEMS[first.system], None, events, rows)


def following(
    system: AnySystem, state: GameState | None, events: Sequence[Event], rows: Sequence[Row]
) -> StoredOutline:
    """The same of one that is about to begin with these events, behind a past with a state."""
    version, _, last = rows[-1]
    now = fold(system, state, events)
    return stored(Live(version, chain.head(last), now, system, events[-1].at))


def read(kept: StoredOutline | None, version: int, head: str) -> Outline | None:
    """What is kept of a campaign that ends with an event; None where that is of another event, or
    another program's.
    """
    if kept is None or kept.version != version or kept.head != head:
        return None
    try:
        found = msgspec.json.decode(kept.body, type=Outline)
    except msgspec.MsgspecError:
        return None
    is_ours = found.system in SYSTEMS and kept.label == snapshots.fingerprint(found.system)
    return found if is_ours else None


# --- Of every campaign of a store ---------------------------------------------------------------


NONE: frozenset[str] = frozenset()


def every(
    reader: Reader, *, keeping: bool = True, doubted: frozenset[str] = NONE
) -> Iterator[Outlined]:
    """All campaigns in order of their names. Those that are read from the record are kept then, if
    `keeping`, so that the next look finds them. So are those that are `doubted` read, whatever is
    kept of them.
    """
    fresh: dict[str, StoredOutline] = {}
    for name, version, head, kept in reader.store.outlines():
        if name not in doubted and (found := read(kept, version, head)) is not None:
            yield Outlined(name, version, head, found)
            continue
        try:
            live = reader.passing(name)
        except StoreError as error:
            yield Outlined(name, version, head, error)
            continue
        fresh[name] = stored(live)
        yield Outlined(name, live.version, live.head, outline(live))
    if fresh and keeping:
        reader.store.keep_outlines(fresh)


def kept(reader: Reader) -> Iterator[Outlined]:
    """The campaigns in any order as their outlines say, whatever their records have gained since.

    For whoever looks again and again beside somebody who reads `every` one: a campaign without an
    outline of this program's is left out until then.
    """
    for name, row in reader.store.kept_outlines():
        if row is not None and (outline := read(row, row.version, row.head)) is not None:
            yield Outlined(name, row.version, row.head, outline)


def keep(reader: Reader, *names: str) -> None:
    """Makes the outlines of some campaigns anew. Never fails: without them the record is read."""
    made: dict[str, StoredOutline] = {}
    for name in names:
        with suppress(StoreError):
            made[name] = stored(reader.plain(name))
    reader.store.keep_outlines(made)


def differs(reader: Reader, name: str) -> bool:
    """Whether what is kept of a campaign as its outline is not what its record says."""
    live = reader.fresh(name)
    for other, version, head, kept in reader.store.outlines():
        if other == name and (version, head) == (live.version, live.head):
            found = read(kept, version, head)
            return found is not None and found != outline(live)
    return False
