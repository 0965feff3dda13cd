"""What a run tells of itself."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
CASES = """
import pytest

@pytest.mark.needs("sh")
def test_there(): pass

@pytest.mark.needs("a-tool-of-nobody")
def test_one(): assert False

@pytest.mark.needs("a-tool-of-nobody")
def test_two(): assert False

@pytest.mark.needs("another-tool", "a-third-tool")
def test_three(): assert False

@pytest.mark.needs("another-tool", "sh")
def test_either(): pass

@pytest.mark.needs(__file__)
def test_file(): pass

@pytest.mark.needs("/nowhere/a-file.js")
def test_no_file(): assert False
"""


def test_a_missing_tool_is_told_in_one_line_with_its_tests(tmp_path: Path) -> None:
    """Tests without their tool are left out and counted; those with it run."""
    (tmp_path / "conftest.py").write_text((HERE / "conftest.py").read_text())
    (tmp_path / "test_tools.py").write_text(CASES)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), "-p", "no:cacheprovider",
         "--basetemp", str(tmp_path / "base"), str(tmp_path)],
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "PYTHONPATH": f"{HERE}:{HERE.parent}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert "a-tool-of-nobody is not on this machine: 2 tests were left out" in lines
    assert "another-tool is not on this machine: 1 test was left out" in lines
    assert "a-file.js is not on this machine: 1 test was left out" in lines
    assert "3 passed, 4 skipped" in lines[-1]
