"""A verb with an event of its own is four files by hand and four that one program writes.

`new_verbs.toml` has one of each game and one of every campaign.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from support import verb_rows

ROOT = Path(__file__).parents[3]
VERBS = tomllib.loads(Path(__file__).with_name("new_verbs.toml").read_text(encoding="utf-8"))
CODE = ("campaign", "events", "templates", "tests", "scripts", "docs")
MOST = {"lif": 9, "fow": 8, "frame": 8}
LISTS = ("-m", "support.lists")
HELD = (
    "tests/house/test_events.py",
    "tests/house/test_totality.py",
    "tests/cli/test_verb_list.py",
    "tests/kernel/test_command_classes.py",
    "tests/reports/test_sentences.py",
    "tests/conformance/test_suite.py",
    "tests/web/test_service_description.py",
)
"""What names most of what an event, a command, a case or a message still lacks."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project, to write into."""
    for name in CODE:
        skipped = shutil.ignore_patterns("__pycache__", "stores")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def python(tree: Path, *arguments: str) -> str:
    """What a call in the tree says; it must succeed."""
    paths = f"{tree}:{tree / 'tests'}"
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def digests(tree: Path) -> Mapping[str, str]:
    """What each file holds."""
    return {
        file.relative_to(tree).as_posix(): sha256(file.read_bytes()).hexdigest()
        for name in CODE
        for file in (tree / name).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    """The files that are new, gone or another."""
    return {name for name, _ in before.items() ^ after.items()}


@pytest.mark.rotating(3)
@pytest.mark.parametrize("name", VERBS)
def test_a_verb_with_an_event_is_eight_files_at_most(tree: Path, name: str) -> None:
    """Four written by hand, four by a program; then the house's tests hold."""
    verb, before = VERBS[name], digests(tree)
    for path, text in verb["by_hand"].items():
        with (tree / path).open("a", encoding="utf-8") as file:
            file.write("\n\n" + verb["imports"].get(path, "") + "\n\n" + text)
    python(tree, *LISTS)
    touched = changed(before, digests(tree))
    verbs = verb_rows.OF_GAMES.get(name, verb_rows.SHARED).relative_to(ROOT).as_posix()
    assert touched == {*verb["by_hand"], *verb["written"], verbs}
    assert len(touched) <= MOST[name]
    python(tree, *LISTS)
    assert changed(before, digests(tree)) == touched
    tests = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
    python(tree, *tests, *HELD)
    cases = ("tests/house/test_cases.py", "tests/fow/test_fow_cases.py")
    python(tree, *tests, *cases, "-k", verb["case"])
