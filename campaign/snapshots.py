"""Snapshots: a campaign's state kept so that the longest log opens at once. IO.

A snapshot is valid only for the very fold that made it: its label is a digest of the source code of
events and deciders, so that a changed rule never sees an old state.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import campaign
import events
from campaign.store import Store
from campaign.systems import SYSTEMS
from events import chain

EVERY = 1_000
"""Events between snapshots."""

_FOLDS = ("*.py", "leaders_in_flames/**/*.py", "leaders_in_flames/tables/**/*.*")


class Snapshot(msgspec.Struct, frozen=True):
    """A state with its place in the log."""

    version: int
    head: str
    system: str
    state: Any


class _Stored(msgspec.Struct, frozen=True):
    """A snapshot as it is kept: its system says what its state is."""

    version: int
    head: str
    system: str
    state: msgspec.Raw


@cache
def fingerprint() -> str:
    """A digest of the source of everything that a fold goes through."""
    here = Path(campaign.__file__).parent
    sources = sorted(Path(events.__file__).parent.glob("*.py"))
    for pattern in _FOLDS:
        sources += sorted(here.glob(pattern))
    whole = hashlib.sha256()
    for source in sources:
        whole.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return f"snapshot-{whole.hexdigest()[:32]}"


def load(store: Store, name: str, until: int | None) -> Snapshot | None:
    """The newest snapshot of a campaign at a version or before; None where none is of use."""
    found = store.snapshot(name, fingerprint(), until)
    if found is None:
        return None
    try:
        kept = msgspec.json.decode(found[1], type=_Stored)
        state: Any = msgspec.json.decode(kept.state, type=SYSTEMS[kept.system].state_type)
    except (msgspec.MsgspecError, KeyError):
        return None
    row = next(store.rows(name, kept.version - 1, kept.version), None)
    if row is None or chain.head(row[2]) != kept.head:
        return None
    return Snapshot(kept.version, kept.head, kept.system, state)


def keep(store: Store, name: str, version: int, head: str, state: Any) -> None:
    """Keeps a snapshot."""
    kept = Snapshot(version, head, state.campaign.system, state)
    store.keep_snapshot(name, version, fingerprint(), msgspec.json.encode(kept))
