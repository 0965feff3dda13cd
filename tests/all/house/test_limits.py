"""What a test of the first tier may not do is refused, each with its words."""

import time
from pathlib import Path

import pytest

from support import limits

pytest_plugins = ["pytester"]
BELONGS = "such a test belongs in tests/all/"
DONE = {
    "import subprocess; subprocess.run(['true'])": "it starts a program",
    "import os; os.posix_spawn('/bin/true', ['true'], {})": "it starts a program",
    "import os; os.system('true')": "it starts a program",
    "import os; os.fork() or os._exit(0)": "it forks",
    "import os; os.forkpty()[0] or os._exit(0)": "it forks",
    "import time; time.sleep(0)": "it sleeps",
    "import socket; socket.create_server(('127.0.0.1', 0)).close()": "it opens a port",
    "import sys; sys.audit('tests.database')": "it asks a database server",
    "import sys; sys.audit('tests.process')": "it forks",
}
LONG = """
import time

def work():
    begun = time.process_time()
    while time.process_time() - begun < 1:
        pass
"""


def run(pytester: pytest.Pytester, text: str, *, timed: bool = False) -> pytest.RunResult:
    """What a run of a file with these tests tells."""
    pytester.makepyfile(test_them=text)
    return pytester.runpytest_inprocess(
        "-p", "no:cacheprovider", plugins=[limits.Limits(timed=timed)]
    )


@pytest.mark.parametrize(("does", "words"), DONE.items())
def test_what_may_not_be_done_is_refused(pytester: pytest.Pytester, does: str, words: str) -> None:
    """In a test, in what is prepared for it or for all, and in what clears up; nowhere else."""
    told = run(
        pytester,
        f"""
        import pytest

        @pytest.fixture
        def before(): {does}

        @pytest.fixture(scope="module")
        def for_all(): {does}

        @pytest.fixture
        def after():
            yield
            {does}

        def test_itself(): {does}
        def test_before(before): pass
        def test_for_all(for_all): pass
        def test_after(after): pass
        def test_neither(): pass
        """,
    )
    told.assert_outcomes(failed=3, passed=2, errors=1)
    assert told.stdout.str().count(f"\n{words} (") == 4
    assert told.stdout.str().count(BELONGS) >= 4


@pytest.mark.rotating(3)
def test_what_takes_long_is_refused(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times what is meant is too much, but not where it is for a whole module."""
    monkeypatch.setattr(limits, "SECONDS", 0.1)
    told = run(
        pytester,
        f"""
        {LONG.replace(chr(10), chr(10) + "        ")}
        import pytest

        @pytest.fixture
        def before(): work()

        @pytest.fixture(scope="module")
        def for_all(): work()

        def test_itself(): work()
        def test_before(before): pass
        def test_for_all(for_all): pass
        """,
        timed=True,
    )
    told.assert_outcomes(failed=2, passed=1)
    told.stdout.re_match_lines_random(
        [rf"it takes \d\.\d\d s of processor time, over 0\.1 s; {BELONGS}"]
    )


def test_the_time_of_a_slow_machine_counts_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the loop takes three times as long, a second is a third; a fast one changes nothing."""
    monkeypatch.setattr(limits, "_loop", lambda: 3 * limits.LOOP)
    assert limits._scale() == pytest.approx(1 / 3)
    monkeypatch.setattr(limits, "_loop", lambda: limits.LOOP / 3)
    assert limits._scale() == 1


def test_beside_others_more_is_let_through() -> None:
    """Who was made to wait a hundred times in a second had to share the processor."""
    assert limits._most(1.0, 100) == 1.5
    assert limits._most(1.0, 10) == 0.75


def test_what_waits_costs_nothing() -> None:
    """Only the processor's time counts, that of a program that has ended too."""
    begun = limits._used()
    time.sleep(0.2)
    assert limits._used() - begun < 0.1


def test_what_fails_by_itself_says_so_alone(pytester: pytest.Pytester) -> None:
    """Its own words are what is wanted first."""
    told = run(
        pytester, "def test_it():\n    import time; time.sleep(0); assert not 'its own words'"
    )
    told.assert_outcomes(failed=1)
    assert "its own words" in told.stdout.str() and BELONGS not in told.stdout.str()


@pytest.mark.parametrize("tier", ["all", "nightly"])
def test_in_the_other_tiers_everything_may_be_done(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tier: str
) -> None:
    """There it is meant."""
    folder = pytester.mkdir(tier)
    (folder / "test_there.py").write_text("def test_it():\n    import time; time.sleep(0)\n")
    monkeypatch.setattr(limits, "TIERS", (Path(folder),))
    told = run(pytester, "def test_here():\n    import time; time.sleep(0)\n")
    told.assert_outcomes(failed=1, passed=1)
