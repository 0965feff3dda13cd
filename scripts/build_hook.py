"""Writes `campaign/_build.py` into every wheel and sdist: the commit that it was built from.

The file is never in a checkout. An sdist bears its own, so a wheel that is built from it says the
same commit, in the same bytes.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILE = "campaign/_build.py"
UNKNOWN = "unknown"


def commit_of(root: Path) -> str:
    """The commit of a folder: what `SOURCE_COMMIT` says, else git, else what its sdist bears."""
    if said := os.environ.get("SOURCE_COMMIT", "").strip():
        return said
    if (root / ".git").exists():
        call = ["git", "-C", str(root), "rev-parse", "HEAD"]
        try:
            done = subprocess.run(call, capture_output=True, text=True, check=False)
        except OSError:
            return UNKNOWN  # there is no git on this machine
        return done.stdout.strip() or UNKNOWN
    try:
        text = (root / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return UNKNOWN
    return text.partition('COMMIT = "')[2].partition('"')[0] or UNKNOWN


def text_of(commit: str) -> str:
    """The text of `campaign/_build.py`."""
    return f'"""Written when the package was built."""\n\nCOMMIT = "{commit}"\n'


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the file to what is built; the folder that is built from stays as it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel or sdist is written; an editable installation asks git when it is run."""
        if version == "editable":
            return
        text = text_of(commit_of(Path(self.root)))
        with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False, encoding="utf-8") as file:
            file.write(text)
        build_data["force_include"][file.name] = FILE
        self._written = Path(file.name)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Afterwards: the file has been taken."""
        if version != "editable":
            self._written.unlink(missing_ok=True)
