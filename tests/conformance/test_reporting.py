"""What a run prints and writes, and how it ends."""

from xml.etree import ElementTree

import pytest

from campaign.conformance.__main__ import main
from campaign.conformance.playing import CaseResult, Failure
from campaign.conformance.reporting import chapter_table, exit_status, failure_lines, junit
from campaign.conformance.suite import SuiteCase


def case(name: str, rulebook: str = "lif-1998") -> SuiteCase:
    """A case without steps."""
    return SuiteCase(name, "LiF 4.1", rulebook, f"Says of {name}.", {"system": "lif"}, ())


PASSED = CaseResult(case("LiF 4.1-01"))
FAILED = CaseResult(
    case("LiF 4.1-25"), Failure(3, "veto_points.germany 3", "veto_points.germany 4")
)
BROKEN = CaseResult(case("LiF 2-01"), Failure(1, "an answer", "ended with status 1\nbye", True))
UNCLAIMED = CaseResult(case("FoW vp-01", "fow-2006"), None, False)


def test_how_a_run_ends() -> None:
    assert exit_status([PASSED, UNCLAIMED]) == 0
    assert exit_status([PASSED, FAILED]) == 1
    assert exit_status([FAILED, BROKEN]) == 2
    assert exit_status([UNCLAIMED]) == 1


def test_a_failure_says_where_what_and_why() -> None:
    assert failure_lines([PASSED, FAILED, BROKEN, UNCLAIMED]) == [
        "LiF 4.1-25 step 3:",
        "    expected veto_points.germany 3",
        "    got veto_points.germany 4",
        "    under lif-1998: Says of LiF 4.1-25.",
        "",
        "LiF 2-01 step 1: ended with status 1\n    bye",
        "    under lif-1998: Says of LiF 2-01.",
        "",
    ]


def test_the_table_counts_by_chapter() -> None:
    rows = [line.split() for line in chapter_table([PASSED, FAILED, BROKEN, UNCLAIMED])]
    assert rows[1:] == [
        ["lif-1998", "4.1", "1", "1", "0"],
        ["lif-1998", "2", "0", "1", "0"],
        ["fow-2006", "vp", "0", "0", "1"],
        ["all", "1", "2", "1"],
    ]


def test_junit_has_every_case() -> None:
    root = ElementTree.fromstring(junit("x \x00 1", [PASSED, FAILED, BROKEN, UNCLAIMED]))
    suite = root.find("testsuite")
    assert suite is not None
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == (
        *("lif-1998 4.1", "2", "1"),
    )
    messages = [one.get("message") for one in root.iter("failure")]
    assert messages == [
        "expected veto_points.germany 3, got veto_points.germany 4",
        "expected an answer, got ended with status 1 bye",
    ]
    assert len(list(root.iter("skipped"))) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--program", "x", "--only", "LiF 9*"], "no case is called LiF 9*\n"),
        (["--program", ""], "--program needs a command\n"),
    ],
)
def test_what_cannot_be_run_is_said(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options) == 2
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("option", [("--jobs", "0"), ("--jobs", "x"), ("--timeout", "0")])
def test_numbers_out_of_range_are_refused(
    option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--program", "x", *option])
    assert end.value.code == 2
    assert f"{option[1]} is not a number" in capsys.readouterr().err


def test_a_command_line_with_half_a_quotation_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--program", "play 'x"])
    assert end.value.code == 2
    said = "argument --program: play 'x is no command line: no closing quotation\n"
    assert capsys.readouterr().err.endswith(said)
