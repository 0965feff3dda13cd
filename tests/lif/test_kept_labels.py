"""Labels of caches that are kept: made once, and again as soon as any source changes."""

import os
from pathlib import Path

import pytest

from campaign.store import snapshots
from campaign.store.snapshots import kept, stamp_of


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Two packages with a source each, and one data file."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("sys.pycache_prefix", None)
    found = {name: tmp_path / name for name in ("first", "second")}
    for folder in found.values():
        (folder / "__pycache__").mkdir(parents=True)
        (folder / "__init__.py").write_text("A = 1\n")
    (found["second"] / "table.csv").write_text("a,b\n")
    return found


class Maker:
    """Counts how often a label is made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> str:
        """The label, which says how often it was made."""
        self.times += 1
        return f"label {self.times}"


def test_a_label_is_made_once(packages: dict[str, Path]) -> None:
    """Each by what it is about; the next call of the program finds it."""
    make = Maker()
    assert [kept(packages, "fold", make) for _ in range(3)] == ["label 1"] * 3
    assert kept(packages, "rows", make) == "label 2"
    assert kept(packages, "fold", make) == "label 1"


@pytest.mark.parametrize("path", ["first/__init__.py", "second/table.csv"])
def test_a_changed_file_makes_it_again(
    packages: dict[str, Path], tmp_path: Path, path: str
) -> None:
    """By its size, or by its time where the size stays."""
    make, file = Maker(), tmp_path / path
    kept(packages, "fold", make)
    file.write_text(file.read_text() + "\n")
    assert kept(packages, "fold", make) == "label 2"
    about = file.stat()
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns + 1))
    assert kept(packages, "fold", make) == "label 3"


def test_a_file_that_comes_or_goes_makes_it_again(packages: dict[str, Path]) -> None:
    """What Python compiles for itself counts for nothing."""
    before = stamp_of(packages)
    (packages["first"] / "__pycache__" / "other.pyc").write_bytes(b"x")
    assert stamp_of(packages) == before
    (packages["first"] / "other.py").write_text("")
    assert stamp_of(packages) != before


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"stamp": 1}'])
def test_a_damaged_file_counts_for_nothing(packages: dict[str, Path], damage: bytes) -> None:
    """It is written anew."""
    make = Maker()
    kept(packages, "fold", make)
    (packages["first"] / "__pycache__" / snapshots.NAME).write_bytes(damage)
    assert kept(packages, "fold", make) == "label 2"
    assert kept(packages, "fold", make) == "label 2"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for what can be made again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "campaign-tracker"


def test_where_python_writes_nothing_it_is_kept_in_the_users_folder(
    packages: dict[str, Path], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it was told to write nothing beside its files."""
    make = Maker()
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert [kept(packages, "fold", make) for _ in range(3)] == ["label 1"] * 3
    assert list((packages["first"] / "__pycache__").iterdir()) == []
    (packages["second"] / "table.csv").write_text("a,b,c\n")
    assert kept(packages, "fold", make) == "label 2"
    assert len(list(home.iterdir())) == 1


def test_where_python_may_not_write_it_is_kept_in_the_users_folder(
    packages: dict[str, Path], home: Path
) -> None:
    """As where the program was installed by somebody else."""
    make = Maker()
    (packages["first"] / "__pycache__").rmdir()
    (packages["first"] / "__pycache__").write_text("no folder")
    assert [kept(packages, "fold", make) for _ in range(2)] == ["label 1"] * 2
    assert kept(packages, "rows", make) == "label 2"
    assert kept(packages, "fold", make) == "label 1"


def test_two_installations_keep_their_own(
    packages: dict[str, Path], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each beside the other."""
    make = Maker()
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    other = {"second": packages["second"]}
    for _ in range(2):
        assert kept(packages, "fold", make) == "label 1"
        assert kept(other, "fold", make) == "label 2"
    assert len(list(home.iterdir())) == 2


def test_where_nothing_can_be_kept_it_is_made_each_time(
    packages: dict[str, Path], tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither beside the program nor in the user's folder."""
    make = Maker()
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    (tmp_path / "cache").write_text("no folder")
    assert [kept(packages, "fold", make) for _ in range(2)] == ["label 1", "label 2"]


def test_a_kept_label_is_the_one_that_would_be_made(tmp_path: Path) -> None:
    """The order in which the roots are named makes no difference."""
    roots = ["campaign.kernel.members", "events.codec"]
    files = {
        f"{name}/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for name, folder in snapshots.packages().items()
        for file in folder.rglob("*.*")
        if file.suffix != ".pyc" and "__pycache__" not in file.parts
    }
    found = snapshots.source_label(roots, ["campaign/store/reader.py"])
    assert found == snapshots.digest(files, roots, ["campaign/store/reader.py"])
    assert found == snapshots.source_label(list(reversed(roots)), ["campaign/store/reader.py"])
