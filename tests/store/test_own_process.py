"""Parts of this program in processes of their own: how they end, and that they do."""

from pathlib import Path

import pytest

from campaign.world.subprocesses import OwnProcess
from support.served import SECONDS

LONG = """
import os, signal, subprocess, sys
helper = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
open(sys.argv[1] + ".part", "w").write(f"{helper.pid}")
os.rename(sys.argv[1] + ".part", sys.argv[1])
signal.pause()
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which Python finds modules as well."""
    (tmp_path / "long_one.py").write_text(LONG)
    (tmp_path / "short_one.py").write_text("import sys; print(sys.argv[1]); sys.exit('x\\nno')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def test_after_the_stop_nothing_is_begun(modules: Path) -> None:
    """However late somebody asks."""
    process = OwnProcess("long_one", SECONDS)
    process.stop()
    ended = process.run(str(modules / "begun"))
    assert ended.was_asked and not (modules / "begun").exists()
