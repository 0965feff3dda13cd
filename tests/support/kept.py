"""What takes long to work out and follows from files alone, kept from one run to the next.

It lies under `.pytest_cache` by a digest of those files and of the module that works it out.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from support.limits import PREPARED

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".pytest_cache" / "kept"


def kept(name: str, files: Iterable[Path], make: Callable[[], Any], kind: Any = Any) -> Any:
    """What `make` gives, read as `kind`; worked out again only if one of the files has changed."""
    place = FOLDER / f"{name}-{digest(files, make)}.json"
    if not place.is_file():
        begun = process_time()
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob(f"{name}-*.json"):
            if old != place:  # which another worker may just have finished
                old.unlink(missing_ok=True)
        near = place.with_suffix(f".{os.getpid()}")
        near.write_bytes(msgspec.json.encode(make()))
        near.replace(place)  # another worker may have been here first
        sys.audit(PREPARED, process_time() - begun)
    return msgspec.json.decode(place.read_bytes(), type=kind)


@cache
def program() -> tuple[Path, ...]:
    """Every file of the program."""
    found = (file for top in ("campaign", "events") for file in (ROOT / top).rglob("*"))
    return tuple(sorted(file for file in found if file.is_file() and file.suffix != ".pyc"))


def digest(files: Iterable[Path], make: Callable[[], Any]) -> str:
    """Of the files, of the module of `make`, and of this Python."""
    own = sys.modules[make.__module__].__file__
    whole = hashlib.sha256(sys.version.encode())
    for file in (Path(own or ""), *sorted(files)):
        whole.update(f"{file}\n{_digest(file)}\n".encode())
    return whole.hexdigest()[:16]


@cache
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
