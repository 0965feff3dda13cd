"""The guides in `docs/` as what a reader types: their shell blocks, and a shell that runs them."""

import os
import re
import subprocess
from pathlib import Path

from support.command_line import LOADED, Shell

DOCS = Path(__file__).parents[2] / "docs"
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
"""What is for a file, not for the shell."""
BLOCK = re.compile(r"(?:^ {4}\S.*\n)+", re.M)


def chapter(guide: str, heading: str = "") -> str:
    """The text of a guide, or of one of its chapters up to the next heading of any kind."""
    text = (DOCS / f"{guide}.md").read_text(encoding="utf-8")
    return dict(chapters(text))[heading] if heading else text


def chapters(text: str) -> list[tuple[str, str]]:
    """The chapters of a guide: each heading with what is below it."""
    return re.findall(r"^##+ (.+)\n((?:(?!##+ ).*\n?)*)", text, re.M)


def blocks(guide: str, heading: str = "") -> list[str]:
    """What a guide, or a chapter of it, has the reader type, block by block."""
    text = FENCED.sub("", f"{chapter(guide, heading)}\n")
    found = BLOCK.findall(text)
    return [re.sub("^ {4}", "", block, flags=re.M) for block in found]


def typed(shell: Shell, text: str, lines: str = "") -> str:
    """What a shell says that reads this text, and must end well; `lines` answer its questions."""
    done = subprocess.run(
        ["bash", "-c", f"set -e -o pipefail\n{text}"], cwd=shell.folder, input=lines,
        env={**shell.env, "PATH": f"{LOADED.programs()}:{os.environ['PATH']}"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout
