"""Snapshots: a campaign's state kept so that the longest log opens at once, labelled with a digest
of the sources it was made with. IO.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

import campaign
import events
from campaign.kernel.members import GameState
from campaign.kernel.system import AnySystem
from campaign.store.protocol import EventStore
from campaign.systems import SYSTEMS, package_of
from campaign.world.files import of_the_user
from events import chain, codec
from events.campaign import CampaignOpened

# --- Labels that were made before, kept beside Python's own compiled files ----------------------
#
# They are trusted as Python trusts what it compiled: while no source has another size or time.
# They may be deleted at any time. Where Python writes no compiled files, because it may not or was
# told not to, they are kept in the user's folder for such things.

NAME = "labels.json"


class StoredLabels(msgspec.Struct, frozen=True):
    """Labels, and the state of the sources in which they were made."""

    stamp: str
    labels: Mapping[str, str]


def kept(packages: Mapping[str, Path], about: str, make: Callable[[], str], stamp: str = "") -> str:
    """A label of these packages' sources; made only if it is not kept from an earlier call."""
    package, stamp = next(iter(packages.values())), stamp or stamp_of(packages)
    labels: Mapping[str, str] = {}
    for file in _files_for(package):
        stored = _read(file)
        if stored is not None and stored.stamp == stamp:
            labels = {**stored.labels, **labels}
        if about in labels:
            return labels[about]
    labels = {**labels, about: make()}
    for file in _files_for(package)[int(sys.dont_write_bytecode) :]:
        if _write(file, StoredLabels(stamp, labels)):
            break
    return labels[about]


def stamp_of(packages: Mapping[str, Path]) -> str:
    """A digest of the path, size and time of every file in some packages."""
    whole = hashlib.sha256()
    for name, folder in packages.items():
        for path, size, time in sorted(_files(str(folder))):
            whole.update(f"{name}{path[len(str(folder)) :]}\0{size}\0{time}\0".encode())
    return whole.hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                about = entry.stat()
                yield entry.path, about.st_size, about.st_mtime_ns


def _files_for(package: Path) -> tuple[Path, ...]:
    """Beside what Python compiles; and in the user's folder, one for each installation."""
    beside = Path(cache_from_source(str(package / "__init__.py"))).with_name(NAME)
    place = hashlib.sha256(str(package).encode(errors="surrogateescape")).hexdigest()[:16]
    try:
        return beside, of_the_user("cache") / f"{place}-{NAME}"
    except RuntimeError:
        return (beside,)


def _read(file: Path) -> StoredLabels | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=StoredLabels)
    except (OSError, msgspec.MsgspecError):
        return None


def _write(file: Path, labels: StoredLabels) -> bool:
    """Keeps labels; whether they are kept now. Never fails: without them, they are made again."""
    import tempfile  # slow to load, and labels are seldom made

    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{NAME}.")
        draft = Path(name)
        try:
            with os.fdopen(handle, "wb") as written:
                written.write(msgspec.json.encode(labels))
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError:
        return False
    return True


# --- Labels for caches: a digest of the program's sources that they were made with --------------
#
# An entry with another label was made by a different program, and is made again.


def source_label(roots: Iterable[str], alone: Iterable[str] = (), system: str = "") -> str:
    """A digest of the files that modules in use depend on, and of some further single files.

    Those of a package that brings a `system` are among them.
    """
    roots, alone = sorted(roots), sorted(alone)
    about = hashlib.sha256("\n".join((*roots, "", *alone)).encode()).hexdigest()
    own = package_of(system)
    return _kept(own, about, lambda: digest(_in_use(own), roots, alone))


@cache
def _stamp_in_use(own: str) -> str:
    """The stamp of the program's sources as they were when this process first looked at them."""
    return stamp_of(packages(own))


def _kept(own: str, about: str, make: Callable[[], str]) -> str:
    """A label of the program's own sources, and those of a game's own package."""
    return kept(packages(own), about, make, _stamp_in_use(own))


def digest(files: Mapping[str, bytes], roots: Iterable[str], alone: Iterable[str] = ()) -> str:
    """A digest of the files that modules depend on, with their paths."""
    whole = hashlib.sha256()
    for path in sources(files, roots, alone):
        held = files[path]
        whole.update(b"%b\0%d\0%b\0" % (path.encode(), len(held), held))
    return whole.hexdigest()[:32]


TEMPLATES = (".html", ".css")
"""Files that only affect how pages look, and change no state and no row."""


def sources(
    files: Mapping[str, bytes], roots: Iterable[str], alone: Iterable[str] = ()
) -> tuple[str, ...]:
    """The paths, in order, of the files that modules depend on: their imports and their data.

    Data are all files other than modules in a package among them or in its folders, except the
    templates of pages. The files in `alone` are included without their imports.
    """
    known = frozenset(path for path in files if path.endswith(".py"))
    modules = _reached(files, known, set(roots), set(alone))
    data = (path for path in files if path not in known and not path.endswith(TEMPLATES))
    beside = (path for path in data if _package_of(path, known) in modules)
    return tuple(sorted(modules.union(beside)))


def _reached(
    files: Mapping[str, bytes], known: frozenset[str], names: set[str], reached: set[str]
) -> set[str]:
    """The files of modules and of all that they import, beside those that are there already."""
    waiting = list(names)
    while waiting:
        for path in _paths(waiting.pop(), known):
            if path not in reached:
                reached.add(path)
                fresh = imported(files[path]) - names
                names |= fresh
                waiting += fresh
    return reached


def _package_of(path: str, known: frozenset[str]) -> str:
    """The `__init__` of the innermost package that contains a file; empty if none does."""
    folders = [path[: at + 1] for at, sign in enumerate(path) if sign == "/"]
    inits = (f"{folder}__init__.py" for folder in reversed(folders))
    return next((init for init in inits if init in known), "")


def _paths(module: str, known: frozenset[str]) -> list[str]:
    """The files that run when a module, or a name in one, is imported, including its packages'."""
    parts = module.split(".")
    paths = ("/".join(parts[:count]) for count in range(1, len(parts) + 1))
    files = (file for path in paths for file in (f"{path}.py", f"{path}/__init__.py"))
    return [file for file in files if file in known]


_FROM = rb"from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)"
_IMPORT = rb"import[ \t]+([a-z_][\w., \t]*)"
_COMMENT = rb"#[^\n]*"


@cache
def imported(source: bytes) -> frozenset[str]:
    """Every module that a source may import, and with it each name that it takes from one.

    Text that looks like an import counts too: a label may depend on too much, never on too little.
    """
    return frozenset(_imported(source))


def _imported(source: bytes) -> Iterator[str]:
    for module, names in re.findall(_FROM, source):
        for name in re.sub(_COMMENT, b"", names).strip(b"()").split(b","):
            yield f"{module.decode()}.{(name.split() or [b''])[0].decode()}"
    for modules in re.findall(_IMPORT, source):
        yield from ((name.split() or [b""])[0].decode() for name in modules.split(b","))


def packages(own: str = "") -> dict[str, Path]:
    """The folders of the program's packages; before them that of a game's own, if it has one."""
    of_game = {own: Path(import_module(own).__path__[0])} if own else {}
    ours = {package.__name__: Path(package.__file__ or "").parent for package in (campaign, events)}
    return {**of_game, **ours}


class _Files(Mapping[str, bytes]):
    """The sources and data of some packages, by path; read once, when needed."""

    def __init__(self, own: str) -> None:
        self._files = {
            f"{package.name}/{file.relative_to(package).as_posix()}": file
            for package in packages(own).values()
            for file in package.rglob("*.*")
            if "__pycache__" not in file.parts
        }

        self._read: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        if path not in self._read:
            self._read[path] = self._files[path].read_bytes()
        return self._read[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


@cache
def _in_use(own: str) -> _Files:
    return _Files(own)


# --- Snapshots: a campaign's state kept so that the longest log opens at once -------------------
#
# A snapshot is valid only for the exact fold that made it: its label is a digest of every source
# file that a fold of its rule system uses, so that a changed rule never sees an old state.

EVERY = 1_000
"""How many events lie between snapshots."""
COSTLY = 200
"""If corrections fold at least this many events again, a snapshot is kept behind them."""

SHARED = (
    "events.codec",
    "events.chain",
    "campaign.history.effective",
    "campaign.history.refold",
    "campaign.kernel.system",
)
"""Modules that every fold uses, in any game."""

READER = "campaign/store/reader.py"
"""The file that folds a stored log. Most of its imports are storage, and change no state."""
ALONE = (READER, "campaign/store/outlines.py")
"""It, and the file that says what an outline holds of a state."""


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
    """The label of a rule system's snapshots: a digest of all sources that its fold uses.

    As long as it is kept from an earlier call, the system need not be loaded for it.
    """
    if SYSTEMS.is_loaded(system):
        return f"snapshot-{system}-{_label_of(system)}"
    return f"snapshot-{system}-{_kept('', f'fold of {system}', lambda: _label_of(system))}"


def _label_of(system: str) -> str:
    return source_label(fold_modules(SYSTEMS[system]), ALONE, system)


def fold_modules(system: AnySystem) -> frozenset[str]:
    """The modules whose functions a fold of a rule system, or an outline, calls."""
    return system.snapshots.folds.union(SHARED, (system.rules.awaiting.overdue.__module__,))


# --- keeping and loading ------------------------------------------------------------------------


def load(store: EventStore, name: str, until: int | None) -> Snapshot | None:
    """The newest usable snapshot of a campaign at a version or earlier; None if there is none."""
    system = _system_of(store, name)
    stored = store.snapshot(name, fingerprint(system), until) if system in SYSTEMS else None
    if stored is None:
        return None
    try:
        snapshot = msgspec.json.decode(stored[1], type=_Stored)
        state: GameState = msgspec.json.decode(
            snapshot.state, type=SYSTEMS[system].snapshots.state_type
        )
    except msgspec.MsgspecError:
        return None
    row = next(store.rows(name, snapshot.version - 1, snapshot.version), None)
    if snapshot.system != system or row is None or chain.head(row[2]) != snapshot.head:
        return None
    return Snapshot(snapshot.version, snapshot.head, snapshot.system, state)


def _system_of(store: EventStore, name: str) -> str:
    """The rule system that a campaign's opening names; empty if it cannot be read."""
    row = next(store.rows(name, until=1), None)
    if row is None:
        return ""
    body = chain.body(row[2])
    try:
        return msgspec.json.decode(body, type=CampaignOpened).system
    except codec.UNREADABLE:  # it may be an older form
        pass
    try:
        event = SYSTEMS.codec.decode(body)
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


# --- Snapshots kept on the way while a long log is folded, one every `snapshots.EVERY` events ---
#
# So there is one before any event, and whatever goes back to that event is folded from there and
# not from the opening: a correction, an undo, an earlier version.

BATCH = 64
"""How many are written at once."""
NEVER = 1 << 62
"""The version at which the next one is due where none is kept."""


class Trail:
    """The snapshots of one fold. Those that it finds are not written again."""

    def __init__(
        self, store: EventStore, name: str, system: str, start: int, *, keeping: bool
    ) -> None:
        """`start` is the version that the fold starts from; without `keeping` there are none."""
        self._store, self._name, self._label = store, name, fingerprint(system)
        self._states: list[tuple[int, bytes]] = []
        self.due = start + EVERY if keeping else NEVER
        """The version from which on the next one is due."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Also a fold that failed leaves what is right up to there."""
        self._write()

    def keep(self, version: int, state: GameState) -> int:
        """Keeps the state after the last event of an act; returns when the next one is due."""
        self.due = version + EVERY
        newest = self._store.snapshot(self._name, self._label, version)
        if newest is None or newest[0] <= version - EVERY:
            for _, _, stored in self._store.rows(self._name, version - 1, version):
                body = encoded(version, chain.head(stored), state)
                self._states.append((version, body))
        if len(self._states) == BATCH:
            self._write()
        return self.due

    def _write(self) -> None:
        if self._states:
            self._store.keep_snapshots(self._name, self._label, self._states)
            self._states.clear()
