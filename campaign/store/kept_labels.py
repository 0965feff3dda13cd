"""Labels that were made before, kept beside Python's own compiled files. IO.

They are trusted as Python trusts what it compiled: while no source has another size or time. They
may be deleted at any time.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib.util import cache_from_source
from pathlib import Path

import msgspec

NAME = "labels.json"


class KeptLabels(msgspec.Struct, frozen=True):
    """Labels, and the state of the sources in which they were made."""

    stamp: str
    labels: Mapping[str, str]


def kept(packages: Mapping[str, Path], about: str, make: Callable[[], str]) -> str:
    """A label of these packages' sources; made only if it is not kept from an earlier call."""
    file = _file(next(iter(packages.values())))
    stamp = stamp_of(packages)
    known = _read(file)
    labels = known.labels if known is not None and known.stamp == stamp else {}
    if about not in labels:
        labels = {**labels, about: make()}
        _write(file, KeptLabels(stamp, labels))
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


def _file(package: Path) -> Path:
    return Path(cache_from_source(str(package / "__init__.py"))).with_name(NAME)


def _read(file: Path) -> KeptLabels | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=KeptLabels)
    except (OSError, msgspec.MsgspecError):
        return None


def _write(file: Path, labels: KeptLabels) -> None:
    """Keeps labels. Never fails: without them, they are made again."""
    if sys.dont_write_bytecode:
        return
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{NAME}.")
        draft = Path(name)
        try:
            with os.fdopen(handle, "wb") as written:
                written.write(msgspec.json.encode(labels))
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError:
        return
