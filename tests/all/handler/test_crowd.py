"""Eight writers, two readers and random kills at one campaign."""

from pathlib import Path

import pytest

from support.crowd import survive


@pytest.mark.faults
def test_a_crowd_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Every answer is on record once, and readers saw one moment at a time."""
    survive(tmp_path, 4)
