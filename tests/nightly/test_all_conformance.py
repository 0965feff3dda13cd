"""This tracker passes every case of the suite through the pipe, in a minute."""

import sys
import time

import pytest

from campaign.conformance.__main__ import main

SECONDS = 60


def test_this_tracker_passes_every_case_in_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    tracker = f"{sys.executable} -m campaign.conformance.program"
    assert main(["--program", tracker, "--jobs", "2"]) == 0
    assert time.monotonic() - began < SECONDS
    assert capsys.readouterr().out.splitlines()[-1].split()[2:] == ["0", "0"]
