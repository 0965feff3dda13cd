"""What a wheel installs: our packages with everything that they read, and nothing else."""

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel

from campaign import __version__
from campaign.cli.root import commit
from scripts import build_hook

ROOT = Path(__file__).parents[3]
PACKAGES = ("campaign", "events", "templates")


def test_a_wheel_has_every_file_of_ours_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables, lists of words, units and templates too; the commit that it was built from."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SOURCE_COMMIT", "3f2a9c1d")
    with ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        names = set(wheel.namelist())
        built = wheel.read("campaign/_build.py").decode()
        [metadata] = [wheel.read(name).decode() for name in names if name.endswith("/METADATA")]
    assert built == build_hook.text_of("3f2a9c1d")
    files = [file for top in PACKAGES for file in (ROOT / top).rglob("*") if file.is_file()]
    ours = {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}
    about = f"campaign_tracker-{__version__}.dist-info"
    others = {name for name in names if not name.startswith(f"{about}/")}
    assert others == ours | {"campaign/_build.py"}
    assert "campaign/py.typed" in ours
    assert f"Version: {__version__}\n" in metadata and "Author-email" not in metadata
    assert "Project-URL" not in metadata and "License ::" not in metadata


def test_a_commit_comes_from_the_environment_from_git_or_from_the_sdist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In that order; a folder that lies in somebody else's checkout does not take theirs."""
    monkeypatch.delenv("SOURCE_COMMIT", raising=False)
    assert build_hook.commit_of(ROOT) == commit(ROOT)
    if (ROOT / ".git").exists():
        call = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
        head = subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip()
        assert commit(ROOT) == head
    assert build_hook.commit_of(tmp_path) == "unknown"
    (tmp_path / "campaign").mkdir()
    (tmp_path / "campaign" / "_build.py").write_text(build_hook.text_of("abc123"))
    assert build_hook.commit_of(tmp_path) == "abc123"
    monkeypatch.setenv("SOURCE_COMMIT", "def456")
    assert build_hook.commit_of(tmp_path) == build_hook.commit_of(ROOT) == "def456"
