"""scripts/demo plays a campaign of each game and leaves their reports."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NEEDED = ("campaign", "events", "templates", "tests", "docs", "pyproject.toml")


@pytest.mark.slow
def test_the_demo_plays_a_campaign_of_each_game(tmp_path: Path) -> None:
    """In a checkout of its own, whose set-up is that of the tests."""
    for name in NEEDED:
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "demo").write_text((ROOT / "scripts" / "demo").read_text())
    (tmp_path / "scripts" / "_setup").write_text(
        'cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1\n'
        "say() { printf '==> %s\\n' \"$*\"; }\n"
        "fail() { printf 'error: %s\\n' \"$*\" >&2; exit 1; }\n"
    )
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "campaign"
    main = "from campaign.cli import main; main()"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{main}" "$@"\n')
    program.chmod(0o755)
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    done = subprocess.run(
        ["bash", "scripts/demo"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "HOME": str(tmp_path),
             "PYTHONPATH": str(tmp_path), "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("no findings") == 2
    demo = tmp_path / "demo"
    assert (demo / "reports" / "index.html").is_file()
    rounds = sorted(path.name for path in (demo / "anzio").glob("round-*.html"))
    assert rounds[0] == "round-01.html" and rounds[-1] == "round-12.html" and len(rounds) == 12
    assert len((demo / "anzio-answers.jsonl").read_text().splitlines()) == 70
