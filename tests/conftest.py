"""What holds for every test: which of them run, where they write, and what is told at the end."""

import gc
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from compileall import compile_file
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from support import rotation
from support.forks import warm_up
from support.limits import Limits
from support.postgres import TEST_STORE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ALL, NIGHTLY = Path(__file__).parent / "all", Path(__file__).parent / "nightly"
OF_EXTENSIONS = (Path(__file__).parent / "extensions", ALL / "extensions")
EXTENSIONS = "campaign.extensions"
MISSING = "needs "
MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3
"""Bytes that the folder in memory must have to spare; a run fills less than a tenth of it."""

OTHERS = 3
"""So many files lie between two that need a tool."""

CACHE = Path(__file__).parents[1] / ".pytest_cache"
# Tests are compiled once, also where Python is told to keep nothing beside the sources.
sys.dont_write_bytecode, sys.pycache_prefix = False, str(CACHE / "bytecode")

# How fast examples come is the machine's business, and no test's.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

DISK, ROOM = tempfile.gettempdir(), "PYTEST_DEBUG_TEMPROOT"
if (
    os.environ.get(ROOM, str(MEMORY)) == str(MEMORY)
    and os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > ENOUGH
):
    os.environ[ROOM] = tempfile.tempdir = str(MEMORY)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all` runs what takes longer or a process of its own; `--nightly` what takes very long."""
    parser.addoption("--all", action="store_true", help="run the tests of all/ too")
    parser.addoption("--nightly", action="store_true", help="run those of all/ and nightly/ too")
    text = "run those of the core as if there were no campaign/extensions/"
    parser.addoption("--without-extensions", action="store_true", help=text)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is not of the first tier runs when it is asked for: by its option, or by its path."""
    if collection_path in OF_EXTENSIONS and config.getoption("without_extensions"):
        return True
    asked = config.getoption("nightly") or (collection_path == ALL and config.getoption("all"))
    if collection_path not in (ALL, NIGHTLY) or asked:
        return None
    return not any(path.is_relative_to(collection_path) for path in _named(config))


def _named(config: pytest.Config) -> list[Path]:
    """The folders and files that a run is asked for."""
    here = config.invocation_params.dir
    return [(here / path.split("::")[0]).resolve() for path in config.args]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A file that imports a hidden extension is none of the core's."""
    report = yield
    halted = f"import of {EXTENSIONS} halted", f"'{EXTENSIONS}' is not a package"
    if report.failed and any(text in str(report.longrepr) for text in halted):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, "Skipped: it imports an extension")
    return report


def pytest_configure(config: pytest.Config) -> None:
    """What every test is held to; those of a tool that not every machine has bear its name."""
    told = "needs(tool, *others): skipped where none of these is on PATH, or a file"
    config.addinivalue_line("markers", told)
    told = (
        "further: what the first tier has no time for; runs with --all, or where its file is named"
    )
    config.addinivalue_line("markers", told)
    told = "sampled(parts): the first tier tries one case in so many; --all tries each"
    config.addinivalue_line("markers", told)
    told = (
        "rotating(parts): with --all one case in so many runs, others each day; with --nightly all"
    )
    config.addinivalue_line("markers", told)
    rotation.name_part()
    if not (config.getoption("all") or config.getoption("nightly")):
        # Examples need no constants of the program: each process would parse all of it for them.
        providers._get_local_constants = lambda: providers._local_constants
    if config.getoption("without_extensions"):
        sys.modules[EXTENSIONS] = None  # type: ignore[assignment]
    if not os.environ.get(TEST_STORE):
        config.pluginmanager.register(Limits(timed=_is_warm(config)))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """What is collected stays to the end: no collection of garbage looks at it again."""
    gc.disable()
    try:
        if _is_warm(session.config):
            _compile_in_turn(session.config)
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow files come first, so that no worker has one left when the others are done; the first
    tier tries what it has time for, `--all` some of what takes turns.
    """
    left: list[pytest.Item] = []
    if not (config.getoption("all") or config.getoption("nightly")):
        named = _named(config)
        left += [
            item for item in items if item.get_closest_marker("further") and item.path not in named
        ]
        left += [item for item in _unsampled(items) if item.path not in named]
    if config.getoption("all") and not config.getoption("nightly"):
        left += rotation.resting(items)
    config.hook.pytest_deselected(items=left)
    leaving = set(left)
    items[:] = [item for item in items if item not in leaving]
    place = {path: number for number, path in enumerate(_in_turns(items))}
    items.sort(key=lambda item: place[item.path])


def _unsampled(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """Of a test marked `sampled` all cases but each so many-th."""
    cases: Counter[str] = Counter()
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            test = item.nodeid.partition("[")[0]
            if cases[test] % mark.args[0]:
                yield item
            cases[test] += 1


def _in_turns(items: Sequence[pytest.Item]) -> Iterator[Path]:
    """The files of tests: slow ones first, then those of the later tiers; behind three others one
    that needs a tool, such as a browser, since few of these go well side by side.
    """
    seen = list(dict.fromkeys(item.path for item in items if item.get_closest_marker("needs")))
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    known = set(seen)
    others = [path for path in dict.fromkeys(item.path for item in items) if path not in known]
    others.sort(key=lambda path: (path not in slow, ALL not in path.parents))
    for number, path in enumerate(others):
        if not number % OTHERS and seen:
            yield seen.pop(0)
        yield path
    yield from seen


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that needs a tool is skipped where it has neither that one nor another as good."""
    for mark in item.iter_markers("needs"):
        if not any(shutil.which(tool) or Path(tool).is_file() for tool in mark.args):
            pytest.skip(f"{MISSING}{Path(mark.args[0]).name}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Which part was tried of what is too long for one run; for each tool that is missing here one
    line: how many tests that has cost.
    """
    if terminalreporter.config.getoption("all"):
        terminalreporter.write_line(rotation.told())
    reasons = [str(skipped.longrepr[2]) for skipped in terminalreporter.stats.get("skipped", ())]
    tools = Counter(told.partition(MISSING)[2] for told in reasons if MISSING in told)
    for tool, count in sorted(tools.items()):
        tests = "1 test was" if count == 1 else f"{count} tests were"
        terminalreporter.write_line(f"{tool} is not on this machine: {tests} left out")


def _is_warm(config: pytest.Config) -> bool:
    """Whether this process is one of several, whose tests are so many that warming up pays."""
    return hasattr(config, "workerinput")


def _compile_in_turn(config: pytest.Config) -> None:
    """Workers of a whole run begin to read program and tests each at another place: where nothing
    is compiled yet, each does its share of it, and finds done what the others did meanwhile.
    """
    if config.args_source is not config.ArgsSource.TESTPATHS:
        return
    number, count = int(config.workerinput["workerid"][2:]), config.workerinput["workercount"]
    root = ALL.parents[1]
    program = sorted(file for top in ("campaign", "events") for file in (root / top).rglob("*.py"))
    for file in program[number::count]:
        compile_file(file, quiet=2)
    left = [] if config.getoption("nightly") else [NIGHTLY]
    left += [] if left == [] or config.getoption("all") else [ALL]
    tests = sorted(ALL.parent.rglob("test_*.py"))
    first = len(tests) * number // count
    for file in tests[first:] + tests[:first]:
        if not any(file.is_relative_to(folder) for folder in left):
            with suppress(Exception, pytest.skip.Exception):  # which its collection tells
                import_module(".".join(file.relative_to(root).with_suffix("").parts))


@pytest.fixture(scope="session", autouse=True)
def warm(request: pytest.FixtureRequest) -> None:
    """What the program reads once is there before the first test, which would pay for all."""
    if _is_warm(request.config):
        warm_up()


@pytest.fixture(scope="module")
def there() -> "Iterator[Browser]":
    """The browser of a file's tests."""
    from looks import browser

    with browser.browser() as started:
        yield started


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
        with TemporaryDirectory(dir=DISK, prefix="campaign-", ignore_cleanup_errors=True) as folder:
            yield Path(folder)
