"""The benchmark: its arithmetic, its page, and that a quick run of a lane answers in its form.

`nightly/test_every_lane.py` runs all. With so little work the figures themselves say nothing.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.benchmark import families, plan, printing
from scripts.benchmark.figures import Figure, Result, Spread, Task, result
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
    "The second game",
    "A league",
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
    met = told("speed", samples, (SHORT,), against="raw", goal=0.5, least=True)
    assert (met.wall.median, met.unit, met.goal, met.met) == (0.5, "×", "at least 0.5", True)
    assert met.cpu is not None and met.cpu.median == 0.25 and met.megabytes == 40
    assert not told("speed", samples, (SHORT,), against="raw", goal=0.6, least=True).met
    cost = told("cost", samples, (SHORT,), against="raw", goal=2)
    assert (cost.wall.median, cost.goal, cost.met) == (2, "at most 2", True)


def test_a_time_is_of_one_operation_or_of_some_work() -> None:
    """Four operations of 10 s did 80,000 in all: 2.5 s each, 12.5 s for 100,000."""
    samples = {"lane-100": [Sample("lane-100", {"ours": one_side(10, 8, 4, 80_000)}, 40)]}
    assert told("time", samples, (SHORT,)).wall.median == 2_500
    assert told("time", samples, (SHORT,), unit="s").wall.median == 2.5
    assert told("time", samples, (SHORT,), unit="s", per=100_000).wall.median == 12.5
    assert told("rate", samples, (SHORT,)).wall.median == 8_000
    assert told("time", samples, (SHORT,), over="worst").cpu is None


def test_growth_is_an_exponent_between_the_smallest_and_the_largest() -> None:
    """16 times the events: 4 times the time is an exponent of a half, the same time one of 0."""
    samples = {
        task.name: [Sample(task.name, {"ours": one_side(wall, 3)}, 40)]
        for task, wall in ((SHORT, 2), (LONG, 8))
    }
    grown = told("growth", samples, (SHORT, LONG), goal=0.1)
    assert grown.wall.median == pytest.approx(0.5) and grown.met is False
    assert grown.cpu is not None and grown.cpu.median == 0 and grown.unit == "exponent"
    assert told("times", samples, (SHORT, LONG)).wall.median == 4


def test_the_rounds_give_the_median_and_the_spread() -> None:
    """Rounds of 1, 9 and 2 s: 2, from 1 to 9; a line whose lane was not run is left out."""
    samples = {
        "lane-100": [Sample("lane-100", {"ours": one_side(wall, 1)}, wall) for wall in (1, 9, 2)]
    }
    assert told("time", samples, (SHORT,), unit="s").wall == Spread(2, 1, 9)
    figure = Figure(about="", caches="", tasks=(LONG,), part="ours", form="time")
    assert result(figure, samples) is None


# --- the page -----------------------------------------------------------------------------------


def test_the_page_tells_caches_processor_time_memory_and_goals() -> None:
    """A line of the table; above it how many goals are met."""
    spread = Spread(0.512, 0.4, 0.6)
    line = Result("Ours / raw", "warm: open", spread, None, 48.4, "×", "at least 0.5", True)
    slow = Result("It", "cold", Spread(1_234, 1, 2), spread, 48.4, "ms", "at most 50", False)
    text = printing.page([printing.Section("Writing", "How.", [line, slow])], "A machine")
    assert "A machine.\n\n1 of 2 goals are met.\n\n## Writing\nHow.\n\n| What | Caches |" in text
    assert (
        "| Ours / raw | warm: open | 0.51 × | 0.40 – 0.60 |  | 48 MB | at least 0.5: met |" in text
    )
    assert "| 1,234 ms | 1.0 – 2.0 | 0.51 ms | 48 MB | at most 50: not met |" in text


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
    """Each goal of the table, in its order."""
    figures = [one for family in families.every() for one in family.figures(plan.FULL)]
    goals = [(one.tasks[0].lane, one.goal, one.least) for one in figures if one.goal is not None]
    assert goals == [
        ("submit", 0.5, True),
        ("append", 0.8, True),
        ("answer", 0.45, True),
        ("burst", 0.35, True),
        ("answer", 50, False),
        ("burst", 50, False),
        ("replay", 0.6, True),
        ("replay_stock", 10, True),
        ("opening", 1.25, False),
        ("verify", 15, False),
        ("verify", 2.5, False),
        ("verify", 1.1, False),
        ("report", 3, False),
        ("site", 2, False),
        ("site", 300, False),
        ("site", 300, False),
        ("report_played", 1.5, False),
        ("report_played", 1.5, False),
        ("status", 100, False),
        ("ballot", 130, False),
        *((lane, 0.1, False) for lane in ("undo", "correction", "tables_after_undo") for _ in "12"),
        ("served", 0.7, True),
        ("served", 2, False),
        ("served", 3, False),
        ("pages", 0.2, True),
        ("noticed", 2, False),
        ("streams", 40, False),
        ("ready", 1.25, False),
        *((f"team_{lane}", 0.8, True) for lane in ("submit", "opening", "replay", "verify")),
        ("team_report", 1.5, False),
        ("league_append", 0.8, True),
        ("league_eight", 4, True),
        ("league_opening", 1.5, False),
        *[("league_crowded", 1.25, False)] * 10,
    ]


@pytest.mark.skipif(not ARE_HERE, reason="the benchmark measures the extensions too")
def test_stores_are_made_in_order_and_once() -> None:
    """The recorded campaign first; what others are made of before them."""
    lanes = {name: lane for family in families.every() for name, lane in family.lanes.items()}
    wanted = [Task("tables_after_undo", 50), Task("replay_stock", 20), Task("replay", 20)]
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
