"""The benchmark: its arithmetic, its page, and that a quick run of a lane answers in its form.

`nightly/test_every_lane.py` runs all. With so little work the figures themselves say nothing.
"""

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from scripts.benchmark import __main__ as command_line
from scripts.benchmark import families, machine, plan, printing
from scripts.benchmark.figures import Figure, Limit, Result, Row, Spread, Task, result
from scripts.benchmark.sample import Part, Sample, part
from support.extensions import ARE_HERE

ROOT = Path(__file__).parents[2]
TITLES = [
    "Writing",
    "Answers and tables",
    "Replay",
    "Opening",
    "Looking back",
    "Verify",
    "Reports",
    "Start-up",
    "Corrections",
    "Many at once",
    "Mail",
    "The service",
    "The service, watched and started",
    "A league",
    "The open door",
    "Simulation",
]
SHORT, LONG = Task("lane", 100), Task("lane", 1_600)


def bench(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """A call of the benchmark; its processes need not compile what an earlier run has compiled."""
    call = [sys.executable, "-m", "scripts.benchmark", *arguments]
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(ROOT / ".pytest_cache" / "bytecode")}
    return subprocess.run(call, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


# --- arithmetic ---------------------------------------------------------------------------------


def one_side(seconds: float, cpu: float, operations: int = 1, work: int = 1) -> Part:
    """Operations that took the same time each."""
    each = [seconds / operations] * operations
    return part(each, [cpu / operations] * operations, work)


def told(
    form: str, samples: dict[str, list[Sample]], tasks: tuple[Task, ...], **more: object
) -> Result:
    """A line of a form, from these samples."""
    fields = {"about": "it", "caches": "warm", "part": "ours", **more}
    found = result(Figure(form=form, tasks=tasks, **fields), samples)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_the_times_of_operations_are_summed_up() -> None:
    """Of 1 to 100 ms: 5,050 in all, the median 50.5, one in a hundred took 100."""
    watched = part([number / 1_000 for number in range(100, 0, -1)], [0.2], 500)
    assert (watched.operations, watched.work, watched.worst, watched.p99) == (100, 500, 0.1, 0.1)
    assert watched.total == pytest.approx(5.05) and watched.median == pytest.approx(0.0505)
    assert watched.cpu == 0.2 and watched.median_cpu == pytest.approx(0.002)


def test_speed_is_the_others_time_in_parts_of_ours() -> None:
    """Ours takes 4 s of wall and 2 of CPU for what the other does in 2 and 0.5: 0.5 and 0.25."""
    parts = {"ours": one_side(4, 2, 2), "raw": one_side(2, 0.5, 2)}
    samples = {"lane-100": [Sample("lane-100", parts, 40)]}
    met = told("speed", samples, (SHORT,), against="raw", goal=0.5)
    assert (met.wall.median, met.unit, met.goal, met.met) == (
        0.5,
        "×",
        "at least 0.5 × (wall)",
        True,
    )
    assert met.cpu is not None and met.cpu.median == 0.25 and met.megabytes == 40
    assert not told("speed", samples, (SHORT,), against="raw", goal=0.6).met
    by_cpu = told("speed", samples, (SHORT,), against="raw", goal=0.5, by="cpu")
    assert (by_cpu.met, by_cpu.other) == (False, 250)
    cost = told("cost", samples, (SHORT,), against="raw", goal=2)
    assert (cost.wall.median, cost.goal, cost.met) == (2, "at most 2 × (wall)", True)


def test_a_time_is_of_one_operation_or_of_some_work() -> None:
    """Four operations of 10 s did 80,000 in all: 2.5 s each, 12.5 s for 100,000."""
    samples = {"lane-100": [Sample("lane-100", {"ours": one_side(10, 8, 4, 80_000)}, 40)]}
    assert told("time", samples, (SHORT,)).wall.median == 2_500
    assert told("time", samples, (SHORT,), unit="s").wall.median == 2.5
    assert told("time", samples, (SHORT,), unit="s", per=100_000).wall.median == 12.5
    assert told("time", samples, (SHORT,), unit="ns", per=1).wall.median == 125_000
    rate = told("rate", samples, (SHORT,), goal=10_000, by="cpu")
    assert (rate.wall.median, rate.goal, rate.met) == (8_000, "at least 10,000/s", True)
    assert not told("rate", samples, (SHORT,), goal=8_001).met
    assert told("time", samples, (SHORT,), over="worst").cpu is None


def test_a_goal_may_be_a_multiple_of_a_limit_measured_in_the_same_run() -> None:
    """Ours 8 s of CPU, the limit 4 s for two operations: 4 times, whatever the machine."""
    bare = Sample("lane-1600", {"raw": one_side(5, 4, 2)}, 40)
    samples = {"lane-100": [Sample("lane-100", {"ours": one_side(9, 8)}, 40)], "lane-1600": [bare]}
    limit = Limit(LONG, "raw", "raw rows")
    for goal, met in ((4, True), (3.9, False)):
        line = told("time", samples, (SHORT,), goal=goal, limit=limit, by="cpu", unit="s")
        assert (line.cpu is not None and line.cpu.median, line.unit, line.met) == (8, "s", met)
        assert line.goal == f"at most {goal} × raw rows, is 4 ×"
    figure = Figure(about="", caches="", tasks=(SHORT,), goal=4, limit=limit)
    assert result(figure, {"lane-100": samples["lane-100"]}) is None
    assert plan.tasks([figure]) == [SHORT, LONG]


def test_growth_is_the_time_at_the_largest_in_multiples_of_that_at_the_smallest() -> None:
    """From 2 s to 8 s is 4 times, at the same CPU time."""
    samples = {
        task.name: [Sample(task.name, {"ours": one_side(wall, 3)}, 40)]
        for task, wall in ((SHORT, 2), (LONG, 8))
    }
    grown = told("times", samples, (SHORT, LONG), goal=1.25)
    assert (grown.wall.median, grown.unit, grown.met) == (4, "×", False)
    assert grown.cpu is not None and grown.cpu.median == 1


def test_the_rounds_give_the_median_and_the_spread() -> None:
    """Rounds of 1, 9 and 2 s: 2, from 1 to 9; a line whose lane was not run is left out."""
    samples = {
        "lane-100": [Sample("lane-100", {"ours": one_side(wall, 1)}, wall) for wall in (1, 9, 2)]
    }
    assert told("time", samples, (SHORT,), unit="s").wall == Spread(2, 1, 9)
    figure = Figure(about="", caches="", tasks=(LONG,), part="ours", form="time")
    assert result(figure, samples) is None


# --- the page -----------------------------------------------------------------------------------


def test_a_row_of_the_page_tells_processor_time_a_small_computer_and_the_goal() -> None:
    """2.4 ms of CPU are 12 on cores five times slower; memory has no CPU time."""
    wall, cpu = Spread(2.6, 2.5, 3), Spread(2.4, 2.3, 2.5)
    felt = Result("", "", wall, cpu, 48, "ms", "at most 1.2", False, Row("felt", "A command"))
    memory = Result(
        "", "", Spread(72.25, 72, 73), None, 80, "MB", None, None, Row("felt", "At rest")
    )
    ratio = Result(
        "", "", Spread(0.4, 0.3, 0.5), Spread(0.35, 0.3, 0.4), 48, "×", "at least 0.3", True,
        Row("ratios", "A command, speed", "a bare handler"), 0.67,
    )  # fmt: skip
    unseen = Result("a long line", "", wall, cpu, 48, "ms", "at most 50", True)
    text = printing.page([felt, memory, ratio, unseen], "A machine")
    assert "\n\nA machine. 1 of 2 goals are met.\n\n## What people feel\n| What | CPU" in text
    assert "| A command | 2.4 ms | 12.0 ms | 2.6 ms | at most 1.2: not met |" in text
    assert "| At rest | 72.2 MB |  |  |  |" in text
    assert (
        "| A command, speed | a bare handler | 0.67 ms | 0.35 × | 0.40 × | at least 0.3: met |"
        in text
    )
    assert "a long line" not in text


def test_the_page_has_three_tables_and_at_most_seventy_lines() -> None:
    """Every row of a full run, with made-up values."""
    made_up = defaultdict(lambda: part([0.002], [0.001]))
    found = [figure for family in families.every() for figure in family.figures(plan.FULL)]
    samples = {task.name: [Sample(task.name, made_up, 40)] for task in plan.tasks(found)}
    results = [line for figure in found if (line := result(figure, samples)) is not None]
    assert len(results) == len(found)
    lines = printing.page(results, "A machine").splitlines()
    assert len(lines) <= 70 and all(len(line) < 200 for line in lines if line[:1] == "|")
    titles = ["## What people feel", "## Beside a limit or a peer", "## How it grows"]
    assert [line for line in lines if line.startswith("## ")] == titles


def test_a_busy_machine_writes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says the load and the most that may be; the page is as it was."""
    assert machine.busy(0.5, 0.5) == "" and machine.busy(0, 0.5) == ""
    told_ = "the machine is busy (load 3.4, at most 0.5): nothing was measured or written"
    assert machine.busy(3.4, 0.5) == told_
    monkeypatch.setattr(machine, "load", lambda: 3.4)
    monkeypatch.setattr("sys.argv", ["bench", "--write"])
    before = command_line.PAGE.read_bytes()
    with pytest.raises(SystemExit, match=re.escape(f"bench: {told_}")):
        command_line.main()
    assert command_line.PAGE.read_bytes() == before


@pytest.mark.skipif(not ARE_HERE, reason="the benchmark measures the extensions too")
def test_every_lane_is_found_in_its_familys_file_and_has_a_line() -> None:
    """No lane without a line, no line without a lane, whatever the sizes."""
    found = {file: families.family(file) for file in families.FILES}
    assert [family.title for family in found.values()] == TITLES
    for file, family in found.items():
        assert {name for name, of in families.LANES.items() if of == file} == set(family.lanes)
        for sizes in (plan.FULL, plan.QUICK):
            lines = family.figures(sizes)
            assert {task.lane for task in plan.tasks(lines)} == set(family.lanes)


@pytest.mark.skipif(not ARE_HERE, reason="the benchmark measures the extensions too")
def test_the_goals_are_those_that_were_set() -> None:
    """Each goal in its order, the time it is about, and whether it stands on the page."""
    figures = [one for family in families.every() for one in family.figures(plan.FULL)]
    goals = [
        (one.tasks[-1].name, one.goal, one.by, one.row is not None)
        for one in figures
        if one.goal is not None
    ]
    limits = [
        (one.tasks[-1].name, one.limit.task.name, one.limit.part)
        for one in figures
        if one.limit is not None
    ]
    assert limits == [
        ("submit-1218", "submit-1218", "raw"),
        ("verify-100000", "verify-100000", "loop"),
        ("report_played-12500", "report-20", "jinja"),
        *[("report_played-200000", "report-20", "jinja")] * 2,
        ("status-20", "status-20", "python"),
        ("ballot-20", "status-20", "python"),
        ("served-100", "served-100", "bare"),
        *[("pages-100", "pages-100", "text")] * 3,
        *[("listed-1000", "listed-10", "list")] * 2,
    ]
    assert goals == [
        ("submit-1218", 2.3, "cpu", True),
        ("append-1000", 0.8, "wall", False),
        ("answer-1218", 0.45, "wall", False),
        ("burst-1218", 0.35, "wall", False),
        ("answer-1218", 50, "wall", False),
        ("burst-1218", 50, "wall", False),
        ("replay-100000", 0.5, "cpu", True),
        ("team_replay", 0.5, "cpu", True),
        ("opening-1000000", 1.25, "wall", True),
        ("verify-100000", 21, "cpu", True),
        ("site-5", 2.5, "cpu", True),
        ("report_played-12500", 6.3, "cpu", True),
        ("report_played-200000", 6.3, "cpu", True),
        ("report_played-200000", 32, "cpu", True),
        ("book-5", 3, "wall", False),
        ("book-5", 200, "wall", False),
        ("book_pictures-36", 6, "wall", False),
        ("book_pictures-36", 500, "wall", False),
        ("status-20", 2, "cpu", True),
        ("ballot-20", 2.75, "cpu", True),
        ("status-20", 90, "wall", True),
        ("ballot-20", 130, "wall", True),
        ("served-100", 1.8, "cpu", True),
        ("served-100", 0.55, "wall", True),
        ("served-100", 80, "wall", True),
        *[("pages-100", 8.7, "cpu", True)] * 3,
        ("pages-100", 25, "wall", True),
        ("pages-100", 10, "wall", True),
        ("pages-100", 30, "wall", True),
        ("pages-100", 16, "wall", True),
        ("noticed-100", 2, "wall", False),
        ("streams-200", 40, "wall", False),
        ("ready-1000000", 1.25, "wall", False),
        ("at_rest-1000", 50, "cpu", True),
        ("at_rest-1000", 80, "wall", True),
        ("league_command-1208", 0.7, "wall", True),
        ("league_command-1208", 0.5, "cpu", True),
        *[("league_crowded-1000", 1.25, "wall", True)] * 5,
        *[("league_crowded-1000", 1.25, "wall", False)] * 5,
        ("listed-1000", 1.33, "cpu", True),
        ("listed-1000", 3.33, "cpu", True),
        ("door-500", 1000, "wall", False),
        ("sleeping-200", 60, "wall", False),
        ("sleeping-200", 5, "wall", False),
        ("take_over-200", 300, "wall", False),
        ("take_over-2000", 3, "wall", False),
        ("cross-5", 100, "cpu", False),
        ("seam-1218", 1.02, "cpu", False),
        ("seeds-100", 15, "cpu", True),
    ]


@pytest.mark.skipif(not ARE_HERE, reason="the benchmark measures the extensions too")
def test_stores_are_made_in_order_and_once() -> None:
    """The recorded campaign first; what others are made of before them."""
    lanes = {name: lane for family in families.every() for name, lane in family.lanes.items()}
    wanted = [Task("tables_after_undo", 50), Task("replay_stock", 20), Task("opening", 20)]
    names = [task.name for task in plan.stores(wanted, lanes)]
    assert names == ["played", "log-20", "stock-20", "long-50", "tables-50"]


# --- running it ---------------------------------------------------------------------------------


def in_its_form(answer: dict[str, Any]) -> None:
    """A quick run's JSON: the machine, and each line with its spread."""
    assert list(answer) == ["quick", "machine", "families", "samples"]
    assert answer["quick"] is True
    assert {"processor", "cores", "python", "sqlite", "flush", "load"} < set(answer["machine"])
    for family in answer["families"]:
        for line in family["results"]:
            for side in filter(None, (line["wall"], line["cpu"])):
                assert side["least"] <= side["median"] <= side["most"]
            assert line["caches"] and (line["goal"] is None) == (line["met"] is None)
            assert 5 < line["megabytes"] < 5_000
    assert all(len(samples) == 1 for samples in answer["samples"].values())
