"""Every test of the core's first tier without the extensions, where each run tries some folders."""

from pathlib import Path

from tests.all.house.test_without_extensions import pass_without_extensions


def test_the_first_tier_passes_without_the_extensions(tmp_path: Path) -> None:
    """As if their folder were not there."""
    pass_without_extensions(tmp_path, "tests")
