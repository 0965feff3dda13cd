"""Every lane of the benchmark, with little work, where each run of the tests tries one."""

import json
from pathlib import Path

from scripts.benchmark import families
from tests.house.test_bench import TITLES, bench, in_its_form


def test_the_quick_benchmark_answers_in_its_form(tmp_path: Path) -> None:
    """Every lane is run, every line has its spread, and nothing is left behind."""
    done = bench("--quick", "--json", "--dir", str(tmp_path))
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    in_its_form(answer)
    assert [family["title"] for family in answer["families"]] == TITLES
    assert {name.rpartition("-")[0] or name for name in answer["samples"]} == set(families.LANES)
    assert list(tmp_path.iterdir()) == []
