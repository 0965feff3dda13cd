"""What a program answers badly is said of the case at hand, and the next has a new process."""

import sys
from pathlib import Path

import pytest

from campaign.conformance.__main__ import main

PROGRAMS = Path(__file__).parents[2] / "conformance" / "bad_programs.py"
CASE = "LiF 4.1-01"
"""Opens, and sends one command."""

WAYS = {
    "is silent": "no answer in 2 s",
    "closes its output": "no answer in 2 s",
    "leaves a child": "no answer in 2 s",
    "exits": "ended with status 1\n    Traceback: no such leader",
    "ends quietly": "ended with status 0",
    "is killed": "ended by signal 9",
    "talks": "that is no answer: Guderian has  [31marrived",
    "has another number": 'that is no answer: {"n": 4, "accepted": true}',
    "has no number": 'that is no answer: {"accepted": true}',
    "is a list": "that is no answer: [1, 2]",
    "says neither": 'that is no answer: {"n": 3}',
    "has events of text": 'that is no answer: {"n": 3, "accepted": true, "events": ["lif.Lead',
    "is no text": 'that is no answer: {"n": 3, "accepted": "�"}',
    "is deep": "that is no answer: [[[[",
    "is long": 'that is no answer: {"n": 3, "accepted": true, "why": "xxx',
    "complains much": "ended with status 4\n    xxx",
}
"""What each does in place of an answer, and what is said of it."""


def run(way: str, *options: str) -> int:
    """The exit status of a run of a bad program."""
    command = f"{sys.executable} {PROGRAMS} '{way}'"
    return main(["--program", command, *options])


@pytest.mark.parametrize("way", WAYS)
def test_what_a_program_does_wrong_is_said(way: str, capsys: pytest.CaptureFixture[str]) -> None:
    timeout = ("--timeout", "2") if WAYS[way].startswith("no answer") else ()
    assert run(way, "--only", CASE, *timeout) == 2
    printed = capsys.readouterr().out
    assert printed.startswith(f"{CASE} step 1: {WAYS[way]}")
    assert "\x1b" not in printed and len(printed) < 2_000
    assert "The stage opens, and the board waits for a draw." in printed


def test_the_end_of_many_complaints_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    run("complains much", "--only", CASE)
    assert "the last line" in capsys.readouterr().out


def test_each_case_after_a_break_has_a_new_process(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten cases, ten breaks, over two processes at a time; what is not claimed is not asked."""
    assert run("ends quietly", "--only", "LiF 4.1-0?", "--jobs", "2") == 2
    printed = capsys.readouterr().out
    assert printed.count("ended with status 0") == 9
    assert printed.splitlines()[-1].split() == ["all", "0", "9", "9"]


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("greets badly", "the program: that is no answer: hello\n"),
        ("speaks another protocol", "the program: speaks protocol 2; the suite speaks 1\n"),
    ],
)
def test_a_program_without_a_hello_is_not_asked(
    way: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(way) == 2
    assert capsys.readouterr().err == said


def test_a_program_that_claims_nothing_has_passed_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("claims nothing") == 1
    assert capsys.readouterr().out.splitlines()[-1].split()[:3] == ["all", "0", "0"]


def test_a_program_that_does_not_start_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--program", "/nowhere/program"]) == 2
    assert capsys.readouterr().err == "the program: did not start: No such file or directory\n"
