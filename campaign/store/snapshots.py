"""Snapshots: a campaign's state kept so that the longest log opens at once. IO.

A snapshot is valid only for the very fold that made it: its label is a digest of every source that
a fold of its rule system passes through, so that a changed rule never sees an old state.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import campaign
import events
from campaign.kernel.system import AnySystem
from campaign.store.log import Store
from campaign.systems import CODEC, SYSTEMS
from events import chain, codec
from events.campaign import CampaignOpened

EVERY = 1_000
"""Events between snapshots."""

SHARED = (
    "events.codec",
    "events.chain",
    "campaign.history.effective",
    "campaign.kernel.assembly",
)
"""Modules through which every fold goes, whatever is played."""

READER = "campaign/store/reader.py"
"""The file that folds a stored log. Most of what it imports is storage, and changes no state."""


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


# --- the label ----------------------------------------------------------------------------------


@cache
def fingerprint(system: str) -> str:
    """The label of a rule system's snapshots: a digest of all that a fold of it passes through."""
    return f"snapshot-{system}-{digest(_Files(), fold_modules(SYSTEMS[system]))}"


def digest(files: Mapping[str, bytes], roots: Iterable[str]) -> str:
    """A digest of the files that modules rest on, with their paths."""
    whole = hashlib.sha256()
    for path in sources(files, roots):
        held = files[path]
        whole.update(b"%b\0%d\0%b\0" % (path.encode(), len(held), held))
    return whole.hexdigest()[:32]


def fold_modules(system: AnySystem) -> frozenset[str]:
    """The modules whose functions a fold of a rule system calls."""
    return system.folds.union(SHARED)


def sources(files: Mapping[str, bytes], roots: Iterable[str]) -> tuple[str, ...]:
    """The paths, in order, of the files that modules rest on: what they import, and their data.

    Data are the files that are no modules, in a package that is rested on or in its folders.
    """
    known = frozenset(path for path in files if path.endswith(".py"))
    found: set[str] = {READER} & set(files)
    waiting = [path for root in roots for path in _paths(root, known)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            for name in imported(files[path]):
                waiting += _paths(name, known)
    packages = {path.removesuffix("__init__.py") for path in known if path.endswith("/__init__.py")}
    for path in files:
        if path not in known:
            around = (path[: at + 1] for at, sign in enumerate(path) if sign == "/")
            own = max((folder for folder in around if folder in packages), default="", key=len)
            if f"{own}__init__.py" in found:
                found.add(path)
    return tuple(sorted(found))


def _paths(module: str, known: frozenset[str]) -> list[str]:
    """The files that are run when a module, or a name in one, is imported: its packages' too."""
    parts = module.split(".")
    found = []
    for count in range(1, len(parts) + 1):
        path = "/".join(parts[:count])
        found += [one for one in (f"{path}.py", f"{path}/__init__.py") if one in known]
    return found


_FROM = re.compile(rb"from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)")
_IMPORT = re.compile(rb"import[ \t]+([a-z_][\w., \t]*)")
_COMMENT = re.compile(rb"#[^\n]*")


def imported(source: bytes) -> Iterator[str]:
    """Every module that a source may import, and with it each name that it takes from one.

    Words of a text that read like an import count too: a label may rest on too much, never on too
    little.
    """
    for module, names in _FROM.findall(source):
        for name in _COMMENT.sub(b"", names).strip(b"()").split(b","):
            yield f"{module.decode()}.{(name.split() or [b''])[0].decode()}"
    for modules in _IMPORT.findall(source):
        yield from ((name.split() or [b""])[0].decode() for name in modules.split(b","))


class _Files(Mapping[str, bytes]):
    """The sources and data of the two packages that folds live in, by path; read when asked for."""

    def __init__(self) -> None:
        self._files = {
            f"{package.name}/{file.relative_to(package).as_posix()}": file
            for package in (Path(campaign.__file__).parent, Path(events.__file__).parent)
            for file in package.rglob("*.*")
            if file.suffix != ".pyc"
        }

    def __getitem__(self, path: str) -> bytes:
        return self._files[path].read_bytes()

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


# --- keeping and loading ------------------------------------------------------------------------


def load(store: Store, name: str, until: int | None) -> Snapshot | None:
    """The newest snapshot of a campaign at a version or before; None where none is of use."""
    system = _system_of(store, name)
    found = store.snapshot(name, fingerprint(system), until) if system in SYSTEMS else None
    if found is None:
        return None
    try:
        kept = msgspec.json.decode(found[1], type=_Stored)
        state: Any = msgspec.json.decode(kept.state, type=SYSTEMS[system].state_type)
    except msgspec.MsgspecError:
        return None
    row = next(store.rows(name, kept.version - 1, kept.version), None)
    if kept.system != system or row is None or chain.head(row[2]) != kept.head:
        return None
    return Snapshot(kept.version, kept.head, kept.system, state)


def _system_of(store: Store, name: str) -> str:
    """The rule system that a campaign's opening names; empty where it cannot be read."""
    row = next(store.rows(name, until=1), None)
    try:
        event = CODEC.decode(chain.body(row[2])) if row else None
    except codec.UnreadableEventError:
        return ""
    return event.system if isinstance(event, CampaignOpened) else ""


def keep(store: Store, name: str, version: int, head: str, state: Any) -> None:
    """Keeps a snapshot."""
    system = state.campaign.system
    kept = Snapshot(version, head, system, state)
    store.keep_snapshot(name, version, fingerprint(system), msgspec.json.encode(kept))
