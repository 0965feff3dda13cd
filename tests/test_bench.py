"""The benchmark runs and answers in its form; with so little work its figures say nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_quick_benchmark_answers_in_its_form(tmp_path: Path) -> None:
    """Every figure of the table with its spread, memory in megabytes, the machine without names."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benchmark", "--quick", "--json", "--dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert list(told) == ["quick", "machine", "figures", "megabytes", "samples"]
    assert told["quick"] is True
    assert {"processor", "cores", "python", "sqlite"} < set(told["machine"])
    assert len(told["figures"]) == 16
    for figure in told["figures"]:
        assert 0 < figure["least"] <= figure["median"] <= figure["most"]
        assert (figure["goal"] is None) == (figure["met"] is None)
    assert sum(figure["goal"] is not None for figure in told["figures"]) == 4
    assert all(5 < megabytes < 5_000 for megabytes in told["megabytes"].values())
    for samples in told["samples"].values():
        assert len(samples) == 1
        assert all(set(sample) == {"seconds", "work", "megabytes"} for sample in samples)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_one_lane_alone_is_measured_on_a_played_campaign(tmp_path: Path) -> None:
    """`--only verify` plays its long campaign, audits it, and tells that figure and no other."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benchmark", "--quick", "--json", "--dir", str(tmp_path),
         "--only", "verify"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [figure["about"] for figure in told["figures"]] == ["`verify` of 100,000 events"]
    assert list(told["megabytes"]) == ["verify"]
    (sample,) = told["samples"]["verify-1500"]
    assert 1_500 <= sample["work"] < 2_000
