"""Snapshots: a campaign's state kept so that the longest log opens at once. IO.

A snapshot is valid only for the exact fold that made it: its label is a digest of every source file
that a fold of its rule system uses, so that a changed rule never sees an old state.
"""

from functools import cache

import msgspec

from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.store import labels
from campaign.store.protocol import EventStore
from campaign.systems import SYSTEMS
from events import chain, codec
from events.campaign import CampaignOpened

EVERY = 1_000
"""How many events lie between snapshots."""
COSTLY = 200
"""If corrections fold at least this many events again, a snapshot is kept behind them."""

SHARED = (
    "events.codec",
    "events.chain",
    "campaign.history.effective",
    "campaign.kernel.assembly",
)
"""Modules that every fold uses, in any game."""

READER = "campaign/store/reader.py"
"""The file that folds a stored log. Most of its imports are storage, and change no state."""


class Snapshot(msgspec.Struct, frozen=True):
    """A state with its place in the log."""

    version: int
    head: str
    system: str
    state: GameState


class _Stored(msgspec.Struct, frozen=True):
    """A snapshot as it is stored: its system knows the type of its state."""

    version: int
    head: str
    system: str
    state: msgspec.Raw


# --- the label ----------------------------------------------------------------------------------


@cache
def fingerprint(system: str) -> str:
    """The label of a rule system's snapshots: a digest of all sources that its fold uses."""
    return f"snapshot-{system}-{labels.label(fold_modules(SYSTEMS[system]), (READER,))}"


def fold_modules(system: AnySystem) -> frozenset[str]:
    """The modules whose functions a fold of a rule system calls."""
    return system.snapshots.folds.union(SHARED)


# --- keeping and loading ------------------------------------------------------------------------


def load(store: EventStore, name: str, until: int | None) -> Snapshot | None:
    """The newest usable snapshot of a campaign at a version or earlier; None if there is none."""
    system = _system_of(store, name)
    found = store.snapshot(name, fingerprint(system), until) if system in SYSTEMS else None
    if found is None:
        return None
    try:
        kept = msgspec.json.decode(found[1], type=_Stored)
        state: GameState = msgspec.json.decode(
            kept.state, type=SYSTEMS[system].snapshots.state_type
        )
    except msgspec.MsgspecError:
        return None
    row = next(store.rows(name, kept.version - 1, kept.version), None)
    if kept.system != system or row is None or chain.head(row[2]) != kept.head:
        return None
    return Snapshot(kept.version, kept.head, kept.system, state)


def _system_of(store: EventStore, name: str) -> str:
    """The rule system that a campaign's opening names; empty if it cannot be read."""
    row = next(store.rows(name, until=1), None)
    try:
        event = SYSTEMS.codec.decode(chain.body(row[2])) if row else None
    except codec.UnreadableEventError:
        return ""
    return event.system if isinstance(event, CampaignOpened) else ""


def keep(store: EventStore, name: str, version: int, head: str, state: GameState) -> None:
    """Keeps a snapshot."""
    label = fingerprint(state.campaign.system)
    store.keep_snapshots(name, label, [(version, encoded(version, head, state))])


def encoded(version: int, head: str, state: GameState) -> bytes:
    """A snapshot as it is stored."""
    return msgspec.json.encode(Snapshot(version, head, state.campaign.system, state))
