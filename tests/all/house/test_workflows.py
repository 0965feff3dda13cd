"""The workflows of the code host, judged without it: form, holes, the scripts that they call."""

import re
import subprocess
from pathlib import Path

import pytest

from scripts import workflows

ROOT = Path(__file__).parents[3]
FILES = sorted(workflows.WORKFLOWS.glob("*.yml"))
CALLED = re.compile(r"^ *-? *run: (.+)$", re.M)
SCRIPT = re.compile(r"""(?:sudo )?(scripts/[a-z-]+)( --?[a-z-]+( [a-z]+)?( "\$[A-Z]+")?)*""")
"""What a step may run: a script with options, and with what the workflow hands over."""


def test_their_forms_are_right_and_no_hole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue forms too; without the host, whatever is set here."""
    monkeypatch.delenv("GH_TOKEN", raising=False)
    assert workflows.findings() == ""


def test_every_action_and_image_is_named_for_good() -> None:
    """An id of forty digits with its version, a digest of sixty-four."""
    assert list(workflows.left_open()) == []


def test_what_is_open_is_named_with_its_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A name that moves, an id cut short, one without its version; each place, not each name."""
    full, digest = "a" * 40, "b" * 64
    (tmp_path / "test.yml").write_text(
        f"steps:\n  - uses: one/action@v4\n  - uses: two/action/deep@{full} # v2.0.1\n"
        f"  - name: x\n    uses: one/action@{full[:-1]} # v4\n  - uses: three/action@{full}\n"
        "  - uses: ./own\n"
    )
    container = tmp_path / "Containerfile"
    container.write_text(
        f"# FROM here\nARG BASE=python:3.13@sha256:{digest[1:]}\nFROM ${{BASE}} AS build\n"
        f"FROM debian:13\nFROM debian:13@sha256:{digest}\n"
    )
    for name, value in (("ROOT", tmp_path), ("WORKFLOWS", tmp_path), ("CONTAINER", container)):
        monkeypatch.setattr(workflows, name, value)
    assert list(workflows.left_open()) == [
        "test.yml:2: one/action@v4 is not named by a full commit id",
        f"test.yml:5: one/action@{full[:-1]} is not named by a full commit id",
        f"test.yml:6: three/action@{full} does not say its version",
        "test.yml:7: ./own is not named by a full commit id",
        f"Containerfile:2: python:3.13@sha256:{digest[1:]} is not named by a digest",
        "Containerfile:4: debian:13 is not named by a digest",
    ]


def test_each_step_calls_a_script_that_explains_itself() -> None:
    """There is no logic in a workflow; what it runs, anybody can."""
    calls = {line for file in FILES for line in CALLED.findall(file.read_text(encoding="utf-8"))}
    assert {"scripts/test", "scripts/docs", "scripts/release --check --published"} <= calls
    assert "scripts/release --try" in calls
    scripts = set()
    for call in calls:
        words = SCRIPT.fullmatch(call)
        assert words, call
        scripts.add(words[1])
    for script in scripts:
        done = subprocess.run([ROOT / script, "--help"], capture_output=True, text=True, check=True)
        assert done.stdout and not done.stderr, script


def test_no_job_has_more_rights_than_its_own() -> None:
    """Nothing at the top; no checkout keeps its token."""
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert "\npermissions: {}\n" in text and "\n    permissions:\n" in text
        assert text.count("actions/checkout@") == text.count("persist-credentials: false")
