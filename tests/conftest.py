"""What holds for every test: which of them run, and where they write."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

NIGHTLY = Path(__file__).parent / "nightly"
MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3
"""Bytes that the folder in memory must have to spare; a run fills less than a tenth of it."""

CACHE = Path(__file__).parents[1] / ".pytest_cache"
# Tests are compiled once, also where Python is told to keep nothing beside the sources.
sys.dont_write_bytecode, sys.pycache_prefix = False, str(CACHE / "bytecode")

HERE = os.environ.get("PYTEST_DEBUG_TEMPROOT")
if HERE is None and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--nightly` runs the long tests too."""
    parser.addoption("--nightly", action="store_true", help="run the long tests of nightly/ too")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The long tests run when asked for: with `--nightly`, or by their path."""
    if collection_path != NIGHTLY or config.getoption("nightly"):
        return None
    return not any(NIGHTLY.name in Path(path.split("::")[0]).parts for path in config.args)


@pytest.fixture(scope="module")
def nightly(request: pytest.FixtureRequest) -> bool:
    """Whether a test of `nightly/` runs, which may take long; others do a tenth of its work."""
    return NIGHTLY in request.path.parents


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where no flush costs time; on a disk for tests of faults and kills."""
    if request.node.get_closest_marker("faults") is None:
        yield tmp_path
    else:
        with TemporaryDirectory(prefix="campaign-", ignore_cleanup_errors=True) as folder:
            yield Path(folder)
