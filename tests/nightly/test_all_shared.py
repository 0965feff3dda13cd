"""Every recorded campaign and what-if audited by two processes and by one."""

from pathlib import Path

import pytest

from support.stores import ARCHIVES
from tests.store.test_sharing import every_record_is_long_enough, shared_like_whole

__all__ = ["every_record_is_long_enough"]


@pytest.mark.parametrize("archive", ARCHIVES)
def test_two_processes_tell_what_one_tells(tmp_path: Path, archive: str) -> None:
    """As by day."""
    shared_like_whole(tmp_path, archive)
