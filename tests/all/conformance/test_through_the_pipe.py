"""Programs through the pipe: the rival whole, this tracker by a part of the cases each day."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from campaign.conformance.__main__ import main
from conformance import rival
from support import rotation

TRACKER = f"{sys.executable} -m campaign.conformance.program"


def test_the_rival_passes_what_it_claims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "junit.xml"
    command = f"{sys.executable} {rival.__file__}"
    assert main(["--program", command, "--jobs", "2", "--junit", str(report)]) == 0
    printed = capsys.readouterr().out
    assert "rival 1" in printed
    _, passed, failed, unclaimed = printed.splitlines()[-1].split()
    assert int(passed) > 150 and failed == "0" and int(unclaimed) > 800
    root = ElementTree.parse(report).getroot()
    assert sum(int(suite.get("failures") or "") for suite in root) == 0


def test_this_tracker_passes_a_part(capsys: pytest.CaptureFixture[str]) -> None:
    """Cases whose number ends in a digit of today, in both games."""
    digit = rotation.part() % 10
    assert main(["--program", TRACKER, "--only", f"*{digit}", "--jobs", "2"]) == 0
    assert "campaign-tracker" in capsys.readouterr().out
