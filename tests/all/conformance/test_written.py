"""The suite is what the cases say, as far as it has them, and finds wrong rules."""

from pathlib import Path

import pytest

from conformance import writing
from conformance.asked import SUITE, tracker_failure
from conformance.mistakes import MISTAKES, Mistake, planted


def test_no_case_of_the_files_asks_or_expects_something_else_today() -> None:
    """New cases come in with a release; whoever was held to the others still is."""
    for name, lines in (("lif.jsonl", writing.lif_lines()), ("fow.jsonl", writing.fow_lines())):
        old = (writing.DATA / name).read_bytes().splitlines()
        assert len(old) > 100
        assert writing.changed_ids(old, map(writing.line_of, lines)) == []


def test_forty_mistakes_are_planted() -> None:
    assert len({(mistake.module, mistake.wrong) for mistake in MISTAKES}) >= 40


@pytest.mark.rotating(8)
@pytest.mark.parametrize(
    "mistake", MISTAKES, ids=lambda mistake: f"{mistake.case}: {mistake.wrong}"
)
def test_a_wrong_rule_is_caught_by_its_case(mistake: Mistake, tmp_path: Path) -> None:
    """The right program passes the case, the wrong one does not."""
    case, *_ = SUITE.cases(mistake.case)
    (tmp_path / "right").mkdir()
    (tmp_path / "wrong").mkdir()
    assert tracker_failure(case, tmp_path / "right") is None
    with planted(mistake):
        assert tracker_failure(case, tmp_path / "wrong") is not None
