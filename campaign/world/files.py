"""Files and folders: whether this process may write them, private ones, files that are written
whole or not at all, what they look like from outside, and connections to databases in files. IO.
"""

import os
import sqlite3
import sys
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

from campaign.world import clock, crossing

Connection = TypeVar("Connection", bound=sqlite3.Connection)

# --- The user's folders for what a program keeps ------------------------------------------------

APPLICATION = "campaign-tracker"
UsersFolder = Literal["data", "state", "cache"]
_ON_LINUX: Mapping[UsersFolder, tuple[str, str]] = {
    "data": ("XDG_DATA_HOME", ".local/share"),
    "state": ("XDG_STATE_HOME", ".local/state"),
    "cache": ("XDG_CACHE_HOME", ".cache"),
}
"""The variable that names each folder, and its place in the home without it."""


def of_the_user(kind: UsersFolder) -> Path:
    """The program's own folder among the user's. Raises `RuntimeError` where there is no home.

    The plain case is found at once: `platformdirs`, which knows every system, is slow to load.
    """
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        variable, below = _ON_LINUX[kind]
        named, home = os.environ.get(variable, ""), os.environ.get("HOME", "")
        if named.startswith("/"):
            return Path(named, APPLICATION)
        if not named and home.startswith("/"):
            return Path(home, below, APPLICATION)
    import platformdirs

    folder: Path = getattr(platformdirs, f"user_{kind}_path")(APPLICATION)
    return folder


# --- Whether files and folders can be written by this process, whose they are; private ones -----


def begun(folder: Path) -> Path:
    """A folder, or what is there of the way to it: the rest is made when needed."""
    return next(one for one in (folder, *folder.parents) if one.exists())


def may_be_written(path: Path) -> bool:
    """Whether this process may write to what is there, as the system says; nothing is written."""
    is_effective = os.access in os.supports_effective_ids
    return os.access(path, os.W_OK, effective_ids=is_effective)


def is_on_a_closed_disk(path: Path) -> bool:
    """Whether its disk is read-only for this process, as under a unit that protects the system."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def why_not_written(files: Iterable[Path]) -> str:
    """The first of some files that cannot be written, and whose it is; empty if there is none."""
    for file in files:
        if file.exists() and not may_be_written(file):
            if is_on_a_closed_disk(file):
                return f"{file.name} can't be written: its disk is read-only for the service"
            return f"{file.name} can't be written: {whose(file)}"
    return ""


def whose(file: Path, called: str = "it", process: str = "the service") -> str:
    """Whose a file is, and as whom this process runs."""
    if sys.platform == "win32":
        return f"{called} belongs to somebody else"
    owner, runner = _user(file.stat().st_uid), _user(os.geteuid())
    return f"{called} belongs to {owner}, and {process} runs as {runner}"


def hindrance(file: Path) -> str:
    """What keeps this process from writing to a file, or beside it as SQLite must; empty if
    nothing is known.
    """
    for called, one in (("it", file), ("its folder", file.absolute().parent)):
        if one.exists() and not may_be_written(one):
            if is_on_a_closed_disk(one):
                return "its disk is read-only"
            is_own = sys.platform != "win32" and one.stat().st_uid == os.geteuid()
            return f"{called} is read-only" if is_own else whose(one, called, "this program")
    return ""


def _user(number: int) -> str:
    import pwd

    with suppress(KeyError):
        return pwd.getpwuid(number).pw_name
    return f"user {number}"


def make_private(file: Path) -> None:
    """Makes an empty file with the mode 600, or less where the umask says so, if there is none."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def make_once(file: Path, content: bytes) -> None:
    """Makes a private file that is there whole or not at all and survives a power cut; of several
    who make it at once, the first one's stays.
    """
    draft = file.with_name(f".{file.name}-{os.getpid()}-{threading.get_ident()}")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as made:
            made.write(content)
            made.flush()
            os.fsync(made.fileno())
        name_once(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def name_once(draft: Path, file: Path) -> None:
    """Gives a draft a file's name, unless somebody has made that file meanwhile."""
    try:
        os.link(draft, file)
    except FileExistsError:
        return
    except OSError:  # a disk without links
        if not file.exists():
            draft.replace(file)


# --- Files that are written whole or not at all -------------------------------------------------


def write_whole(path: Path, content: bytes, mode: int = 0o644) -> Path:
    """Writes a file so that nobody ever sees half of it. Raises `OSError` if it cannot."""
    draft = path.with_name(f".{path.stem}-{os.urandom(8).hex()}")
    handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        draft.chmod(mode)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return path


# --- Connections to databases: in a simulation they are crossings, and may fail ------------------


def connect(database: str | Path, **options: Any) -> sqlite3.Connection:
    """A connection to a file; the options are those of `sqlite3.connect`."""
    return connect_as(sqlite3.Connection, database, **options)


def connect_as(factory: type[Connection], database: str | Path, **options: Any) -> Connection:
    """The same, of a kind of connections."""
    if crossing.current is None:
        return sqlite3.connect(database, factory=factory, **options)
    made: Connection = crossing.current.connect(str(database), factory, options)
    return made


# --- What a file looks like from outside --------------------------------------------------------
#
# By its marks it is known that nothing was written to a file. A write at the same tick of the
# disk's clock as a look at the file would leave the same marks. So what was read of a file counts
# later only if the file had been left alone for longer than a tick.

SETTLED, SETTLED_COARSE = 100_000_000, 3_000_000_000
"""How many nanoseconds a file must be unchanged before what was read of it is kept in memory: more
than a tick of the disk's clock, which some disks count in whole seconds."""
Marks = tuple[int, int, int, int, int]
"""A file's disk, its number there, its size, and the times of its content and of itself."""


def marks_of(path: Path | str) -> Marks:
    """A file's marks. Raises `OSError` where there is none."""
    seen = os.stat(path)  # noqa: PTH116 - every command asks, and a path's own way is longer
    return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns


def are_settled(marks: Marks) -> bool:
    """Whether a file with these marks, seen just now, gets other marks by whatever is written."""
    last = max(marks[3:])
    return clock.nanoseconds() - last >= (SETTLED if last % 1_000_000_000 else SETTLED_COARSE)
