"""`scripts/demo`, played in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NEEDED = ("campaign", "events", "templates", "tests", "docs", "pyproject.toml")


def checkout(folder: Path) -> dict[str, str]:
    """A checkout of its own, whose set-up is that of the tests; what it is played with."""
    for name in NEEDED:
        (folder / name).symlink_to(ROOT / name)
    (folder / "scripts").mkdir()
    for name in ("demo", "postgres_server.py"):
        (folder / "scripts" / name).write_text((ROOT / "scripts" / name).read_text())
    (folder / "scripts" / "_setup").write_text(
        'cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1\n'
        "say() { printf '==> %s\\n' \"$*\"; }\n"
        "fail() { printf 'error: %s\\n' \"$*\" >&2; exit 1; }\n"
    )
    (folder / "bin").mkdir()
    program = folder / "bin" / "campaign"
    main = "from campaign.cli import main; main()"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{main}" "$@"\n')
    program.chmod(0o755)
    python = folder / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "PYTHONPATH": str(folder),
        "LC_ALL": "C.UTF-8",
    }


def begun(folder: Path, *options: str) -> subprocess.Popen[str]:
    """The demo, just begun."""
    return subprocess.Popen(
        ["bash", "scripts/demo", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=checkout(folder),
    )


def played(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The demo, from its first line to its last."""
    with begun(folder, *options) as process:
        out, errors = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, errors)
