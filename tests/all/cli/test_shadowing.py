"""Another package may be called `events` too: one line says so instead of a traceback."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
CALL = "from campaign.cli import main; main(['--version'])"


def called(path: list[Path]) -> subprocess.CompletedProcess[str]:
    """`campaign --version`, with folders before all others on Python's path."""
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {[str(p) for p in path]}; {CALL}"],
        capture_output=True,
        text=True,
        cwd=ROOT.anchor,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        check=False,
    )


def test_a_foreign_package_is_named(tmp_path: Path) -> None:
    """With what to do about it."""
    foreign = tmp_path / "events"
    foreign.mkdir()
    (foreign / "__init__.py").write_text("")
    done = called([tmp_path, ROOT])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"campaign: another package called events is found first, {foreign / '__init__.py'};"
        " install the tracker in an environment of its own, such as with pipx\n"
    )


def test_ours_is_ours() -> None:
    """Nothing is said."""
    done = called([ROOT])
    assert done.returncode == 0 and done.stderr == ""
