"""The benchmark: its arithmetic, its page, and that a quick run of a lane answers in its form.

What takes longer, waits or starts something, beside `house/test_bench.py`.
"""

import json
from pathlib import Path

import pytest

from tests.house.test_bench import bench, in_its_form


def test_the_page_is_written_by_a_whole_run_only() -> None:
    """Half a table would replace the whole one."""
    for arguments in (("--write", "--quick"), ("--write", "verify")):
        done = bench(*arguments)
        assert done.returncode == 2
        assert done.stderr.endswith("error: --write needs the whole benchmark\n")


@pytest.mark.rotating(3)
@pytest.mark.slow
def test_one_lane_alone_is_measured_on_a_played_campaign(tmp_path: Path) -> None:
    """`verify` plays its long campaigns, audits them, and tells its own lines and no other."""
    done = bench("verify", "--quick", "--json", "--dir", str(tmp_path))
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    in_its_form(answer)
    [family] = answer["families"]
    assert family["title"] == "Verify" and len(family["results"]) == 4
    assert {name.rpartition("-")[0] for name in answer["samples"]} == {"verify", "flush"}
    [sample] = answer["samples"]["verify-350"]
    for side in ("ours", "loop"):
        assert 2 * 350 <= sample["parts"][side]["work"] < 2 * 700
    assert list(tmp_path.iterdir()) == []
