"""Labels for caches: a digest of the program's sources that they were made with. IO.

An entry with another label was made by a different program, and is made again.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import campaign
import events
from campaign.store.kept_labels import kept


def label(roots: Iterable[str], alone: Iterable[str] = ()) -> str:
    """A digest of the files that modules in use depend on, and of some further single files."""
    roots, alone = sorted(roots), sorted(alone)
    about = hashlib.sha256("\n".join((*roots, "", *alone)).encode()).hexdigest()
    return kept(packages(), about, lambda: digest(_in_use(), roots, alone))


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
    found: set[str] = set(alone)
    names: set[str] = set(roots)
    waiting = list(names)
    while waiting:
        for path in _paths(waiting.pop(), known):
            if path not in found:
                found.add(path)
                fresh = imported(files[path]) - names
                names |= fresh
                waiting += fresh
    data = (path for path in files if path not in known and not path.endswith(TEMPLATES))
    return tuple(sorted(found.union(path for path in data if _package_of(path, known) in found)))


def _package_of(path: str, known: frozenset[str]) -> str:
    """The `__init__` of the innermost package that contains a file; empty if none does."""
    folders = [path[: at + 1] for at, sign in enumerate(path) if sign == "/"]
    inits = (f"{folder}__init__.py" for folder in reversed(folders))
    return next((init for init in inits if init in known), "")


def _paths(module: str, known: frozenset[str]) -> list[str]:
    """The files that run when a module, or a name in one, is imported, including its packages'."""
    parts = module.split(".")
    found = []
    for count in range(1, len(parts) + 1):
        path = "/".join(parts[:count])
        found += [name for name in (f"{path}.py", f"{path}/__init__.py") if name in known]
    return found


_FROM = re.compile(rb"from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)")
_IMPORT = re.compile(rb"import[ \t]+([a-z_][\w., \t]*)")
_COMMENT = re.compile(rb"#[^\n]*")


@cache
def imported(source: bytes) -> frozenset[str]:
    """Every module that a source may import, and with it each name that it takes from one.

    Text that looks like an import counts too: a label may depend on too much, never on too little.
    """
    return frozenset(_imported(source))


def _imported(source: bytes) -> Iterator[str]:
    for module, names in _FROM.findall(source):
        for name in _COMMENT.sub(b"", names).strip(b"()").split(b","):
            yield f"{module.decode()}.{(name.split() or [b''])[0].decode()}"
    for modules in _IMPORT.findall(source):
        yield from ((name.split() or [b""])[0].decode() for name in modules.split(b","))


def packages() -> dict[str, Path]:
    """The folders of the program's packages."""
    return {package.__name__: Path(package.__file__ or "").parent for package in (campaign, events)}


class _Files(Mapping[str, bytes]):
    """The sources and data of the two packages of the program, by path; read once, when needed."""

    def __init__(self) -> None:
        self._files = {
            f"{package.name}/{file.relative_to(package).as_posix()}": file
            for package in packages().values()
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
def _in_use() -> _Files:
    return _Files()
