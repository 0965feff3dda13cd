"""The workflows of the code host, judged without it: form, holes, the scripts that they call."""

import re
import subprocess
from pathlib import Path

import pytest

from scripts import workflows

ROOT = Path(__file__).parents[3]
FILES = sorted(workflows.WORKFLOWS.glob("*.yml"))
CALLED = re.compile(r"^ *-? *run: (.+)$", re.M)


def test_their_forms_are_right_and_no_hole_is_found() -> None:
    """Issue forms too; what is open counts as filled in."""
    assert workflows.findings() == ""


def test_what_is_open_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ids of actions by file, and the digest of the base image; a full id is not open."""
    full = "a" * 40
    (tmp_path / "test.yml").write_text(f"- uses: one/action@OPEN\n- uses: two/action@{full}\n")
    container = tmp_path / "Containerfile"
    container.write_text("ARG BASE=python:3.13-slim@sha256:OPEN\n")
    for name, value in (("ROOT", tmp_path), ("WORKFLOWS", tmp_path), ("CONTAINER", container)):
        monkeypatch.setattr(workflows, name, value)
    assert list(workflows.left_open()) == [
        "test.yml: the id of one/action is open",
        "Containerfile: the id of python:3.13-slim is open",
    ]


def test_each_step_calls_a_script_that_explains_itself() -> None:
    """There is no logic in a workflow; what it runs, anybody can."""
    calls = {line for file in FILES for line in CALLED.findall(file.read_text(encoding="utf-8"))}
    assert {"scripts/test", "scripts/docs", "scripts/release --check --published"} <= calls
    scripts = set()
    for call in calls:
        words = re.fullmatch(r"(?:sudo )?(scripts/[a-z-]+)( --?[a-z-]+( [a-z]+)?)*", call)
        assert words, call
        scripts.add(words[1])
    for script in scripts:
        done = subprocess.run([ROOT / script, "--help"], capture_output=True, text=True, check=True)
        assert done.stdout and not done.stderr, script


def test_every_action_has_a_full_id_or_an_open_one_and_no_job_more_rights_than_its_own() -> None:
    """Nothing at the top; no checkout keeps its token."""
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert "\npermissions: {}\n" in text and "\n    permissions:\n" in text
        for action in re.findall(r"uses: (\S+)", text):
            assert re.fullmatch(r"[\w/-]+@(OPEN|[0-9a-f]{40})", action), action
        assert text.count("actions/checkout@") == text.count("persist-credentials: false")
